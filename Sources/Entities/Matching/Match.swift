/// One entity that matched.
public struct Match: Hashable, Sendable {
  /// The entity's index in the catalog (or list) that was searched.
  public let index: Int
  public let tier: MatchTier
  /// The text of the entity in which the key was found.
  public let field: MatchField
  /// What to highlight in that text: UTF-8 offsets, ascending, disjoint, on scalar boundaries.
  public let ranges: [Range<Int>]
  public let score: MatchScore
}

/// The answer of a search, best first.
public struct MatchList: Sendable {
  public let matches: [Match]
  /// False if more would follow beyond the query's limit.
  public let isComplete: Bool
  /// How many entities match at least; exact where `isComplete`.
  public let total: Int

  public static let empty = MatchList(matches: [], isComplete: true, total: 0)

  init(matches: [Match], isComplete: Bool, total: Int) {
    self.matches = matches
    self.isComplete = isComplete
    self.total = total
  }
}
