import MentionsTestKit
import Testing

@testable import TextModel

/// A text in small chunks reads and edits like a plain array: whatever lies across an edge, and however edits jump.
@Suite struct ChunkTests {
  private struct Model {
    var text: IndexedText
    var plain: [UInt8]

    /// A small text in chunks of as few bytes, and runs of as few lines, as there can be, or some more.
    init(using random: inout SeededRandom) {
      plain = painfulText(pieces: Int.random(in: 0...150, using: &random), using: &random)
      text = IndexedText(
        plain, chunkSize: [16, 24, 64, 200].randomElement(using: &random) ?? 16,
        runLength: [4, 5, 16].randomElement(using: &random) ?? 4)
    }

    /// Now and then a large piece goes, or comes.
    mutating func edit(step: Int, using random: inout SeededRandom) -> (AppliedEdit, expected: AppliedEdit) {
      let range = randomRange(plain, longest: step % 20 == 7 ? 300 : 3, using: &random)
      let pieces =
        step % 11 == 3 ? Int.random(in: 0...120, using: &random) : Int.random(in: 0...3, using: &random)
      let inserted = painfulText(pieces: pieces, using: &random)
      let removed = Array(plain[range.start.utf8..<range.end.utf8])
      let edit = TextReplacement(range: range, replacement: inserted)
      plain.apply(edit)
      return (text.apply(edit), AppliedEdit(range: range, removed: removed, inserted: inserted))
    }
  }

  @Test(arguments: seeds(0...29))
  func `edits in small chunks are those of an array`(seed: UInt64) {
    var random = SeededRandom(seed)
    var model = Model(using: &random)
    var most = 0
    for step in 0..<120 {
      let (applied, expected) = model.edit(step: step, using: &random)
      let (text, plain) = (model.text, model.plain)
      let comment: Comment = "seed \(seed) step \(step)"
      #expect(applied == expected, comment)
      #expect(text.bytes == plain, comment)
      #expect(text.lineStarts == lineStarts(of: plain), comment)
      #expect(text.lineStarts(from: 0) == lineStarts(of: plain) + [plain.count], comment)
      let all = readPieces(of: text.buffer, in: text.buffer.range)
      #expect(all.flatMap { $0 } == plain && !all.contains([]), comment)
      #expect(all.allSatisfy { $0[0] & 0xC0 != 0x80 }, "a scalar is divided, \(comment)")
      most = max(most, text.buffer.chunkCount)
    }
    #expect(most > 1, "seed \(seed): the text was never in chunks")
  }

  @Test(arguments: seeds(0...29))
  func `reading across the edges of chunks is reading one piece`(seed: UInt64) {
    var random = SeededRandom(seed)
    var model = Model(using: &random)
    for step in 0..<60 {
      _ = model.edit(step: step, using: &random)
      let (text, plain) = (model.text, model.plain)
      let whole = IndexedText(plain)
      let comment: Comment = "seed \(seed) step \(step)"
      #expect(text.buffer == whole.buffer && whole.buffer == text.buffer, comment)
      for _ in 0..<10 {
        let from = Int.random(in: 0...plain.count, using: &random)
        let to = Int.random(in: from...plain.count, using: &random)
        let (start, end) = (TextOffset(from), TextOffset(to))
        let part = Array(plain[from..<to])
        #expect(text.buffer.bytes(in: TextRange(start, end)) == part, comment)
        #expect(
          text.buffer.string(in: TextRange(start, end)) == String(decoding: part, as: UTF8.self), comment)
        #expect(text.buffer.holds(part, at: start), comment)
        if let byte = part.last {
          #expect(!text.buffer.holds(part.dropLast() + [byte ^ 1], at: start), comment)
          #expect(text.buffer[end - 1] == byte, comment)
        }
        #expect(
          text.buffer.firstIndex(of: 10, from: start, limit: end)
            == whole.buffer.firstIndex(of: 10, from: start, limit: end), comment)
        #expect(text.buffer.scalar(before: end) == whole.buffer.scalar(before: end), comment)
        #expect(text.buffer.graphemeStart(before: end) == whole.buffer.graphemeStart(before: end), comment)
        #expect(text.buffer.graphemeEnd(after: start) == whole.buffer.graphemeEnd(after: start), comment)
        #expect(text.buffer.isGraphemeBoundary(end) == whole.buffer.isGraphemeBoundary(end), comment)
        let outside = TextOffset(to + Int.random(in: -3...3, using: &random))
        #expect(text.lines.line(at: outside) == whole.lines.line(at: outside), comment)
        for encoding in PositionEncoding.allCases {
          let position = encoding.position(of: end, in: text)
          #expect(position == encoding.position(of: end, in: whole), comment)
          #expect(
            encoding.offset(of: position, in: text).0 == encoding.offset(of: position, in: whole).0, comment)
        }
      }
      let other = painfulText(pieces: 3, using: &random)
      let range = randomRange(plain, longest: 3, using: &random)
      var changed = plain
      changed.apply(TextReplacement(range: range, replacement: other))
      let found = TextDifference.hunk(from: text.buffer, to: changed)
      #expect(found == TextDifference.hunk(from: whole.buffer, to: changed), comment)
    }
  }

  @Test func `a copy keeps its text when the other is edited far away`() {
    let plain = Array(String(repeating: "a line\n", count: 100).utf8)
    let first = IndexedText(plain, chunkSize: 64, runLength: 8)
    var second = first
    second.apply(TextReplacement(TextRange(700, 700), "end"))
    second.apply(TextReplacement(TextRange(0, 0), "start\n"))
    #expect(first.bytes == plain)
    #expect(first.lineStarts == lineStarts(of: plain))
    #expect(second.bytes == Array("start\n".utf8) + plain + Array("end".utf8))
    #expect(second.lineStarts == lineStarts(of: second.bytes))
  }

  /// Deleting all but a letter here and there, then typing there, leaves neither many chunks nor large gaps.
  @Test func `what deletions leave takes little room`() {
    var text = IndexedText(Array(repeating: 97, count: 100_000), chunkSize: 1024, runLength: 8)
    let chunks = text.buffer.chunkCount
    #expect(chunks >= 100)
    // Far apart, so that another chunk becomes current each time.
    var kept = 0
    while kept + 500 < text.buffer.count {
      text.apply(TextReplacement(TextRange(kept + 1, kept + 500), ""))
      kept += 1
      text.apply(TextReplacement(TextRange(at: text.buffer.end), "z"))
    }
    for place in 0..<text.buffer.count { text.apply(TextReplacement(TextRange(at: TextOffset(place)), "")) }
    text.apply(TextReplacement(TextRange(at: .zero), ""))
    #expect(text.buffer.chunkCount <= 4, "\(text.buffer.count) bytes are in \(text.buffer.chunkCount) chunks")
    #expect(
      text.buffer.storedBytes < 8 * 1024,
      "\(text.buffer.storedBytes) bytes of memory for \(text.buffer.count)")
  }

  @Test func `a long text takes a tenth more than its bytes`() {
    let text = TextBuffer(Array(repeating: 97, count: 10_000_000))
    #expect(text.chunkCount > 100)
    #expect(text.storedBytes < 11_000_000)
  }
}

extension TextBuffer {
  fileprivate var chunkCount: Int { chunks.before.count + 1 + chunks.behind.count }
  /// With the gaps.
  fileprivate var storedBytes: Int {
    (chunks.before + chunks.behind).reduce(chunks.current.capacity) { $0 + $1.chunk.capacity }
  }
}
