/// A query to a catalog.
public struct MatchQuery: Sendable {
  /// The searched texts of an entity, and how strictly they must match.
  public enum Scope: Hashable, Sendable {
    /// Every tier, over names, handles, aliases and e-mail addresses.
    case everything
    /// Names alone: the key must be a prefix of the name or of an alias, or of one of their words. Handles, e-mail
    /// addresses, initials, subsequences and typing errors do not count (Behaviour, section 8: implicit mentions).
    ///
    /// With `sameCase` each letter must have the same case as in the key.
    case names(sameCase: Bool)
  }

  /// The key as typed; the search folds it.
  public var key: String
  /// The texts to search.
  public var scope: Scope
  /// The maximum number of matches; zero or less requests none.
  public var limit: Int
  public var signals: RankingSignals
  /// Names of sources whose entities match only if `signals` lists them in `mentionedHere` or `recent`.
  public var mentionedOnly: Set<String>

  /// Creates a query; by default for the 50 best matches in all texts, without ranking signals.
  public init(
    key: String, scope: Scope = .everything, limit: Int = 50, signals: RankingSignals = RankingSignals(),
    mentionedOnly: Set<String> = []
  ) {
    self.key = key
    self.scope = scope
    self.limit = limit
    self.signals = signals
    self.mentionedOnly = mentionedOnly
  }
}

/// One entity that matched.
public struct Match: Hashable, Sendable {
  /// The entity's index in the searched catalog (or list).
  public let index: Int
  public let tier: MatchTier
  /// The text of the entity in which the key was found.
  public let field: MatchField
  /// The ranges to highlight in that text: UTF-8 offsets, ascending, disjoint, on scalar boundaries.
  public let ranges: [Range<Int>]
  /// The rank among the matches of the same query; smaller is better.
  public let score: MatchScore
}

/// The result of a search, best first.
public struct MatchList: Sendable {
  /// The matches, best first; at most as many as the query's limit.
  public let matches: [Match]
  /// False if there are more matches than the query's limit.
  public let isComplete: Bool
  /// A lower bound for the number of matching entities; exact if `isComplete`.
  public let total: Int

  /// No matches, and none omitted.
  public static let empty = MatchList(matches: [], isComplete: true, total: 0)

  init(matches: [Match], isComplete: Bool, total: Int) {
    self.matches = matches
    self.isComplete = isComplete
    self.total = total
  }
}

/// The classes of matches, best first (Behaviour, section 8). Within a class, ranking signals and weights take
/// precedence over the tier. A class is searched only if the better ones have not filled the list.
public enum MatchClass: Int, CaseIterable, Comparable, Sendable {
  /// The key is the whole name, handle, alias or e-mail address.
  case exact
  /// The key, or each of its words, is a prefix of a text, of a word or of the initials.
  case strong
  /// The key's letters occur in order.
  case weak
  /// The key matches after typing errors are corrected.
  case mended
  /// The key is empty: everything matches.
  case everybody

  public static func < (a: MatchClass, b: MatchClass) -> Bool { a.rawValue < b.rawValue }

  /// All classes of a key that is not empty.
  static let searched = allCases.filter { $0 != .everybody }
}

/// The ways in which a key can match an entity, best first (Behaviour, section 8).
public enum MatchTier: Int, CaseIterable, Comparable, Sendable {
  /// The key is the whole name, handle, alias or e-mail address.
  case exact
  case namePrefix
  case handlePrefix
  case aliasPrefix
  /// Each word of the key begins a word of the name, handle or alias, in order: `ad lov`.
  case wordsInOrder
  /// Each word of the key begins a different word, in any order: `lov ad`.
  case wordsInAnyOrder
  /// The key begins any word of the name, handle or an alias: `love`.
  case wordPrefix
  /// The key is a prefix of the name's initials: `al`.
  case initials
  case emailPrefix
  /// The key's letters occur in order in the name, the handle or an alias.
  case subsequence
  /// Like `wordsInOrder` and `wordPrefix`, with one typing error.
  case oneTypo
  /// Like `oneTypo`, with two typing errors.
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
  /// The tiers of a search for names alone.
  static let ofNames: [MatchTier] = [.exact, .namePrefix, .aliasPrefix, .wordPrefix]
}

/// The text of an entity in which the key was found.
public enum MatchField: Hashable, Sendable {
  case name
  case handle
  /// The alias at this index in `Entity/aliases`.
  case alias(Int)
  case email
}

extension Entity {
  /// The text of a field; nil if the entity has none.
  public func text(of field: MatchField) -> String? {
    switch field {
    case .name: name
    case .handle: handle
    case .alias(let at): aliases.indices.contains(at) ? aliases[at] : nil
    case .email: email
    }
  }
}
