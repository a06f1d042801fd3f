/// A word of the key, prepared for comparison with many words at one or two dozen instructions per letter.
///
/// The distance is optimal string alignment (insertion, deletion, substitution and transposition of neighbours count
/// one each, no letter is edited twice), computed with bit vectors, one column of the matrix per letter: Hyyrö, "A
/// bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003.
struct TypoPattern: Sendable {
  /// The length beyond which words get no typo tolerance.
  private static let longest = 64

  /// The length in scalars.
  let length: Int
  /// The set of the word's scalars, with the bits of `bit(_:)`. Each typing error removes at most one of them.
  private(set) var letters: UInt32 = 0
  private var ascii: [UInt64]
  private var others: [(scalar: UInt32, places: UInt64)] = []

  /// Creates a pattern; nil for an empty word and for one longer than `longest`.
  init?(_ word: Span<UInt8>) {
    ascii = Array(repeating: 0, count: 128)
    var at = 0
    var length = 0
    while at < word.count {
      let scalar = UTF8Reading.scalar(word, &at)
      if length == Self.longest { return nil }
      let bit: UInt64 = 1 << UInt64(length)
      length += 1
      letters |= Self.bit(scalar)
      if scalar < 128 {
        ascii[Int(scalar)] |= bit
      } else if let place = others.firstIndex(where: { $0.scalar == scalar }) {
        others[place].places |= bit
      } else {
        others.append((scalar, bit))
      }
    }
    if length == 0 { return nil }
    self.length = length
  }

  /// The bit of a scalar: one for each Latin letter, a few shared by all others.
  @inline(__always)
  static func bit(_ scalar: UInt32) -> UInt32 {
    let letter = scalar &- 0x61
    return 1 << (letter < 26 ? letter : 26 + scalar % 6)
  }

  /// One column of the matrix: the distances between all prefixes of the pattern and the letters read.
  struct Column {
    fileprivate var vp = UInt64.max
    fileprivate var vn: UInt64 = 0
    fileprivate var d0: UInt64 = 0
    fileprivate var before: UInt64 = 0
    /// The distance between the whole pattern and the letters read.
    private(set) var score: Int

    init(_ pattern: TypoPattern) { score = pattern.length }

    @inline(__always)
    fileprivate mutating func step(_ places: UInt64, last: UInt64) {
      let exchanged = ((~d0 & places) << 1) & before
      d0 = (((places & vp) &+ vp) ^ vp) | places | vn | exchanged
      var hp = vn | ~(d0 | vp)
      var hn = d0 & vp
      if hp & last != 0 { score += 1 }
      if hn & last != 0 { score -= 1 }
      hp = (hp << 1) | 1
      hn <<= 1
      vp = hn | ~(d0 | hp)
      vn = hp & d0
      before = places
    }
  }

  /// The positions of a letter in the pattern, one bit each.
  @inline(__always)
  func places(of scalar: UInt32) -> UInt64 {
    if scalar < 128 { return ascii[Int(scalar)] }
    for other in others where other.scalar == scalar { return other.places }
    return 0
  }

  /// Whether a word with these letters may be at most `limit` (one or two) errors from the pattern, judged by the
  /// letters it lacks.
  @inline(__always)
  func mayBe(_ letters: UInt32, limit: Int) -> Bool {
    var missing = self.letters & ~letters
    missing &= missing &- 1
    if limit > 1 { missing &= missing &- 1 }
    return missing == 0
  }

  /// The minimum number of typing errors between the pattern and any prefix of the word, and the end of the longest
  /// such prefix as a byte offset. O(letters of the word).
  func distance(toPrefixOf word: Span<UInt8>) -> (typos: Int, end: Int) {
    var column = Column(self)
    let last: UInt64 = 1 << UInt64(length - 1)
    var best = (typos: length, end: 0)
    var at = 0
    while at < word.count {
      column.step(places(of: UTF8Reading.scalar(word, &at)), last: last)
      if column.score <= best.typos { best = (column.score, at) }
    }
    return best
  }

  /// The minimum number of typing errors between the pattern and any prefix of the word; nil if it exceeds `limit`,
  /// which must be at most 2. O(letters of the word), but usually only the first few letters are read.
  func typos(inPrefixOf word: Span<UInt8>, limit: Int) -> Int? {
    var reach = TypoReach()
    var best: Int? = nil
    var limit = limit
    var at = 0
    while at < word.count {
      reach.step(places(of: UTF8Reading.scalar(word, &at)))
      while reach.isFound(length, limit: limit) {
        best = limit
        if limit == 0 { return 0 }
        limit -= 1
      }
      if !reach.isAlive(length, limit: limit) { return best }
    }
    return best
  }

  /// The number of errors allowed in a word of this many letters: one from 4, two from 8.
  static func allowance(letters: Int) -> Int {
    letters >= 8 ? 2 : letters >= 4 ? 1 : 0
  }
}

/// The prefixes of a `TypoPattern` that match the letters read so far with at most zero, one and two errors: one bit
/// per prefix for each number of errors. The distances are those of `TypoPattern/Column`, but only up to two, so that
/// one test shows whether the pattern is found, and another whether it can still be found.
///
/// Wu and Manber, "Fast text searching allowing errors", 1992, with transposition of neighbours added.
struct TypoReach {
  /// The states for zero, one and two errors. Bit n is set if the first n + 1 letters of the pattern match the letters
  /// read with at most this many errors.
  private var none: UInt64 = 0
  private var one: UInt64 = 1
  private var two: UInt64 = 3
  /// `none` and `one` before the last letter was read.
  private var noneBefore: UInt64 = 0
  private var oneBefore: UInt64 = 0
  /// The positions in the pattern of the letter that was read last.
  private var last: UInt64 = 0
  /// The number of letters read.
  private var letters = 0

  /// Reads a letter that occurs at these positions of the pattern.
  @inline(__always)
  mutating func step(_ places: UInt64) {
    // The empty prefix of the pattern has no bit of its own. It has one error for each letter read, and is shifted in
    // from these bits.
    let start: UInt64 = letters == 0 ? 1 : 0
    let startInOne: UInt64 = letters <= 1 ? 1 : 0
    let startInTwo: UInt64 = letters <= 2 ? 1 : 0
    let startBefore: UInt64 = letters == 1 ? 2 : 0
    let startBeforeInOne: UInt64 = letters == 1 || letters == 2 ? 2 : 0
    let exchange = (places << 1) & last
    let shiftedNone = none << 1 | start
    let shiftedOne = one << 1 | startInOne
    let nextNone = shiftedNone & places
    // In this order: a match, an extra letter, a wrong letter, a missing letter, a transposition.
    let nextOne =
      (shiftedOne & places) | none | shiftedNone | nextNone << 1
      | ((noneBefore << 2 | startBefore) & exchange)
    let afterOne: UInt64 = letters == 0 ? 1 : 0
    let nextTwo =
      ((two << 1 | startInTwo) & places) | one | shiftedOne | nextOne << 1 | afterOne
      | ((oneBefore << 2 | startBeforeInOne) & exchange)
    noneBefore = none
    oneBefore = one
    last = places
    none = nextNone
    one = nextOne
    two = nextTwo
    letters += 1
  }

  /// The bits for a number of errors (two at most).
  @inline(__always)
  private func reached(_ limit: Int) -> UInt64 { limit == 0 ? none : limit == 1 ? one : two }

  /// Whether the whole pattern, which has `length` letters, is found with at most `limit` errors (two at most).
  @inline(__always)
  func isFound(_ length: Int, limit: Int) -> Bool { reached(limit) >> UInt64(length - 1) & 1 != 0 }

  /// Whether the pattern can still be found with at most `limit` errors (two at most) if more letters are read.
  @inline(__always)
  func isAlive(_ length: Int, limit: Int) -> Bool {
    letters <= limit || reached(limit) & (.max >> UInt64(64 - length)) != 0
  }
}
