/// Which letters a text holds, and in which order: what ``LetterColumns`` are made of and asked with.
struct LetterSet {
  /// a to z, all digits, the space, all other ASCII separators, all others.
  static let letters = 30
  static let near = 3
  static let far = 6
  /// Anywhere; `near` and `far` from the end; `near` and `far` from the start; twice; three times.
  static let places = 7
  static let (once, twice, thrice) = (0, 5, 6)
  /// All but what parts words.
  static let ofWords: UInt32 = 0x27FF_FFFF

  /// Of letters; for each two of them, one behind the other, a bit says that they occur so.
  static let classes = 11

  /// By place.
  private(set) var masks = SIMD8<UInt32>()
  /// The pairs of classes that occur in this order: bit `classes * later + earlier`.
  private(set) var pairs: UInt128 = 0

  /// For each first byte of a scalar its letter, and above it its class.
  private static let kinds = (0...255).map { UInt16(letter($0)) | UInt16(letterClass($0)) << 5 }

  /// The letter of a scalar that begins with this byte.
  static func letter(of first: UInt8) -> Int { Int(kinds[Int(first)] & 31) }

  private static func letter(_ first: UInt8) -> UInt8 {
    if first &- 0x61 < 26 { return first &- 0x61 }
    if first &- 0x30 < 10 { return 26 }
    return first == 0x20 ? 27 : first < 0x80 ? 28 : 29
  }

  /// Eleven classes about equally frequent in names; what parts words is one of its own.
  private static func letterClass(_ first: UInt8) -> UInt8 {
    //                    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
    let latin: [UInt8] = [0, 6, 7, 8, 1, 3, 8, 9, 2, 2, 2, 6, 9, 3, 5, 5, 4, 4, 7, 8, 9, 4, 3, 5, 6, 7]
    if first &- 0x30 < 10 { return 4 }
    return first &- 0x61 < 26 ? latin[Int(first &- 0x61)] : 10
  }

  /// Notes the letters of one text more.
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
    // By the later class. Put together at the end: shifts of 128 bits take long.
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
