import Entities
import JSONText
import LanguageProtocol
import Mentions
import Testing

@testable import MentionsServer

/// The file of one document in the store, and what is held of such files.
@Suite struct StoredDocumentTests {
  private static let uri = "file:///w/a.md"

  private static func record(_ start: Int, _ name: String) -> AnnotationArchive.Record {
    AnnotationArchive.Record(
      start: start, text: Array(name.utf8), before: Array("“".utf8), after: [],
      entity: Entity(id: name, name: name),
      isTrimmed: start % 2 == 1, shortForm: start % 2 == 1 ? nil : Array("x".utf8), isOnly: start > 0,
      isMerged: start == 1)
  }

  private static func document(_ names: [String]) -> StoredDocument {
    let records = names.enumerated().map { record($0.offset * 10, $0.element) }
    let declined = AnnotationArchive(records: [record(3, "No")])
    let text = TextFingerprint(count: 9, hash: .max)
    return StoredDocument(
      document: uri,
      states: [
        DocumentArchive(mentions: AnnotationArchive(records: records), declined: declined, text: text),
        DocumentArchive(mentions: AnnotationArchive(records: records.reversed())),
      ])
  }

  @Test func `written text is read again`() throws {
    let document = Self.document(["Ada", "Bob \u{1F600}", "Ada"])
    let (bytes, leftOut) = document.encoded()
    #expect(leftOut == 0 && bytes.last == 10)
    #expect(try StoredDocument(bytes, of: Self.uri) == document)
    // Who is meant twice is written once for each list.
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: #""id":"Ada""#).count == 3)
    #expect(StoredDocument.name(inHead: Array(bytes.prefix(60))) == Self.uri)
  }

  @Test func `an invalid header names nobody`() {
    let heads = [
      "", "{", "[]", #"{"version": 2, "document": "a"}"#, #"{"document": "a"}"#,
      #"{"version": 1, "document": 5}"#,
      #"{"version": 1, "document": "a"#,
    ]
    for head in heads { #expect(StoredDocument.name(inHead: Array(head.utf8)) == nil, "\(head)") }
  }

  @Test func `entries that do not fit are left out from the end and counted`() throws {
    let document = Self.document((0..<100).map { "Number \($0)" })
    let whole = document.encoded().bytes
    let (bytes, leftOut) = document.encoded(limit: whole.count / 4)
    #expect(leftOut > 100 && bytes.count < whole.count / 2)
    let read = try StoredDocument(bytes, of: Self.uri)
    let kept = read.states[0].mentions.records
    #expect(!kept.isEmpty && kept == Array(document.states[0].mentions.records.prefix(kept.count)))
    #expect(read.states.reduce(0) { $0 + $1.count } + leftOut == 201)
  }

  // MARK: What is held

  @Test
  func `held in memory: the oldest are dropped first, by number and by bytes, but never one being written`() {
    var book = KeptMentions()
    let first = place("first", path: "/s/first")
    book.hold([1], at: first)
    for number in 0..<300 { book.hold([2], at: place("\(number)")) }
    #expect(book.held(at: first) == [1])
    #expect(book.held(at: place("44")) == nil && book.held(at: place("45")) == [2])
    book.hold(Array(repeating: 3, count: 33 << 20), at: place("long"))
    #expect(book.held(at: place("299")) == nil)
    #expect(book.held(at: first) == [1] && book.held(at: place("long"))?.count == 33 << 20)
    book.written("/s/first", succeeded: true)
    #expect(book.held(at: first) == nil)
  }

  private func place(_ document: String, path: String? = nil) -> StoredDocument.Place {
    StoredDocument.Place(path: path, document: document)
  }

  @Test func `held in its latest version until all writes are done, or for good after a failure`() {
    var book = KeptMentions()
    let a = place("a", path: "/s/a")
    book.hold([1], at: a)
    book.hold([2], at: a)
    book.written("/s/a", succeeded: true)
    #expect(book.held(at: a) == [2])
    book.written("/s/a", succeeded: false)
    #expect(book.held(at: a) == [2])
    #expect(book.documents(in: "/s") == ["a"] && book.documents(in: nil) == [])
  }

  @Test func `the latest sixteen closed documents are remembered`() {
    var book = KeptMentions()
    let states = Self.document(["Ada"]).states
    for number in Array(0..<20) + [10] {
      book.remember(KeptMentions.Closed(document: DocumentURI("untitled:\(number)"), states: states))
    }
    // Of one that has no mentions there is nothing to remember.
    book.remember(
      KeptMentions.Closed(document: DocumentURI("untitled:20"), states: [DocumentArchive()]))
    let wanted = [4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 10]
    #expect(book.closed.map(\.document.text) == wanted.map { "untitled:\($0)" })
  }
}
