import Entities
import Testing

@testable import Mentions

@Suite struct RemovedTextTests {
  /// Marked text as it was cut; ids may differ from names.
  private func cut(_ marked: String, id: String? = nil, isRead: Bool = false) -> AnnotatedText {
    let marks = AnnotatedDocument.Marks(marked)
    return AnnotatedText(
      bytes: marks.bytes,
      marks: marks.annotations.map { range, isTrimmed in
        let text = Array(marks.bytes[range])
        let name = String(decoding: text, as: UTF8.self)
        return AnnotatedText.Mark(
          range: range,
          content: AnnotationContent(entity: Entity(id: id ?? name, name: name), text: text, shortForm: nil),
          state: isTrimmed ? .trimmed : .whole, isRead: isRead)
      })
  }

  private func check(
    _ cuts: [String], pastes text: String, finds ranges: [Range<Int>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
    for marked in cuts { removed.remember(cut(marked)) }
    #expect(removed.marks(in: Array(text.utf8)).map(\.range) == ranges, sourceLocation: sourceLocation)
  }

  @Test func `text that equals a remembered one`() { check(["Hi «Ada»!"], pastes: "Hi Ada!", finds: [3..<6]) }

  @Test func `a part of it with a whole annotation`() {
    check(["Hi «Ada» and «Bob»!"], pastes: "Ada and B", finds: [0..<3])
    check(["Hi «Ada» and «Bob»!"], pastes: " and ", finds: [])
    check(["Hi «Ada»"], pastes: "Hi Ad", finds: [])
  }

  @Test func `whitespace at the ends aside`() { check(["Hi «Ada»\n"], pastes: "\nHi Ada", finds: [4..<7]) }

  @Test func `a longer text that contains it once`() {
    check(["Hi «Ada»!"], pastes: "Oh. Hi Ada! So.", finds: [7..<10])
    check(["Hi «Ada»!"], pastes: "Hi Ada! Hi Ada!", finds: [])
  }

  @Test func `a longer text that contains the bare name is not a paste of it`() {
    check(["«Ada»"], pastes: "Ada Lovelace", finds: [])
  }

  @Test func `different entities at one place are ambiguous`() {
    var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
    removed.remember(cut("«Ada»", id: "1"))
    #expect(removed.marks(in: Array("Ada".utf8)).count == 1)
    removed.remember(cut("«Ada»", id: "2"))
    #expect(removed.marks(in: Array("Ada".utf8)).isEmpty)
  }

  @Test func `of a mention that was read and one that was accepted the latest cut counts`() {
    for isReadLast in [false, true] {
      var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
      removed.remember(cut("«Ada»", isRead: !isReadLast))
      removed.remember(cut("«Ada»", isRead: isReadLast))
      #expect(removed.marks(in: Array("Ada".utf8)).map(\.isRead) == [isReadLast])
    }
  }

  @Test func `cut again with the same entities elsewhere: the latest cut counts`() {
    var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
    removed.remember(cut("«Ada Lovelace», «Bob»", id: "1"))
    removed.remember(cut("«Ada» Lovelace, Bob", id: "1"))
    #expect(removed.marks(in: Array("Ada Lovelace, Bob".utf8)).map(\.range) == [0..<3])
    removed.remember(cut("Ada Lovelace, «Bob»", id: "2"))
    #expect(removed.marks(in: Array("Ada Lovelace, Bob".utf8)).isEmpty)
    removed.remember(cut("«Ada» Lovelace, Bob", id: "1"))
    #expect(removed.marks(in: Array("Ada Lovelace, Bob".utf8)).map(\.range) == [0..<3])
  }

  @Test func `two agreeing places in a remembered text count as one`() {
    check(["«Ada», «Ada»"], pastes: "Ada", finds: [0..<3])
    check(["«Ada», Ada"], pastes: "Ada", finds: [0..<3])
  }

  @Test func `the oldest is forgotten first, by number and by bytes`() {
    var removed = RemovedText(limit: .init(count: 2, bytes: 1000))
    for name in ["«Ada»", "«Bob»", "«Cyd»"] { removed.remember(cut(name)) }
    #expect(removed.count == 2)
    #expect(removed.marks(in: Array("Ada".utf8)).isEmpty)
    #expect(removed.marks(in: Array("Bob".utf8)).count == 1)
    removed.limit = .init(count: 10, bytes: 5)
    #expect(removed.count == 1)
    #expect(removed.marks(in: Array("Cyd".utf8)).count == 1)
    removed.remember(cut("«a text too long»"))
    #expect(removed.count == 1)
  }

  @Test func `text without annotations is not remembered`() {
    var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
    removed.remember(cut("plain"))
    #expect(removed.isEmpty)
  }

  @Test func `text last cut as plain text is plain text`() {
    check(["«Ada» ", "Ada "], pastes: "Ada ", finds: [])
    check(["«Ada»", "Ada"], pastes: " Ada ", finds: [])
    check(["Hi «Ada»!", "Ada"], pastes: "Ada", finds: [])
    check(["Hi «Ada»!", "Ada"], pastes: "Hi Ada!", finds: [3..<6])
    check(["«Ada»", "Ada", "«Ada»"], pastes: "Ada", finds: [0..<3])
    check(["«Ada»", "Ada", "Ada"], pastes: "so Ada it is", finds: [])
  }

  @Test func `remembering the same text again keeps one entry`() {
    var removed = RemovedText(limit: .init(count: 10, bytes: 1000))
    for _ in 0..<5 { removed.remember(cut("Hi «Ada»")) }
    #expect(removed.count == 1)
  }
}
