/// The letters of entities that follow each other, on their way into ``LetterColumns``.
struct LetterColumnsBuilder: Sendable {
  /// 64-bit words of one column.
  private let width: Int
  /// Place by place, letter by letter.
  private var bits: [UInt64]
  /// For each entity.
  private var pairs: [UInt64] = []
  /// The letters of up to 64 entities, place by place, until they are turned into columns.
  private var rows: [UInt32]

  init(count: Int) {
    width = (count + 63) / 64
    bits = Array(repeating: 0, count: LetterSet.places * LetterSet.letters * width)
    rows = Array(repeating: 0, count: LetterSet.places * 64)
    pairs.reserveCapacity(count)
  }

  /// Adds the next entity; after the last one comes `finish`.
  mutating func append(_ letters: LetterSet) {
    let row = pairs.count % 64
    for place in 0..<LetterSet.places { rows[place * 64 + row] = letters.masks[place] }
    pairs.append(letters.pairs)
    if row == 63 { turn() }
  }

  mutating func finish() {
    if pairs.count % 64 != 0 { turn() }
    rows = []
  }

  /// Makes columns of the rows.
  private mutating func turn() {
    let word = (pairs.count - 1) / 64
    for place in 0..<LetterSet.places {
      Self.transpose(&rows, from: place * 64)
      Self.transpose(&rows, from: place * 64 + 32)
      for letter in 0..<LetterSet.letters {
        let low = UInt64(rows[place * 64 + letter])
        bits[(place * LetterSet.letters + letter) * width + word] =
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

  /// One behind the other; all but the last hold whole words of bits.
  static func columns(joining parts: [LetterColumnsBuilder]) -> LetterColumns {
    let width = parts.reduce(0) { $0 + $1.width }
    var bits: [UInt64] = []
    var pairs: [UInt64] = []
    bits.reserveCapacity(LetterSet.places * LetterSet.letters * width)
    for column in 0..<LetterSet.places * LetterSet.letters {
      for part in parts { bits += part.bits[column * part.width..<(column + 1) * part.width] }
    }
    pairs.reserveCapacity(parts.reduce(0) { $0 + $1.pairs.count })
    for part in parts { pairs += part.pairs }
    return LetterColumns(bits: Column(bits), pairs: Column(pairs))
  }
}
