public import Entities

/// One line of the chooser.
public struct ChooserEntry: Hashable, Sendable {
  public var entity: Entity
  /// What to highlight: UTF-8 offsets in the entity's name.
  public var matches: [Range<Int>]
  /// How well it matched; nil where it was taken as its source gave it.
  public var tier: MatchTier?

  public init(entity: Entity, matches: [Range<Int>] = [], tier: MatchTier? = nil) {
    self.entity = entity
    self.matches = matches
    self.tier = tier
  }
}

/// Some results of one source for one query.
public struct ResultBatch: Sendable {
  public var queryID: Int
  public var source: String
  /// An empty batch finalises, whatever ``isComplete`` says.
  public var entries: [ChooserEntry]
  /// Whether the entries were matched and ranked in memory. Such entries go before those in a source's own
  /// order, unless these have been shown already; duplicates among them are always removed.
  public var isRanked: Bool
  /// Whether duplicates of what the chooser holds are to be left out.
  public var dedupe: Bool
  /// Whether this is the source's last batch for the query.
  public var isComplete: Bool
  /// Whether the source has more than it gave.
  public var more: Bool

  public init(
    queryID: Int, source: String, entries: [ChooserEntry], isRanked: Bool, dedupe: Bool,
    isComplete: Bool, more: Bool
  ) {
    self.queryID = queryID
    self.source = source
    self.entries = entries
    self.isRanked = isRanked
    self.dedupe = dedupe
    self.isComplete = isComplete
    self.more = more
  }
}
