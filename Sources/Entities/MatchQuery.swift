/// A question to a catalog.
public struct MatchQuery: Sendable {
  /// Whether the user typed a control character (the behaviour, section 1).
  public enum Kind: Sendable {
    case explicit
    /// Uses the prefix tiers only (`MatchTier/isPrefix`).
    case implicit
  }

  /// The key string as typed; folded by the search.
  public var key: String
  public var kind: Kind
  /// The most matches wanted; zero or less asks for none.
  public var limit: Int
  public var signals: RankingSignals

  public init(
    key: String, kind: Kind = .explicit, limit: Int = 50, signals: RankingSignals = RankingSignals()
  ) {
    self.key = key
    self.kind = kind
    self.limit = limit
    self.signals = signals
  }
}
