import Entities
import Testing
import TextModel

@testable import Mentions

/// Which paragraphs mention somebody, and how many.
@Suite struct MentionParagraphTests {
  /// `«…»` is a mention of whoever has that name.
  private static func document(_ marked: String) throws -> (text: IndexedText, annotations: Annotations) {
    let marks = AnnotatedDocument.Marks(marked)
    let text = IndexedText(marks.bytes)
    var annotations = Annotations(textCount: text.buffer.count)
    for (range, _) in marks.annotations {
      let range = TextRange(range.lowerBound, range.upperBound)
      let name = String(decoding: text.buffer.bytes(in: range), as: UTF8.self)
      var entity = Entity(id: name, name: name)
      if name.hasPrefix("the ") { entity.kind = .team }
      try annotations.insert(NewAnnotation(range: range, entity: entity, source: .added), in: text)
    }
    return (text, annotations)
  }

  private func check(
    _ marked: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (text, annotations) = try Self.document(marked)
    let paragraphs = MentionParagraph.all(with: annotations, in: text)
    let found = paragraphs.map { paragraph in
      let counts = MentionCount.all(of: paragraph.mentions, in: annotations)
      return "\(paragraph.firstLine): "
        + counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
    }
    #expect(found == expected, sourceLocation: sourceLocation)
    for paragraph in paragraphs {
      let line = text.lines.line(at: annotations.range(at: paragraph.mentions.lowerBound).start)
      #expect(
        MentionParagraph.holding(line: line, with: annotations, in: text) == paragraph,
        sourceLocation: sourceLocation)
    }
  }

  @Test func `blank lines divide paragraphs`() throws {
    try check("", [])
    try check("nobody\n\nhere", [])
    try check("«Ada»", ["0: 1 person"])
    try check("a\nb «Ada»\nc «Ben»\n\nd\n \t\n\ne\r\n«Ben»", ["0: 2 person", "7: 1 person"])
    try check("«Ada»\n\n«Ada»\n", ["0: 1 person", "2: 1 person"])
  }

  @Test func `who is mentioned twice counts once, each kind for itself`() throws {
    try check("«Ada» «the core» «Ada» «Ben»", ["0: 2 person, 1 team"])
  }

  @Test func `a mention over a blank line belongs to the paragraph that it begins in`() throws {
    try check("a «Ada\n\nLovelace» «Ben»\nb", ["0: 1 person", "2: 1 person"])
  }

  @Test func `a line outside of the text counts as the nearest`() throws {
    let (text, annotations) = try Self.document("a\n\n«Ada»")
    #expect(MentionParagraph.holding(line: 0, with: annotations, in: text) == nil)
    #expect(MentionParagraph.holding(line: 99, with: annotations, in: text)?.firstLine == 2)
    #expect(MentionParagraph.holding(line: -1, with: annotations, in: text) == nil)
  }
}
