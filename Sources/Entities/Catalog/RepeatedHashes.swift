/// Which of many records may be duplicates, told by their hashes alone: all others need not be compared.
enum RepeatedHashes {
  /// Fewer records are looked at in one part.
  private static let fewRecords = 1 << 16

  /// The numbers of records whose `uniqueID` or `id` has the hash of another one's, ascending. About linear.
  static func numbers(of facts: [RecordFacts], on executor: any ParallelExecutor) -> [Int] {
    let parts = facts.count < fewRecords ? 1 : executor.width
    let found = executor.map(parts) { part in
      repeated(in: facts, part, of: parts, uniqueIDs: false)
        + repeated(in: facts, part, of: parts, uniqueIDs: true)
    }
    return Set(found.joined()).sorted()
  }

  /// Those whose hashes fall to one part.
  private static func repeated(in facts: [RecordFacts], _ part: Int, of parts: Int, uniqueIDs: Bool) -> [Int]
  {
    var table = KeyTable(capacity: uniqueIDs ? 0 : facts.count / parts * 9 / 8)
    var found: [Int] = []
    var waiting: [(number: Int, hash: UInt32)] = []
    var guesses: [UInt32?] = []
    func lookUp() {
      // One pass only to fetch, so that the processor waits for many places at once.
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
      // Places in a table go by the lowest bits.
      if parts > 1, Int(hash >> 24) % parts != part { continue }
      waiting.append((number, hash))
      if waiting.count == 64 { lookUp() }
    }
    lookUp()
    return found
  }
}
