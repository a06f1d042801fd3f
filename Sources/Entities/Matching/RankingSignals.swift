/// What is known of entities besides what they are: earlier mentions, and who is near. Entities not listed here rank
/// behind listed ones of their class.
///
/// Meant for some hundreds of entities: a search looks each of them up.
public struct RankingSignals: Sendable {
  /// Mentioned in the document that asks.
  public var mentionedHere: Set<EntityKey>
  /// Mentioned lately, anywhere: the latest first.
  public var recent: [EntityKey]
  /// How often mentioned, anywhere.
  public var frequency: [EntityKey: Int]
  /// How near the place that asks they are: more is nearer, 0 and less is not near.
  public var near: [EntityKey: Int]
  /// Who asks: last for an empty key, whatever else is known of them.
  public var oneself: Set<EntityKey>

  public init(
    mentionedHere: Set<EntityKey> = [], recent: [EntityKey] = [], frequency: [EntityKey: Int] = [:],
    near: [EntityKey: Int] = [:], oneself: Set<EntityKey> = []
  ) {
    self.mentionedHere = mentionedHere
    self.recent = recent
    self.frequency = frequency
    self.near = near
    self.oneself = oneself
  }

  public var isEmpty: Bool {
    mentionedHere.isEmpty && recent.isEmpty && frequency.isEmpty && near.isEmpty && oneself.isEmpty
  }

  /// All that is known of each listed entity, in one pass. Linear.
  func boosts() -> [EntityKey: MatchBoost] {
    var all: [EntityKey: MatchBoost] = [:]
    for key in mentionedHere { all[key, default: MatchBoost()].mentionedHere = true }
    for (at, key) in recent.enumerated() where (all[key]?.recency ?? .max) > at {
      all[key, default: MatchBoost()].recency = at
    }
    for (key, count) in frequency where count > 0 { all[key, default: MatchBoost()].frequency = count }
    for (key, points) in near where points > 0 { all[key, default: MatchBoost()].nearness = points }
    for key in oneself { all[key, default: MatchBoost()].isOneself = true }
    return all
  }
}

/// What signals do for one entity's rank.
struct MatchBoost: Hashable, Sendable {
  var mentionedHere = false
  /// Place among the recent ones, latest first.
  var recency = Int.max
  var frequency = 0
  var nearness = 0
  var isOneself = false

  var isNone: Bool { self == MatchBoost() }

  /// Whether mentioned here or recently.
  var isMentioned: Bool { mentionedHere || recency != .max }

  /// What counts for a key. With an empty one only what was mentioned here or recently goes first, however often the
  /// others were; with any other it does not matter who asks.
  func counting(forEmptyKey isEmpty: Bool) -> MatchBoost {
    var boost = self
    if isEmpty { boost.frequency = 0 } else { boost.isOneself = false }
    return boost
  }

  /// Whether the better of two; false where both are alike.
  func isBetter(than other: MatchBoost) -> Bool {
    if isOneself != other.isOneself { return other.isOneself }
    if mentionedHere != other.mentionedHere { return mentionedHere }
    if recency != other.recency { return recency < other.recency }
    if frequency != other.frequency { return frequency > other.frequency }
    return nearness > other.nearness
  }
}
