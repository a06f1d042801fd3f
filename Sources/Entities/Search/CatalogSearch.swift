extension EntityCatalog {
  /// The best `limit` matches of a key, in the total order of `MatchScore`.
  ///
  /// Equivalent to sorting the results of `EntityMatcher` for every entity, but uses the index: about O(log n +
  /// limit) for the prefix tiers. Subsequences need a pass over some columns of bits (n / 8 bytes each), typing
  /// errors a search of the word tree.
  public func search(_ query: MatchQuery) -> MatchList {
    var trail = SearchTrail()
    return search(query, along: &trail)
  }

  /// Returns the same matches as ``search(_:)``, faster if the key continues earlier keys.
  ///
  /// - Parameters:
  ///   - query: the key, its scope, and the number of results.
  ///   - trail: intermediate results of earlier searches, which this search updates.
  /// - Complexity: that of ``search(_:)``; less for a key that continues the previous one.
  public func search(_ query: MatchQuery, along trail: inout SearchTrail) -> MatchList {
    if count == 0 { return .empty }
    var search = CatalogSearch(self, query)
    search.known = trail.step(towards: search.key.bytes, in: self)
    let list = search.run(limit: max(0, query.limit))
    if let learned = search.learned { trail.add(learned) }
    return list
  }

  /// The entities whose name, handle, alias or e-mail address equals a text: the class *exact* of ``search(_:)``.
  ///
  /// - Parameters:
  ///   - text: compared like a key, ignoring case and diacritics; empty text yields no entities.
  ///   - limit: the maximum number of results.
  /// - Returns: the indices of the entities, the heaviest first.
  /// - Complexity: O(log n + limit).
  package func indices(called text: String, limit: Int) -> [Int] {
    var search = CatalogSearch(self, MatchQuery(key: text))
    return count == 0 || search.key.isEmpty ? [] : search.exactly(limit)
  }
}

/// A search in progress: class by class, until there are enough results.
///
/// Entities with ranking signals are matched one by one and come first in their class. For the others the index yields
/// the best of each tier. Indices are sorted by weight first, so the best of a tier are its least indices. Once enough
/// entities are found, a further tier can only contribute entities that are heavier than the lightest of these.
struct CatalogSearch {
  struct Found {
    let index: Int
    let tier: MatchTier
    var boost = MatchBoost()
  }

  let catalog: EntityCatalog
  let matcher: EntityMatcher
  /// The number of entities to find: one more than the limit, to detect whether there are more.
  private var wanted = 0
  /// Entities with signals; they are matched one by one and excluded from the results of the index.
  private var boosted: [(index: Int, boost: MatchBoost, tier: MatchTier?)] = []
  private var found: [Found] = []
  /// All entities in `boosted` and `found`.
  private(set) var taken: Set<UInt32> = []
  /// The result of an earlier search for a prefix of the key as a subsequence, and the result of this search for the
  /// whole key.
  var known: SearchTrail.Step?
  var learned: SearchTrail.Step?
  /// Whether each source yields only mentioned entities; empty if no source is limited.
  private var isLimited: [Bool] = []

  var key: FoldedKey { matcher.key }

  init(_ catalog: EntityCatalog, _ query: MatchQuery) {
    self.catalog = catalog
    matcher = EntityMatcher(query.key, scope: query.scope)
    if !query.mentionedOnly.isEmpty {
      isLimited = catalog.sources.map { query.mentionedOnly.contains($0) }
    }
    if query.signals.isEmpty { return }
    let folded = catalog.folded
    let records = catalog.records
    for (entity, boost) in query.signals.boosts() {
      guard let index = catalog.index(of: entity) else { continue }
      if !boost.isMentioned, isShut(UInt32(index)) { continue }
      let own = boost.counting(forEmptyKey: key.isEmpty)
      if own.isNone { continue }
      let tier = matcher.match(
        folded.span, at: Int(catalog.foldedStarts[index]), records.span, at: Int(catalog.recordStarts[index]),
        before: .oneTypo)?.0
      boosted.append((index, own, tier))
      taken.insert(UInt32(index))
    }
  }

  fileprivate mutating func run(limit: Int) -> MatchList {
    wanted = min(limit, catalog.count) + 1
    if key.isEmpty {
      findAll()
    } else {
      for matchClass in MatchClass.searched where found.count < wanted { find(in: matchClass) }
    }
    let matches = found.prefix(limit).map(match)
    return MatchList(matches: matches, isComplete: found.count <= limit, total: found.count)
  }

  /// Searches the class *exact* only.
  fileprivate mutating func exactly(_ limit: Int) -> [Int] {
    wanted = max(0, limit)
    find(in: .exact)
    return found.prefix(wanted).map(\.index)
  }

  private mutating func findAll() {
    let catalog = catalog
    boosted.sort { a, b in
      if let isBetter = a.boost.isBetter(than: b.boost) { return isBetter }
      let first = catalog.weights.rank(of: UInt32(a.index))
      let second = catalog.weights.rank(of: UInt32(b.index))
      return first != second ? first < second : catalog.ownOrderOf[a.index] < catalog.ownOrderOf[b.index]
    }
    let known = boosted.map { Found(index: $0.index, tier: .emptyKey, boost: $0.boost) }
    found = Array(known.lazy.filter { !$0.boost.isOneself }.prefix(wanted))
    for index in catalog.byWeight {
      if found.count >= wanted { return }
      if admits(index, .emptyKey) { found.append(Found(index: Int(index), tier: .emptyKey)) }
    }
    found += known.lazy.filter(\.boost.isOneself).prefix(wanted - found.count)
  }

  private mutating func find(in matchClass: MatchClass) {
    let tiers = matcher.tiers.filter { $0.matchClass == matchClass }
    if matchClass == .mended {
      for at in boosted.indices where boosted[at].tier == nil {
        boosted[at].tier = tiers.first { field(of: boosted[at].index, $0) != nil }
      }
    }
    var known: [Found] = []
    for (index, boost, tier) in boosted {
      if let tier, tier.matchClass == matchClass {
        known.append(Found(index: index, tier: tier, boost: boost))
      }
    }
    if !known.isEmpty {
      known.sort { a, b in
        if let isBetter = a.boost.isBetter(than: b.boost) { return isBetter }
        return catalog.weights.order(UInt32(a.index), a.tier) < catalog.weights.order(UInt32(b.index), b.tier)
      }
      found += known
    }
    if found.count >= wanted { return }
    var best = BestOfClass(wanted - found.count, catalog.weights)
    for tier in tiers where best.bound > 0 {
      if tier == .wordsInOrder {
        findSeveralWords(&best)
      } else if tier == .subsequence {
        best.add(subsequences(best.need), tier)
      } else {
        best.add(candidates(tier, best.need, below: best.bound), tier)
      }
    }
    for (index, tier) in best.found {
      found.append(Found(index: Int(index), tier: tier))
      taken.insert(index)
    }
  }

  /// The smallest indices below a bound, ascending, of entities that match in the tier and are not taken: at least
  /// `need`, or all if there are fewer. Some may match in a better tier too.
  private func candidates(_ tier: MatchTier, _ need: Int, below bound: UInt32) -> [UInt32] {
    let index = catalog.index
    func beginning(_ texts: PrefixIndex, with key: [UInt8]) -> [UInt32] {
      best(texts, [range(texts, key)], tier, need, below: bound)
    }
    switch tier {
    case .exact:
      let texts =
        matcher.searchesEverything
        ? [index.names, index.handles, index.aliases, index.emails] : [index.names, index.aliases]
      return distinct(texts.flatMap { beginning($0, with: key.bytes + [0]) }.sorted())
    case .namePrefix: return beginning(index.names, with: key.bytes)
    case .handlePrefix: return beginning(index.handles, with: key.bytes)
    case .aliasPrefix: return beginning(index.aliases, with: key.bytes)
    case .wordPrefix: return key.isOneWord ? beginning(index.words, with: key.bytes) : []
    case .initials: return key.canBeInitials ? beginning(index.initials, with: key.bytes) : []
    case .emailPrefix: return beginning(index.emails, with: key.bytes)
    case .oneTypo: return key.typoAllowance >= 1 ? typos(1, tier, need, below: bound) : []
    case .twoTypos: return key.typoAllowance >= 2 ? typos(2, tier, need, below: bound) : []
    // Found by separate passes: `findSeveralWords`, `subsequences`.
    case .wordsInOrder, .wordsInAnyOrder, .subsequence: return []
    case .emptyKey: return []
    }
  }

  func range(_ index: PrefixIndex, _ key: [UInt8]) -> Range<Int> {
    catalog.places(in: index, beginningWith: key)
  }

  /// The admitted entities with the smallest indices in some ranges and below a bound: at least `need`, or all if there
  /// are fewer.
  func best(
    _ index: PrefixIndex, _ ranges: [Range<Int>], _ tier: MatchTier, _ need: Int, below bound: UInt32
  ) -> [UInt32] {
    // In the worst case all taken entities precede the needed ones.
    var count = need + taken.count
    while true {
      let found =
        ranges.count == 1
        ? index.best(count, in: ranges[0], below: bound)
        : distinct(ranges.flatMap { index.best(count, in: $0, below: bound) }.sorted())
      let admitted = found.filter { admits($0, tier) }
      if admitted.count >= need || found.count < count { return admitted }
      // Too few were admitted (names in another case, for example): look for more.
      count *= 4
    }
  }

  /// Whether an entity that the index found for a tier can be a further result: it is not taken, its source may yield
  /// it, and the query's scope includes the match.
  func admits(_ index: UInt32, _ tier: MatchTier) -> Bool {
    if taken.contains(index) || isShut(index) { return false }
    // The index ignores case and the kind of text: its words include those of handles.
    return matcher.searchesEverything || tier == .emptyKey || matches(index, tier)
  }

  /// Whether the entity's source yields only mentioned entities.
  private func isShut(_ index: UInt32) -> Bool {
    let place = Int(catalog.sourceOf[Int(index)])
    return place < isLimited.count && isLimited[place]
  }

  func distinct(_ sorted: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(sorted.count)
    for index in sorted where index != result.last { result.append(index) }
    return result
  }

  func matches(_ index: UInt32, _ tier: MatchTier) -> Bool {
    field(of: Int(index), tier) != nil
  }

  private func field(of index: Int, _ tier: MatchTier) -> MatchField? {
    let folded = catalog.folded
    let records = catalog.records
    let record = FoldedRecord(folded.span, at: Int(catalog.foldedStarts[index]))
    return matcher.match(folded.span, record, records.span, Int(catalog.recordStarts[index]), in: tier)
  }

  private func match(_ found: Found) -> Match {
    let records = catalog.records
    let field = field(of: found.index, found.tier) ?? .name
    let record = catalog.record(at: found.index)
    func string(_ range: Range<Int>) -> String { String(decoding: records[range], as: UTF8.self) }
    let name = string(record.name)
    let text: Range<Int>? =
      switch field {
      case .name: nil
      case .handle: record.handle
      case .email: record.email
      case .alias(let at): at < record.aliases.count ? record.aliases[at] : nil
      }
    return Match(
      index: found.index, tier: found.tier, field: field,
      ranges: matcher.ranges(in: text.map(string) ?? name, of: field, found.tier),
      score: MatchScore(
        tier: found.tier, boost: found.boost, magnitude: catalog.weights.magnitude(of: found.index),
        sourceOrder: Int(catalog.sourceOf[found.index]), ownOrder: Int(catalog.ownOrderOf[found.index]),
        name: name, id: string(record.id), uniqueID: record.uniqueID.map(string)))
  }
}

/// Collects the best entities of one class, except those with signals, while the tiers of the class are searched in
/// turn.
struct BestOfClass {
  let need: Int
  private let weights: WeightRanks
  /// The `WeightRanks.order` of each entity, ascending; at most `need`.
  private var orders: [UInt64] = []
  /// The index at and above which entities cannot improve the result.
  private(set) var bound = UInt32.max

  init(_ need: Int, _ weights: WeightRanks) {
    self.need = need
    self.weights = weights
  }

  /// Adds a tier's candidates, ascending. Tiers are added best first, so an entity that was added before keeps its
  /// tier.
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
      // Only a heavier entity can now precede the last one.
      bound = weights.starts[weights.rank(of: UInt32(truncatingIfNeeded: last))]
    }
  }

  /// The entities with their tiers, best first.
  fileprivate var found: [(index: UInt32, tier: MatchTier)] {
    orders.map { (UInt32(truncatingIfNeeded: $0), WeightRanks.tier(of: $0)) }
  }
}

extension WeightRanks {
  /// The rank of an entity within one class, apart from signals: by weight, tier, static order.
  fileprivate func order(_ index: UInt32, _ tier: MatchTier) -> UInt64 {
    UInt64(rank(of: index)) << 40 | UInt64(tier.rawValue) << 32 | UInt64(index)
  }

  fileprivate static func tier(of order: UInt64) -> MatchTier {
    MatchTier(rawValue: Int(order >> 32 & 0xFF)) ?? .emptyKey
  }
}
