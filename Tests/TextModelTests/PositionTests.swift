import MentionsTestKit
import Testing

@testable import TextModel

@Suite struct PositionTests {
  /// `text` holds `|` where the position points; the rest is the text itself.
  private func check(
    _ text: String, _ encoding: PositionEncoding, _ line: Int, _ column: Int,
    _ verdict: PositionVerdict = .exact, comment: Comment? = nil
  ) {
    // By bytes: a mark behind the bar would make one Character of both.
    let parts = text.utf8.split(separator: 0x7C, omittingEmptySubsequences: false)
    let plain = IndexedText(Array(parts.joined()))
    let (offset, told) = encoding.offset(of: TextPosition(line: line, column: column), in: plain)
    #expect(offset.utf8 == parts[0].count, comment ?? "\(text.debugDescription)")
    #expect(told == verdict, comment ?? "\(text.debugDescription)")
    if verdict == .exact {
      #expect(encoding.position(of: offset, in: plain) == TextPosition(line: line, column: column), comment)
    }
  }

  @Test func `counts in each unit`() {
    check("aé你👍|b", .utf8, 0, 10)
    check("aé你👍|b", .utf16, 0, 5)
    check("aé你👍|b", .utf32, 0, 4)
    check("x\naé你👍|b\n", .utf16, 1, 5)
  }

  @Test func `past the line end is before the terminator`() {
    for encoding in PositionEncoding.allCases {
      check("ab|\ncd", encoding, 0, 3, .clamped, comment: "LF")
      check("ab|\r\ncd", encoding, 0, 3, .clamped, comment: "CR LF")
      check("ab|\rcd", encoding, 0, .max, .clamped, comment: "CR")
      check("a\nb|", encoding, 1, 2, .clamped, comment: "last line")
      check("é|", encoding, 0, 3, .clamped, comment: "not ASCII")
      check("|\n", encoding, 0, 1, .clamped, comment: "empty line")
    }
    check("é👍|\nx", .utf16, 0, 4, .clamped)
    check("é👍|\nx", .utf32, 0, 3, .clamped)
  }

  @Test func `outside is clamped`() {
    for encoding in PositionEncoding.allCases {
      check("a\nb|", encoding, 2, 0, .clamped, comment: "past the last line")
      check("a\nb|", encoding, .max, .max, .clamped)
      check("|a\nb", encoding, -1, 1, .clamped)
      check("a\n|b", encoding, 1, -1, .clamped)
      check("|a\nb", encoding, .min, .min, .clamped)
      check("|", encoding, 0, 0)
      check("|", encoding, 0, 1, .clamped)
    }
  }

  @Test func `inside a scalar is its start`() {
    check("a|👍b", .utf16, 0, 2, .split)
    check("a👍|👍b", .utf16, 0, 4, .split)
    check("|👍", .utf16, 0, 1, .split)
    check("|é", .utf8, 0, 1, .split)
    check("a|你", .utf8, 0, 3, .split)
    check("|👍", .utf8, 0, 3, .split)
  }

  @Test func `graphemes may be entered`() {
    check("e|\u{301}", .utf16, 0, 1)
    check("👩\u{200D}|👩", .utf16, 0, 3)
    check("ᄀ|ᅡ", .utf32, 0, 1)
    check("של|ום", .utf16, 0, 2)
  }

  @Test func `an offset between CR and LF is the lines end`() {
    let text = IndexedText("ab\r\nc")
    #expect(PositionEncoding.utf16.position(of: TextOffset(3), in: text) == TextPosition(line: 0, column: 2))
    #expect(PositionEncoding.utf8.position(of: TextOffset(3), in: text) == TextPosition(line: 0, column: 2))
    #expect(PositionEncoding.utf8.position(of: TextOffset(99), in: text) == TextPosition(line: 1, column: 1))
    #expect(PositionEncoding.utf8.position(of: TextOffset(-9), in: text) == TextPosition(line: 0, column: 0))
  }

  @Test func `lengths are in the same unit`() {
    let text = IndexedText("aé你👍b")
    #expect(PositionEncoding.utf8.length(of: TextRange(1, 10), in: text) == 9)
    #expect(PositionEncoding.utf16.length(of: TextRange(1, 10), in: text) == 4)
    #expect(PositionEncoding.utf32.length(of: TextRange(1, 99), in: text) == 4)
  }

  /// Positions found scalar by scalar.
  private func oracle(_ bytes: [UInt8], _ encoding: PositionEncoding) -> [(TextPosition, Int)] {
    var found: [(TextPosition, Int)] = []
    let starts = lineStarts(of: bytes)
    for (line, start) in starts.enumerated() {
      let next = line + 1 < starts.count ? starts[line + 1] : bytes.count
      var (at, column) = (start, 0)
      for scalar in String(decoding: bytes[start..<next], as: UTF8.self).unicodeScalars {
        if scalar == "\n" || scalar == "\r" { break }
        found.append((TextPosition(line: line, column: column), at))
        at += UTF8.width(scalar)
        switch encoding {
        case .utf8: column += UTF8.width(scalar)
        case .utf16: column += UTF16.width(scalar)
        case .utf32: column += 1
        }
      }
      found.append((TextPosition(line: line, column: column), at))
    }
    return found
  }

  private func compare(_ text: IndexedText, _ comment: @autoclosure () -> Comment, sample: Int = 1) {
    for encoding in PositionEncoding.allCases {
      var cursor = PositionCursor(encoding)
      let wrong = oracle(text.bytes, encoding).enumerated().filter { index, row in
        guard index.isMultiple(of: sample) else { return false }
        let (found, verdict) = encoding.offset(of: row.0, in: text)
        return found.utf8 != row.1 || verdict != .exact
          || encoding.position(of: TextOffset(row.1), in: text) != row.0
          || cursor.position(of: TextOffset(row.1), in: text) != row.0
      }
      #expect(wrong.map(\.element.0) == [], "\(comment()) \(encoding)")
    }
  }

  @Test(arguments: seeds(0...19))
  func `every position is that found scalar by scalar`(seed: UInt64) {
    var random = SeededRandom(seed)
    var text = IndexedText(painfulText(pieces: 80, using: &random))
    for step in 0..<10 {
      let inserted = painfulText(pieces: 3, using: &random)
      text.apply(
        TextReplacement(range: randomRange(text.bytes, longest: 3, using: &random), replacement: inserted))
      compare(text, "seed \(seed) step \(step)")
    }
  }

  /// Lines so long that the text keeps an anchor, under edits before, at and behind it.
  @Test(arguments: seeds(0...5))
  func `the anchor of an endless line is never wrong`(seed: UInt64) {
    var random = SeededRandom(seed)
    let pieces = ["abcdefgh", "é", "👍", "你好", "e\u{301}", " "]
    var bytes = Array("first\r\n".utf8)
    while bytes.count < 6000 { bytes += (pieces.randomElement(using: &random) ?? "").utf8 }
    var text = IndexedText(bytes)
    var anchored = 0
    for step in 0..<45 {
      let ends = step % 15 == 14 ? ["\n", "\r", "\r\n"] : pieces
      let range: TextRange
      if step % 3 == 0 {
        range = randomRange(text.bytes, longest: step % 7 == 0 ? 1500 : 2, using: &random)
      } else {
        let near = (text.anchor?.offset ?? 0) + Int.random(in: -40...40, using: &random)
        range = TextRange(at: text.buffer.scalarStart(at: TextOffset(near)))
      }
      text.apply(TextReplacement(range, ends.randomElement(using: &random) ?? ""))
      if text.anchor != nil { anchored += 1 }
      compare(text, "seed \(seed) step \(step)", sample: 397)
      if let anchor = text.anchor {
        let column = PositionEncoding.utf16.position(
          of: TextOffset(anchor.offset), in: IndexedText(text.bytes))
        #expect(PositionEncoding.utf16.units(anchor.columns) == column.column, "seed \(seed) step \(step)")
      }
    }
    #expect(anchored > 0, "seed \(seed)")
  }

  @Test func `ordinary lines have no anchor`() {
    var text = IndexedText(String(repeating: "a line of text\n", count: 200))
    text.apply(TextReplacement(TextRange(1500, 1501), "é"))
    #expect(text.anchor == nil)
  }
}
