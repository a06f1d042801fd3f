/// A stretch of a catalog in the static order, made in one visit to each of its records.
struct CatalogStretch: Sendable {
  /// `FoldedRecord`s, and behind them anything.
  private(set) var folded: [UInt8] = []
  private(set) var foldedCount = 0
  /// Where each begins.
  private(set) var foldedStarts: [UInt32] = []
  private(set) var recordStarts: [UInt32] = []
  private(set) var sourceOf: [UInt16] = []
  private(set) var keyHashes: [UInt32] = []

  /// Records lie scattered: so many are fetched at once.
  private static let fetched = 64

  /// - Parameters:
  ///   - order: the numbers of all records in the static order.
  ///   - range: the stretch of it.
  init(_ order: [UInt32], _ range: Range<Int>, _ records: [UInt8], _ facts: [RecordFacts]) {
    foldedStarts.reserveCapacity(range.count)
    recordStarts.reserveCapacity(range.count)
    sourceOf.reserveCapacity(range.count)
    keyHashes.reserveCapacity(range.count)
    var arena = ByteArena(capacity: records.count / max(1, facts.count) * range.count * 2 / 3)
    var texts: [UInt8] = []
    var flags: [UInt8] = []
    let bytes = records.span
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.fetched, range.upperBound)
      for at in start..<end {
        let facts = facts[Int(order[at])]
        recordStarts.append(facts.start)
        sourceOf.append(facts.source)
        keyHashes.append(facts.keyHash)
      }
      // One pass only to fetch, so that the processor waits for many records at once.
      flags.removeAll(keepingCapacity: true)
      for at in start..<end { flags.append(bytes[Int(recordStarts[at - range.lowerBound])]) }
      for at in start..<end {
        append(bytes, Int(recordStarts[at - range.lowerBound]), &arena, &texts)
      }
      start = end
    }
    foldedCount = arena.count
    folded = arena.bytes
  }

  @inline(__always)
  private mutating func append(
    _ bytes: Span<UInt8>, _ start: Int, _ arena: inout ByteArena, _ texts: inout [UInt8]
  ) {
    foldedStarts.append(UInt32(arena.count))
    let isPlain =
      EncodedEntity.nameAndHandle(bytes, at: start).map {
        FoldedRecord.appendPlain($0.name, $0.handle, in: bytes, to: &arena)
      } ?? false
    if isPlain { return }
    arena.append {
      FoldedRecord.append(folding: EncodedEntity(bytes, at: start), in: bytes, to: &$0, using: &texts)
    }
    arena.keepRoom()
  }
}
