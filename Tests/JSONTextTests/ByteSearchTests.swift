import Testing

@testable import JSONText

/// Finding bytes in bytes.
@Suite struct ByteSearchTests {
  @Test(arguments: [
    ("abc", "a", 0..<1), ("abc", "bc", 1..<3), ("aab", "ab", 1..<3), ("abab", "ab", 0..<2),
    ("abc", "", 0..<0),
    ("", "", 0..<0), ("aaab", "aab", 1..<4),
  ])
  func `bytes are found where they first occur`(_ text: String, _ sought: String, _ place: Range<Int>) {
    #expect(Array(text.utf8).firstOccurrence(of: sought.utf8) == place)
    #expect(text.holds(sought))
  }

  @Test(arguments: [("", "a"), ("abc", "abcd"), ("abc", "ac"), ("aab", "abb"), ("abc", "B")])
  func `bytes that do not occur are not found`(_ text: String, _ sought: String) {
    #expect(Array(text.utf8).firstOccurrence(of: sought.utf8) == nil)
    #expect(!text.holds(sought))
  }

  @Test func `places in a slice are those of the whole`() {
    let bytes = Array("--ab--ab".utf8)[3...]
    #expect(bytes.firstOccurrence(of: "ab".utf8) == 6..<8)
  }

  @Test func `characters are replaced once, all in one pass`() {
    #expect("a'b[c]".replacing(["'": "'\\''", "[": "\\["]) == "a'\\''b\\[c]")
    #expect("\\-`".replacing(["\\": "\\e", "-": "\\-", "`": ""]) == "\\e\\-")
  }
}
