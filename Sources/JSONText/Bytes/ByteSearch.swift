// The standard library's own `contains(_:)` for a text in a text, `firstRange(of:)` and `replacing(_:with:)` come from
// its engine of regular expressions. Whoever calls one of them links all of it: a megabyte, and two thousand protocol
// conformances to look through at every start.

extension Collection<UInt8> {
  /// Where these bytes first occur; nothing occurs at the start. O(count · bytes.count).
  package func firstOccurrence(of bytes: some Collection<UInt8>) -> Range<Index>? {
    var start = startIndex
    while true {
      var end = start
      var next = bytes.startIndex
      while next != bytes.endIndex, end != endIndex, self[end] == bytes[next] {
        formIndex(after: &end)
        bytes.formIndex(after: &next)
      }
      if next == bytes.endIndex { return start..<end }
      if end == endIndex { return nil }
      formIndex(after: &start)
    }
  }
}

extension StringProtocol {
  /// Whether a text occurs in it, byte by byte. O(count · text.count).
  package func holds(_ text: String) -> Bool { utf8.firstOccurrence(of: text.utf8) != nil }

  /// The text with some of its characters written in another way.
  package func replacing(_ characters: [Character: String]) -> String {
    map { characters[$0] ?? String($0) }.joined()
  }
}
