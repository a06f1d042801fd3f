import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// What large edits cost grows with their size and no faster, by counted steps: at n, 2n and 4n mentions.
@Suite("Growth") struct GrowthTests {
  private static let sizes = QuickLoop.isOn ? [60, 120, 240] : [250, 500, 1000]

  /// More than this for twice as many is not linear; a logarithm is allowed for.
  private static let most = 2.3

  private func check(
    _ steps: (Int) -> Int, atMost perMention: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let figures = Self.sizes.map(steps)
    for (less, more) in zip(figures, figures.dropFirst()) {
      #expect(Double(more) <= Self.most * Double(less) + 1000, "\(figures)", sourceLocation: sourceLocation)
    }
    let worst = zip(figures, Self.sizes).map { $0 / $1 }.max() ?? 0
    #expect(worst <= perMention, "\(figures)", sourceLocation: sourceLocation)
    #expect(figures[0] > 0, "nothing was counted", sourceLocation: sourceLocation)
  }

  private struct Large {
    var document: MentionsDocument
    var lines: [String]
    var now = Instant.zero

    /// So many lines with a mention each; every tenth of them of the same person.
    init(_ count: Int) {
      let names = (0..<count).map { $0 % 10 == 0 ? "Ada Lovelace" : "Person \($0)" }
      lines = names.enumerated().map { "- task \($0.offset) for \($0.element) please\n" }
      document = MentionsDocument(
        text: Array(lines.joined().utf8), languageID: "markdown", policy: .standard)
      var start = 0
      var requests: [AddRequest] = []
      for (index, line) in lines.enumerated() {
        let name = names[index]
        let end = start + line.utf8.count - " please\n".utf8.count
        requests.append(
          AddRequest(
            range: TextRange(end - name.utf8.count, end), text: Array(name.utf8),
            entity: Entity(id: name, name: name)))
        start += line.utf8.count
      }
      let outcome = document.add(requests)
      precondition(outcome.refused.isEmpty)
    }

    /// One notification; gives the steps that it cost.
    mutating func change(_ edits: [TextReplacement], after milliseconds: Int = 2000) -> Int {
      now = now.advanced(by: milliseconds)
      let before = document.steps
      document.beginChanges()
      for edit in edits { document.splice(edit) }
      _ = document.finishChanges(now: now)
      return document.steps - before
    }

    mutating func sync(_ text: String) -> Int {
      change([TextReplacement(range: document.text.buffer.range, replacement: Array(text.utf8))])
    }

    var mentions: Int { document.annotations.count }
  }

  @Test func `the whole document with new indentation`() {
    check(
      { count in
        var large = Large(count)
        let steps = large.sync(large.lines.map { "      " + $0 }.joined())
        #expect(large.mentions == count)
        return steps
      }, atMost: 60)
  }

  @Test func `all lines in another order`() {
    check(
      { count in
        var large = Large(count)
        var random = SeededNumbers(seed: 7)
        let steps = large.sync(large.lines.shuffled(using: &random).joined())
        #expect(large.mentions == count)
        return steps
      }, atMost: 2000)
  }

  @Test func `all lines changed and in another order`() {
    check(
      { count in
        var large = Large(count)
        let steps = large.sync(large.lines.map { $0.replacing("task", with: "job") }.sorted().joined())
        #expect(large.mentions >= count * 9 / 10)
        return steps
      }, atMost: 3000)
  }

  @Test(arguments: [true, false]) func `a filter in two notifications`(insertsFirst: Bool) {
    check(
      { count in
        var large = Large(count)
        let old = large.document.text.buffer.range
        let new = Array(large.lines.map { $0.replacing("task", with: "job") }.sorted().joined().utf8)
        let insertion = TextReplacement(
          range: TextRange(at: insertsFirst ? old.end : .zero), replacement: new)
        let deletion = TextReplacement(range: old, replacement: [])
        var steps = 0
        for edit in insertsFirst ? [insertion, deletion] : [deletion, insertion] {
          steps += large.change([edit], after: 5)
        }
        #expect(large.mentions >= count * 9 / 10)
        return steps
      }, atMost: 3000)
  }

  @Test func `every name replaced in one notification, then restored`() {
    check(
      { count in
        var large = Large(count)
        let standing = Array(large.document.annotations)
        // Last first, so that no edit moves the places of the others.
        let x = Array("x".utf8)
        var steps = large.change(standing.reversed().map { TextReplacement(range: $0.range, replacement: x) })
        #expect(large.mentions == 0)
        // First to last: each puts those behind it where they were.
        steps += large.change(
          standing.map {
            TextReplacement(range: TextRange($0.range.start, $0.range.start + 1), replacement: $0.text)
          })
        #expect(large.mentions == count)
        return steps
      }, atMost: 3000)
  }

  @Test func `kept mentions whose text is gone`() {
    check(
      { count in
        let old = Large(count)
        let archive = AnnotationArchive.snapshot(of: old.document.annotations, in: old.document.text)
        var steps = 0
        let text = IndexedText(String(repeating: "nobody of them is in this line\n", count: count))
        #expect(archive.restore(into: text, steps: &steps).lost.count == count)
        return steps
      }, atMost: 200)
  }

  @Test func `kept mentions in lines that were sorted meanwhile`() {
    check(
      { count in
        let old = Large(count)
        let archive = AnnotationArchive.snapshot(of: old.document.annotations, in: old.document.text)
        var steps = 0
        let found = archive.restore(into: IndexedText(old.lines.sorted().joined()), steps: &steps).found
        #expect(found.count == count)
        return steps
      }, atMost: 400)
  }

  @Test func `a key costs no steps, however many mentions there are`() {
    var large = Large(400)
    #expect(large.change([TextReplacement(TextRange(0, 0), "x")], after: 5) == 0)
    #expect(large.change([TextReplacement(TextRange(1, 1), "\n")], after: 5) == 0)
    #expect(large.change([TextReplacement(TextRange(0, 1), "")], after: 5) == 0)
  }
}
