import MentionsTestKit
import Testing
import TextModel

@Suite struct TextBufferTests {
  @Test(arguments: seeds(0...7))
  func `edits like an array`(seed: UInt64) {
    var random = SeededRandom(seed)
    var oracle = painfulText(pieces: 60, using: &random)
    var buffer = TextBuffer(oracle)
    for step in 0..<150 {
      let range = randomRange(oracle, longest: step % 40 == 0 ? 30 : 3, using: &random)
      let pieces = step % 50 == 0 ? 200 : Int.random(in: 0...3, using: &random)
      let inserted = painfulText(pieces: pieces, using: &random)
      let removed = Array(oracle[range.start.utf8..<range.end.utf8])
      oracle.apply(TextReplacement(range: range, replacement: inserted))
      let applied = buffer.replace(range, with: inserted)
      #expect(
        applied == AppliedEdit(range: range, removed: removed, inserted: inserted),
        "seed \(seed) step \(step)")
      #expect(buffer.bytes(in: buffer.range) == oracle, "seed \(seed) step \(step)")
      let part = randomRange(oracle, longest: 20, using: &random)
      let piece = Array(oracle[part.start.utf8..<part.end.utf8])
      #expect(buffer.bytes(in: part) == piece, "seed \(seed) step \(step)")
      #expect(Array(buffer.string(in: part).utf8) == piece, "seed \(seed) step \(step)")
      #expect(buffer.holds(piece, at: part.start), "seed \(seed) step \(step)")
      let joined = readPieces(of: buffer, in: part).flatMap { $0 }
      #expect(joined == piece, "seed \(seed) step \(step)")
    }
  }

  @Test(arguments: seeds(0...9))
  func `searches like an array`(seed: UInt64) {
    var random = SeededRandom(seed)
    var bytes = painfulText(pieces: 80, using: &random)
    var buffer = TextBuffer(bytes)
    for step in 0..<200 {
      let edit = TextReplacement(randomRange(bytes, longest: 2, using: &random), "x\n")
      bytes.apply(edit)
      buffer.replace(edit.range, with: edit.replacement)
      let from = Int.random(in: 0...bytes.count, using: &random)
      let to = Int.random(in: from...bytes.count, using: &random)
      let byte: UInt8 = [10, 13, 32, 64, 97, 0, 127].randomElement(using: &random) ?? 0
      let first = bytes[from..<to].firstIndex(of: byte).map { TextOffset($0) }
      #expect(
        buffer.firstIndex(of: byte, from: TextOffset(from), limit: TextOffset(to)) == first,
        "seed \(seed) step \(step)")
    }
  }

  @Test func `reads the scalars on either side`() {
    let buffer = TextBuffer("aé你👍")
    #expect(buffer.scalar(at: TextOffset(0)) == "a")
    #expect(buffer.scalar(before: TextOffset(0)) == nil)
    #expect(buffer.scalar(before: TextOffset(1)) == "a")
    #expect(buffer.scalar(at: TextOffset(1)) == "é")
    #expect(buffer.scalar(at: TextOffset(2)) == "é")
    #expect(buffer.scalar(before: TextOffset(3)) == "é")
    #expect(buffer.scalar(at: TextOffset(3)) == "你")
    #expect(buffer.scalar(at: TextOffset(6)) == "👍")
    #expect(buffer.scalar(before: TextOffset(10)) == "👍")
    #expect(buffer.scalar(at: TextOffset(10)) == nil)
    #expect(buffer.scalar(before: TextOffset(11)) == nil)
    #expect(buffer.scalar(at: TextOffset(-1)) == nil)
  }

  @Test func `nothing outside traps`() {
    var buffer = TextBuffer("abc")
    let wide = TextRange(-5, 500)
    #expect(buffer.bytes(in: wide) == Array("abc".utf8))
    #expect(buffer.string(in: TextRange(7, 9)) == "")
    #expect(!buffer.holds([], at: TextOffset(4)))
    #expect(!buffer.holds(Array("abcd".utf8), at: .zero))
    #expect(buffer.graphemeStart(before: TextOffset(-3)) == nil)
    #expect(buffer.graphemeEnd(after: TextOffset(99)) == nil)
    #expect(buffer.firstIndex(of: 97, from: TextOffset(Int.max)) == nil)
    let applied = buffer.replace(TextRange(2, Int.max), with: Array("X".utf8))
    #expect(
      applied == AppliedEdit(range: TextRange(2, 3), removed: Array("c".utf8), inserted: Array("X".utf8)))
    #expect(buffer == TextBuffer("abX"))
  }

  @Test func `equality is of bytes not of canonical equivalence`() {
    #expect(TextBuffer("é") != TextBuffer("e\u{301}"))
    var moved = TextBuffer("one two")
    moved.replace(TextRange(3, 3), with: [120])
    moved.replace(TextRange(3, 4), with: [])
    #expect(moved == TextBuffer("one two"))
  }
}

/// Text stays valid UTF-8 whatever comes in.
@Suite struct RepairTests {
  static let broken: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC3], [0x61, 0xC3, 0x61], [0xE4, 0xBD], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
    [0xF0, 0x9F, 0x91], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF, 0xFE], [0xBF, 0xBF],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xE2, 0x28, 0xA1], [0xC1, 0xBF, 0x41],
  ]

  @Test(arguments: broken)
  func `repairs on init and on replace`(bytes: [UInt8]) {
    let expected = Array(String(decoding: bytes, as: UTF8.self).utf8)
    #expect(TextBuffer(bytes).bytes(in: TextRange(0, 99)) == expected)
    var buffer = TextBuffer("ab")
    let applied = buffer.replace(TextRange(1, 1), with: bytes)
    #expect(applied.inserted == expected)
    #expect(buffer.bytes(in: buffer.range) == Array("a".utf8) + expected + Array("b".utf8))
  }

  @Test(arguments: seeds(0...9))
  func `validates UTF-8 like the standard library`(seed: UInt64) {
    var random = SeededRandom(seed)
    for step in 0..<500 {
      var bytes = painfulText(pieces: 12, using: &random)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(
        TextBuffer(bytes).bytes(in: TextRange(0, .max)) == Array(String(decoding: bytes, as: UTF8.self).utf8),
        "seed \(seed) step \(step)")
    }
  }

  @Test(arguments: seeds(0...9))
  func `a range that cuts scalars is widened`(seed: UInt64) {
    var random = SeededRandom(seed)
    var text = IndexedText(painfulText(pieces: 40, using: &random))
    for step in 0..<200 {
      let from = Int.random(in: -3...text.buffer.count + 3, using: &random)
      let range = TextRange(from, from + Int.random(in: 0...6, using: &random))
      var oracle = text.bytes
      let applied = text.apply(TextReplacement(range, "é"))
      #expect(Array(oracle[applied.range.start.utf8..<applied.range.end.utf8]) == applied.removed)
      oracle.apply(TextReplacement(range: applied.range, replacement: applied.inserted))
      #expect(text.bytes == oracle, "seed \(seed) step \(step)")
      #expect(Array(String(decoding: oracle, as: UTF8.self).utf8) == oracle, "seed \(seed) step \(step)")
      #expect(text.lineStarts == lineStarts(of: oracle), "seed \(seed) step \(step)")
    }
  }

  @Test func `an insertion inside a scalar removes nothing`() {
    var buffer = TextBuffer("a👍b")
    let applied = buffer.replace(TextRange(3, 3), with: Array("x".utf8))
    #expect(applied.range == TextRange(1, 1))
    #expect(buffer == TextBuffer("ax👍b"))
  }
}
