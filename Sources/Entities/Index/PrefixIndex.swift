/// Finds texts by prefix. The index lists the entities in the order of their texts, which are in the folded bytes
/// (e-mail addresses are in the records). It also contains the smallest entity index in each block, so that the best
/// few entities of a long range are found without a full scan.
struct PrefixIndex: Sendable {
  /// The indexed texts. An entity may have several aliases and words.
  enum Field { case name, handle, email, initials, aliases, words }

  static let blockSize = 64

  let field: Field
  /// The entities in the order of their texts.
  let entities: Column<UInt32>
  /// For aliases, the offset of each text in the folded bytes; for words, the offset of each distinct word. Empty for
  /// fields with one text per entity.
  let offsets: Column<UInt32>
  /// For each distinct word, the start of its range in `entities`, followed by the end of the last word's range; empty
  /// except for words.
  let groups: Column<UInt32>
  /// The smallest entity index in each block.
  let least: Column<UInt32>

  init(
    field: Field, entities: Column<UInt32>, offsets: Column<UInt32>, groups: Column<UInt32>,
    least: Column<UInt32>
  ) {
    self.field = field
    self.entities = entities
    self.offsets = offsets
    self.groups = groups
    self.least = least
  }

  init(field: Field, entities: [UInt32], offsets: [UInt32] = [], groups: [UInt32] = []) {
    self.field = field
    self.entities = Column(entities)
    self.offsets = Column(offsets)
    self.groups = Column(groups)
    var least: [UInt32] = []
    least.reserveCapacity(entities.count / Self.blockSize + 1)
    var start = 0
    while start < entities.count {
      let end = min(start + Self.blockSize, entities.count)
      var smallest = UInt32.max
      for at in start..<end { smallest = min(smallest, entities[at]) }
      least.append(smallest)
      start = end
    }
    self.least = Column(least)
  }

  /// The offset of the text at a position in `entities` (for words: of the distinct word at a position in `groups`).
  @inline(__always)
  private func offset(at place: Int, _ folded: Span<UInt8>, _ starts: Column<UInt32>) -> Int {
    if !offsets.isEmpty { return Int(offsets[place]) }
    let start = Int(starts[Int(entities[place])])
    if field == .email { return EncodedEntity(folded, at: start).searchedEmail?.lowerBound ?? start }
    let record = FoldedRecord(folded, at: start)
    switch field {
    case .name, .email, .aliases, .words: return record.name.lowerBound
    case .handle: return record.handle.lowerBound
    case .initials: return record.initials.lowerBound
    }
  }

  /// The positions in `entities` of the texts that begin with the key. The key may include the terminating zero; a key
  /// for words contains no separators. O(log n × key).
  func range(
    beginningWith key: Span<UInt8>, _ folded: Span<UInt8>, _ starts: Column<UInt32>
  ) -> Range<Int> {
    let count = groups.isEmpty ? entities.count : groups.count - 1
    func bound(_ isBefore: (Int) -> Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if isBefore(compare(folded, offset(at: middle, folded, starts), key)) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    let lower = bound { $0 < 0 }
    let upper = max(lower, bound { $0 <= 0 })
    if groups.isEmpty { return lower..<upper }
    return self.entities(ofGroups: lower..<upper)
  }

  /// The positions in `entities` that belong to consecutive distinct words.
  @inline(__always)
  func entities(ofGroups range: Range<Int>) -> Range<Int> {
    let first = min(Int(groups[range.lowerBound]), entities.count)
    return first..<max(first, min(Int(groups[range.upperBound]), entities.count))
  }

  /// Below 0 if the text sorts before all texts with the prefix, 0 if it has the prefix, above 0 if it sorts after
  /// them.
  @inline(__always)
  private func compare(_ folded: Span<UInt8>, _ offset: Int, _ key: Span<UInt8>) -> Int {
    for at in 0..<key.count {
      var byte = offset + at < folded.count ? folded[offset + at] : 0
      if field == .words && NameFolding.isSeparator(byte) { byte = 0 }
      if field == .email && byte != 0 { byte = NameFolding.lowercase(byte) }
      if byte != key[at] { return Int(byte) - Int(key[at]) }
      // A key contains no zero except as its last byte, so the comparison never continues past the zero at the end of a
      // text.
    }
    return 0
  }

  /// The `count` smallest entity indices of a range that are below a bound, without duplicates, ascending. O(range / 64
  /// + count × 64).
  func best(_ count: Int, in range: Range<Int>, below bound: UInt32) -> [UInt32] {
    var wanted = count
    while true {
      let (found, isAll) = smallest(wanted, in: range, below: bound)
      var distinct: [UInt32] = []
      for entity in found where entity != distinct.last { distinct.append(entity) }
      if isAll || distinct.count >= count { return Array(distinct.prefix(count)) }
      wanted *= 2
    }
  }

  /// The `count` smallest entries below a bound, ascending, with duplicates; and whether there are no others.
  private func smallest(
    _ count: Int, in range: Range<Int>, below bound: UInt32
  ) -> (entities: [UInt32], isAll: Bool) {
    if range.count <= max(count, 2048) { return (entities[range].filter { $0 < bound }.sorted(), true) }
    let size = Self.blockSize
    let firstBlock = (range.lowerBound + size - 1) / size
    let lastBlock = range.upperBound / size
    var blocks = TopMatches<UInt64>(limit: count)
    for block in firstBlock..<lastBlock where least[block] < bound {
      blocks.offer(UInt64(least[block]) << 32 | UInt64(block))
    }
    var top = TopMatches<UInt32>(limit: count)
    func offer(_ places: Range<Int>) {
      for place in places where entities[place] < bound { top.offer(entities[place]) }
    }
    offer(range.lowerBound..<firstBlock * size)
    offer(lastBlock * size..<range.upperBound)
    for block in blocks.sorted() {
      let start = Int(UInt32(truncatingIfNeeded: block)) * size
      offer(start..<start + size)
    }
    return (top.sorted(), !top.isOverfull && !blocks.isOverfull)
  }
}
