// MARK: - Words

extension CatalogSearch {
  /// Adds the entities that contain the key's words in order, and those that contain them in any order, in one pass.
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
        // Later entities are neither heavier nor in a better tier.
        return inOrder.count < best.need
      }
      if inAnyOrder.count < best.need, matches(index, .wordsInAnyOrder) { inAnyOrder.append(index) }
      return true
    }
    best.add(inOrder, .wordsInOrder)
    best.add(inAnyOrder, .wordsInAnyOrder)
  }

  /// The smallest indices, below a bound, of entities that contain the key's words with at most `limit` errors (one or
  /// two).
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

  /// The positions of words that match words of the key without errors, in groups: an entity that matches a key of
  /// several words with at most `limit` errors must have a word in each group. Also returns the numbers of the key's
  /// words that may contain errors.
  private func necessary(_ limit: Int) -> (exact: [[Range<Int>]], wrong: [Int]) {
    let exact = key.words.indices.map { exactly($0) }
    let wrong = exact.indices.filter { min(limit, key.typos[$0].allowance) > 0 }
    var all = exact.indices.filter { !wrong.contains($0) }.map { [exact[$0]] }
    if wrong.count > limit {
      // Among any `limit` + 1 of the words that may contain errors, at least one has none. The rarest words are used,
      // because they exclude the most entities.
      all.append(wrong.map { exact[$0] }.sorted { $0.count < $1.count }.dropLast(wrong.count - limit - 1))
    }
    return (all, wrong)
  }

  /// Further groups of positions, as in `necessary`, for the key's words that may contain errors. They need a search of
  /// the word tree.
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

  /// The positions of words that begin with a word of the key.
  private func exactly(_ word: Int) -> Range<Int> {
    range(catalog.index.words, Array(key.bytes[key.words[word]]))
  }

  /// The positions of words that begin with a word of the key, with at most `limit` errors.
  private func places(_ word: Int, _ limit: Int) -> [Range<Int>] {
    let limit = min(limit, key.typos[word].allowance)
    if limit == 0 { return [exactly(word)] }
    let folded = catalog.folded
    return catalog.index.tree.places(
      near: key.typos[word].pattern, limit: limit, catalog.index.words, folded.span)
  }

  /// The number of entities up to which each is compared without further filtering.
  private static let few = 256
  /// The number of entities up to which comparing them is as fast as filtering them further.
  private static let enough = 1024
  /// The size of a group of positions above which the group is not used as a filter: the letters filter nearly as well.
  private static let many = 1 << 16

  /// Passes to `take` the entities below a bound that have (or may have) a word in each group of positions, ascending,
  /// until `take` returns false.
  ///
  /// - Parameters:
  ///   - filter: returns one bit per entity, which is set if the entity is possible, for a range of 64-bit words. Not
  ///     called if a group is so small that each of its entities can be compared.
  ///   - further: more groups of positions, computed only if many entities are left.
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

  /// Clears the bits of entities that have no word at any of the positions.
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

// MARK: - Subsequences

extension CatalogSearch {
  /// The smallest indices, ascending, of at most `need` admitted entities that contain the key's scalars in order.
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
    // Begins with short stretches, which suffice for frequent keys; longer ones benefit from read-ahead.
    var stretch = 32
    while result.count < need, start < letters.width {
      let end = min(start + stretch, letters.width)
      letters.combine(selection, start..<end, into: &all)
      letters.list(all, from: start, into: &candidates)
      // A separate pass, so that the cache misses of many records overlap.
      var fetched = 0
      for index in candidates { fetched += Int(folded[Int(starts[Int(index)])]) }
      // Never true; prevents the compiler from removing the pass.
      if fetched < 0 { break }
      let first = step.end
      step.end = end * 64
      // A damaged file may have columns longer than the number of entities.
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

  /// The maximum number of 64-bit words in a stretch.
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

/// A key, prepared for finding the texts that contain it as a subsequence.
struct SubsequencePattern {
  private let key: FoldedKey
  /// The positions of each byte in the key, one bit each; empty for a key that is too long or not
  /// ASCII.
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
    // Shifts the bit to the next letter if the byte matches. Branch-free, because the branches would be
    // unpredictable.
    let places = places.span
    var next: UInt64 = 1
    for at in text { next &+= next & places[Int(folded[at])] }
    return next >> UInt64(key.bytes.count) != 0
  }
}

// MARK: - Earlier keys

/// Intermediate results of searches for successively longer keys, reused for the next key as the user types. They make
/// searches faster, but do not change their results.
///
/// A text that contains a key's letters in order also contains those of each of its prefixes. So, of the entities
/// checked for a prefix, only those that contain it remain candidates. The steps for shorter keys are kept, because the
/// user may delete letters.
public struct SearchTrail: Sendable {
  /// The result of a search for a key as a subsequence.
  struct Step: Sendable {
    /// The folded key.
    let key: [UInt8]
    /// All entities before this index have been checked.
    var end = 0
    /// The checked entities that contain the key, ascending.
    var holders: [UInt32] = []
  }

  /// Limits on memory: with more steps, the one for the shortest key is dropped; a step with more holders is not kept.
  private static let mostSteps = 32
  private static let mostHolders = 1 << 14

  /// Weak, so that a search does not extend the catalog's lifetime.
  private weak var catalog: EntityCatalog?
  /// The steps for successively longer keys, each of which begins with the previous one.
  private var steps: [Step] = []

  public init() {}

  /// The kept step for the longest prefix of a key, possibly the key itself, in a catalog; nil if there is none.
  /// Removes the steps for other catalogs and for keys that are not prefixes of this key.
  mutating func step(towards key: [UInt8], in catalog: EntityCatalog) -> Step? {
    if self.catalog !== catalog { self = SearchTrail() }
    self.catalog = catalog
    while let last = steps.last, !key.starts(with: last.key) { steps.removeLast() }
    return steps.last
  }

  /// Adds the result for the latest key.
  mutating func add(_ step: Step) {
    if step.holders.count > Self.mostHolders { return }
    if steps.last?.key == step.key { steps.removeLast() }
    if steps.count == Self.mostSteps { steps.removeFirst() }
    steps.append(step)
  }
}
