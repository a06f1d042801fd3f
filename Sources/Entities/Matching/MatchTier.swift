/// How well an entity matched, best first (the behaviour, section 8).
public enum MatchTier: Int, CaseIterable, Comparable, Sendable {
  /// The key is the whole name, handle, alias or e-mail address.
  case exact
  case namePrefix
  case handlePrefix
  case aliasPrefix
  /// Each word of the key begins a word of the name, handle or alias, in order: `ad lov`.
  case wordsInOrder
  /// The same in any order, each with a word of its own: `lov ad`.
  case wordsInAnyOrder
  /// The key begins any word of the name, handle or an alias: `love`.
  case wordPrefix
  /// The key begins the first letters of the name's words: `al`.
  case initials
  case emailPrefix
  /// The key's letters occur in order in the name, the handle or an alias.
  case subsequence
  /// As `wordsInOrder` and `wordPrefix`, with one typing error.
  case oneTypo
  /// The same with two.
  case twoTypos
  /// The key is empty: everything matches.
  case emptyKey

  public static func < (a: MatchTier, b: MatchTier) -> Bool { a.rawValue < b.rawValue }

  public var matchClass: MatchClass {
    switch self {
    case .exact: .exact
    case .namePrefix, .handlePrefix, .aliasPrefix, .wordsInOrder, .wordsInAnyOrder, .wordPrefix, .initials,
      .emailPrefix:
      .strong
    case .subsequence: .weak
    case .oneTypo, .twoTypos: .mended
    case .emptyKey: .everybody
    }
  }

  /// All tiers of a key that is not empty.
  static let searched = allCases.filter { $0 != .emptyKey }
  /// Those in which names alone are searched.
  static let ofNames: [MatchTier] = [.exact, .namePrefix, .aliasPrefix, .wordPrefix]
}
