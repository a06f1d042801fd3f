/// How far into a `TypoPattern` the letters read so far reach with no, one and two errors: for each number
/// of errors one bit for each beginning of the pattern. The same distances as `TypoPattern/Column`, for when only
/// two errors matter: a match, and that none can follow any more, are one test each.
///
/// Wu and Manber, "Fast text searching allowing errors", 1992, with exchanged neighbours added.
struct TypoReach {
  /// Bit n: the first n + 1 letters of the pattern are found with so many errors at most.
  private var none: UInt64 = 0
  private var one: UInt64 = 1
  private var two: UInt64 = 3
  /// `none` and `one` before the last letter was read.
  private var noneBefore: UInt64 = 0
  private var oneBefore: UInt64 = 0
  /// Where in the pattern the last letter is.
  private var last: UInt64 = 0
  /// Letters read.
  private var letters = 0

  /// Reads a letter that is at these places of the pattern.
  @inline(__always)
  mutating func step(_ places: UInt64) {
    // The empty beginning is found with as many errors as letters were read.
    let start: UInt64 = letters == 0 ? 1 : 0
    let startInOne: UInt64 = letters <= 1 ? 1 : 0
    let startInTwo: UInt64 = letters <= 2 ? 1 : 0
    let startBefore: UInt64 = letters == 1 ? 2 : 0
    let startBeforeInOne: UInt64 = letters == 1 || letters == 2 ? 2 : 0
    let exchange = (places << 1) & last
    let shiftedNone = none << 1 | start
    let shiftedOne = one << 1 | startInOne
    let nextNone = shiftedNone & places
    // In order: the letter fits, is too many, is wrong, one was left out before it, it is exchanged.
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

  /// Where a number of errors leads, two at most.
  @inline(__always)
  private func reached(_ limit: Int) -> UInt64 { limit == 0 ? none : limit == 1 ? one : two }

  /// Whether the whole pattern of that length is found with so many errors at most (no more than two).
  @inline(__always)
  func isFound(_ length: Int, limit: Int) -> Bool { reached(limit) >> UInt64(length - 1) & 1 != 0 }

  /// Whether it still can be.
  @inline(__always)
  func isAlive(_ length: Int, limit: Int) -> Bool {
    letters <= limit || reached(limit) & (.max >> UInt64(64 - length)) != 0
  }
}
