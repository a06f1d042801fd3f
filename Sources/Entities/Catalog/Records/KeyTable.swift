/// Finds numbered things by what they hold: open addressing, only hashes and numbers are stored. Who asks
/// compares, so nothing depends on hashes being distinct.
struct KeyTable: Sendable {
  /// The hash, and below it one more than the number; 0 = free. The size is a power of two, at most three
  /// quarters are taken.
  private var slots: [UInt64] = []
  private var used = 0

  /// - Parameter capacity: so many are added without making the table anew.
  init(capacity: Int = 0) {
    if capacity == 0 { return }
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  @inline(__always)
  func first(hash: UInt32, where isIt: (Int) -> Bool) -> Int? {
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    var at = Int(hash) & mask
    while slots[at] != 0 {
      if UInt32(truncatingIfNeeded: slots[at] >> 32) == hash {
        let number = Int(UInt32(truncatingIfNeeded: slots[at]) - 1)
        if isIt(number) { return number }
      }
      at = (at + 1) & mask
    }
    return nil
  }

  /// The number that is looked at first for a hash; nil where there is none or its hash is another.
  @inline(__always)
  func guess(hash: UInt32) -> UInt32? {
    if slots.isEmpty { return nil }
    let slot = slots[Int(hash) & (slots.count - 1)]
    return slot != 0 && UInt32(truncatingIfNeeded: slot >> 32) == hash
      ? UInt32(truncatingIfNeeded: slot) - 1 : nil
  }

  /// Adds a number that is not found by its hash yet.
  mutating func insert(_ number: Int, hash: UInt32) {
    if (used + 1) * 4 > slots.count * 3 {
      let old = slots
      slots = Array(repeating: 0, count: max(16, old.count * 2))
      for slot in old where slot != 0 { place(slot) }
    }
    place(UInt64(hash) << 32 | UInt64(number + 1))
    used += 1
  }

  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var at = Int(slot >> 32) & mask
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = slot
  }

  /// Mixes bytes into a hash: eight at a time, multiplied and folded.
  static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt32 {
    var state = seed &+ 0x9E37_79B9_7F4A_7C15
    var at = 0
    while at < bytes.count {
      let product = (state ^ RecordFacts.chunk(bytes, at)).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low &+ UInt64(bytes.count)
      at += 8
    }
    state = (state ^ state >> 32) &* 0xD6E8_FEB8_6659_FD93
    return UInt32(truncatingIfNeeded: state >> 32)
  }
}
