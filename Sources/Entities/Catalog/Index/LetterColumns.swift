/// For each letter columns of bits, one bit for each entity: whether one of its texts holds the letter at
/// all, twice, three times, with so many scalars behind it, and with so many before it. Ands of columns leave
/// the few entities whose text may hold a key as a subsequence; of these, those stay whose texts hold the
/// key's classes of letters in the key's order, pair by pair.
struct LetterColumns: Sendable {
  /// 64-bit words of one column.
  let width: Int
  /// Place by place, letter by letter.
  let bits: Column<UInt64>
  /// Of each entity, as ``LetterSet/pairs``.
  let pairs: Column<UInt64>

  /// - Parameters:
  ///   - bits: as many for each column.
  init(bits: Column<UInt64> = Column([]), pairs: Column<UInt64> = Column([])) {
    width = bits.count / (LetterSet.places * LetterSet.letters)
    self.bits = bits
    self.pairs = pairs
  }

  /// What a key needs.
  struct Selection {
    /// Where each needed column begins.
    fileprivate(set) var columns: [Int] = []
    fileprivate(set) var pairs: UInt64 = 0
  }

  /// As much as precedes and follows a scalar in the key must precede and follow it in the text,
  /// and a letter must be there as often.
  func selection(_ key: [UInt8]) -> Selection {
    var letters = LetterSet()
    letters.read(key.span)
    var selection = Selection(pairs: letters.pairs)
    let scalars = key.filter { $0 & 0xC0 != 0x80 }
    func add(_ place: Int, _ letter: Int) {
      let column = (place * LetterSet.letters + letter) * width
      if !selection.columns.contains(column) { selection.columns.append(column) }
    }
    for (before, scalar) in scalars.enumerated() {
      let after = scalars.count - 1 - before
      let letter = LetterSet.letter(of: scalar)
      let isTwice = letters.masks[5] >> UInt32(letter) & 1 != 0
      let isThrice = letters.masks[6] >> UInt32(letter) & 1 != 0
      if isThrice { add(6, letter) } else if isTwice { add(5, letter) }
      if after >= LetterSet.near { add(after >= LetterSet.far ? 2 : 1, letter) }
      if before >= LetterSet.near { add(before >= LetterSet.far ? 4 : 3, letter) }
      if after < LetterSet.near && before < LetterSet.near && !isTwice { add(0, letter) }
    }
    return selection
  }

  /// The ands of the selected columns, for a stretch of 64-bit words.
  func combine(_ selection: Selection, _ words: Range<Int>, into all: inout [UInt64]) {
    guard let first = selection.columns.first else { return all = [] }
    all.removeAll(keepingCapacity: true)
    all += bits[first + words.lowerBound..<first + words.upperBound]
    for column in selection.columns.dropFirst() {
      let start = column + words.lowerBound
      let bits = bits.span
      for at in 0..<all.count { all[at] &= bits[start + at] }
    }
  }

  /// Whether the classes of an entity's letters are in the key's order.
  @inline(__always)
  func holdsPairs(_ selection: Selection, _ entity: Int) -> Bool {
    selection.pairs & ~pairs[entity] == 0
  }
}
