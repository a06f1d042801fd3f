import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

@Suite struct AnnotationsTests {
  /// What a token list says of an annotation: its place relative to the one before, its length, its looks.
  private struct Token: Hashable {
    var lines: Int
    var columns: Int
    var length: Int
    var isTrimmed: Bool
    var isLit: Bool
  }

  private func tokens(_ document: AnnotatedDocument) -> [Token] {
    var last = TextPosition(line: 0, column: 0)
    return document.store.map { annotation in
      let at = PositionEncoding.utf16.position(of: annotation.range.start, in: document.text)
      defer { last = at }
      return Token(
        lines: at.line - last.line, columns: at.line == last.line ? at.column - last.column : at.column,
        length: annotation.range.count, isTrimmed: annotation.state == .trimmed, isLit: annotation.litUp)
    }
  }

  @Test func `look-ups by place`() {
    let store = AnnotatedDocument("a «Ada»«Bob» b").store
    #expect(store.annotation(containing: TextOffset(2)) == nil)
    #expect(store.annotation(containing: TextOffset(3))?.entity.name == "Ada")
    #expect(store.annotation(touching: TextOffset(2))?.entity.name == "Ada")
    #expect(store.annotation(touching: TextOffset(5))?.entity.name == "Ada")
    #expect(store.annotation(touching: TextOffset(8))?.entity.name == "Bob")
    #expect(store.annotation(touching: TextOffset(9)) == nil)
    #expect(store.annotation(endingAt: TextOffset(5))?.entity.name == "Ada")
    #expect(store.annotation(endingAt: TextOffset(2)) == nil)
    #expect(store.indices(in: TextRange(5, 6)) == 1..<2)
    #expect(store.indices(in: TextRange(0, 2)) == 0..<0)
    #expect(store.indices(touching: TextRange(5, 5)) == 0..<2)
  }

  @Test func `annotations of one entity share what they hold`() {
    let store = AnnotatedDocument("«Ada» «Ada» «Bob»").store
    #expect(store[0].content === store[1].content)
    #expect(store[0].content !== store[2].content)
  }

  @Test func `removing by range takes what shares a byte`() {
    var document = AnnotatedDocument("«Ada» «Bob» «Cy»")
    let removed = document.store.remove(in: [TextRange(3, 5)])
    #expect(removed.map(\.entity.name) == ["Bob"])
    #expect(document.marked == "«Ada» Bob «Cy»")
    let rest = document.store.remove(in: nil)
    #expect(rest.count == 2)
    #expect(document.store.isEmpty)
  }

  @Test func `one is lit up at a time, following the cursor`() {
    var document = AnnotatedDocument("«Ada» «Bob» «Cy»")
    let changes = [document.store.lightUp(at: 1), document.store.lightUp(at: 1)]
    #expect(changes == [true, false])
    #expect(document.store.map(\.litUp) == [false, true, false])
    document.replace(0..<4, with: "")
    #expect(document.store.map(\.litUp) == [true, false])
    document.replace(1..<1, with: "x")
    #expect(document.store.litUpIndex == nil)
    #expect(document.store.violations(in: document.text) == [])
  }

  @Test func `the member revision rises only when annotations come or go`() {
    var document = AnnotatedDocument("«Ada Lovelace» «Bob»")
    let start = document.store.membershipRevision
    document.replace(12..<12, with: "!")
    document.replace(3..<12, with: "")
    document.store.lightUp(at: 0)
    #expect(document.store.membershipRevision == start)
    document.replace(1..<1, with: "x")
    #expect(document.store.membershipRevision == start + 1)
  }

  @Test func `untouched annotations after a key in front, between and behind`() {
    func untouched(_ place: Int) -> UntouchedAnnotations? {
      var document = AnnotatedDocument("«Ada» «Bob» «Cy» x")
      let start = document.store.revision
      document.replace(place..<place, with: "k")
      return document.store.untouched(since: start)
    }
    #expect(untouched(0) == UntouchedAnnotations(prefix: 0, suffix: 2))
    #expect(untouched(4) == UntouchedAnnotations(prefix: 1, suffix: 1))
    #expect(untouched(11) == UntouchedAnnotations(prefix: 3, suffix: 0))
    #expect(untouched(5) == UntouchedAnnotations(prefix: 1, suffix: 0))
  }

  @Test func `nothing is known of a revision that is too old or does not exist`() {
    var document = AnnotatedDocument("«Ada» «Bob»")
    #expect(document.store.untouched(since: document.store.revision + 1) == nil)
    let start = document.store.revision
    for round in 0..<1000 {
      document.store.lightUp(at: round % 2)
    }
    #expect(document.store.untouched(since: start) != nil)
  }

  @Test func `one key before very many annotations shifts none of them`() throws {
    let count = QuickLoop.isOn ? 4_000 : 20_000
    let name = Array("@ada ".utf8)
    let text = IndexedText([UInt8](repeating: 0x78, count: 8) + (0..<count).flatMap { _ in name })
    var store = Annotations(textCount: text.buffer.count)
    for index in 0..<count {
      let start = 8 + index * 5
      try store.insert(
        NewAnnotation(
          range: TextRange(start, start + 4), entity: Entity(id: "ada", name: "ada"), source: .added),
        in: text)
    }
    var typed = text
    _ = store.apply(Change([typed.apply(TextReplacement(TextRange(4, 4), "y"))]), in: typed)
    let before = store.slots.back[count / 2].place
    for place in 5..<100 {
      _ = store.apply(Change([typed.apply(TextReplacement(TextRange(place, place), "y"))]), in: typed)
    }
    #expect(store.slots.frontCount == 0)
    #expect(store.slots.back[count / 2].place == before)
    #expect(store.violations(in: typed) == [])
  }

  @Test
  func `two thousand edits in one notification, last first, as an editor with as many cursors sends them`() {
    var document = AnnotatedDocument(String(repeating: "a «Ada»\n", count: 2_000))
    document.apply((0..<2_000).reversed().map { ($0 * 6..<$0 * 6 + 1, "bb") })
    #expect(document.store.count == 2_000)
    #expect(document.store.violations(in: document.text) == [])
    document.apply((0..<2_000).map { ($0 * 4..<$0 * 4 + 3, "") })
    #expect(document.marked == String(repeating: "«Ada»\n", count: 2_000))
  }

  /// Seeded edits against a list of ranges that is rebuilt from nothing but the rules for single edits.
  @Test(arguments: seeds(1...40)) func `random edits against a simple list`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var document = AnnotatedDocument("")
    document.store.removed.limit = .init(count: 0, bytes: 0)
    document.sync((0..<30).map { "word\($0) " }.joined() + "\n second line of it\n")
    var oracle: [Range<Int>] = []
    var known: [(revision: Int, tokens: [Token])] = []
    var lastEdit = ""
    for step in 0..<120 {
      let count = document.text.buffer.count
      if Int.random(in: 0..<4, using: &random) == 0, count > 4 {
        let start = Int.random(in: 0..<count - 3, using: &random)
        let range = start..<start + Int.random(in: 1...3, using: &random)
        oracle.removeAll { $0.overlaps(range) }
        oracle.append(range)
        oracle.sort { $0.lowerBound < $1.lowerBound }
        try! document.store.insert(
          NewAnnotation(
            range: TextRange(range.lowerBound, range.upperBound), entity: Entity(id: "\(step)", name: "x"),
            source: .added), in: document.text)
      } else {
        let start = Int.random(in: 0...count, using: &random)
        let end = min(count, start + [0, 0, 1, 5].randomElement(using: &random)!)
        let new = ["", "k", "\n", "QQQ"].randomElement(using: &random)!
        // Capitals that occur nowhere else, and no replacement by the same text: the difference is the edit itself.
        if start == end, new.isEmpty { continue }
        let isReplacement = end > start && !new.isEmpty
        let inserted = isReplacement ? "ZQ" : new
        let old = document.text.buffer.bytes(in: TextRange(start, end))
        if isReplacement, old.contains(0x5a) || old.contains(0x51) { continue }
        lastEdit = "\(start..<end) \(inserted) for \(String(decoding: old, as: UTF8.self))"
        let before = document.text.buffer
        document.replace(start..<end, with: inserted)
        let edit = inserted.isEmpty ? Self.placed(start..<end, of: before, beside: oracle) : start..<end
        oracle = oracle.compactMap { range in
          let (start, end) = (edit.lowerBound, edit.upperBound)
          if start >= range.lowerBound, end <= range.upperBound, start < range.upperBound,
            end > range.lowerBound
          {
            // White space inside it that becomes other white space.
            let now = range.lowerBound..<range.upperBound + inserted.utf8.count - (end - start)
            let isSame = WhiteSpace.areEqualButForRuns(
              before.bytes(in: TextRange(range.lowerBound, range.upperBound)),
              document.text.buffer.bytes(in: TextRange(now.lowerBound, now.upperBound)))
            if isSame { return now }
            // An insertion that could as well have been made at its edge.
            let own = before.bytes(in: TextRange(range.lowerBound, range.upperBound))
            if end == start {
              for first in [range.lowerBound, range.lowerBound + inserted.utf8.count]
              where document.text.buffer.holds(own, at: TextOffset(first)) {
                return first..<first + range.count
              }
            }
          }
          if end <= range.lowerBound {
            return range.lowerBound + inserted.utf8.count - (end - start)..<range.upperBound
              + inserted.utf8.count - (end - start)
          }
          if start >= range.upperBound { return range }
          return nil
        }
      }
      #expect(
        document.store.map { $0.range.start.utf8..<$0.range.end.utf8 } == oracle,
        "seed \(seed), step \(step), last edit \(lastEdit)")
      if document.store.count != oracle.count { return }
      #expect(document.store.violations(in: document.text) == [], "seed \(seed), step \(step)")
      let now = tokens(document)
      for (revision, then) in known.suffix(6) {
        guard let same = document.store.untouched(since: revision) else { continue }
        #expect(same.prefix + same.suffix <= min(then.count, now.count), "seed \(seed), step \(step)")
        #expect(then.prefix(same.prefix) == now.prefix(same.prefix), "seed \(seed), step \(step)")
        #expect(then.suffix(same.suffix) == now.suffix(same.suffix), "seed \(seed), step \(step)")
      }
      known.append((document.store.revision, now))
    }
  }

  /// The nearest deletion of equal text that cuts into no annotation, else the deletion itself.
  private static func placed(
    _ deletion: Range<Int>, of text: TextBuffer, beside annotations: [Range<Int>]
  ) -> Range<Int> {
    func cuts(_ range: Range<Int>) -> Bool {
      annotations.contains { annotation in
        [range.lowerBound, range.upperBound].contains {
          annotation.lowerBound < $0 && $0 < annotation.upperBound
        }
      }
    }
    func without(_ range: Range<Int>) -> [UInt8] {
      text.bytes(in: TextRange(0, range.lowerBound)) + text.bytes(in: TextRange(range.upperBound, text.count))
    }
    let isInside = annotations.contains {
      $0.lowerBound <= deletion.lowerBound && deletion.upperBound <= $0.upperBound
    }
    guard cuts(deletion), !isInside else { return deletion }
    let rest = without(deletion)
    for distance in deletion.indices.map({ $0 - deletion.lowerBound + 1 }) {
      for shift in [-distance, distance] {
        let range = deletion.lowerBound + shift..<deletion.upperBound + shift
        guard range.lowerBound >= 0, range.upperBound <= text.count, !cuts(range), without(range) == rest
        else {
          continue
        }
        return range
      }
    }
    return deletion
  }

  /// Wide edits, batches, unusual graphemes: whatever happens, the invariants hold.
  @Test(arguments: seeds(100...140)) func `random batches keep the invariants`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let pieces = [
      "a", " ", "\r\n", "\n", "e\u{301}", "🇩🇪", "👩‍👩‍👧", "Ada", "Ada Lovelace", "\u{301}", "\u{1100}", "\u{1161}",
      "王", "\u{200d}",
    ]
    var document = AnnotatedDocument("Hi Ada Lovelace, see Bob and 王 and 🇩🇪🇫🇷.\n")
    for step in 0..<40 {
      var edits: [(Range<Int>, String)] = []
      let mirror = document.text
      var copy = mirror
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let start = copy.buffer.scalarStart(
          at: TextOffset(Int.random(in: 0...copy.buffer.count, using: &random)))
        let end = copy.buffer.scalarStart(
          at: copy.buffer.clamp(start + Int.random(in: 0...9, using: &random)))
        let range = min(start, end).utf8..<max(start, end).utf8
        let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random)!
        }.joined()
        edits.append((range, new))
        copy.apply(TextReplacement(TextRange(range.lowerBound, range.upperBound), new))
      }
      if step % 5 == 0 {
        document.sync(copy.buffer.string(in: copy.buffer.range))
      } else {
        document.apply(edits)
      }
      for _ in 0..<3 {
        let start = document.text.buffer.scalarStart(
          at: TextOffset(Int.random(in: 0...document.text.buffer.count, using: &random)))
        let end = document.text.buffer.clamp(start + Int.random(in: 1...12, using: &random))
        try? document.annotate(
          start.utf8..<document.text.buffer.scalarStart(at: end).utf8, name: "Ada Lovelace")
      }
      if !document.store.isEmpty {
        document.store.lightUp(at: Int.random(in: 0..<document.store.count, using: &random))
      }
      let found = document.store.violations(in: document.text)
      #expect(found == [], "seed \(seed), step \(step), edits \(edits)")
      if !found.isEmpty { return }
    }
  }
}
