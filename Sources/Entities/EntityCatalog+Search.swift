extension EntityCatalog {
  /// The best `limit` matches of a key, in the total order of `MatchScore`.
  ///
  /// The same as asking `EntityMatcher` about every entity and sorting, but by way of the index: about
  /// O(log n + limit) for the prefix tiers; subsequences take a pass over some columns of bits (n / 8 bytes
  /// each), typing errors a walk over the beginnings of words.
  public func search(_ query: MatchQuery) -> MatchList {
    if count == 0 { return .empty }
    var search = CatalogSearch(self, query)
    return search.run(limit: max(0, query.limit))
  }
}

/// One search under way: tier by tier, until enough is found.
struct CatalogSearch {
  struct Found {
    let index: Int
    let tier: MatchTier
    var boost = MatchBoost()
  }

  let catalog: EntityCatalog
  let matcher: EntityMatcher
  /// One more than wanted, to know whether more would follow.
  private var wanted = 0
  /// Entities that signals speak for; they are matched one by one and kept out of what the index finds.
  private var boosted: [(index: Int, boost: MatchBoost, tier: MatchTier?)] = []
  private var found: [Found] = []
  /// All in `boosted` and `found`.
  private(set) var taken: Set<UInt32> = []
  /// For each source whether only those count that were mentioned; empty where none is so limited.
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
      var own = boost
      if key.isEmpty {
        own = boost.withoutFrequency
        if own.isNone { continue }
      }
      let tier = matcher.match(
        folded.span, at: Int(catalog.foldedStarts[index]), records.span, at: Int(catalog.recordStarts[index]),
        before: .oneTypo)?.0
      boosted.append((index, own, tier))
      taken.insert(UInt32(index))
    }
    boosted.sort {
      if $0.boost != $1.boost { return $0.boost.isBetter(than: $1.boost) }
      return $0.index < $1.index
    }
  }

  mutating func run(limit: Int) -> MatchList {
    wanted = min(limit, catalog.count) + 1
    if key.isEmpty {
      findAll()
    } else {
      for tier in matcher.tiers where found.count < wanted { find(in: tier) }
    }
    let matches = found.prefix(limit).map(match)
    return MatchList(matches: matches, isComplete: found.count <= limit, total: found.count)
  }

  private mutating func findAll() {
    let catalog = catalog
    boosted.sort {
      if $0.boost != $1.boost { return $0.boost.isBetter(than: $1.boost) }
      return catalog.ownOrderOf[$0.index] < catalog.ownOrderOf[$1.index]
    }
    found = boosted.prefix(wanted).map { Found(index: $0.index, tier: .emptyKey, boost: $0.boost) }
    for index in catalog.inOwnOrder {
      if found.count >= wanted { return }
      if admits(index, .emptyKey) { found.append(Found(index: Int(index), tier: .emptyKey)) }
    }
  }

  private mutating func find(in tier: MatchTier) {
    if tier >= .oneTypo {
      for at in boosted.indices where boosted[at].tier == nil {
        if field(of: boosted[at].index, tier) != nil { boosted[at].tier = tier }
      }
    }
    for (index, boost, own) in boosted where own == tier {
      found.append(Found(index: index, tier: tier, boost: boost))
    }
    let need = wanted - found.count
    if need <= 0 { return }
    for index in candidates(tier, need).prefix(need) {
      found.append(Found(index: Int(index), tier: tier))
      taken.insert(index)
    }
  }

  /// The least indices, ascending, that match in the tier and are not taken: at least `need`, or all.
  private func candidates(_ tier: MatchTier, _ need: Int) -> [UInt32] {
    let index = catalog.index
    switch tier {
    case .exact:
      let texts =
        matcher.searchesEverything
        ? [index.names, index.handles, index.aliases, index.emails] : [index.names, index.aliases]
      return distinct(texts.flatMap { best($0, key.bytes + [0], tier, need) }.sorted())
    case .namePrefix: return best(index.names, key.bytes, tier, need)
    case .handlePrefix: return best(index.handles, key.bytes, tier, need)
    case .aliasPrefix: return best(index.aliases, key.bytes, tier, need)
    case .wordPrefix: return key.isOneWord ? best(index.words, key.bytes, tier, need) : []
    case .initials: return key.canBeInitials ? best(index.initials, key.bytes, tier, need) : []
    case .emailPrefix: return best(index.emails, key.bytes, tier, need)
    case .wordsInOrder:
      if !key.isSeveralWords { return [] }
      return inOrder(key.words.map { [range(index.words, Array(key.bytes[$0]))] }, tier, need)
    case .subsequence: return subsequences(need)
    case .oneTypo: return key.typoAllowance >= 1 ? typos(1, tier, need) : []
    case .twoTypos: return key.typoAllowance >= 2 ? typos(2, tier, need) : []
    case .emptyKey: return []
    }
  }

  private func range(_ index: PrefixIndex, _ key: [UInt8]) -> Range<Int> {
    if index.field == .email {
      let records = catalog.records
      let starts = catalog.recordStarts
      return index.range(beginningWith: key.span, records.span, starts.span)
    }
    let folded = catalog.folded
    let starts = catalog.foldedStarts
    return index.range(beginningWith: key.span, folded.span, starts.span)
  }

  private func best(_ index: PrefixIndex, _ key: [UInt8], _ tier: MatchTier, _ need: Int) -> [UInt32] {
    best(index, [range(index, key)], tier, need)
  }

  /// The least of some places that count.
  private func best(
    _ index: PrefixIndex, _ ranges: [Range<Int>], _ tier: MatchTier, _ need: Int
  ) -> [UInt32] {
    // Whatever is taken may stand in front of what is needed.
    var count = need + taken.count
    while true {
      let found =
        ranges.count == 1
        ? index.best(count, in: ranges[0])
        : distinct(ranges.flatMap { index.best(count, in: $0) }.sorted())
      let admitted = found.filter { admits($0, tier) }
      if admitted.count >= need || found.count < count { return admitted }
      // Much of it does not count (names in another case, say): look further, at ever more.
      count *= 4
    }
  }

  /// Whether what the index found for a tier counts.
  func admits(_ index: UInt32, _ tier: MatchTier) -> Bool {
    if taken.contains(index) || isShut(index) { return false }
    // The index knows neither case nor what a text is: its words are those of handles too.
    return matcher.searchesEverything || tier == .emptyKey || matches(index, tier)
  }

  /// Whether the entity's source yields only who was mentioned.
  private func isShut(_ index: UInt32) -> Bool {
    !isLimited.isEmpty && isLimited[Int(catalog.sourceOf[Int(index)])]
  }

  private func distinct(_ sorted: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(sorted.count)
    for index in sorted where index != result.last { result.append(index) }
    return result
  }

  private func typos(_ limit: Int, _ tier: MatchTier, _ need: Int) -> [UInt32] {
    if key.words.count == 1 { return best(catalog.index.words, places(0, limit), tier, need) }
    // Of several words one at least has no more than its share of the errors. Where few entities hold such
    // a word, they are asked themselves.
    let share = limit / key.words.count
    let likely = key.words.indices.map { places($0, share) }
    if likely.reduce(0, { $0 + Self.size($1) }) <= 4096 {
      let words = catalog.index.words.entities
      let candidates = likely.flatMap { $0.flatMap { words[$0] } }
      return matching(distinct(candidates.sorted()), tier, need)
    }
    return inOrder(key.words.indices.map { places($0, limit) }, tier, need)
  }

  /// Where a word of the key begins words with so many errors at most.
  private func places(_ word: Int, _ limit: Int) -> [Range<Int>] {
    let words = catalog.index.words
    let limit = min(limit, key.typos[word].allowance)
    if limit == 0 { return [range(words, Array(key.bytes[key.words[word]]))] }
    return catalog.index.tree.places(
      near: key.typos[word].pattern, limit: limit, words, catalog.folded)
  }

  private func matching(_ candidates: [UInt32], _ tier: MatchTier, _ need: Int) -> [UInt32] {
    var result: [UInt32] = []
    for index in candidates where admits(index, tier) && matches(index, tier) {
      result.append(index)
      if result.count == need { break }
    }
    return result
  }

  /// Of the entities that hold a word of each of these places, those that match in the tier.
  private func inOrder(_ places: [[Range<Int>]], _ tier: MatchTier, _ need: Int) -> [UInt32] {
    let words = catalog.index.words.entities
    let bySize = places.sorted { Self.size($0) < Self.size($1) }
    guard let fewest = bySize.first else { return [] }
    if bySize.count == 1 || Self.size(fewest) <= 512 {
      return matching(distinct(fewest.flatMap { words[$0] }.sorted()), tier, need)
    }
    var result: [UInt32] = []
    // Too many to sort: bits of the entities that hold both of the two rarest words.
    var both = bits(fewest)
    let second = bits(bySize[1])
    for at in both.indices { both[at] &= second[at] }
    for (at, bits) in both.enumerated() where bits != 0 {
      var rest = bits
      while rest != 0 {
        let index = UInt32(at * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
        if admits(index, tier), matches(index, tier) {
          result.append(index)
          if result.count == need { return result }
        }
      }
    }
    return result
  }

  /// One bit for each entity that has a word at one of the places.
  private func bits(_ places: [Range<Int>]) -> [UInt64] {
    let words = catalog.index.words.entities
    var bits = Array(repeating: UInt64(0), count: (catalog.count + 63) / 64)
    for range in places {
      for place in range { bits[Int(words[place] >> 6)] |= 1 << UInt64(words[place] & 63) }
    }
    return bits
  }

  private static func size(_ ranges: [Range<Int>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
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
      case .alias(let at): record.aliases[at]
      }
    return Match(
      index: found.index, tier: found.tier, field: field,
      ranges: matcher.ranges(in: text.map(string) ?? name, of: field, found.tier),
      score: MatchScore(
        tier: found.tier, boost: found.boost, sourceOrder: Int(catalog.sourceOf[found.index]),
        ownOrder: Int(catalog.ownOrderOf[found.index]), name: name, id: string(record.id),
        uniqueID: record.uniqueID.map(string)))
  }
}
