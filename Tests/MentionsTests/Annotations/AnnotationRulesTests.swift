import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 5, row by row.
@Suite struct AnnotationRulesTests {
  /// Replaces what `⟦…⟧` marks, or inserts at `|`.
  @discardableResult
  private func check(
    _ before: String, _ new: String, expects after: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> AnnotationChanges {
    var document = AnnotatedDocument(before)
    let marks = AnnotatedDocument.Marks(before)
    let range = marks.selection ?? (marks.cursor ?? 0)..<(marks.cursor ?? 0)
    let changes = document.replace(range, with: new)
    expectRow(document.marked, after, sourceLocation: sourceLocation)
    #expect(document.store.violations(in: document.text) == [], sourceLocation: sourceLocation)
    return changes
  }

  @Test func `an edit before it moves it`() {
    check("|Hi «Ada» and «Bob»", "Oh. ", expects: "Oh. Hi «Ada» and «Bob»")
    check("⟦Hi ⟧«Ada» and «Bob»", "", expects: "«Ada» and «Bob»")
    check("Hi «Ada» ⟦and⟧ «Bob» «Cy»", "&", expects: "Hi «Ada» & «Bob» «Cy»")
  }

  @Test func `an edit behind it leaves it`() {
    #expect(check("Hi «Ada» there|", "!", expects: "Hi «Ada» there!").isEmpty)
  }

  @Test func `an insertion exactly at an edge never makes it grow`() {
    #expect(check("Hi |«Ada»", "x", expects: "Hi x«Ada»").isEmpty)
    #expect(check("Hi «Ada»|", "x", expects: "Hi «Ada»x").isEmpty)
    check("«Ada»|«Bob»", "x", expects: "«Ada»x«Bob»")
    check("|«Ada»", "x", expects: "x«Ada»")
  }

  @Test func `an insertion that joins graphemes across the edge bleaches it`() {
    let changes = check("Hi «Ada»| «Bob»", "\u{301}", expects: "Hi Ada\u{301} «Bob»")
    #expect(changes.bleached.map(\.annotation.text) == [Array("Ada".utf8)])
    check("«🇩🇪» «Bob»", "", expects: "«🇩🇪» «Bob»")
    check("x|«🇩🇪»«🇫🇷» «Bob»", "🇦", expects: "x🇦🇩🇪🇫🇷 «Bob»")
    check("x|«\u{1100}»", "\u{1100}", expects: "x\u{1100}\u{1100}")
  }

  @Test func `removing the text between graphemes that then join bleaches it`() {
    check("\u{1100}⟦ ⟧«\u{1161}x» «Bob»", "", expects: "\u{1100}\u{1161}x «Bob»")
    check("«Ada»⟦ ⟧\u{301}", "", expects: "Ada\u{301}")
  }

  @Test func `any change strictly inside bleaches it and no other`() {
    let changes = check("«Ann» «A|da» «Bob»", "x", expects: "«Ann» Axda «Bob»")
    #expect(changes.bleached.first?.remains == TextRange(4, 8))
    #expect(changes.bleached.first?.annotation.range == TextRange(4, 7))
    check("«Ann» «A⟦d⟧a» «Bob»", "", expects: "«Ann» Aa «Bob»")
    check("«Ann» «A⟦d⟧a» «Bob»", "b", expects: "«Ann» Aba «Bob»")
    check("«Ann» «⟦A⟧da» «Bob»", "", expects: "«Ann» da «Bob»")
    check("«Ann» «Ad⟦a⟧» «Bob»", "", expects: "«Ann» Ad «Bob»")
  }

  @Test func `an insertion that could as well have been made at an edge was made there`() {
    #expect(check("«Ann» «A|dam» «Bob»", "A", expects: "«Ann» A«Adam» «Bob»").isEmpty)
    check("«Ann» «Ad|a» «Bob»", "ad", expects: "«Ann» «Ada»da «Bob»")
    check("«Ann» «Ada|m» «Bob»", "m", expects: "«Ann» «Adam»m «Bob»")
    check("«김 |김» «Bob»", "김 ", expects: "«김 김» 김 «Bob»")
    // What joins the rest of the name to one character leaves no place for it.
    check("«e\u{301}|x» «Bob»", "\u{301}x", expects: "e\u{301}\u{301}xx «Bob»")
  }

  @Test func `a change across one edge bleaches it`() {
    check("«Ann» «Ad⟦a» x⟧ «Bob»", "", expects: "«Ann» Ad «Bob»")
    check("«Ann»⟦ «A⟧da» «Bob»", "", expects: "«Ann»da «Bob»")
    check("«Ad⟦a» and «B⟧ob» «Cy»", "", expects: "Adob «Cy»")
  }

  @Test func `replacing the space after it by punctuation changes nothing`() {
    #expect(check("Hi «Ada»⟦ ⟧", ", ", expects: "Hi «Ada», ").isEmpty)
    check("Hi «Ad⟦a» ⟧", "a, ", expects: "Hi «Ada», ")
  }

  @Test func `a replacement that leaves its text as it was changes nothing`() {
    #expect(check("Hi ⟦«Ada»⟧!", "Ada", expects: "Hi «Ada»!").isEmpty)
    check(
      "⟦Hi «Ada» and  «Bob»!⟧", "Oh, Ada and «Bob»?".filter { $0 != "«" && $0 != "»" },
      expects: "Oh, «Ada» and «Bob»?")
  }

  @Test func `an edit that spans several annotations affects only those whose text it changes`() {
    check("⟦x «Ada» y «Bob» z «Cy» x⟧", "a Ada y Bob z Cy b", expects: "a «Ada» y «Bob» z «Cy» b")
    check("⟦foo «Ada» foo «Bob» foo⟧", "barr Ada barr Bob barr", expects: "barr «Ada» barr «Bob» barr")
    check("⟦1 «Ada» 2 «Bob» 3⟧", "1 Ada 2 Bb 3", expects: "1 «Ada» 2 Bb 3")
  }

  @Test func `whole-document sync is reduced to its differences`() {
    var document = AnnotatedDocument("# Title\n\nHi «Ada» and «Bob»,\nsee «Cy».\n")
    document.sync("# A title\n\nHi Ada and Bob,\nplease see Cy.\n")
    #expect(document.marked == "# A title\n\nHi «Ada» and «Bob»,\nplease see «Cy».\n")
  }

  @Test func `line ends converted outside of it change nothing`() {
    var document = AnnotatedDocument("Hi «Ada»\nand «Bob»\n«Cy»\n")
    document.sync("Hi Ada\r\nand Bob\r\nCy\r\n")
    #expect(document.marked == "Hi «Ada»\r\nand «Bob»\r\n«Cy»\r\n")
  }

  @Test func `deleted and reinserted in one notification, it is kept`() {
    var document = AnnotatedDocument("Hi «Ada»!")
    let changes = document.apply([(3..<6, ""), (3..<3, "A"), (4..<4, "d"), (5..<5, "a")])
    #expect(document.marked == "Hi «Ada»!")
    #expect(changes.isEmpty)
  }

  @Test func `deleted whole it is removed and remembered`() {
    let changes = check("Hi ⟦«Ada»⟧!", "", expects: "Hi !")
    #expect(changes.deleted.map(\.range) == [TextRange(3, 6)])
    let more = check("H⟦i «Ada» and «Bob»!⟧ «Cy»", "", expects: "H «Cy»")
    #expect(more.deleted.count == 2)
  }

  @Test func `selected as a whole and typed over, it is removed`() {
    #expect(check("Hi ⟦«Ada»⟧!", "Abe", expects: "Hi Abe!").deleted.count == 1)
  }

  @Test func `cut and paste brings it back, each time it is pasted`() {
    var document = AnnotatedDocument("Hi «Ada» and you.")
    document.replace(3..<7, with: "")
    #expect(document.marked == "Hi and you.")
    #expect(document.replace(10..<10, with: "Ada ").restored.count == 1)
    document.replace(0..<0, with: "Ada ")
    #expect(document.marked == "«Ada» Hi and you«Ada» .")
    #expect(document.store.map(\.source) == [.restored, .restored])
    #expect(document.store.violations(in: document.text) == [])
  }

  @Test func `undo brings it back, redo removes it again`() {
    var document = AnnotatedDocument("Hi «Ada Lovelace» and «Bob».")
    document.replace(0..<23, with: "x")
    #expect(document.marked == "x.")
    document.replace(0..<1, with: "Hi Ada Lovelace and Bob")
    #expect(document.marked == "Hi «Ada Lovelace» and «Bob».")
    document.replace(0..<23, with: "x")
    #expect(document.marked == "x.")
  }

  @Test func `a part of what was cut brings back the annotations in it`() {
    var document = AnnotatedDocument("Hi «Ada» and «Bob», hello.")
    document.replace(0..<24, with: "")
    document.replace(0..<0, with: "and Bob, he")
    #expect(document.marked.hasPrefix("and «Bob», he"))
  }

  @Test func `a cut line pasted after the last line comes back`() {
    var document = AnnotatedDocument("one\nHi «Ada»\ntwo")
    document.replace(4..<11, with: "")
    document.replace(7..<7, with: "\nHi Ada")
    #expect(document.marked == "one\ntwo\nHi «Ada»")
  }

  @Test func `an undo sent as one wide edit brings it back, wherever the difference lies`() {
    var document = AnnotatedDocument("a «Ada» b")
    document.replace(1..<5, with: "")
    #expect(document.marked == "a b")
    document.sync("a Ada b")
    #expect(document.marked == "a «Ada» b")
  }

  @Test func `turned into plain text, cut and pasted, it stays plain text`() {
    var document = AnnotatedDocument("by «Ada», so")
    document.replace(3..<6, with: "")
    document.replace(3..<3, with: "Ada")
    #expect(document.marked == "by «Ada», so")
    document.store.remove(at: 0)
    document.replace(3..<6, with: "")
    document.replace(3..<3, with: "Ada")
    #expect(document.marked == "by Ada, so")
  }

  @Test func `cut as plain text, it stays plain text though an equal name was cut behind a space before`() {
    var document = AnnotatedDocument("«Ada»Ada x so")
    document.replace(0..<3, with: "")
    document.replace(0..<4, with: "")
    document.replace(2..<2, with: "Ada ")
    #expect(document.marked == "x Ada so")
  }

  @Test func `the same text pasted twice at one place, sent as one wide edit`() {
    var document = AnnotatedDocument("a «Ada» said, b")
    document.replace(2..<11, with: "")
    document.sync("a Ada said, b")
    #expect(document.marked == "a «Ada» said, b")
    document.replace(10..<11, with: "")
    document.sync("a Ada said,Ada said b")
    #expect(document.marked == "a «Ada» said,«Ada» said b")
  }

  @Test func `words over a name of several words, undone as an edit of the whole line`() {
    var document = AnnotatedDocument("So «Grace Hopper» and «Ada Lovelace» said")
    document.replace(3..<15, with: "two winners")
    document.replace(19..<31, with: "some others")
    #expect(document.marked == "So two winners and some others said")
    document.replace(0..<35, with: "So Grace Hopper and Ada Lovelace said")
    #expect(document.marked == "So «Grace Hopper» and «Ada Lovelace» said")
  }

  @Test func `if remembered texts name different entities there is no match`() {
    var document = AnnotatedDocument("Ada Ada")
    try! document.annotate(0..<3, name: "Ada", id: "ada-1")
    try! document.annotate(4..<7, name: "Ada", id: "ada-2")
    document.replace(0..<3, with: "")
    document.replace(1..<4, with: "")
    document.replace(0..<0, with: "Ada")
    #expect(document.marked == "Ada ")
  }

  @Test func `a copy of an annotated part of an open document brings its annotation`() {
    let other = AnnotatedDocument("see «Ada» there")
    var document = AnnotatedDocument("x")
    document.replace(1..<1, with: " Ada th")
    var search = CopySearch(for: Array(" Ada th".utf8))
    search.search(other.store, in: other.text, excluding: nil)
    #expect(document.store.annotate(copyOf: search.found, at: TextOffset(1), in: document.text).count == 1)
    #expect(document.marked == "x «Ada» th")
  }

  @Test func `accepted over another annotation the old one goes and the new one stays`() throws {
    var document = AnnotatedDocument("Hi «Ada»!")
    let edit = document.text.apply(TextReplacement(TextRange(3, 6), "Ada Lovelace"))
    _ = document.store.apply(Change([edit]), in: document.text, restores: false)
    let (new, bleached) = try document.store.insert(
      NewAnnotation(
        range: TextRange(3, 15), entity: Entity(id: "l", name: "Ada Lovelace"), source: .accepted),
      in: document.text)
    #expect(document.marked == "Hi «Ada Lovelace»!")
    #expect(bleached.map(\.entity.id) == ["Ada"])
    #expect(new.source == .accepted)
  }

  @Test func `an added one bleaches those it overlaps`() throws {
    var document = AnnotatedDocument("«Ann» «Bob» «Cy»")
    try document.annotate(2..<6, name: "n Bo")
    #expect(document.marked == "An«n Bo»b «Cy»")
    #expect(document.store.violations(in: document.text) == [])
  }

  @Test func `an added one is refused with the reason`() {
    var document = AnnotatedDocument("Hi «Ada» e\u{301}")
    let before = document.marked
    func refusal(_ range: TextRange, _ text: String?) -> AnnotationError? {
      do {
        let new = NewAnnotation(
          range: range, entity: Entity(id: "x", name: "x"), source: .added,
          expectedText: text.map { Array($0.utf8) })
        try document.store.insert(new, in: document.text)
        return nil
      } catch { return error }
    }
    #expect(refusal(TextRange(0, 2), "Ho") == .textDiffers(found: "Hi", expected: "Ho"))
    #expect(refusal(TextRange(1, 1), "") == .emptyRange)
    #expect(refusal(TextRange(5, 50), nil) == .outOfBounds(TextRange(5, 50), count: 10))
    #expect(refusal(TextRange(-1, 2), nil) == .outOfBounds(TextRange(-1, 2), count: 10))
    #expect(refusal(TextRange(7, 8), nil) == .insideGrapheme(TextOffset(8)))
    #expect(document.marked == before)
  }
}
