extension CatalogSearch {
  /// Adds the entities that hold the key's words in order, and those that hold them in any order, in one pass.
  func findSeveralWords(_ best: inout BestOfClass) {
    if !key.isSeveralWords { return }
    let letters = catalog.index.letters
    var inOrder: [UInt32] = []
    var inAnyOrder: [UInt32] = []
    forEach(holding: key.words.indices.map { [exactly($0)] }, below: best.bound) { stretch in
      letters.combine(letters.selection(words: key), stretch)
    } take: { index in
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

  /// The least indices below a bound that hold the key's words with so many errors (one or two).
  func typos(_ limit: Int, _ tier: MatchTier, _ need: Int, below bound: UInt32) -> [UInt32] {
    if key.words.count == 1 {
      return best(catalog.index.words, places(0, limit), tier, need, below: bound)
    }
    let letters = catalog.index.letters
    var result: [UInt32] = []
    let (exact, wrong) = necessary(limit)
    forEach(holding: exact, below: bound) { stretch in
      letters.bits(of: key, missing: limit, stretch)
    } further: {
      places(ofWrong: wrong, limit)
    } take: { index in
      if admits(index, tier), matches(index, tier) { result.append(index) }
      return result.count < need
    }
    return result
  }

  /// Places of exact words of which an entity must hold one each to hold the key's several words with so many errors
  /// together; and the words of the key that may hold errors.
  private func necessary(_ limit: Int) -> (exact: [[Range<Int>]], wrong: [Int]) {
    let exact = key.words.indices.map { exactly($0) }
    let wrong = exact.indices.filter { min(limit, key.typos[$0].allowance) > 0 }
    var all = exact.indices.filter { !wrong.contains($0) }.map { [exact[$0]] }
    if wrong.count > limit {
      // Not each of so many words has an error.
      all.append(wrong.map { exact[$0] }.sorted { $0.count < $1.count }.dropLast(wrong.count - limit - 1))
    }
    return (all, wrong)
  }

  /// The same for words with errors, which take walks over the beginnings of words.
  private func places(ofWrong words: [Int], _ limit: Int) -> [[Range<Int>]] {
    var all: [[Range<Int>]] = []
    for word in words {
      let allowance = min(limit, key.typos[word].allowance)
      if allowance == 1 || words.count == 1 {
        all.append(places(word, allowance))
      } else if words.count == 2 {
        // If one of two words has both errors, the other has none.
        all.append(places(word, 1) + words.filter { $0 != word }.map { exactly($0) })
      }
    }
    return all
  }

  /// Where a word of the key begins words.
  private func exactly(_ word: Int) -> Range<Int> {
    range(catalog.index.words, Array(key.bytes[key.words[word]]))
  }

  /// Where a word of the key begins words with so many errors at most.
  private func places(_ word: Int, _ limit: Int) -> [Range<Int>] {
    let limit = min(limit, key.typos[word].allowance)
    if limit == 0 { return [exactly(word)] }
    let folded = catalog.folded
    return catalog.index.tree.places(
      near: key.typos[word].pattern, limit: limit, catalog.index.words, folded.span)
  }

  /// So few entities are asked themselves.
  private static let few = 256
  /// To ask so many takes no longer than to find out who need not be asked.
  private static let enough = 1024
  /// Of more words no bits are made: the letters tell nearly as much.
  private static let many = 1 << 16

  /// Hands on the entities below a bound that hold a word of each of these places (or may do so), ascending,
  /// until told to stop by false.
  ///
  /// - Parameters:
  ///   - filter: bits of the entities that can be meant, for a run of words of bits.
  ///   - further: more such places, only looked for where many entities are left.
  private func forEach(
    holding places: [[Range<Int>]], below bound: UInt32, among filter: (Range<Int>) -> [UInt64],
    further: () -> [[Range<Int>]] = { [] }, take: (UInt32) -> Bool
  ) {
    let words = catalog.index.words.entities
    let bySize = places.sorted { Self.size($0) < Self.size($1) }
    if let fewest = bySize.first, Self.size(fewest) <= Self.few {
      for index in distinct(fewest.flatMap { words[$0] }.sorted()) where index < bound {
        if !take(index) { return }
      }
      return
    }
    var bits = filter(0..<(min(catalog.count, Int(bound)) + 63) / 64)
    var last: [Range<Int>] = []
    for places in bySize where Self.size(places) <= Self.many && places != last {
      keep(places, in: &bits)
      last = places
    }
    if bits.reduce(0, { $0 + $1.nonzeroBitCount }) > Self.enough {
      for places in further() { keep(places, in: &bits) }
    }
    for (at, bits) in bits.enumerated() where bits != 0 {
      var rest = bits
      while rest != 0 {
        let index = UInt32(at * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
        if index >= bound || !take(index) { return }
      }
    }
  }

  /// Takes away the bits of entities that have no word at one of the places.
  private func keep(_ places: [Range<Int>], in bits: inout [UInt64]) {
    let words = catalog.index.words.entities
    let entities = words.span
    var held = Array(repeating: UInt64(0), count: bits.count)
    var own = held.mutableSpan
    for range in places {
      for place in range {
        let word = Int(entities[place] >> 6)
        if word < own.count { own[word] |= 1 << UInt64(entities[place] & 63) }
      }
    }
    var kept = bits.mutableSpan
    for at in 0..<kept.count { kept[at] &= own[at] }
  }

  private static func size(_ ranges: [Range<Int>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }
}
