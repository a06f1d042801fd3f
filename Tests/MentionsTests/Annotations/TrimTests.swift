import Entities
import MentionsTestKit
import Testing
import TextModel

@testable import Mentions

/// Behaviour, section 6, as a document shows it whose editor does not ask.
@Suite struct TrimTests {
  private func check(
    _ before: String, _ new: String = "", expects after: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var document = AnnotatedDocument(before)
    let marks = AnnotatedDocument.Marks(before)
    document.replace(marks.selection ?? 0..<0, with: new)
    expectRow(document.marked, after, sourceLocation: sourceLocation)
    #expect(document.store.violations(in: document.text) == [], sourceLocation: sourceLocation)
  }

  @Test func `the rest is exactly the short form`() {
    check("Hi «Ada⟦ Lovelace⟧»!", expects: "Hi ‹Ada›!")
  }

  @Test func `trailing whitespace is not part of it`() {
    check("Hi «Ada ⟦Lovelace⟧»!", expects: "Hi ‹Ada› !")
  }

  @Test func `deleting one grapheme of the name bleaches it`() {
    check("Hi «Ada Lovelac⟦e⟧»!", expects: "Hi Ada Lovelac!")
    check("Hi «Ad⟦a Lovelace⟧»!", expects: "Hi Ad!")
  }

  @Test func `the last grapheme of a two-letter name`() { check("Hi «Ada ⟦X⟧»!", expects: "Hi ‹Ada› !") }

  @Test func `a selection that cuts into its end`() {
    check("Hi «Ada⟦ Lovelace» and⟧ «Bob»", expects: "Hi ‹Ada› «Bob»")
  }

  @Test func `a selection that cuts into its start bleaches it`() {
    check("Hi⟦ «Ada ⟧Lovelace»", expects: "HiLovelace")
  }

  @Test func `typing over the rest bleaches it`() { check("Hi «Ada ⟦Lovelace⟧»", "x", expects: "Hi Ada x") }

  @Test func `a name of one word is not trimmable`() { check("Hi «Ad⟦a⟧»", expects: "Hi Ad") }

  @Test func `a trimmed one is not trimmed again`() { check("Hi ‹Ad⟦a⟧›", expects: "Hi Ad") }

  @Test func `replaced by its short form, which is not a prefix of it`() throws {
    var document = AnnotatedDocument("Hi Ada Lovelace!")
    var entity = Entity(id: "ada", name: "Ada Lovelace")
    entity.shortName = "Countess"
    try document.store.insert(
      NewAnnotation(
        range: TextRange(3, 15), entity: entity, source: .added,
        shortForm: InsertFormat.name.shortForm(for: entity, trigger: "@")), in: document.text)
    let changes = document.replace(3..<15, with: "Countess")
    #expect(document.marked == "Hi ‹Countess›!")
    #expect(changes.trimmed.map(\.range) == [TextRange(3, 11)])
    #expect(changes.trimmed.first?.shortForm == nil)
  }

  @Test func `it keeps its identity`() {
    var document = AnnotatedDocument("«Ada Lovelace»")
    let id = document.store[0].id
    document.replace(3..<12, with: "")
    #expect(document.store[0].id == id)
    #expect(document.store[0].state == .trimmed)
    #expect(document.store[0].entity.name == "Ada Lovelace")
  }
}
