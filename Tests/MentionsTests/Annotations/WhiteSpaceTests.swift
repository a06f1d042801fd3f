import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 5: a run of white space inside a mention becomes another one.
@Suite struct WhiteSpaceTests {
  private func check(
    _ before: String, _ new: String, expects after: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var document = AnnotatedDocument(before)
    let marks = AnnotatedDocument.Marks(before)
    let ids = document.store.map(\.id)
    let changes = document.replace(marks.selection ?? (marks.cursor ?? 0)..<(marks.cursor ?? 0), with: new)
    expectRow(document.marked, after, sourceLocation: sourceLocation)
    #expect(document.store.violations(in: document.text) == [], sourceLocation: sourceLocation)
    if after.contains("«") {
      #expect(changes.isEmpty && document.store.map(\.id) == ids, sourceLocation: sourceLocation)
    }
  }

  @Test func `a name wrapped at a column stays the mention`() {
    check("by «Michael⟦ ⟧Davis» today", "\n", expects: "by «Michael\nDavis» today")
    check("by «Michael⟦ ⟧Davis» today", "\r\n    ", expects: "by «Michael\r\n    Davis» today")
    check("⟦by «Michael Davis»⟧ today", "by Michael\nDavis", expects: "by «Michael\nDavis» today")
  }

  @Test func `a name joined again, a second space, another kind of space`() {
    check("by «Michael⟦\n⟧Davis» today", " ", expects: "by «Michael Davis» today")
    check("by «Michael |Davis»", " ", expects: "by «Michael  Davis»")
    check("by «Michael⟦ ⟧ Davis»", "", expects: "by «Michael Davis»")
    check("by «Michael⟦ ⟧Davis»", "\u{A0}", expects: "by «Michael\u{A0}Davis»")
    check("by «Michael⟦ ⟧Davis»", "\u{3000}", expects: "by «Michael\u{3000}Davis»")
  }

  @Test func `a run of white space against none is a change inside`() {
    check("by «Michael⟦ ⟧Davis»", "", expects: "by MichaelDavis")
    check("by «Mich|ael Davis»", " ", expects: "by Mich ael Davis")
    check("by «Michael⟦ ⟧Davis»", "-", expects: "by Michael-Davis")
    check("by «Michael⟦ ⟧Davis»", "\n# ", expects: "by Michael\n# Davis")
  }

  @Test func `another normal form of its text is no change`() {
    check("by «Zo⟦ë⟧ K» today", "e\u{308}", expects: "by «Zoe\u{308} K» today")
    check("⟦by «Zoë» today⟧", "by Zoe\u{308} today", expects: "by «Zoe\u{308}» today")
    check("⟦by «Zoe\u{308}» today⟧", "by Zoë today", expects: "by «Zoë» today")
    check("by «Zo⟦ë⟧ K» today", "é", expects: "by Zoé K today")
    // One character that is another's equivalent, in place of its own.
    check("«⟦Å⟧ke»", "\u{212B}", expects: "«\u{212B}ke»")
  }

  @Test func `lines normalised by a filter keep their mentions`() {
    var document = AnnotatedDocument("- «Zoë Ångström»\n- «Ada»\n- Zoë, by «Zoë»\n")
    document.sync("- Zoe\u{308} A\u{30A}ngstro\u{308}m\n- Ada\n- Zoe\u{308}, by Zoe\u{308}\n")
    #expect(
      document.marked
        == "- «Zoe\u{308} A\u{30A}ngstro\u{308}m»\n- «Ada»\n- Zoe\u{308}, by «Zoe\u{308}»\n")
  }

  @Test func `a paragraph filled again keeps all its mentions`() {
    var document = AnnotatedDocument(
      "Thanks to «Ada Lovelace» and «Grace Hopper» and also to «Alan Turing» for\nall of it, says «Bob».\n")
    document.sync(
      "Thanks to Ada\nLovelace and Grace\nHopper and also to\nAlan Turing for all\nof it, says Bob.\n")
    #expect(
      document.marked
        == "Thanks to «Ada\nLovelace» and «Grace\nHopper» and also to\n«Alan Turing» for all\nof it, says «Bob».\n"
    )
    document.sync(
      "Thanks to Ada Lovelace and Grace Hopper and also to Alan Turing for all of it, says Bob.\n")
    #expect(
      document.store.map { String(decoding: $0.text, as: UTF8.self) } == [
        "Ada Lovelace", "Grace Hopper", "Alan Turing", "Bob",
      ])
  }

  @Test func `lines joined by inserting their text before deleting them`() {
    // As Neovim's `J`, `3J` and `3gJ` arrive.
    var document = AnnotatedDocument("word «Ada\nLovelace» more text\n")
    document.apply([(8..<8, " Lovelace more text"), (28..<47, "")])
    #expect(document.marked == "word «Ada Lovelace» more text\n")
    document = AnnotatedDocument("a «Ada Lovelace»\nb «Grace Hopper»\nc «Alan Turing»\n")
    document.apply([(14..<14, " b Grace Hopper c Alan Turing"), (44..<73, "")])
    #expect(document.marked == "a «Ada Lovelace» b «Grace Hopper» c «Alan Turing»\n")
    document.apply([(14..<43, "\nb Grace Hopper\nc Alan Turing")])
    #expect(document.marked == "a «Ada Lovelace»\nb «Grace Hopper»\nc «Alan Turing»\n")
    document.apply([(14..<14, "b Grace Hopper"), (29..<44, "")])
    #expect(document.marked == "a «Ada Lovelace»b «Grace Hopper»\nc «Alan Turing»\n")
  }

  @Test func `a wrapped name is still trimmed, deleted and found`() {
    var document = AnnotatedDocument("by «Ada Lovelace» today")
    document.replace(6..<7, with: "\n")
    document.replace(6..<15, with: "")
    #expect(document.marked == "by ‹Ada› today")
    document = AnnotatedDocument("by «Ada Lovelace» today")
    document.replace(6..<7, with: "\n")
    document.replace(3..<15, with: "")
    document.replace(3..<3, with: "Ada\nLovelace")
    #expect(document.marked == "by «Ada\nLovelace» today")
  }

  @Test func `wrapped text is still the mention when the document is reopened`() {
    var document = AnnotatedDocument("by «Ada Lovelace» today")
    document.replace(6..<7, with: "\n")
    let archive = AnnotationArchive.snapshot(of: document.store, in: document.text)
    let found = archive.restore(into: document.text).found
    #expect(found.map(\.range) == [TextRange(3, 15)])
  }
}
