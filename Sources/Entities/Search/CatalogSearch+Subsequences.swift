extension CatalogSearch {
  /// An entity that may hold the key as a subsequence.
  private struct Candidate {
    let index: UInt32
    let start: UInt32
    /// The first byte of its folded record: the name's length, if below 128.
    var length: UInt8 = 0
  }

  /// The least entities, ascending, that hold the key's scalars in order and are not taken.
  func subsequences(_ need: Int) -> [UInt32] {
    let letters = catalog.index.letters
    let selection = letters.selection(key.bytes)
    let folded = catalog.folded
    let starts = catalog.foldedStarts
    var result: [UInt32] = []
    var candidates: [Candidate] = []
    var all: [UInt64] = []
    var start = 0
    // Small at first, for keys of which there are many; then long enough to be read ahead.
    var stretch = 32
    while start < letters.width {
      let end = min(start + stretch, letters.width)
      letters.combine(selection, start..<end, into: &all)
      candidates.removeAll(keepingCapacity: true)
      for at in 0..<all.count {
        var rest = all[at]
        while rest != 0 {
          let index = (start + at) * 64 + rest.trailingZeroBitCount
          rest &= rest - 1
          if letters.holdsPairs(selection, index) {
            candidates.append(Candidate(index: UInt32(index), start: starts[index]))
          }
        }
      }
      // One pass only to fetch, so that the processor waits for many records at once.
      for at in candidates.indices { candidates[at].length = folded[Int(candidates[at].start)] }
      for candidate in candidates where isSubsequence(of: candidate, folded.span) {
        if !admits(candidate.index, .subsequence) { continue }
        result.append(candidate.index)
        if result.count == need { return result }
      }
      start = end
      stretch = min(stretch * 2, 1024)
    }
    return result
  }

  @inline(__always)
  private func isSubsequence(of candidate: Candidate, _ folded: Span<UInt8>) -> Bool {
    let record = FoldedRecord(folded, at: Int(candidate.start))
    let isLongEnough = candidate.length >= 0x80 || Int(candidate.length) >= key.bytes.count
    if isLongEnough && key.isSubsequence(of: folded.extracting(record.name)) { return true }
    if key.isSubsequence(of: folded.extracting(record.handle)) { return true }
    return record.aliasCount > 0 && matches(candidate.index, .subsequence)
  }
}
