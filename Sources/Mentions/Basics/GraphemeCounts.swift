extension String {
  /// Whether it has at most `limit` graphemes. Reads no more than it must.
  func isNoLonger(than limit: Int) -> Bool {
    utf8.count <= limit
      || index(startIndex, offsetBy: limit, limitedBy: endIndex).map { $0 == endIndex } ?? true
  }
}

extension [UInt8] {
  /// Whether these bytes are one user-perceived character.
  var isOneGrapheme: Bool {
    if count <= 1 { return count == 1 }
    guard count <= 256 else { return false }
    let text = String(decoding: self, as: UTF8.self)
    return text.index(after: text.startIndex) == text.endIndex
  }
}
