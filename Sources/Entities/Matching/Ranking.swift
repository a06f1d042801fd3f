/// The rank of a match among all matches of one query: smaller is better, and no two entities have equal ranks.
///
/// Ranks are compared by each `RankingCriterion` in order; the first difference decides. Names and ids are compared
/// byte by byte.
public struct MatchScore: Comparable, Hashable, Sendable {
  public let tier: MatchTier
  /// Whether the entity is the user; always false for a key that is not empty.
  package let isOneself: Bool
  package let mentionedHere: Bool
  package let familiarity: Familiarity
  /// ⌊log2⌋ of the entity's weight.
  package let magnitude: Int
  /// The position of the entity's source among the sources.
  package let sourceOrder: Int
  /// The position in the sources' own order for an empty key, else 0.
  package let ownOrder: Int
  /// The length of the name in graphemes.
  package let nameLength: Int
  package let name: String
  package let id: String
  package let uniqueID: String?

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
    familiarity = boost.familiarity
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

  /// The criterion that separates two matches of one query, and whether it ranks the first one higher; nil if all
  /// criteria are equal.
  package static func decision(
    between a: MatchScore, _ b: MatchScore
  ) -> (criterion: RankingCriterion, isFirst: Bool)? {
    if a.matchClass != b.matchClass { return (.matchClass, a.matchClass < b.matchClass) }
    if a.isOneself != b.isOneself { return (.oneself, b.isOneself) }
    if a.mentionedHere != b.mentionedHere { return (.mentionedHere, a.mentionedHere) }
    if a.familiarity.sum != b.familiarity.sum {
      return (.familiarity, a.familiarity.sum > b.familiarity.sum)
    }
    if a.magnitude != b.magnitude { return (.weight, a.magnitude > b.magnitude) }
    if a.tier != b.tier { return (.tier, a.tier < b.tier) }
    if a.sourceOrder != b.sourceOrder { return (.sourceOrder, a.sourceOrder < b.sourceOrder) }
    if a.ownOrder != b.ownOrder { return (.ownOrder, a.ownOrder < b.ownOrder) }
    if a.nameLength != b.nameLength { return (.nameLength, a.nameLength < b.nameLength) }
    if let isFirst = precedes(a.name, b.name) { return (.name, isFirst) }
    if let isFirst = precedes(a.id, b.id) { return (.id, isFirst) }
    return precedes(a.uniqueID ?? "", b.uniqueID ?? "").map { (.uniqueID, $0) }
  }

  /// Whether the first text precedes the second in byte order; nil if they are equal.
  private static func precedes(_ a: String, _ b: String) -> Bool? {
    if a.utf8.elementsEqual(b.utf8) { return nil }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

/// The criteria for the order of matches, most significant first (Behaviour, section 8).
///
/// `sourceOrder` is the order of the sources (the team's file before Git, for example). `ownOrder`, the order of the
/// entities within a source, counts for an empty key only.
package enum RankingCriterion: Int, CaseIterable, Hashable, Sendable {
  case matchClass, oneself, mentionedHere, familiarity, weight, tier, sourceOrder, ownOrder
  case nameLength, name, id
  case uniqueID
}

// MARK: - Signals

/// How likely it is that an entity is meant, according to ranking signals: the sum of three parts, each from 0 to 1.
package struct Familiarity: Hashable, Sendable {
  /// The entity's proximity points, divided by those of the nearest entity.
  package var near = 0.0
  /// score / (1 + score), where the score counts how often the user has chosen the entity.
  package var chosen = 0.0
  /// ½ to the power of the entity's index in the list of recent choices, where the latest choice has index 0.
  package var recent = 0.0

  init() {}

  fileprivate var sum: Double { near + chosen + recent }
}

/// Knowledge about entities beyond their own data: earlier mentions and proximity. Entities with signals rank before
/// all others of their class; only the user ranks last for an empty key.
///
/// Signals are intended for a few hundred entities, because a search looks up each of them.
public struct RankingSignals: Sendable {
  /// Entities mentioned in the document from which the query comes.
  public var mentionedHere: Set<EntityKey>
  /// Entities that the user chose recently in any document, the latest first.
  public var recent: [EntityKey]
  /// How often the user chose an entity in any document: a score that rises with each choice and falls with time.
  public var chosen: [EntityKey: Double]
  /// Proximity to the position from which the query comes: greater is nearer; an entity with 0 or less is not near.
  public var near: [EntityKey: Int]
  /// The keys that identify the user, who ranks last if the search key is empty, regardless of other signals.
  public var oneself: Set<EntityKey>

  /// Creates ranking signals; by default none, so that entities are ranked by their own data alone.
  public init(
    mentionedHere: Set<EntityKey> = [], recent: [EntityKey] = [], chosen: [EntityKey: Double] = [:],
    near: [EntityKey: Int] = [:], oneself: Set<EntityKey> = []
  ) {
    self.mentionedHere = mentionedHere
    self.recent = recent
    self.chosen = chosen
    self.near = near
    self.oneself = oneself
  }

  var isEmpty: Bool {
    mentionedHere.isEmpty && recent.isEmpty && chosen.isEmpty && near.isEmpty && oneself.isEmpty
  }

  /// The signals of each listed entity, in one pass. Linear.
  func boosts() -> [EntityKey: MatchBoost] {
    var all: [EntityKey: MatchBoost] = [:]
    for key in mentionedHere { all[key, default: MatchBoost()].mentionedHere = true }
    var half = 1.0
    for key in recent {
      all[key, default: MatchBoost()].wasRecent(half)
      half /= 2
    }
    for (key, score) in chosen where score > 0 {
      all[key, default: MatchBoost()].familiarity.chosen = score / (1 + score)
    }
    let nearest = Double(near.values.max() ?? 0)
    for (key, points) in near where points > 0 {
      all[key, default: MatchBoost()].familiarity.near = Double(points) / nearest
    }
    for key in oneself { all[key, default: MatchBoost()].isOneself = true }
    return all
  }
}

/// The effect of the signals on one entity's rank.
struct MatchBoost: Hashable, Sendable {
  var mentionedHere = false
  var isRecent = false
  var familiarity = Familiarity()
  var isOneself = false

  var isNone: Bool { self == MatchBoost() }

  /// Whether the entity is mentioned in the document or was chosen recently.
  var isMentioned: Bool { mentionedHere || isRecent }

  /// Records that the entity was chosen recently.
  ///
  /// - Parameter part: ½ to the power of the index of the choice in the list; the greatest value counts, which is that
  ///   of the latest choice.
  fileprivate mutating func wasRecent(_ part: Double) {
    isRecent = true
    familiarity.recent = max(familiarity.recent, part)
  }

  /// The signals that apply to a key: `isOneself` has an effect only for an empty key.
  func counting(forEmptyKey isEmpty: Bool) -> MatchBoost {
    var boost = self
    if !isEmpty { boost.isOneself = false }
    return boost
  }

  /// Whether an entity with these signals ranks before an entity with the other signals; nil if the signals do not
  /// decide.
  func isBetter(than other: MatchBoost) -> Bool? {
    if isOneself != other.isOneself { return other.isOneself }
    if mentionedHere != other.mentionedHere { return mentionedHere }
    let (own, others) = (familiarity.sum, other.familiarity.sum)
    return own == others ? nil : own > others
  }
}

// MARK: - Weights

/// Compares weights by powers of two, so that only a clear difference in weight outranks the quality of the match.
enum Magnitude {
  /// ⌊log2(max(weight, 1))⌋, at most 1023. A missing weight and NaN count as 1. O(1).
  static func of(_ weight: Double?) -> Int {
    guard let weight, weight > 1 else { return 0 }
    return weight.isFinite ? Int(weight.exponent) : 1023
  }
}

// MARK: - The best

/// Collects the best `limit` of the offered elements; the others are only counted.
///
/// A binary heap with the worst element on top: O(log limit) per element, and O(1) for an element that is worse than
/// all that are kept.
package struct TopMatches<Element: Comparable> {
  let limit: Int
  /// The number of elements offered.
  package private(set) var offered = 0
  private var heap: [Element] = []

  /// - Parameter limit: the maximum number of elements to keep; zero or less keeps none.
  package init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Whether elements were discarded.
  package var isOverfull: Bool { offered > heap.count }

  package mutating func offer(_ element: Element) {
    offered += 1
    if heap.count < limit {
      heap.append(element)
      var child = heap.count - 1
      while child > 0, heap[(child - 1) / 2] < heap[child] {
        heap.swapAt((child - 1) / 2, child)
        child = (child - 1) / 2
      }
    } else if let worst = heap.first, element < worst {
      heap[0] = element
      sink()
    }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var largest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[largest] < heap[child] {
        largest = child
      }
      if largest == parent { return }
      heap.swapAt(parent, largest)
      parent = largest
    }
  }

  /// The kept elements, best first.
  package func sorted() -> [Element] { heap.sorted() }
}
