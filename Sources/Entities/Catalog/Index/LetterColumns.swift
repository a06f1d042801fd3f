/// For each letter columns of bits, one bit for each entity: whether one of its texts holds the letter at
/// all, twice, three times, with so many scalars behind it, and with so many before it. Ands of columns leave
/// the few entities whose text may hold a key as a subsequence; of these, those stay whose texts hold the
/// key's classes of letters in the key's order, pair by pair.
struct LetterColumns: Sendable {
  /// a to z, all digits, the space, all other ASCII separators, all others.
  private static let letters = 30
  private static let near = 3
  private static let far = 6
  /// Anywhere; `near` and `far` from the end; `near` and `far` from the start; twice; three times.
  private static let places = 7

  /// 64-bit words of one column.
  let width: Int
  /// Place by place, letter by letter.
  private var bits: [UInt64]
  /// For each entity the pairs of classes that occur in this order: bit `8 * later + earlier`.
  private var pairs: [UInt64] = []
  /// For each first byte of a scalar its letter, and above it its class.
  private let kinds = (0...255).map { Self.letter($0) | Self.letterClass($0) << 5 }
  /// The letters of up to 64 entities, place by place, until they are turned into columns.
  private var rows: [UInt32]

  init(count: Int) {
    width = (count + 63) / 64
    bits = Array(repeating: 0, count: Self.places * Self.letters * width)
    rows = Array(repeating: 0, count: Self.places * 64)
    pairs.reserveCapacity(count)
  }

  private static func letter(_ first: UInt8) -> UInt8 {
    if first &- 0x61 < 26 { return first &- 0x61 }
    if first &- 0x30 < 10 { return 26 }
    return first == 0x20 ? 27 : first < 0x80 ? 28 : 29
  }

  /// Eight classes about equally frequent in names.
  private static func letterClass(_ first: UInt8) -> UInt8 {
    //                    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
    let latin: [UInt8] = [1, 6, 5, 7, 0, 5, 7, 4, 2, 1, 3, 6, 4, 3, 5, 3, 0, 4, 6, 7, 2, 1, 2, 0, 3, 5]
    return first &- 0x61 < 26 ? latin[Int(first &- 0x61)] : 7
  }

  /// What the texts of one entity hold.
  struct Letters {
    /// By place.
    fileprivate var masks = SIMD8<UInt32>()
    fileprivate var pairs: UInt64 = 0
  }

  /// Notes the letters of one text more.
  func read(_ text: Span<UInt8>, into letters: inout Letters) {
    var after = 0
    for at in 0..<text.count where text[at] & 0xC0 != 0x80 { after += 1 }
    var once: UInt32 = 0
    var twice: UInt32 = 0
    var thrice: UInt32 = 0
    var nearEnd: UInt32 = 0
    var farEnd: UInt32 = 0
    var nearStart: UInt32 = 0
    var farStart: UInt32 = 0
    var classes: UInt64 = 0
    var before = 0
    for at in 0..<text.count where text[at] & 0xC0 != 0x80 {
      after -= 1
      let kind = kinds[Int(text[at])]
      let bit: UInt32 = 1 &<< UInt32(kind & 31)
      let shift = UInt64(kind &>> 5)
      letters.pairs |= classes &<< (shift &* 8)
      classes |= 1 &<< shift
      thrice |= twice & bit
      twice |= once & bit
      once |= bit
      if after >= Self.near { nearEnd |= bit }
      if after >= Self.far { farEnd |= bit }
      if before >= Self.near { nearStart |= bit }
      if before >= Self.far { farStart |= bit }
      before += 1
    }
    letters.masks |= SIMD8(once, nearEnd, farEnd, nearStart, farStart, twice, thrice, 0)
  }

  /// Adds the next entity; after the last one comes `finish`.
  mutating func append(_ letters: Letters) {
    let row = pairs.count % 64
    for place in 0..<Self.places { rows[place * 64 + row] = letters.masks[place] }
    pairs.append(letters.pairs)
    if row == 63 { turn() }
  }

  mutating func finish() {
    if pairs.count % 64 != 0 { turn() }
    rows = []
  }

  /// One behind the other; all but the last hold whole words of bits.
  init(joining parts: [LetterColumns]) {
    let width = parts.reduce(0) { $0 + $1.width }
    self.width = width
    rows = []
    bits = []
    bits.reserveCapacity(Self.places * Self.letters * width)
    for column in 0..<Self.places * Self.letters {
      for part in parts { bits += part.bits[column * part.width..<(column + 1) * part.width] }
    }
    for part in parts { pairs += part.pairs }
  }

  /// Makes columns of the rows.
  private mutating func turn() {
    let word = (pairs.count - 1) / 64
    for place in 0..<Self.places {
      Self.transpose(&rows, from: place * 64)
      Self.transpose(&rows, from: place * 64 + 32)
      for letter in 0..<Self.letters {
        let low = UInt64(rows[place * 64 + letter])
        bits[(place * Self.letters + letter) * width + word] =
          low | UInt64(rows[place * 64 + 32 + letter]) << 32
      }
    }
    for at in rows.indices { rows[at] = 0 }
  }

  /// Exchanges 32 rows and columns of bits, quarter by quarter (Warren, "Hacker's Delight", 7-3).
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

  /// What a key needs.
  struct Selection {
    /// Where each needed column begins.
    fileprivate(set) var columns: [Int] = []
    fileprivate(set) var pairs: UInt64 = 0
  }

  /// As much as precedes and follows a scalar in the key must precede and follow it in the text,
  /// and a letter must be there as often.
  func selection(_ key: [UInt8]) -> Selection {
    var letters = Letters()
    read(key.span, into: &letters)
    var selection = Selection(pairs: letters.pairs)
    let scalars = key.filter { $0 & 0xC0 != 0x80 }
    func add(_ place: Int, _ letter: Int) {
      let column = (place * Self.letters + letter) * width
      if !selection.columns.contains(column) { selection.columns.append(column) }
    }
    for (before, scalar) in scalars.enumerated() {
      let after = scalars.count - 1 - before
      let letter = Int(kinds[Int(scalar)] & 31)
      let isTwice = letters.masks[5] >> UInt32(letter) & 1 != 0
      let isThrice = letters.masks[6] >> UInt32(letter) & 1 != 0
      if isThrice { add(6, letter) } else if isTwice { add(5, letter) }
      if after >= Self.near { add(after >= Self.far ? 2 : 1, letter) }
      if before >= Self.near { add(before >= Self.far ? 4 : 3, letter) }
      if after < Self.near && before < Self.near && !isTwice { add(0, letter) }
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
      for at in 0..<all.count { all[at] &= bits[start + at] }
    }
  }

  /// Whether the classes of an entity's letters are in the key's order.
  @inline(__always)
  func holdsPairs(_ selection: Selection, _ entity: Int) -> Bool {
    selection.pairs & ~pairs[entity] == 0
  }
}
