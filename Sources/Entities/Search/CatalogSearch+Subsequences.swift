extension CatalogSearch {
  /// The least entities, ascending, that hold the key's scalars in order and are not taken.
  mutating func subsequences(_ need: Int) -> [UInt32] {
    let letters = catalog.index.letters
    let selection = letters.selection(key.bytes)
    let pattern = SubsequencePattern(key)
    let folded = catalog.folded
    let starts = catalog.foldedStarts
    var step = SearchTrail.Step(key: key.bytes)
    var result: [UInt32] = []
    if let known {
      for index in known.holders where holds(index, pattern, folded.span, starts.span) {
        step.holders.append(index)
        if result.count < need, admits(index, .subsequence) { result.append(index) }
      }
      step.end = known.end
    }
    var all: [UInt64] = []
    var candidates: [UInt32] = []
    var start = step.end / 64
    // Small at first, for keys of which there are many; then long enough to be read ahead.
    var stretch = 32
    while result.count < need, start < letters.width {
      let end = min(start + stretch, letters.width)
      letters.combine(selection, start..<end, into: &all)
      letters.list(all, from: start, into: &candidates)
      // One pass only to fetch, so that the processor waits for many records at once.
      var fetched = 0
      for index in candidates { fetched += Int(folded[Int(starts[Int(index)])]) }
      // Never so; asked for, so that the pass is not left out.
      if fetched < 0 { break }
      let first = step.end
      step.end = end * 64
      // A damaged file may have longer columns than entities.
      for index in candidates
      where index >= first && Int(index) < starts.count && holds(index, pattern, folded.span, starts.span) {
        step.holders.append(index)
        if !admits(index, .subsequence) { continue }
        result.append(index)
        if result.count == need {
          step.end = Int(index) + 1
          break
        }
      }
      start = end
      stretch = min(stretch * 2, Self.longestStretch)
    }
    learned = step
    return result
  }

  /// In words of bits.
  private static var longestStretch: Int { 1024 }

  @inline(__always)
  private func holds(
    _ index: UInt32, _ pattern: SubsequencePattern, _ folded: Span<UInt8>, _ starts: Span<UInt32>
  ) -> Bool {
    let record = FoldedRecord(folded, at: Int(starts[Int(index)]))
    if pattern.isHeld(by: folded, record.name) || pattern.isHeld(by: folded, record.handle) { return true }
    return record.anyAlias(folded) { alias in
      let searched = AliasForm.searched(alias, folded)
      return pattern.isHeld(by: folded, searched) && AliasForm(folded.extracting(searched)) != .email
    }
  }
}

/// A key of which many texts are asked whether they hold its scalars in order.
struct SubsequencePattern {
  private let key: FoldedKey
  /// For each byte where in the key it is, one bit each; empty for keys that are not ASCII or too long for that.
  private let places: [UInt64]

  init(_ key: FoldedKey) {
    self.key = key
    guard !key.closedASCII.isEmpty, key.bytes.count < 64 else {
      places = []
      return
    }
    var places = Array(repeating: UInt64(0), count: 256)
    for (place, byte) in key.bytes.enumerated() { places[Int(byte)] |= 1 &<< UInt64(place) }
    self.places = places
  }

  @inline(__always)
  func isHeld(by folded: Span<UInt8>, _ text: Range<Int>) -> Bool {
    if text.count < key.bytes.count { return false }
    if places.isEmpty { return key.isSubsequence(of: folded.extracting(text)) }
    // The bit of the letter that is looked for moves on where the byte is that letter: without branches, because each
    // of them would be a guess.
    let places = places.span
    var next: UInt64 = 1
    for at in text { next &+= next & places[Int(folded[at])] }
    return next >> UInt64(key.bytes.count) != 0
  }
}
