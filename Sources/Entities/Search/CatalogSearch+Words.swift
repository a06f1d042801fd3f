extension CatalogSearch {
  /// Adds the entities that hold the key's words in order, and those that hold them in any order, in one pass.
  func findSeveralWords(_ best: inout BestOfClass) {
    if !key.isSeveralWords { return }
    let words = catalog.index.words
    var inOrder: [UInt32] = []
    var inAnyOrder: [UInt32] = []
    forEach(holding: key.words.map { [range(words, Array(key.bytes[$0]))] }, below: best.bound) { index in
      if !admits(index, .wordsInOrder) { return true }
      if matches(index, .wordsInOrder) {
        inOrder.append(index)
        // What follows is not heavier, and in no better a tier.
        return inOrder.count < best.need
      }
      if inAnyOrder.count < best.need, matches(index, .wordsInAnyOrder) { inAnyOrder.append(index) }
      return true
    }
    best.add(inOrder, .wordsInOrder)
    best.add(inAnyOrder, .wordsInAnyOrder)
  }

  /// The least indices below a bound that hold the key's words with so many errors.
  func typos(_ limit: Int, _ tier: MatchTier, _ need: Int, below bound: UInt32) -> [UInt32] {
    let words = catalog.index.words
    if key.words.count == 1 { return best(words, places(0, limit), tier, need, below: bound) }
    // Of several words one at least has no more than its share of the errors. Where few entities hold such
    // a word, they are asked themselves.
    let share = limit / key.words.count
    let likely = key.words.indices.map { places($0, share) }
    var result: [UInt32] = []
    func take(_ index: UInt32) -> Bool {
      if admits(index, tier), matches(index, tier) { result.append(index) }
      return result.count < need
    }
    if likely.reduce(0, { $0 + Self.size($1) }) <= 4096 {
      let candidates = likely.flatMap { $0.flatMap { words.entities[$0] } }
      for index in distinct(candidates.sorted()) where index < bound {
        if !take(index) { break }
      }
      return result
    }
    forEach(holding: key.words.indices.map { places($0, limit) }, below: bound, take)
    return result
  }

  /// Where a word of the key begins words with so many errors at most.
  private func places(_ word: Int, _ limit: Int) -> [Range<Int>] {
    let words = catalog.index.words
    let limit = min(limit, key.typos[word].allowance)
    if limit == 0 { return [range(words, Array(key.bytes[key.words[word]]))] }
    let folded = catalog.folded
    return catalog.index.tree.places(near: key.typos[word].pattern, limit: limit, words, folded.span)
  }

  /// Hands on the entities below a bound that hold a word of each of these places (or may do so), ascending,
  /// until told to stop by false.
  private func forEach(
    holding places: [[Range<Int>]], below bound: UInt32, _ take: (UInt32) -> Bool
  ) {
    let words = catalog.index.words.entities
    let bySize = places.sorted { Self.size($0) < Self.size($1) }
    guard let fewest = bySize.first else { return }
    if bySize.count == 1 || Self.size(fewest) <= 512 {
      for index in distinct(fewest.flatMap { words[$0] }.sorted()) where index < bound {
        if !take(index) { return }
      }
      return
    }
    // Too many to sort: bits of the entities that hold both of the two rarest words.
    var both = bits(fewest)
    let second = bits(bySize[1])
    for at in both.indices { both[at] &= second[at] }
    for (at, bits) in both.enumerated() where bits != 0 {
      var rest = bits
      while rest != 0 {
        let index = UInt32(at * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
        if index >= bound || !take(index) { return }
      }
    }
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
}
