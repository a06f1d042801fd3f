/// The letters of entities that follow each other, on their way into ``LetterColumns``.
struct LetterColumnsBuilder: Sendable {
  /// 64-bit words of one column.
  private let width: Int
  /// Column by column, as ``LetterColumns`` has them.
  private var bits: [UInt64]
  private var count = 0
  /// The letters of up to 64 entities, place by place, and behind them their pairs, 32 by 32, until they are turned into
  /// columns.
  private var rows: [UInt32]
  /// 32 pairs each.
  private static let pairRows = (LetterSet.classes * LetterSet.classes + 31) / 32

  init(count: Int) {
    width = (count + 63) / 64
    bits = Array(repeating: 0, count: LetterColumns.columns * width)
    rows = Array(repeating: 0, count: (LetterSet.places + Self.pairRows) * 64)
  }

  /// Adds the next entity; after the last one comes `finish`.
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

  /// Makes columns of the rows.
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
    bits.reserveCapacity(LetterColumns.columns * width)
    for column in 0..<LetterColumns.columns {
      for part in parts { bits += part.bits[column * part.width..<(column + 1) * part.width] }
    }
    return LetterColumns(bits: Column(bits))
  }
}
