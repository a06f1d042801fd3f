/// How well an entity matched, best first (the behaviour, section 8).
public enum MatchTier: Int, CaseIterable, Comparable, Sendable {
  /// The key is the whole name or the whole handle.
  case exact
  case namePrefix
  case handlePrefix
  case aliasPrefix
  /// Each word of the key begins a word of the name, handle or alias, in order: `ad lov`.
  case wordsInOrder
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

  /// Whether implicit mentions use it: the prefix tiers, that is every tier in which the key (or each
  /// of its words) is exactly the beginning of something.
  public var isPrefix: Bool {
    switch self {
    case .exact, .namePrefix, .handlePrefix, .aliasPrefix, .wordsInOrder, .wordPrefix, .emailPrefix,
      .emptyKey:
      true
    case .initials, .subsequence, .oneTypo, .twoTypos: false
    }
  }
}
