/// Where a match stands among all matches of one query: smaller is better, and no two entities are alike.
///
/// In order: tier, mentioned here, recent, often, source order, shorter name, name, id. *Source order* is
/// the order of the sources (the team's file before Git), not of the entities inside one; only with an
/// empty key the source's own order follows it. Names and ids are compared byte by byte.
public struct MatchScore: Comparable, Hashable, Sendable {
  public let tier: MatchTier
  public let mentionedHere: Bool
  /// Place among the recently mentioned, the latest being 0; nil if it is none of them.
  public let recency: Int?
  public let frequency: Int
  /// The place of its source among the sources.
  public let sourceOrder: Int
  /// With an empty key the place inside the source, else 0.
  public let ownOrder: Int
  /// In graphemes.
  public let nameLength: Int
  public let name: String
  public let id: String
  public let uniqueID: String?

  init(tier: MatchTier, boost: MatchBoost, sourceOrder: Int, ownOrder: Int, entity: Entity) {
    self.init(
      tier: tier, boost: boost, sourceOrder: sourceOrder, ownOrder: ownOrder, name: entity.name,
      id: entity.id, uniqueID: entity.uniqueID)
  }

  init(
    tier: MatchTier, boost: MatchBoost, sourceOrder: Int, ownOrder: Int, name: String, id: String,
    uniqueID: String?
  ) {
    let boost = tier == .emptyKey ? boost.withoutFrequency : boost
    self.tier = tier
    mentionedHere = boost.mentionedHere
    recency = boost.recency == .max ? nil : boost.recency
    frequency = boost.frequency
    self.sourceOrder = sourceOrder
    self.ownOrder = tier == .emptyKey ? ownOrder : 0
    nameLength = name.count
    self.name = name
    self.id = id
    self.uniqueID = uniqueID
  }

  public static func == (a: MatchScore, b: MatchScore) -> Bool { !(a < b) && !(b < a) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(tier)
    hasher.combine(sourceOrder)
    hasher.combine(nameLength)
  }

  public static func < (a: MatchScore, b: MatchScore) -> Bool {
    if a.tier != b.tier { return a.tier < b.tier }
    if a.mentionedHere != b.mentionedHere { return a.mentionedHere }
    if a.recency != b.recency { return (a.recency ?? .max) < (b.recency ?? .max) }
    if a.frequency != b.frequency { return a.frequency > b.frequency }
    if a.sourceOrder != b.sourceOrder { return a.sourceOrder < b.sourceOrder }
    if a.ownOrder != b.ownOrder { return a.ownOrder < b.ownOrder }
    if a.nameLength != b.nameLength { return a.nameLength < b.nameLength }
    if let isLess = precedes(a.name, b.name) { return isLess }
    if let isLess = precedes(a.id, b.id) { return isLess }
    return precedes(a.uniqueID ?? "", b.uniqueID ?? "") ?? false
  }

  /// Byte order; nil for equal bytes.
  private static func precedes(_ a: String, _ b: String) -> Bool? {
    if a.utf8.elementsEqual(b.utf8) { return nil }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
