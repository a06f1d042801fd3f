/// Whether texts that are put side by side grow together.
enum GraphemeEdge {
  /// Bytes that are looked at on each side; more than the longest character that people write.
  private static let reach = 64

  /// Whether the last character of `left` and the first of `right` are one when they meet. O(1).
  static func joins(_ left: some BidirectionalCollection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    var tail = Array(left.suffix(reach))
    while let first = tail.first, first & 0xC0 == 0x80 { tail.removeFirst() }
    guard let last = tail.last, let first = right.first else { return false }
    // Of ASCII only CR and LF make one character.
    if last < 0x80, first < 0x80 { return last == 13 && first == 10 }
    let both = String(decoding: tail + right.prefix(reach), as: UTF8.self)
    var length = 0
    for character in both {
      if length == tail.count { return false }
      length += character.utf8.count
      if length > tail.count { return true }
    }
    return false
  }
}
