import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// What holds for every transform of any text, tried with seeded texts.
@Suite("Properties of transforms")
struct TransformPropertyTests {
  private static let parts = [
    "a", "Zb", " ", "  ", "\n", "\r\n", "straße", "ΟΔΟΣ", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "你好", "世界，", "-", "\t",
    "don’t", "İ", "ﬁ", "x y z", "\n\n", "कि", "\u{200D}", "\u{301}",
  ]
  private static let names = ["Ada Lovelace", "Bob", "Élodie", "张三", "O'Neill", "Ali\nBaba"]

  /// Text of so many parts, a third of them mentions; marks without a letter only where `hasLoneMarks`.
  private func document(_ numbers: inout SeededNumbers, parts: Int, hasLoneMarks: Bool) -> MentionsDocument {
    var text: [UInt8] = []
    var wishes: [(Range<Int>, String)] = []
    let plain = hasLoneMarks ? Self.parts : Self.parts.dropLast(2)
    for _ in 0..<parts {
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        let name = Self.names.randomElement(using: &numbers) ?? ""
        wishes.append((text.count..<text.count + name.utf8.count, name))
        text += Array(name.utf8)
      } else {
        text += Array((plain.randomElement(using: &numbers) ?? "").utf8)
      }
    }
    var document = MentionsDocument(text: text, languageID: "markdown", policy: .standard)
    _ = document.add(
      wishes.map {
        AddRequest(
          range: TextRange($0.0.lowerBound, $0.0.upperBound), text: nil,
          entity: TransformPeople.person($0.1, handle: "h\($0.1.count)"))
      })
    return document
  }

  private func range(_ numbers: inout SeededNumbers, in document: MentionsDocument) -> TextRange {
    let count = document.text.buffer.count
    let (a, b) = (Int.random(in: 0...count, using: &numbers), Int.random(in: 0...count, using: &numbers))
    return TextRange(min(a, b), max(a, b))
  }

  private static let all = MentionsPolicy.standard.transforms(wrappingAt: 12)

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `no mention is cut or lost, and the invariants hold`(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<(QuickLoop.isOn ? 6 : 40) {
      let document = document(&numbers, parts: 14, hasLoneMarks: round % 4 == 0)
      let range = range(&numbers, in: document)
      for named in Self.all {
        let plan = document.plan(named.transform, in: range)
        let what: Comment = "seed \(seed), round \(round), \(named.name) of \(shown(document)) in \(range)"
        #expect(plan.faults.isEmpty, what)
        var copy = document
        _ = copy.apply(plan, now: .zero)
        #expect(copy.annotations.violations(in: copy.text) == [], what)
        if round % 4 != 0, named.transform != .plainText {
          #expect(copy.annotations.count == document.annotations.count, what)
        }
        if !named.transform.isOfMentions {
          #expect(
            plan.mentions.allSatisfy { $0.after == nil || $0.fate == .moved }
              && copy.annotations.allSatisfy { text in document.annotations.contains { $0.text == text.text }
              },
            what)
        }
        #expect(copy.text.buffer.bytes(in: copy.text.buffer.range) == applied(plan, to: document), what)
      }
    }
  }

  /// The edits of a plan, which are to be small and still make all of it.
  private func applied(_ plan: EditPlan, to document: MentionsDocument) -> [UInt8] {
    let bytes = document.text.buffer.bytes(in: document.text.buffer.range)
    return bytes[..<plan.region.start.utf8] + plan.replacement + bytes[plan.region.end.utf8...]
  }

  @Test(arguments: [UInt64(11), 12])
  func `reverse and rot13 twice give the text again, mentions and all`(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<(QuickLoop.isOn ? 24 : 120) {
      let document = document(&numbers, parts: 12, hasLoneMarks: false)
      for transform in [TextTransform.reverse, .rot13] {
        var copy = document
        for _ in 0..<2 { _ = copy.apply(copy.plan(transform, in: copy.text.buffer.range), now: .zero) }
        #expect(shown(copy) == shown(document), "seed \(seed), round \(round), \(transform)")
      }
    }
  }

  @Test(arguments: [UInt64(21), 22])
  func `lines keep their number when they are sorted, and wrapping twice is wrapping once`(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<(QuickLoop.isOn ? 16 : 80) {
      let document = document(&numbers, parts: 20, hasLoneMarks: false)
      let all = document.text.buffer.range
      var sorted = document
      _ = sorted.apply(sorted.plan(.sortLines, in: all), now: .zero)
      #expect(sorted.text.lines.lineCount == document.text.lines.lineCount, "seed \(seed), round \(round)")
      var once = document
      _ = once.apply(once.plan(.wrap(column: 12), in: all), now: .zero)
      var twice = once
      _ = twice.apply(twice.plan(.wrap(column: 12), in: twice.text.buffer.range), now: .zero)
      #expect(shown(twice) == shown(once), "seed \(seed), round \(round)")
    }
  }
}
