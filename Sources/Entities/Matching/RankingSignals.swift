/// What is known about earlier mentions. Entities not listed here rank behind listed ones of their tier.
///
/// Meant for some hundreds of entities: a search looks each of them up.
public struct RankingSignals: Sendable {
  /// Mentioned in the document that asks.
  public var mentionedHere: Set<EntityKey>
  /// Mentioned lately, anywhere: the latest first.
  public var recent: [EntityKey]
  /// How often mentioned, anywhere.
  public var frequency: [EntityKey: Int]

  public init(
    mentionedHere: Set<EntityKey> = [], recent: [EntityKey] = [], frequency: [EntityKey: Int] = [:]
  ) {
    self.mentionedHere = mentionedHere
    self.recent = recent
    self.frequency = frequency
  }

  public var isEmpty: Bool { mentionedHere.isEmpty && recent.isEmpty && frequency.isEmpty }

  /// All that is known of each listed entity, in one pass. Linear.
  func boosts() -> [EntityKey: MatchBoost] {
    var all: [EntityKey: MatchBoost] = [:]
    for key in mentionedHere { all[key, default: MatchBoost()].mentionedHere = true }
    for (at, key) in recent.enumerated() where (all[key]?.recency ?? .max) > at {
      all[key, default: MatchBoost()].recency = at
    }
    for (key, count) in frequency where count > 0 { all[key, default: MatchBoost()].frequency = count }
    return all
  }
}

/// What earlier mentions do for one entity's rank.
struct MatchBoost: Hashable, Sendable {
  var mentionedHere = false
  /// Place among the recent ones, latest first.
  var recency = Int.max
  var frequency = 0

  var isNone: Bool { !mentionedHere && recency == .max && frequency == 0 }

  /// Whether mentioned here or recently.
  var isMentioned: Bool { mentionedHere || recency != .max }

  /// With an empty key only what was mentioned here or recently goes first, however often the others were.
  var withoutFrequency: MatchBoost {
    var boost = self
    boost.frequency = 0
    return boost
  }

  /// Whether the better of two; false where both are alike.
  func isBetter(than other: MatchBoost) -> Bool {
    if mentionedHere != other.mentionedHere { return mentionedHere }
    if recency != other.recency { return recency < other.recency }
    return frequency > other.frequency
  }
}
