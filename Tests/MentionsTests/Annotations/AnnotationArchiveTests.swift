import Entities
import Testing
import TextModel

@testable import Mentions

@Suite struct AnnotationArchiveTests {
  private func check(
    _ before: String, becomes text: String, expects after: String, lost: [AnnotationArchive.Loss] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = AnnotatedDocument(before)
    let archive = AnnotationArchive.snapshot(of: old.store, in: old.text)
    var new = AnnotatedDocument("")
    new.sync(text)
    let (found, losses) = archive.restore(into: new.text)
    for annotation in found { try new.store.insert(annotation, in: new.text) }
    #expect(new.marked == after, sourceLocation: sourceLocation)
    #expect(losses.map(\.loss) == lost, sourceLocation: sourceLocation)
    #expect(new.store.violations(in: new.text) == [], sourceLocation: sourceLocation)
  }

  @Test func `an unchanged document has them all again`() throws {
    try check(
      "Hi «Ada» and ‹Bob›, «Ada».", becomes: "Hi Ada and Bob, Ada.", expects: "Hi «Ada» and ‹Bob›, «Ada».")
  }

  @Test func `text inserted before moves them`() throws {
    try check("Hi «Ada» and «Bob».", becomes: "New.\nHi Ada and Bob.", expects: "New.\nHi «Ada» and «Bob».")
  }

  @Test func `of equal texts the surroundings decide`() throws {
    try check(
      "first «Ada» one, Ada two", becomes: "Ada two, first Ada one", expects: "Ada two, first «Ada» one")
  }

  @Test func `two candidates are none`() throws {
    try check(
      "see «Ada» now\n", becomes: "\nsee Ada now\nsee Ada now\n", expects: "\nsee Ada now\nsee Ada now\n",
      lost: [.ambiguous(candidates: 2)])
  }

  @Test func `gone with its text`() throws {
    try check("see «Ada» now", becomes: "see now", expects: "see now", lost: [.textNotFound])
  }

  @Test func `nothing round it is as it was`() throws {
    try check("see «Ada» now", becomes: "xxAdayy", expects: "xxAdayy", lost: [.contextDiffers])
  }

  @Test func `grown together with what follows`() throws {
    try check("see «Ada»", becomes: "see Ada\u{301}", expects: "see Ada\u{301}", lost: [.insideGrapheme])
  }
}
