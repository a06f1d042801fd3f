import ChooserWidgets
import Entities
import Mentions
import Testing
import TextModel

/// The text of a document in styled cells, attributes drawn by functions of the host.
@Suite struct DocumentDrawingTests {
  /// Two lines with a mention in each.
  private func document() -> MentionsDocument {
    let text = "ask Ada now\nor Ben too"
    var document = MentionsDocument(text: Array(text.utf8), languageID: "markdown", policy: .standard)
    for (name, start) in [("Ada", 4), ("Ben", 15)] {
      let range = TextRange(start, start + 3)
      _ = document.add([AddRequest(range: range, text: nil, entity: Entity(id: name, name: name))])
    }
    return document
  }

  /// `text:ask |mention:Ada|…`
  private func picture(_ line: StyledLine) -> String {
    line.runs.map { "\($0.style.role.rawValue):\($0.text)" }.joined(separator: "|")
  }

  /// Brackets at the ends, stars around the text.
  private func drawer(_ sign: String) -> DocumentDrawing.AttributeDrawer {
    { piece, place in
      StyledLine(place.isFirst ? "[" : "") + StyledLine(sign) + piece + StyledLine(sign)
        + StyledLine(place.isLast ? "]" : "")
    }
  }

  @Test func `mentions are drawn by role`() {
    var document = document()
    let drawing = DocumentDrawing()
    #expect(picture(drawing.line(0, of: document)) == "text:ask |mention:Ada|text: now")
    _ = document.moveCursor(to: TextOffset(5), selection: nil, now: Instant(milliseconds: 0))
    #expect(picture(drawing.line(0, of: document)) == "text:ask |litUpMention:Ada|text: now")
    #expect(picture(drawing.line(1, of: document)) == "text:or |mention:Ben|text: too")
    #expect(picture(drawing.line(2, of: document)) == "")
  }

  @Test func `an attribute is drawn by its function, piece by piece`() throws {
    var document = document()
    var drawing = DocumentDrawing()
    drawing.setDrawer(for: "todo", drawer("*"))
    try document.add(TextAttribute(range: TextRange(2, 17), name: "todo"))
    #expect(drawing.line(0, of: document).text == "as[*k **Ada** now*")
    #expect(drawing.line(1, of: document).text == "*or **Be*]n too")
    // A mention stays one inside of it.
    #expect(picture(drawing.line(0, of: document)).contains("|mention:Ada|"))
    drawing.setDrawer(for: "todo", nil)
    #expect(drawing.line(0, of: document).text == "ask Ada now")
  }

  @Test func `where attributes overlap, the one given first draws first`() throws {
    var document = document()
    var drawing = DocumentDrawing()
    drawing.setDrawer(for: "b", drawer("b"))
    drawing.setDrawer(for: "a", drawer("a"))
    try document.add(TextAttribute(range: TextRange(0, 2), name: "a"))
    try document.add(TextAttribute(range: TextRange(1, 3), name: "b"))
    #expect(drawing.line(0, of: document).text == "[aaaa[bsba]bkb] Ada now")
  }
}
