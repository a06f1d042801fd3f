import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Edits of the host, by what becomes of each mention.
@Suite("Edits of the host")
struct HostEditTests {
  /// The text with an edit in it, `|…|` being replaced by `new`, and what becomes of the mentions.
  private func check(
    _ text: String, _ new: String, sparing: Bool, gives expected: String, _ fates: [MentionFate],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let marked = MarkedText(text)
    var document = transformDocument(marked)
    let range = try #require(marked.selection)
    let plan = try document.plan(edits: [TextReplacement(range, new)], sparing: sparing)
    #expect(plan.mentions.map(\.fate) == fates, sourceLocation: sourceLocation)
    _ = document.apply(plan, now: .zero)
    #expect(shown(document) == expected, sourceLocation: sourceLocation)
    #expect(
      plan.mentions.compactMap(\.after) == document.annotations.map(\.range), sourceLocation: sourceLocation)
  }

  @Test
  func `an edit beside a mention moves it`() throws {
    try check("|«Ada» x", "Hi ", sparing: false, gives: "Hi «Ada» x", [.moved])
    try check("«Ada»| x|", "", sparing: true, gives: "«Ada»", [.moved])
    try check("|one| «Ada»", "two", sparing: true, gives: "two «Ada»", [.moved])
  }

  @Test
  func `an edit inside a mention makes it plain text, or goes behind it where mentions are to live`() throws {
    try check("x «Ada |Lovelace» y", "B. ", sparing: false, gives: "x Ada B. Lovelace y", [.plain])
    try check("x «Ada |Lovelace» y", "B. ", sparing: true, gives: "x «Ada Lovelace»B.  y", [.moved])
    try check("x «A|da Love|lace» y", "", sparing: false, gives: "x Alace y", [.plain])
    try check("x «A|da Love|lace» y", "", sparing: true, gives: "x «Ada Lovelace» y", [.moved])
  }

  @Test
  func `an edit across an edge leaves a mention whole where mentions are to live`() throws {
    try check("on|e «Ada L|ovelace» y", "ly ", sparing: true, gives: "only «Ada Lovelace» y", [.moved])
    try check("«Ada Lov|elace» and| y", "!", sparing: true, gives: "«Ada Lovelace»! y", [.moved])
    try check("on|e «Ada L|ovelace» y", "ly ", sparing: false, gives: "only ovelace y", [.plain])
  }

  @Test
  func `a mention in what is deleted is removed, and one that is put in again stays`() throws {
    try check("x| «Ada Lovelace»| y", "", sparing: true, gives: "x y", [.removed])
    try check("|x «Ada Lovelace» y|", "z Ada Lovelace", sparing: true, gives: "z «Ada Lovelace»", [.moved])
  }

  @Test
  func `what is left may be the short form`() throws {
    try check("«Ada| Lovelace» y|", "", sparing: true, gives: "«Ada»", [.trimmed])
    try check("«Ada| Lovelace»|", "", sparing: false, gives: "«Ada»", [.trimmed])
    try check("«Ada| |Lovelace»", "\n", sparing: true, gives: "«Ada\nLovelace»", [.moved])
  }

  @Test
  func `several edits keep their order, and wrong ones are named`() throws {
    var document = transformDocument("one «Ada» two")
    let plan = try document.plan(
      edits: [
        TextReplacement(TextRange(8, 11), "2"), TextReplacement(TextRange(0, 0), "a"),
        TextReplacement(TextRange(0, 0), "b"),
      ], sparing: true)
    _ = document.apply(plan, now: .zero)
    #expect(shown(document) == "abone «Ada» 2")
    #expect(throws: HostEditError.outOfBounds(1)) {
      try document.plan(
        edits: [TextReplacement(TextRange(0, 0), ""), TextReplacement(TextRange(5, 99), "")], sparing: true)
    }
    #expect(throws: HostEditError.overlaps(1)) {
      try document.plan(
        edits: [TextReplacement(TextRange(0, 3), ""), TextReplacement(TextRange(2, 5), "")], sparing: true)
    }
  }
}
