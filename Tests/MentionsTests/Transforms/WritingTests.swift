import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Plans that put mentions in place of text.
@Suite("Mentions in place of text")
struct WritingTests {
  private static let policy: MentionsPolicy = {
    var policy = MentionsPolicy.standard
    policy.triggers[0].insert.byLanguage["markdown"] = try? InsertFormat("[«@{handle|name}»]({url})")
    return policy
  }()

  /// The document of marked text, `|…|` marks what is replaced, after the plan was carried out.
  private func written(_ marked: String, by entities: [Entity], trigger: Int? = 0) -> String {
    let text = MarkedText(marked)
    var document = transformDocument(text, policy: Self.policy)
    let range = text.selection ?? document.text.buffer.range
    let plan = document.plan(writing: entities.map { WantedMention($0, in: range, trigger: trigger) })
    #expect(plan.faults.isEmpty)
    #expect(document.annotations.violations(in: document.text).isEmpty)
    _ = document.apply(plan, now: .zero)
    #expect(document.annotations.violations(in: document.text).isEmpty)
    return shown(document)
  }

  @Test(arguments: [
    ("Ask |@lovelace| now", "Ask [«@ada»](https://example.org/ada) now"),
    // What is in the way goes, with what its format wrote round it.
    ("«Bob» and |«Bob»|, «Bob»", "«Bob» and [«@ada»](https://example.org/ada), «Bob»"),
    ("[|«@ada»|](https://example.org/ada)", "[«@ada»](https://example.org/ada)"),
    ("«Bob» |Ada| «Bob»", "«Bob» [«@ada»](https://example.org/ada) «Bob»"),
  ])
  func `as the format of the language writes them`(marked: String, expected: String) {
    #expect(written(marked, by: [TransformPeople.ada]) == expected)
  }

  @Test(arguments: [
    "[|Ada|](https://y.org)", "[see |Ada|, please](https://y.org)", "[|Ada|][1]", "[*[|Ada|]* x](y)",
    "[see\n|Ada|\nhere](y)",
  ])
  func `no link in the text of another one`(marked: String) {
    #expect(written(marked, by: [TransformPeople.ada]) == marked.filter { $0 != "|" })
    #expect(written(marked, by: [TransformPeople.ada], trigger: nil).contains("«Ada Lovelace»"))
  }

  @Test(arguments: [
    "[|Ada|]", "[x](y) |Ada| [x](y)", "[ ] |Ada|", "[a\n\n|Ada|\n\nb](y)", "|Ada|](y)",
  ])
  func `a link beside of another one`(marked: String) {
    let parts = marked.split(separator: "|Ada|", maxSplits: 1, omittingEmptySubsequences: false)
    let link = "[«@ada»](https://example.org/ada)"
    #expect(written(marked, by: [TransformPeople.ada]) == parts.joined(separator: link))
    for escaped in [#"\\[|Ada|](y)"#, #"[|Ada|\\](y)"#] {
      #expect(written(escaped, by: [TransformPeople.ada]).contains(link))
    }
  }

  @Test func `in a trailer the address of whoever stood there goes too`() {
    func trailer(_ marked: String, _ entity: Entity = TransformPeople.ada) -> String {
      let text = MarkedText(marked)
      var document = transformDocument(text, languageID: "gitcommit")
      let range = text.selection ?? document.text.buffer.range
      _ = document.apply(document.plan(writing: [WantedMention(entity, in: range)]), now: .zero)
      return shown(document)
    }
    #expect(
      trailer("x\n\nReviewed-by: |Ada Byron| <old@x.org>")
        == "x\n\nReviewed-by: «Ada Lovelace <ada@example.org>»")
    #expect(
      trailer("x\n\nReviewed-by: |Ada Byron|  <ada@example.org> # x")
        == "x\n\nReviewed-by: «Ada Lovelace <ada@example.org>» # x")
    #expect(trailer("|Ada Byron| <old@x.org>") == "«Ada Lovelace» <old@x.org>")
    // Nobody loses an address for one that is not known.
    #expect(
      trailer("Acked-by: |Bob| <bob@x.org>", Entity(id: "b", name: "Bob")) == "Acked-by: «Bob» <bob@x.org>")
  }

  @Test(arguments: [
    ("[«Ada Lovelace»](https://example.org/ada)", 1), ("«Ada Lovelace»", nil),
    ("[«Ada Lovelace»](https://y.org)", nil),
    ("[«Ada\nLovelace»](https://example.org/ada)", 1),
  ])
  func `the trigger that wrote a mention, by what stands round it`(marked: String, trigger: Int?) throws {
    var policy = MentionsPolicy.standard
    policy.triggers[0].insert.fallback = try InsertFormat("@{handle}")
    var link = policy.triggers[0]
    link.character = "+"
    link.insert.fallback = try InsertFormat("[«{name}»]({url})")
    policy.triggers.append(link)
    let document = transformDocument(MarkedText(marked), policy: policy)
    #expect(document.trigger(of: document.annotations[0]) == trigger)
  }

  @Test func `where the text stays, the mention is made at once`() {
    var document = transformDocument(MarkedText("Hi Ada Lovelace"))
    let plan = document.plan(writing: [WantedMention(TransformPeople.ada, in: TextRange(3, 15))])
    #expect(plan.edits.isEmpty && !plan.changesNothing)
    let report = document.applyWithoutEdit(plan)
    #expect(shown(document) == "Hi «Ada Lovelace»")
    #expect(report.effects.contains { if case .didCreate = $0 { true } else { false } })
    #expect(document.plan(writing: [WantedMention(TransformPeople.ada, in: TextRange(3, 15))]).changesNothing)
  }

  @Test func `several at once, in any order, and the first of those that overlap`() {
    var document = transformDocument(MarkedText("Ada met Ada, Ada"))
    let places = [TextRange(13, 16), TextRange(0, 3), TextRange(8, 11), TextRange(1, 5)]
    let plan = document.plan(writing: places.map { WantedMention(TransformPeople.ada, in: $0) })
    #expect(plan.edits.count == 3)
    _ = document.apply(plan, now: .zero)
    #expect(shown(document) == "«Ada Lovelace» met «Ada Lovelace», «Ada Lovelace»")
  }

  @Test func `each is named when it comes, and there again when the edit is taken back and made again`() {
    var document = transformDocument(MarkedText("Ada met «Bob»"))
    let plan = document.plan(writing: [WantedMention(TransformPeople.ada, in: TextRange(0, 3))])
    document.expect(plan)
    document.expect(plan)
    let (before, after) = ("Ada met «Bob»", "«Ada Lovelace» met «Bob»")
    for text in [after, before, after] {
      document.beginChanges()
      document.replaceAll(with: MarkedText(text).bytes)
      _ = document.finishChanges(now: .zero)
      #expect(shown(document) == text)
    }
    #expect(Set(document.annotations.map(\.id)).count == 2)
  }
}
