/// For each letter columns of bits, one bit for each entity: whether one of its texts holds the letter at
/// all, twice, three times, with so many scalars behind it, and with so many before it; and for each two classes of
/// letters a column that says whether they occur in this order. Ands of columns leave the few entities whose text may
/// hold a key as a subsequence.
struct LetterColumns: Sendable {
  /// How many columns there are: of letters, place by place, and of pairs of classes.
  static let columns = LetterSet.places * LetterSet.letters + LetterSet.classes * LetterSet.classes

  /// 64-bit words of one column.
  let width: Int
  /// Column by column.
  let bits: Column<UInt64>

  /// - Parameter bits: as many for each column.
  init(bits: Column<UInt64> = Column([])) {
    width = bits.count / Self.columns
    self.bits = bits
  }

  /// The numbers of the columns of what holds beginnings of words that are the words of a key, each in a place of its
  /// own: each once.
  func selection(words key: FoldedKey) -> [Int] {
    var columns: [Int] = []
    var letters = LetterSet()
    letters.read(key.bytes.span)
    for place in [LetterSet.thrice, LetterSet.twice] {
      var rest = letters.masks[place] & LetterSet.ofWords
      while rest != 0 {
        columns.append(place * LetterSet.letters + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    for word in key.words {
      for column in selection(Array(key.bytes[word])) where !columns.contains(column) {
        columns.append(column)
      }
    }
    return columns
  }

  /// The numbers of the columns that a key needs, each once.
  ///
  /// As much as precedes and follows a scalar in the key must precede and follow it in the text, a letter must be there
  /// as often, and classes of letters in the key's order.
  func selection(_ key: [UInt8]) -> [Int] {
    var letters = LetterSet()
    letters.read(key.span)
    var columns: [Int] = []
    let scalars = key.filter { $0 & 0xC0 != 0x80 }
    func add(_ place: Int, _ letter: Int) {
      let column = place * LetterSet.letters + letter
      if !columns.contains(column) { columns.append(column) }
    }
    for (before, scalar) in scalars.enumerated() {
      let after = scalars.count - 1 - before
      let letter = LetterSet.letter(of: scalar)
      let isTwice = letters.masks[LetterSet.twice] >> UInt32(letter) & 1 != 0
      let isThrice = letters.masks[LetterSet.thrice] >> UInt32(letter) & 1 != 0
      if isThrice { add(LetterSet.thrice, letter) } else if isTwice { add(LetterSet.twice, letter) }
      if after >= LetterSet.near { add(after >= LetterSet.far ? 2 : 1, letter) }
      if before >= LetterSet.near { add(before >= LetterSet.far ? 4 : 3, letter) }
      if after < LetterSet.near && before < LetterSet.near && !isTwice { add(LetterSet.once, letter) }
    }
    var pairs = letters.pairs
    while pairs != 0 {
      columns.append(LetterSet.places * LetterSet.letters + pairs.trailingZeroBitCount)
      pairs &= pairs - 1
    }
    return columns
  }

  /// After so many columns it is asked whether the rest is worth it.
  private static let columnsAtOnce = 6

  /// The ands of the selected columns, for a stretch of 64-bit words; of some columns only, where these leave no more
  /// than one entity in some thousands.
  func combine(_ selection: [Int], _ words: Range<Int>, into all: inout [UInt64]) {
    all.removeAll(keepingCapacity: true)
    guard let first = selection.first else { return }
    all += bits[first * width + words.lowerBound..<first * width + words.upperBound]
    let bits = bits.span
    var results = all.mutableSpan
    for (place, column) in selection.enumerated() where place > 0 {
      let own = bits.extracting(column * width + words.lowerBound..<column * width + words.upperBound)
      for at in 0..<min(results.count, own.count) { results[at] &= own[at] }
      if place % Self.columnsAtOnce != 0 { continue }
      var left = 0
      for at in 0..<results.count { left &+= results[at].nonzeroBitCount }
      if left * 64 <= results.count { return }
    }
  }

  /// The same for a stretch of which nothing is known yet.
  func combine(_ selection: [Int], _ words: Range<Int>) -> [UInt64] {
    var all: [UInt64] = []
    combine(selection, words.clamped(to: 0..<width), into: &all)
    return all
  }

  /// Bits of what may hold the words of a key with so many errors (one or two), for a stretch of 64-bit words: each
  /// error takes away one letter at most, of letters that are needed twice one of the two.
  func bits(of key: FoldedKey, missing limit: Int, _ words: Range<Int>) -> [UInt64] {
    let words = words.clamped(to: 0..<width)
    var letters = LetterSet()
    letters.read(key.bytes.span)
    let isNeeded = letters.masks & SIMD8(repeating: LetterSet.ofWords)
    // So many letters are missing at least.
    var one = Array(repeating: UInt64(0), count: words.count)
    var two = one
    var three = one
    let bits = bits.span
    for place in [LetterSet.once, LetterSet.twice, LetterSet.thrice] {
      var rest = isNeeded[place]
      while rest != 0 {
        let start = (place * LetterSet.letters + rest.trailingZeroBitCount) * width
        rest &= rest - 1
        let own = bits.extracting(start + words.lowerBound..<start + words.upperBound)
        var first = one.mutableSpan
        var second = two.mutableSpan
        var third = three.mutableSpan
        for at in 0..<min(own.count, first.count, second.count, third.count) {
          let missing = ~own[at]
          third[at] |= second[at] & missing
          second[at] |= first[at] & missing
          first[at] |= missing
        }
      }
    }
    return (limit == 1 ? two : three).map { ~$0 }
  }

  /// Lists the entities of a stretch of words whose bits are set.
  ///
  /// - Parameter found: what it holds is replaced.
  func list(_ all: [UInt64], from first: Int, into found: inout [UInt32]) {
    found.removeAll(keepingCapacity: true)
    for (at, bits) in all.enumerated() {
      var rest = bits
      while rest != 0 {
        found.append(UInt32(truncatingIfNeeded: (first + at) * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }
}
