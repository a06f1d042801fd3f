/// A question to a catalog.
public struct MatchQuery: Sendable {
  /// Which texts of an entity are searched, and how strictly.
  public enum Scope: Hashable, Sendable {
    /// Every tier, over names, handles, aliases and e-mail addresses.
    case everything
    /// Names alone: the beginning of the name or of an alias, or of any of their words. Never handles, e-mail
    /// addresses, initials, subsequences or typing errors (the behaviour, section 8: implicit mentions).
    ///
    /// With `sameCase` each letter must be written as in the key: uppercase where it is uppercase there.
    case names(sameCase: Bool)
  }

  /// The key string as typed; folded by the search.
  public var key: String
  public var scope: Scope
  /// The most matches wanted; zero or less asks for none.
  public var limit: Int
  public var signals: RankingSignals
  /// Names of sources of which only those count that `signals` list as mentioned here or recently.
  public var mentionedOnly: Set<String>

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
