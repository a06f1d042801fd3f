import MentionsTestKit
import Testing
import TextModel

@Suite struct GraphemeTests {
  /// Boundaries by `String`.
  private func boundaries(_ bytes: [UInt8]) -> [Int] {
    var places = [0]
    for character in String(decoding: bytes, as: UTF8.self) {
      places.append(places.last! + character.utf8.count)
    }
    return places
  }

  private func check(_ buffer: TextBuffer, _ comment: @autoclosure () -> Comment) {
    let places = boundaries(buffer.bytes(in: buffer.range))
    let comment = comment()
    let offsets = (0...buffer.count).map { TextOffset($0) }
    #expect(offsets.filter(buffer.isGraphemeBoundary).map(\.utf8) == places, comment)
    let floors = offsets.map { offset in TextOffset(places.last { $0 <= offset.utf8 } ?? 0) }
    #expect(offsets.map(buffer.graphemeFloor) == floors, comment)
    #expect(
      places.dropFirst().map { buffer.graphemeStart(before: TextOffset($0))?.utf8 } == places.dropLast(),
      comment)
    #expect(
      places.dropLast().map { buffer.graphemeEnd(after: TextOffset($0))?.utf8 } == Array(places.dropFirst()),
      comment)
    #expect(buffer.graphemeStart(before: .zero) == nil, comment)
    #expect(buffer.graphemeEnd(after: buffer.end) == nil, comment)
  }

  @Test(arguments: [
    "", "abc", "a\r\nb\r\r\n\n", "👩‍👩‍👧👩‍👩‍👧", "e\u{301}e\u{301}\u{302}", "🇩🇪🇫🇷🇩", "각ᄀ각ᄀ각ᆨ", "שלום עולם", "你好，世界",
    "क्षि क्षि", "👍🏽👍🏽", "\u{600}1 \u{600}", "นํ้า", "\u{301}a", "か\u{3099}", "a\u{200D}b", "\r\u{301}\n\u{301}", "1️⃣2️⃣",
  ])
  func `breaks where string breaks`(text: String) { check(TextBuffer(text), "\(text)") }

  @Test(arguments: seeds(0...29))
  func `breaks where string breaks in any text`(seed: UInt64) {
    var random = SeededRandom(seed)
    var buffer = TextBuffer(painfulText(pieces: 120, using: &random))
    buffer.replace(
      randomRange(buffer.bytes(in: buffer.range), longest: 3, using: &random), with: Array("👩‍👩‍👧".utf8))
    check(buffer, "seed \(seed)")
  }

  @Test(arguments: seeds(0...19))
  func `breaks where string breaks without an ASCII character near`(seed: UInt64) {
    var random = SeededRandom(seed)
    var bytes: [UInt8] = []
    let pieces = painfulPieces.filter { $0.utf8.allSatisfy { $0 > 0x7F } }
    while bytes.count < 1500 { bytes += (pieces.randomElement(using: &random) ?? "").utf8 }
    check(TextBuffer(bytes), "seed \(seed)")
  }

  @Test func `a long run of flags keeps its pairs`() {
    check(TextBuffer(String(repeating: "🇩🇪", count: 140)), "even")
    check(TextBuffer("🇩" + String(repeating: "🇩🇪", count: 140)), "odd")
    check(TextBuffer("a" + String(repeating: "🇩🇪", count: 150) + "🇫b"), "odd, between letters")
  }

  @Test func `a long pile of marks is one grapheme`() {
    check(TextBuffer("xa" + String(repeating: "\u{301}", count: 300) + "b"), "marks")
    check(TextBuffer("é" + String(repeating: "\u{200D}👩", count: 100)), "joiners")
  }

  /// More than the window ever holds: no trap, an answer inside of the text, never far away.
  @Test func `an endless grapheme is cut`() {
    let buffer = TextBuffer("a" + String(repeating: "\u{301}", count: 50_000))
    let start = buffer.graphemeStart(before: buffer.end)
    #expect(start.map { buffer.isScalarBoundary($0) && buffer.end - $0 <= 20_000 } == true)
    let end = buffer.graphemeEnd(after: .zero)
    #expect(end.map { buffer.isScalarBoundary($0) && $0.utf8 <= 20_000 } == true)
  }
}
