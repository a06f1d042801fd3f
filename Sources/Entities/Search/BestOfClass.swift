/// The best entities of one class that no signal speaks for, while one tier after the other is searched.
struct BestOfClass {
  let need: Int
  private let weights: WeightRanks
  /// `WeightRanks.order` of each, ascending; at most `need`.
  private var orders: [UInt64] = []
  /// Entities from here on need not be looked for any more.
  private(set) var bound = UInt32.max

  init(_ need: Int, _ weights: WeightRanks) {
    self.need = need
    self.weights = weights
  }

  /// Adds a tier's candidates, ascending. The tiers come best first, so who was there already stays as it was.
  mutating func add(_ indices: [UInt32], _ tier: MatchTier) {
    if indices.isEmpty { return }
    if orders.isEmpty {
      orders = indices.prefix(need).map { weights.order($0, tier) }
    } else {
      let known = Set(orders.map { UInt32(truncatingIfNeeded: $0) })
      for index in indices.prefix(need) where !known.contains(index) {
        orders.append(weights.order(index, tier))
      }
      orders.sort()
      if orders.count > need { orders.removeLast(orders.count - need) }
    }
    if orders.count == need, let last = orders.last {
      // Only an entity that is heavier than the last one can still come before it.
      bound = weights.starts[weights.rank(of: UInt32(truncatingIfNeeded: last))]
    }
  }

  /// The entities with their tiers, best first.
  var found: [(index: UInt32, tier: MatchTier)] {
    orders.map { (UInt32(truncatingIfNeeded: $0), WeightRanks.tier(of: $0)) }
  }
}

extension WeightRanks {
  /// The rank of an entity within one class, as far as signals say nothing: by weight, tier, static order.
  func order(_ index: UInt32, _ tier: MatchTier) -> UInt64 {
    UInt64(rank(of: index)) << 40 | UInt64(tier.rawValue) << 32 | UInt64(index)
  }

  static func tier(of order: UInt64) -> MatchTier {
    MatchTier(rawValue: Int(order >> 32 & 0xFF)) ?? .emptyKey
  }
}
