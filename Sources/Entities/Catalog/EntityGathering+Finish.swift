import JSONText

extension EntityGathering {
  /// Stretches of a catalog end where a word of bits does.
  private static let unit = 64
  /// Fewer entities are put in order in one part.
  private static let fewEntities = 4096

  /// Fills what the kept lack from their duplicates, and puts them in the static order.
  consuming func columns(on executor: any ParallelExecutor) -> CatalogColumns {
    fillFromDuplicates()
    forgetTexts()
    let (order, weights) = staticOrder(on: executor)
    var columns = CatalogColumns()
    columns.sources = sources
    columns.weights = weights
    let (records, facts, metadata) = (batch.bytes, batch.facts, batch.metadata)
    batch = EntityBatch()
    let few = order.count < Self.fewEntities
    let ranges = few ? [0..<order.count] : executor.ranges(order.count, unit: Self.unit)
    let stretches = executor.map(ranges.count) { CatalogStretch(order, ranges[$0], records, facts) }
    columns.stretches = ranges
    columns.take(stretches)
    var indexOf: [UInt32] = Array(repeating: .max, count: facts.count)
    for (index, number) in order.enumerated() { indexOf[Int(number)] = UInt32(index) }
    for (number, members) in metadata where indexOf[Int(number)] != .max {
      columns.metadata[indexOf[Int(number)]] = members
    }
    columns.inOwnOrder.reserveCapacity(order.count)
    columns.emails.reserveCapacity(order.count)
    // In the order of the records, one behind the other.
    for (number, index) in indexOf.enumerated() where index != .max {
      columns.inOwnOrder.append(index)
      let email = facts[number].email
      if email == RecordFacts.noEmail { continue }
      columns.emails.append(.init(chunk: 0, offset: email, number: index))
    }
    columns.records = records
    return columns
  }

  /// A kept entity that gained something gets a record anew; its number stays. What is a duplicate loses its own.
  private mutating func fillFromDuplicates() {
    if sameAs.isEmpty { return }
    var duplicates: [Int: [Int]] = [:]
    for number in sameAs.keys.map({ Int($0) }) { duplicates[root(number), default: []].append(number) }
    var replaced: [Int: Entity] = [:]
    for (kept, numbers) in duplicates {
      let before = entity(kept)
      var filled = before
      for number in numbers.sorted() { filled.fill(from: entity(number)) }
      if filled != before { replaced[kept] = filled }
    }
    if !replaced.isEmpty { batch.replace(replaced) { sameAs[UInt32($0)] == nil } }
  }

  private func entity(_ number: Int) -> Entity {
    var entity = record(number).entity(batch.bytes.span, source: sources[source(of: number)])
    if let members = batch.metadata[UInt32(number)] { entity.metadata = members }
    return entity
  }

  /// The numbers of the kept: greater magnitude, source order, shorter name, name, id, `uniqueID`; and where each
  /// magnitude begins.
  private func staticOrder(on executor: any ParallelExecutor) -> (numbers: [UInt32], weights: WeightRanks) {
    var items: [TextOrder.Item] = []
    items.reserveCapacity(kept)
    for (number, facts) in batch.facts.enumerated() {
      if !sameAs.isEmpty, sameAs[UInt32(number)] != nil { continue }
      let heavier = UInt64(1023 - facts.magnitude)
      let place = heavier << 48 | UInt64(facts.source) << 32 | UInt64(facts.nameLength)
      items.append(.init(chunk: place, offset: facts.start, number: UInt32(number)))
    }
    var order = TextOrder()
    order.sortByChunk(&items, items.indices)
    order = TextOrder()
    var weights = WeightRanks()
    var groups: [Range<Int>] = []
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].chunk == items[start].chunk { end += 1 }
      weights.append(1023 - Int(items[start].chunk >> 48), at: start)
      groups.append(start..<end)
      start = end
    }
    let shares = Self.shares(groups, among: items.count < Self.fewEntities ? 1 : executor.width)
    let sorted = items
    let parts = executor.map(shares.count) { byName(sorted, shares[$0]) }
    return (Array(parts.joined()), weights)
  }

  /// Divides groups that follow each other into as many runs of about one size.
  private static func shares(_ groups: [Range<Int>], among parts: Int) -> [[Range<Int>]] {
    let count = groups.last?.upperBound ?? 0
    var shares: [[Range<Int>]] = [[]]
    for group in groups {
      if (shares[shares.count - 1].first?.lowerBound).map({ (group.lowerBound - $0) * parts >= count })
        ?? false
      {
        shares.append([])
      }
      shares[shares.count - 1].append(group)
    }
    return shares
  }

  /// The numbers of groups that follow each other, each group in the order of names.
  private func byName(_ items: [TextOrder.Item], _ groups: [Range<Int>]) -> [UInt32] {
    guard let first = groups.first, let last = groups.last else { return [] }
    var numbers: [UInt32] = []
    numbers.reserveCapacity(last.upperBound - first.lowerBound)
    var order = TextOrder()
    var group: [TextOrder.Item] = []
    var namesakes: [Range<Int>] = []
    for range in groups {
      group.removeAll(keepingCapacity: true)
      group += items[range]
      namesakes.removeAll(keepingCapacity: true)
      order.sort(&group) {
        chunkOfName(Int($0.number), $1)
      } equal: {
        namesakes.append($0)
      }
      let start = numbers.count
      for item in group { numbers.append(item.number) }
      for range in namesakes { orderNamesakes(&numbers, start + range.lowerBound..<start + range.upperBound) }
    }
    return numbers
  }

  /// Eight bytes of a record's name. Among names of as many graphemes none is another with zero bytes behind it, so
  /// padding with zeros makes no two alike.
  @inline(__always)
  private func chunkOfName(_ number: Int, _ depth: Int) -> (chunk: UInt64, isLast: Bool) {
    let facts = batch.facts[number]
    let isLast = Int(facts.nameBytes) <= depth + 8
    if depth == 0 { return (facts.nameHead.0, isLast) }
    if depth == 8 { return (facts.nameHead.1, isLast) }
    var start = Int(facts.start) + 2
    let length = VariableLength.read(batch.bytes.span, &start)
    let name = batch.bytes.span.extracting(start..<start + length)
    return (RecordFacts.chunk(name, depth), isLast)
  }

  /// Orders a stretch of one name by id.
  private func orderNamesakes(_ numbers: inout [UInt32], _ range: Range<Int>) {
    numbers[range].sort { a, b in
      let first = record(Int(a))
      let second = record(Int(b))
      let records = batch.bytes
      if !records[first.id].elementsEqual(records[second.id]) {
        return records[first.id].lexicographicallyPrecedes(records[second.id])
      }
      return records[first.uniqueID ?? 0..<0].lexicographicallyPrecedes(records[second.uniqueID ?? 0..<0])
    }
  }
}

extension Entity {
  /// Takes what is missing from another description of the same entity.
  mutating func fill(from later: Entity) {
    uniqueID = uniqueID ?? later.uniqueID
    handle = handle ?? later.handle
    if aliases.isEmpty { aliases = later.aliases }
    email = email ?? later.email
    detail = detail ?? later.detail
    url = url ?? later.url
    avatar = avatar ?? later.avatar
    shortName = shortName ?? later.shortName
    weight = weight ?? later.weight
    gone = gone || later.gone
    if metadata == JSONObject() { metadata = later.metadata }
  }
}
