import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Planned edits that come back as changes, in the ways in which clients write them.
@Suite("Planned edits")
struct PlannedEditTests {
  private func document(_ marked: String) -> MentionsDocument { transformDocument(MarkedText(marked)) }

  /// Sends edits, which are sorted, as one notification, the last one first.
  @discardableResult
  private func send(_ edits: [TextReplacement], to document: inout MentionsDocument) -> DocumentReport {
    document.beginChanges()
    for edit in edits.reversed() { document.splice(edit) }
    return document.finishChanges(now: .zero)
  }

  private func expected(_ transform: TextTransform, in marked: String) -> (MentionsDocument, EditPlan) {
    var document = document(marked)
    let plan = document.plan(transform, in: document.text.buffer.range)
    document.expect(plan)
    return (document, plan)
  }

  @Test
  func
    `one edit, several from the last to the first, the whole text and several notifications come to the same`()
  {
    let before = "one «Ada» two «Bob» three"
    let after = "eerht «Bob» owt «Ada» eno"
    var (document, plan) = expected(.reverse, in: before)
    send(plan.edits, to: &document)
    #expect(shown(document) == after)

    (document, plan) = expected(.reverse, in: before)
    document.beginChanges()
    document.replaceAll(with: MarkedText(after).bytes)
    _ = document.finishChanges(now: .zero)
    #expect(shown(document) == after)

    (document, plan) = expected(.write(.handle(trigger: "@")), in: "«Ada» met «Bob»")
    #expect(plan.edits.count == 2)
    for edit in plan.edits.reversed() { send([edit], to: &document) }
    #expect(shown(document) == "«@ada» met «@bob»")
  }

  @Test
  func `a planned edit that is taken back and made again has its mentions each time`() {
    let before = "«Ada» met «Bob»\nb\na"
    for transform in [TextTransform.reverse, .write(.handle(trigger: "@")), .sortLines] {
      var (document, plan) = expected(transform, in: before)
      let old = document.text.buffer.bytes(in: plan.region)
      send(plan.edits, to: &document)
      let after = shown(document)
      for _ in 0..<2 {
        send([TextReplacement(range: document.text.buffer.range, replacement: old)], to: &document)
        #expect(shown(document) == before, "\(transform)")
        send(
          [TextReplacement(range: document.text.buffer.range, replacement: plan.replacement)], to: &document)
        #expect(shown(document) == after, "\(transform)")
      }
    }
  }

  @Test
  func `mentions that only move are neither made nor deleted for the host`() {
    var (document, plan) = expected(.reverse, in: "one «Ada» two «Bob»")
    let ids = Set(document.annotations.map(\.id))
    let report = send(plan.edits, to: &document)
    #expect(Set(document.annotations.map(\.id)) == ids)
    #expect(
      !report.effects.contains {
        switch $0 {
        case .didCreate, .didDelete, .didDeleteAdded, .didTrim: true
        default: false
        }
      })
  }

  @Test
  func `another edit than the planned one is an edit like any other`() {
    var (document, _) = expected(.reverse, in: "one «Ada» two")
    send([TextReplacement(TextRange(0, 3), "two")], to: &document)
    #expect(shown(document) == "two «Ada» two")
    send([TextReplacement(TextRange(5, 6), "")], to: &document)
    #expect(shown(document) == "two Aa two")
  }

  @Test
  func `text typed elsewhere meanwhile moves a plan`() {
    var (document, plan) = expected(.reverse, in: "x\n\n\n\none «Ada» two")
    _ = plan
    var late = self.document("x\n\n\n\none «Ada» two")
    let lines = TextRange(5, 16)
    let own = late.plan(.reverse, in: lines)
    late.expect(own)
    send([TextReplacement(TextRange(at: .zero), "typed ")], to: &late)
    send(
      own.edits.map { TextReplacement(range: $0.range.shifted(by: 6), replacement: $0.replacement) },
      to: &late)
    #expect(shown(late) == "typed x\n\n\n\nowt «Ada» eno")
    send(plan.edits, to: &document)
    #expect(shown(document) == "owt «Ada» eno\n\n\n\nx")
  }

  @Test
  func `the edits are as small as can be`() {
    let document = document("one «Ada» two «Bob» three")
    let rot = document.plan(.upper, in: TextRange(0, 3))
    #expect(rot.edits == [TextReplacement(TextRange(0, 3), "ONE")])
    #expect(document.plan(.upper, in: TextRange(4, 7)).changesNothing)
    let wrapped = document.plan(.wrap(column: 10), in: document.text.buffer.range)
    #expect(
      wrapped.edits == [TextReplacement(TextRange(7, 8), "\n"), TextReplacement(TextRange(15, 16), "\n")])
  }

  @Test
  func `a transform that loses, repeats or cuts a mention is at fault`() {
    let document = document("one «Ada» two «Bob»")
    let lost = document.transform(document.text.buffer.range) { source in
      var result = TransformedText(of: source)
      result.append(mention: 1)
      return result
    }
    #expect(lost.faults == ["the mention of Ada Lovelace was neither placed nor omitted"])
    #expect(lost.mentions.map(\.fate) == [.removed, .moved])
    let twice = document.transform(document.text.buffer.range) { source in
      var result = TransformedText(of: source)
      for index in [0, 0, 1] { result.append(mention: index) }
      return result
    }
    #expect(twice.faults == ["the mention of Ada Lovelace was placed twice"])
    let leftOut = document.transform(document.text.buffer.range) { source in
      var result = TransformedText(of: source)
      result.append(mention: 1)
      result.leaveOut(mention: 0)
      return result
    }
    #expect(leftOut.faults.isEmpty)
    #expect(leftOut.mentions.map(\.fate) == [.removed, .moved])
  }
}
