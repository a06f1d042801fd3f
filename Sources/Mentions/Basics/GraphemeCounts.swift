extension String {
  /// Whether it has at most `limit` graphemes. Reads no more than it must.
  func isNoLonger(than limit: Int) -> Bool {
    utf8.count <= limit
      || index(startIndex, offsetBy: limit, limitedBy: endIndex).map { $0 == endIndex } ?? true
  }
}
