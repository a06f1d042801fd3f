/// Bit columns with one bit per entity. The columns of a letter indicate whether any text of the entity contains the
/// letter at all, twice, three times, or with at least three or six scalars after or before it. The column of a pair of
/// letter classes indicates whether a letter of the first class occurs before one of the second. The intersection of
/// columns leaves the few entities whose texts may contain a key as a subsequence.
struct LetterColumns: Sendable {
  /// The number of columns: one for each letter in each mask of a `LetterSet`, and one for each pair of classes.
  static let columns = LetterSet.places * LetterSet.letters + LetterSet.classes * LetterSet.classes

  /// The number of 64-bit words in a column.
  let width: Int
  /// The bits, column by column.
  let bits: Column<UInt64>

  /// - Parameter bits: the bits, column by column, with the same number of words for each column.
  init(bits: Column<UInt64> = Column([])) {
    width = bits.count / Self.columns
    self.bits = bits
  }

  /// The numbers of the columns whose intersection contains all entities that have a word for each word of the key, in
  /// any order, and possibly other entities. No column is listed twice.
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

  /// The numbers of the columns whose intersection contains all entities that contain a key as a subsequence, and
  /// possibly other entities. No column is listed twice.
  ///
  /// A text that contains the key has at least as many scalars before and after each of the key's scalars as the key
  /// has. It contains each letter at least as often as the key, and the classes of letters in the key's order.
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

  /// The number of columns between checks of the intersection: if few entities are left, the remaining columns are
  /// skipped.
  private static let columnsAtOnce = 6

  /// Intersects the selected columns over a range of 64-bit words. Skips the remaining columns once at most one entity
  /// in 4096 is left.
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

  /// Intersects the selected columns over a range of 64-bit words, in a new array.
  func combine(_ selection: [Int], _ words: Range<Int>) -> [UInt64] {
    var all: [UInt64] = []
    combine(selection, words.clamped(to: 0..<width), into: &all)
    return all
  }

  /// The entities that may contain the words of a key with `limit` errors (one or two), over a range of 64-bit words.
  /// Each error removes at most one letter, or one occurrence of a repeated letter.
  func bits(of key: FoldedKey, missing limit: Int, _ words: Range<Int>) -> [UInt64] {
    let words = words.clamped(to: 0..<width)
    var letters = LetterSet()
    letters.read(key.bytes.span)
    let isNeeded = letters.masks & SIMD8(repeating: LetterSet.ofWords)
    // Entities that lack at least one, two or three of the key's letters.
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

  /// Lists the entities whose bits are set.
  ///
  /// - Parameters:
  ///   - all: consecutive 64-bit words with one bit per entity.
  ///   - first: the position of the first of these words; word 0 has the bits of the first 64 entities.
  ///   - found: is overwritten by the entities.
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

// MARK: - Building

/// Builds ``LetterColumns`` for consecutive entities.
struct LetterColumnsBuilder: Sendable {
  /// The number of 64-bit words in a column.
  private let width: Int
  /// The bits, column by column, as in ``LetterColumns``.
  private var bits: [UInt64]
  private var count = 0
  /// The letter sets of up to 64 entities, until they are transposed: for each mask, and then for each 32 bits of the
  /// pairs, the values of the 64 entities.
  private var rows: [UInt32]
  /// The number of 32-bit values that the pairs of an entity take up.
  private static let pairRows = (LetterSet.classes * LetterSet.classes + 31) / 32

  init(count: Int) {
    width = (count + 63) / 64
    bits = Array(repeating: 0, count: LetterColumns.columns * width)
    rows = Array(repeating: 0, count: (LetterSet.places + Self.pairRows) * 64)
  }

  /// Adds the next entity. Call `finish` after the last one.
  mutating func append(_ letters: LetterSet) {
    let row = count % 64
    for place in 0..<LetterSet.places { rows[place * 64 + row] = letters.masks[place] }
    var pairs = letters.pairs
    for place in LetterSet.places..<LetterSet.places + Self.pairRows {
      rows[place * 64 + row] = UInt32(truncatingIfNeeded: pairs)
      pairs >>= 32
    }
    count += 1
    if row == 63 { turn() }
  }

  mutating func finish() {
    if count % 64 != 0 { turn() }
    rows = []
  }

  /// Transposes the rows into columns.
  private mutating func turn() {
    let word = (count - 1) / 64
    var column = 0
    for place in 0..<LetterSet.places + Self.pairRows {
      Self.transpose(&rows, from: place * 64)
      Self.transpose(&rows, from: place * 64 + 32)
      let own = place < LetterSet.places ? LetterSet.letters : min(32, LetterColumns.columns - column)
      for bit in 0..<own {
        let low = UInt64(rows[place * 64 + bit])
        bits[column * width + word] = low | UInt64(rows[place * 64 + 32 + bit]) << 32
        column += 1
      }
    }
    for at in rows.indices { rows[at] = 0 }
  }

  /// Transposes a block of 32 × 32 bits, quarter by quarter (Warren, "Hacker's Delight", 7-3).
  private static func transpose(_ rows: inout [UInt32], from start: Int) {
    var size = 16
    var mask: UInt32 = 0x0000_FFFF
    while size > 0 {
      var row = 0
      while row < 32 {
        let upper = rows[start + row]
        let lower = rows[start + row + size]
        let moved = ((upper &>> UInt32(size)) ^ lower) & mask
        rows[start + row] = upper ^ (moved &<< UInt32(size))
        rows[start + row + size] = lower ^ moved
        row = (row + size + 1) & ~size
      }
      size /= 2
      mask ^= mask &<< UInt32(size)
    }
  }

  /// Concatenates parts; all but the last must consist of whole 64-bit words.
  static func columns(joining parts: [LetterColumnsBuilder]) -> LetterColumns {
    let width = parts.reduce(0) { $0 + $1.width }
    var bits: [UInt64] = []
    bits.reserveCapacity(LetterColumns.columns * width)
    for column in 0..<LetterColumns.columns {
      for part in parts { bits += part.bits[column * part.width..<(column + 1) * part.width] }
    }
    return LetterColumns(bits: Column(bits))
  }
}

// MARK: - Letters of a text

/// The letters of a text and their order. ``LetterColumns`` are built from the letter sets of entities; a search
/// selects columns by the letter set of the key.
struct LetterSet {
  /// The number of letters: a to z, and one each for all digits, the space, all other ASCII separators, and all other
  /// scalars.
  fileprivate static let letters = 30
  fileprivate static let near = 3
  fileprivate static let far = 6
  /// The number of masks. In their order, they contain the letters that occur: at all; with at least `near`, or `far`,
  /// scalars after them; with at least `near`, or `far`, scalars before them; twice; three times.
  fileprivate static let places = 7
  fileprivate static let (once, twice, thrice) = (0, 5, 6)
  /// A mask of all letters except word separators.
  fileprivate static let ofWords: UInt32 = 0x27FF_FFFF

  /// The number of letter classes. Each ordered pair of classes has a bit.
  fileprivate static let classes = 11

  /// The masks, in the order given for `places`: one bit per letter.
  private(set) var masks = SIMD8<UInt32>()
  /// The pairs of classes of which one occurs before the other: bit `classes * later + earlier`.
  private(set) var pairs: UInt128 = 0

  /// The letter of each first byte of a scalar, and in the higher bits its class.
  private static let kinds = (0...255).map { UInt16(letter($0)) | UInt16(letterClass($0)) << 5 }

  /// The letter of a scalar whose first byte is `first`.
  fileprivate static func letter(of first: UInt8) -> Int { Int(kinds[Int(first)] & 31) }

  private static func letter(_ first: UInt8) -> UInt8 {
    if first &- 0x61 < 26 { return first &- 0x61 }
    if first &- 0x30 < 10 { return 26 }
    return first == 0x20 ? 27 : first < 0x80 ? 28 : 29
  }

  /// The class of a scalar whose first byte is `first`: one of ten that are about equally frequent in names, or an
  /// eleventh for separators and all scalars outside of ASCII.
  private static func letterClass(_ first: UInt8) -> UInt8 {
    //                    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
    let latin: [UInt8] = [0, 6, 7, 8, 1, 3, 8, 9, 2, 2, 2, 6, 9, 3, 5, 5, 4, 4, 7, 8, 9, 4, 3, 5, 6, 7]
    if first &- 0x30 < 10 { return 4 }
    return first &- 0x61 < 26 ? latin[Int(first &- 0x61)] : 10
  }

  /// Adds the letters of another text.
  mutating func read(_ text: Span<UInt8>) {
    let kinds = Self.kinds
    var after = 0
    for at in 0..<text.count where text[at] & 0xC0 != 0x80 { after += 1 }
    var once: UInt32 = 0
    var twice: UInt32 = 0
    var thrice: UInt32 = 0
    var nearEnd: UInt32 = 0
    var farEnd: UInt32 = 0
    var nearStart: UInt32 = 0
    var farStart: UInt32 = 0
    var classes: UInt16 = 0
    // For each class, the classes that occur before it. Combined at the end, because 128-bit shifts are slow.
    var earlier = InlineArray<16, UInt16>(repeating: 0)
    var before = 0
    for at in 0..<text.count where text[at] & 0xC0 != 0x80 {
      after -= 1
      let kind = kinds[Int(text[at])]
      let bit: UInt32 = 1 &<< UInt32(kind & 31)
      let later = kind &>> 5
      earlier[Int(later & 15)] |= classes
      classes |= 1 &<< later
      thrice |= twice & bit
      twice |= once & bit
      once |= bit
      if after >= Self.near { nearEnd |= bit }
      if after >= Self.far { farEnd |= bit }
      if before >= Self.near { nearStart |= bit }
      if before >= Self.far { farStart |= bit }
      before += 1
    }
    var low: UInt64 = 0
    var high: UInt64 = 0
    for later in 0..<5 {
      low |= UInt64(earlier[later]) &<< UInt64(later * Self.classes)
      high |= UInt64(earlier[later + 5]) &<< UInt64(later * Self.classes)
    }
    pairs |= UInt128(low) | UInt128(high) << 55 | UInt128(earlier[10]) << 110
    masks |= SIMD8(once, nearEnd, farEnd, nearStart, farStart, twice, thrice, 0)
  }
}
