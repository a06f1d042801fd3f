/// Bytes of a text in which every run of ASCII's white space is one space, and where each of them was.
struct SingleSpaced {
  private(set) var bytes: [UInt8] = []
  /// Of each byte, and of the end: its offset in the text as it was.
  private var offsets: [Int] = []

  /// O(text).
  init(_ text: [UInt8]) {
    bytes.reserveCapacity(text.count)
    offsets.reserveCapacity(text.count + 1)
    for (offset, byte) in text.enumerated() {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
      if isSpace, bytes.last == 0x20 { continue }
      bytes.append(isSpace ? 0x20 : byte)
      offsets.append(offset)
    }
    offsets.append(text.count)
  }

  /// Where a range of the text as it was is now. O(log text).
  func range(of original: Range<Int>) -> Range<Int> {
    place(of: original.lowerBound)..<place(of: original.upperBound)
  }

  /// Where a range of these bytes was. What follows its last byte does not belong to it. Empty where there is none.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound >= 0, !range.isEmpty, range.upperBound < offsets.count else { return 0..<0 }
    return offsets[range.lowerBound]..<offsets[range.upperBound - 1] + 1
  }

  /// The first byte at or behind an offset.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
