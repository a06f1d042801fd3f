/// The rank of a match among all matches of one query: smaller is better, and no two entities are alike.
///
/// Compared by the `RankingCriterion`s in their order; the first that differs decides. Names and ids are
/// compared byte by byte.
public struct MatchScore: Comparable, Hashable, Sendable {
  public let tier: MatchTier
  /// With an empty key whether it is who asks.
  public let isOneself: Bool
  public let mentionedHere: Bool
  /// Place among the recently mentioned, the latest being 0; nil if it is none of them.
  public let recency: Int?
  public let frequency: Int
  /// How near the place that asks it is: more is nearer, 0 is not near.
  public let nearness: Int
  /// ⌊log2⌋ of the entity's weight.
  public let magnitude: Int
  /// The place of its source among the sources.
  public let sourceOrder: Int
  /// With an empty key the place inside the source, else 0.
  public let ownOrder: Int
  /// In graphemes.
  public let nameLength: Int
  public let name: String
  public let id: String
  public let uniqueID: String?

  public var matchClass: MatchClass { tier.matchClass }

  init(
    tier: MatchTier, boost: MatchBoost, magnitude: Int, sourceOrder: Int, ownOrder: Int, entity: Entity
  ) {
    self.init(
      tier: tier, boost: boost, magnitude: magnitude, sourceOrder: sourceOrder, ownOrder: ownOrder,
      name: entity.name, id: entity.id, uniqueID: entity.uniqueID)
  }

  init(
    tier: MatchTier, boost: MatchBoost, magnitude: Int, sourceOrder: Int, ownOrder: Int, name: String,
    id: String, uniqueID: String?
  ) {
    let boost = boost.counting(forEmptyKey: tier == .emptyKey)
    self.tier = tier
    isOneself = boost.isOneself
    mentionedHere = boost.mentionedHere
    recency = boost.recency == .max ? nil : boost.recency
    frequency = boost.frequency
    nearness = boost.nearness
    self.magnitude = magnitude
    self.sourceOrder = sourceOrder
    self.ownOrder = tier == .emptyKey ? ownOrder : 0
    nameLength = name.count
    self.name = name
    self.id = id
    self.uniqueID = uniqueID
  }

  public static func == (a: MatchScore, b: MatchScore) -> Bool { decision(between: a, b) == nil }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(tier)
    hasher.combine(magnitude)
    hasher.combine(sourceOrder)
    hasher.combine(nameLength)
  }

  public static func < (a: MatchScore, b: MatchScore) -> Bool { decision(between: a, b)?.isFirst ?? false }

  /// The criterion that parts two matches of one query, and whether it puts the first one in front; nil where
  /// all are equal.
  public static func decision(
    between a: MatchScore, _ b: MatchScore
  ) -> (criterion: RankingCriterion, isFirst: Bool)? {
    if a.matchClass != b.matchClass { return (.matchClass, a.matchClass < b.matchClass) }
    if a.isOneself != b.isOneself { return (.oneself, b.isOneself) }
    if a.mentionedHere != b.mentionedHere { return (.mentionedHere, a.mentionedHere) }
    if a.recency != b.recency { return (.recency, (a.recency ?? .max) < (b.recency ?? .max)) }
    if a.frequency != b.frequency { return (.frequency, a.frequency > b.frequency) }
    if a.nearness != b.nearness { return (.nearness, a.nearness > b.nearness) }
    if a.magnitude != b.magnitude { return (.weight, a.magnitude > b.magnitude) }
    if a.tier != b.tier { return (.tier, a.tier < b.tier) }
    if a.sourceOrder != b.sourceOrder { return (.sourceOrder, a.sourceOrder < b.sourceOrder) }
    if a.ownOrder != b.ownOrder { return (.ownOrder, a.ownOrder < b.ownOrder) }
    if a.nameLength != b.nameLength { return (.nameLength, a.nameLength < b.nameLength) }
    if let isFirst = precedes(a.name, b.name) { return (.name, isFirst) }
    if let isFirst = precedes(a.id, b.id) { return (.id, isFirst) }
    return precedes(a.uniqueID ?? "", b.uniqueID ?? "").map { (.uniqueID, $0) }
  }

  /// Byte order; nil for equal bytes.
  private static func precedes(_ a: String, _ b: String) -> Bool? {
    if a.utf8.elementsEqual(b.utf8) { return nil }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

/// What the order of matches goes by, the weightiest first (the behaviour, section 8).
///
/// *Source order* is the order of the sources (the team's file before Git), not of the entities inside one; only
/// with an empty key the source's own order follows it.
public enum RankingCriterion: Int, CaseIterable, Hashable, Sendable {
  case matchClass, oneself, mentionedHere, recency, frequency, nearness, weight, tier, sourceOrder, ownOrder
  case nameLength, name, id
  case uniqueID
}
