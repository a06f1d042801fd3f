import JSONText

extension EntityGathering {
  /// Fills what the kept lack from their duplicates, and puts them in the static order.
  consuming func columns() -> CatalogColumns {
    fillFromDuplicates()
    forgetTexts()
    let order = staticOrder()
    var columns = CatalogColumns()
    columns.sources = sources
    columns.recordStarts.reserveCapacity(order.count)
    columns.foldedStarts.reserveCapacity(order.count)
    columns.sourceOf.reserveCapacity(order.count)
    columns.folded.reserveCapacity(records.count / 2)
    columns.keys = IndexTable(capacity: order.count)
    var indexOf: [UInt32] = Array(repeating: .max, count: recordStarts.count)
    var hashes: [UInt32] = []
    var flags: [UInt8] = []
    var texts: [UInt8] = []
    for (index, number) in order.enumerated() {
      if index % 64 == 0 {
        columns.keys.insert(index - hashes.count, hashes: hashes)
        hashes.removeAll(keepingCapacity: true)
        // One pass only to fetch, so that the processor waits for many records at once.
        flags.removeAll(keepingCapacity: true)
        for number in order[index..<min(index + 64, order.count)] {
          flags.append(records[Int(recordStarts[Int(number)])])
        }
      }
      let number = Int(number)
      indexOf[number] = UInt32(index)
      let start = Int(recordStarts[number])
      let record = EncodedEntity(records.span, at: start)
      columns.recordStarts.append(UInt32(start))
      columns.foldedStarts.append(UInt32(columns.folded.count))
      FoldedRecord.append(folding: record, in: records.span, to: &columns.folded, using: &texts)
      columns.sourceOf.append(sourceOf[number])
      if let members = metadata[UInt32(number)] { columns.metadata[UInt32(index)] = members }
      let hash =
        record.uniqueID.map { KeyTable.hash(records.span.extracting($0), seed: 0) }
        ?? KeyTable.hash(records.span.extracting(record.id), seed: UInt64(sourceOf[number]) + 1)
      hashes.append(hash)
    }
    columns.keys.insert(order.count - hashes.count, hashes: hashes)
    columns.inOwnOrder = indexOf.filter { $0 != .max }
    columns.weights = weights(order)
    // In the order of the records, one behind the other.
    columns.emails.reserveCapacity(order.count)
    for (number, index) in indexOf.enumerated() where index != .max {
      let record = EncodedEntity(records.span, at: Int(recordStarts[number]))
      guard let email = record.searchedEmail, !email.isEmpty else { continue }
      columns.emails.append(.init(chunk: 0, offset: UInt32(email.lowerBound), number: index))
    }
    columns.records = records
    return columns
  }

  private func recordEnd(_ number: Int) -> Int {
    number + 1 < recordStarts.count ? Int(recordStarts[number + 1]) : records.count
  }

  /// A kept entity that gained something gets a record anew, at the end of the bytes; its number stays.
  private mutating func fillFromDuplicates() {
    if sameAs.isEmpty { return }
    var duplicates: [Int: [Int]] = [:]
    for number in sameAs.keys.map({ Int($0) }) { duplicates[root(number), default: []].append(number) }
    var replaced: [Int: [UInt8]] = [:]
    for (kept, numbers) in duplicates {
      let before = entity(kept)
      var filled = before
      for number in numbers.sorted() { filled.fill(from: entity(number)) }
      if filled == before { continue }
      var bytes: [UInt8] = []
      EncodedEntity.append(filled, to: &bytes)
      replaced[kept] = bytes
      if filled.metadata != JSONObject() { metadata[UInt32(kept)] = filled.metadata }
    }
    if replaced.isEmpty { return }
    var all: [UInt8] = []
    all.reserveCapacity(records.count)
    var starts: [UInt32] = []
    starts.reserveCapacity(recordStarts.count)
    for number in recordStarts.indices {
      starts.append(UInt32(all.count))
      if let bytes = replaced[number] {
        all += bytes
      } else if sameAs[UInt32(number)] == nil {
        all += records[Int(recordStarts[number])..<recordEnd(number)]
      }
    }
    records = all
    recordStarts = starts
  }

  private func entity(_ number: Int) -> Entity {
    let record = EncodedEntity(records.span, at: Int(recordStarts[number]))
    var entity = record.entity(records, source: sources[Int(sourceOf[number])])
    if let members = metadata[UInt32(number)] { entity.metadata = members }
    return entity
  }

  /// Where each magnitude begins in the static order.
  private func weights(_ order: [UInt32]) -> WeightRanks {
    var ranks = WeightRanks()
    for (index, number) in order.enumerated() { ranks.append(magnitude(number), at: index) }
    return ranks
  }

  private func magnitude(_ number: UInt32) -> Int {
    // Asked of all, and nearly all say no by their flags alone.
    let start = Int(recordStarts[Int(number)])
    if !EncodedEntity.hasWeight(records.span, at: start) { return 0 }
    return Magnitude.of(EncodedEntity(records.span, at: start).weight(records.span))
  }

  /// The numbers of the kept: greater magnitude, source order, shorter name, name, id, `uniqueID`.
  private func staticOrder() -> [UInt32] {
    var groups: [[TextOrder.Item]] = []
    var groupOf: [UInt64: Int] = [:]
    for number in recordStarts.indices {
      if !sameAs.isEmpty, sameAs[UInt32(number)] != nil { continue }
      let start = Int(recordStarts[number])
      let length = graphemes(EncodedEntity(records.span, at: start).name)
      let heavier = UInt64(1023 - magnitude(UInt32(number)))
      let place = heavier << 48 | UInt64(sourceOf[number]) << 32 | UInt64(length)
      let item = TextOrder.Item(chunk: 0, offset: UInt32(start) + 2, number: UInt32(number))
      if let group = groupOf[place] {
        groups[group].append(item)
      } else {
        groupOf[place] = groups.count
        groups.append([item])
      }
    }
    var numbers: [UInt32] = []
    numbers.reserveCapacity(recordStarts.count)
    var order = TextOrder()
    for (_, group) in groupOf.sorted(by: { $0.key < $1.key }) {
      var items: [TextOrder.Item] = []
      swap(&items, &groups[group])
      var namesakes: [Range<Int>] = []
      order.sort(&items) {
        chunkOfName(Int($0), $1)
      } equal: {
        namesakes.append($0)
      }
      let start = numbers.count
      for item in items { numbers.append(item.number) }
      for range in namesakes { orderNamesakes(&numbers, start + range.lowerBound..<start + range.upperBound) }
    }
    return numbers
  }

  private func graphemes(_ name: Range<Int>) -> Int {
    // ASCII is one grapheme a byte, but for a carriage return before a line feed.
    for at in name where records[at] >= 0x80 || records[at] == 0x0D {
      return String(decoding: records[name], as: UTF8.self).count
    }
    return name.count
  }

  /// Eight bytes of the name whose length is at an offset. Among names of as many graphemes none is another
  /// with zero bytes behind it, so padding with zeros makes no two alike.
  @inline(__always)
  private func chunkOfName(_ offset: Int, _ depth: Int) -> (chunk: UInt64, isLast: Bool) {
    var start = offset
    let length = VariableLength.read(records.span, &start) - depth
    var chunk: UInt64 = 0
    for at in 0..<8 { chunk = chunk << 8 | (at < length ? UInt64(records[start + depth + at]) : 0) }
    return (chunk, length <= 8)
  }

  /// Orders a stretch of one name by id.
  private func orderNamesakes(_ numbers: inout [UInt32], _ range: Range<Int>) {
    numbers[range].sort { a, b in
      let first = record(a)
      let second = record(b)
      if !records[first.id].elementsEqual(records[second.id]) {
        return records[first.id].lexicographicallyPrecedes(records[second.id])
      }
      return records[first.uniqueID ?? 0..<0].lexicographicallyPrecedes(records[second.uniqueID ?? 0..<0])
    }
  }

  private func record(_ number: UInt32) -> EncodedEntity {
    EncodedEntity(records.span, at: Int(recordStarts[Int(number)]))
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
