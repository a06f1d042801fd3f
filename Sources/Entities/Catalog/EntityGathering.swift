import JSONText

/// Collects the entities of a catalog: their records, in their original order, and the duplicates among them.
struct EntityGathering {
  var sources: [String]
  /// Whether entities of different sources are duplicates if they have an equal e-mail address or handle.
  let mergesSources: Bool
  /// Handles, in lower case, that a source has in several spellings for several entities: these are compared exactly.
  let casedHandles: Set<String>

  var batch = EntityBatch()
  /// Duplicate records, each mapped to an earlier record, which may be a duplicate itself.
  private(set) var sameAs: [UInt32: UInt32] = [:]
  /// For each kind of `Text`, the first record with each value.
  private var tables = Text.allCases.map { _ in KeyTable() }

  /// The texts that identify duplicates.
  private enum Text: Int, CaseIterable {
    case uniqueID, id, email, handle

    var isFolded: Bool {
      switch self {
      case .uniqueID, .id: false
      case .email, .handle: true
      }
    }
  }

  /// The size in bytes at and above which no more records are accepted, so that all offsets fit in 32 bits.
  static let mostBytes = Int(UInt32.max) - (1 << 24)
  static let mostBytesPerEntity = 1 << 20

  init(sources: [String], mergesSources: Bool, casedHandles: Set<String> = []) {
    self.sources = sources
    self.mergesSources = mergesSources
    self.casedHandles = casedHandles
  }

  /// The number of entities that are not duplicates.
  private var kept: Int { batch.count - sameAs.count }

  mutating func append(_ entity: Entity, source: Int) -> EntityCatalog.AppendOutcome {
    if let refusal = batch.append(entity, source: source) { return .refused(refusal) }
    return compare(batch.count - 1) ? .accepted : .merged
  }

  /// Copies an entity from a catalog.
  mutating func append(_ catalog: EntityCatalog, _ index: Int, source: Int) {
    if batch.append(catalog, index, source: source) { _ = compare(batch.count - 1) }
  }

  /// Takes over the results of a parallel read, in order. Nothing else may be appended before or after. Returns the
  /// numbers of duplicates; nil if there is no room for all entities.
  ///
  /// - Parameter batches: the results; empty after the call.
  mutating func append(_ batches: inout [EntityBatch], on executor: any ParallelExecutor) -> [Int]? {
    batches.reverse()
    batch = batches.popLast() ?? EntityBatch()
    while let next = batches.popLast() { if !batch.append(next) { return nil } }
    var duplicates: [Int] = []
    for number in RepeatedHashes.numbers(of: batch.facts, on: executor) where !compare(number) {
      duplicates.append(number)
    }
    return duplicates
  }

  /// Links a new record to the earlier records of the same entity.
  ///
  /// - Returns: whether the entity has no earlier record.
  private mutating func compare(_ number: Int) -> Bool {
    let record = record(number)
    if let range = record.uniqueID, let other = find(number, range, .uniqueID) { join(number, other) }
    if let other = find(number, record.id, .id), mayShareID(root(number), root(other)) {
      join(number, other)
    }
    if mergesSources {
      for text in [Text.email, .handle] {
        if let range = Self.range(record, text) { joinSources(number, range, text) }
        for alias in record.aliases {
          if let range = searched(alias, as: text) { joinSources(number, range, text) }
        }
      }
    }
    return sameAs[UInt32(number)] == nil
  }

  func record(_ number: Int) -> EncodedEntity {
    EncodedEntity(batch.bytes.span, at: Int(batch.facts[number].start))
  }

  private func source(of number: Int) -> Int { Int(batch.facts[number].source) }

  /// Whether two records of one source with the same `id` describe the same entity: they do, unless both have a
  /// `uniqueID` and these differ.
  private func mayShareID(_ a: Int, _ b: Int) -> Bool {
    guard let first = record(a).uniqueID, let second = record(b).uniqueID else { return true }
    let records = batch.bytes
    return records[first].elementsEqual(records[second])
  }

  /// Joins a record to the earlier one with the same address or handle, unless both have the same source.
  private mutating func joinSources(_ number: Int, _ range: Range<Int>, _ text: Text) {
    guard let other = find(number, range, text) else { return }
    if source(of: root(number)) != source(of: root(other)) { join(number, other) }
  }

  /// The part of an alias that counts as an address or a handle; nil if the alias is not of that kind.
  private func searched(_ alias: Range<Int>, as text: Text) -> Range<Int>? {
    switch (AliasForm(batch.bytes.span.extracting(alias)), text) {
    case (.email, .email), (.handle, .handle): AliasForm.searched(alias, batch.bytes.span)
    default: nil
    }
  }

  private func root(_ number: Int) -> Int {
    if sameAs.isEmpty { return number }
    var at = UInt32(number)
    while let next = sameAs[at] { at = next }
    return Int(at)
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let first = root(a)
    let second = root(b)
    if first != second { sameAs[UInt32(max(first, second))] = UInt32(min(first, second)) }
    // Path compression.
    for number in [a, b] where number != min(first, second) {
      sameAs[UInt32(number)] = UInt32(min(first, second))
    }
  }

  /// The first record that has the text at `range` in the given role; if there is none, returns nil and registers the
  /// record `number` for the text.
  private mutating func find(_ number: Int, _ range: Range<Int>, _ text: Text) -> Int? {
    if range.isEmpty { return nil }
    let folded = text.isFolded ? folded(range) : []
    let hash =
      switch text {
      case .uniqueID: batch.facts[number].keyHash
      case .id: batch.facts[number].idHash
      case .email, .handle: KeyTable.hash(folded.span, seed: 0)
      }
    let other = tables[text.rawValue].first(hash: hash) { other in
      text.isFolded ? holds(other, text, folded, range) : isSame(other, text, range, of: number)
    }
    if other == nil { tables[text.rawValue].insert(number, hash: hash) }
    return other
  }

  /// Frees the tables that find duplicates; nothing may be added afterwards.
  private mutating func forgetTexts() { tables = [] }

  private static func range(_ record: EncodedEntity, _ text: Text) -> Range<Int>? {
    switch text {
    case .uniqueID: record.uniqueID
    case .id: record.id
    case .email: record.email
    case .handle: record.handle
    }
  }

  /// Whether two records have equal bytes in a field; an `id` must be in the same source.
  private func isSame(_ other: Int, _ text: Text, _ own: Range<Int>, of number: Int) -> Bool {
    if text == .id, source(of: number) != source(of: other) { return false }
    let records = batch.bytes
    return Self.range(record(other), text).map { records[$0].elementsEqual(records[own]) } ?? false
  }

  /// Whether the record `other` has the address or handle at `own`, in the field itself or as an alias.
  ///
  /// - Parameter wanted: the folded text of `own`, whose hash is the key in the table.
  private func holds(_ other: Int, _ text: Text, _ wanted: [UInt8], _ own: Range<Int>) -> Bool {
    func isIt(_ range: Range<Int>) -> Bool { folded(range) == wanted && isAlike(range, own, text) }
    let record = record(other)
    if let range = Self.range(record, text), isIt(range) { return true }
    return record.aliases.contains { searched($0, as: text).map(isIt) ?? false }
  }

  /// Whether two addresses or handles are equal ignoring case. Equal folded texts do not suffice, because folding also
  /// removes accents.
  private func isAlike(_ a: Range<Int>, _ b: Range<Int>, _ text: Text) -> Bool {
    let records = batch.bytes
    if records[a].elementsEqual(records[b]) { return true }
    let caseless = String(decoding: records[a], as: UTF8.self).lowercased()
    return caseless == String(decoding: records[b], as: UTF8.self).lowercased()
      && !(text == .handle && casedHandles.contains(caseless))
  }

  private func folded(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    NameFolding.append(folding: batch.bytes.span.extracting(range), to: &bytes)
    return bytes
  }
}

// MARK: - Finishing

extension EntityGathering {
  /// The alignment of parts in entities, which ensures that no two parts share a 64-bit word of a bit column.
  private static let unit = 64
  /// The number of entities below which there is a single part.
  private static let fewEntities = 4096

  /// Fills in missing fields of the kept entities from their duplicates, and sorts the kept entities in the static
  /// order.
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
    // Iterates in the order of the records in memory.
    for (number, index) in indexOf.enumerated() where index != .max {
      columns.inOwnOrder.append(index)
      let email = facts[number].email
      if email == RecordFacts.noEmail { continue }
      columns.emails.append(.init(chunk: 0, offset: email, number: index))
    }
    columns.records = records
    return columns
  }

  /// Fills in missing fields of kept entities from their duplicates. If any entity gained a field, writes new records
  /// for such entities, which keep their numbers, and drops the records of duplicates.
  private mutating func fillFromDuplicates() {
    if sameAs.isEmpty { return }
    var duplicates: [Int: [Int]] = [:]
    for number in sameAs.keys.map({ Int($0) }) { duplicates[root(number), default: []].append(number) }
    var replaced: [Int: Entity] = [:]
    for (kept, numbers) in duplicates {
      let before = entity(kept)
      var filled = before
      for duplicate in numbers.sorted().map(entity) {
        // A name that equals the handle is only a substitute for an unknown name.
        if filled.name == filled.handle, duplicate.name != filled.handle { filled.name = duplicate.name }
        filled.fill(from: duplicate)
      }
      if filled != before { replaced[kept] = filled }
    }
    if !replaced.isEmpty { batch.replace(replaced) { sameAs[UInt32($0)] == nil } }
  }

  private func entity(_ number: Int) -> Entity {
    var entity = record(number).entity(batch.bytes.span, source: sources[source(of: number)])
    if let members = batch.metadata[UInt32(number)] { entity.metadata = members }
    return entity
  }

  /// The numbers of the kept entities, sorted by magnitude (descending), source order, name length, name, id,
  /// `uniqueID`; and the start of each magnitude.
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

  /// Divides consecutive groups into about `parts` runs of similar size.
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

  /// The numbers in consecutive groups, each group sorted by name.
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

  /// Eight bytes of a record's name. Padding with zeros cannot make two names equal: only names with the same number of
  /// graphemes are compared, and each zero byte in a name is a grapheme.
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

  /// Sorts a range of equal names by id.
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
  /// Fills in missing fields from another description of the same entity, and adds its metadata and aliases, among
  /// them another handle or e-mail address. The name remains.
  package mutating func fill(from other: Entity) {
    uniqueID = uniqueID ?? other.uniqueID
    handle = handle ?? other.handle
    email = email ?? other.email
    detail = detail ?? other.detail
    url = url ?? other.url
    avatar = avatar ?? other.avatar
    shortName = shortName ?? other.shortName
    weight = weight ?? other.weight
    gone = gone || other.gone
    var known = Set((contacts + aliases).map { CaselessText($0) })
    for alias in other.contacts + other.aliases where known.insert(CaselessText(alias)).inserted {
      aliases.append(alias)
    }
    for member in other.metadata.members where metadata[member.name] == nil {
      metadata[member.name] = member.value
    }
  }

  /// The handle and the e-mail address in the form of aliases, as far as there are any.
  private var contacts: [String] {
    [handle.map { "@" + $0 }, email].compactMap(\.self).filter { !["", "@"].contains($0) }
  }
}

// MARK: - Duplicates

/// Finds, by their hashes alone, the records that may be duplicates; no other records need to be compared.
private enum RepeatedHashes {
  /// The number of records below which there is a single part.
  private static let fewRecords = 1 << 16

  /// The numbers of records whose `uniqueID` or `id` has the same hash as that of another record, ascending. About
  /// linear.
  static func numbers(of facts: [RecordFacts], on executor: any ParallelExecutor) -> [Int] {
    let parts = facts.count < fewRecords ? 1 : executor.width
    let found = executor.map(parts) { part in
      repeated(in: facts, part, of: parts, uniqueIDs: false)
        + repeated(in: facts, part, of: parts, uniqueIDs: true)
    }
    return Set(found.joined()).sorted()
  }

  /// The numbers of the records in one part whose hashes are repeated.
  private static func repeated(in facts: [RecordFacts], _ part: Int, of parts: Int, uniqueIDs: Bool) -> [Int]
  {
    var table = KeyTable(capacity: uniqueIDs ? 0 : facts.count / parts * 9 / 8)
    var found: [Int] = []
    var waiting: [(number: Int, hash: UInt32)] = []
    var guesses: [UInt32?] = []
    func lookUp() {
      // A separate pass, so that the cache misses of many lookups overlap.
      guesses.removeAll(keepingCapacity: true)
      for (_, hash) in waiting { guesses.append(table.guess(hash: hash)) }
      for (number, hash) in waiting {
        if let first = table.first(hash: hash, where: { _ in true }) {
          found.append(first)
          found.append(number)
        } else {
          table.insert(number, hash: hash)
        }
      }
      waiting.removeAll(keepingCapacity: true)
    }
    for number in facts.indices {
      if uniqueIDs && !facts[number].hasUniqueID { continue }
      let hash = uniqueIDs ? facts[number].keyHash : facts[number].idHash
      // The table uses the lowest bits, so the highest bits select the part.
      if parts > 1, Int(hash >> 24) % parts != part { continue }
      waiting.append((number, hash))
      if waiting.count == 64 { lookUp() }
    }
    lookUp()
    return found
  }
}
