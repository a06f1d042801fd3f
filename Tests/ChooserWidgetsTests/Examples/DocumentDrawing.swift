import ChooserWidgets
import Mentions
import TextModel

/// Draws the text of a `MentionsDocument` in styled cells: mentions by role, attributes by functions of the host
/// (Hakawai: a custom layout manager that allows additional attributes).
struct DocumentDrawing {
  /// A part of an attribute. An attribute has several where it spans lines, or where a mention or another attribute
  /// begins or ends inside it.
  struct AttributePiece {
    let attribute: TextAttribute
    let isFirst: Bool
    let isLast: Bool
  }

  /// Draws one piece, given as it looks without the attribute.
  typealias AttributeDrawer = (_ piece: StyledLine, _ place: AttributePiece) -> StyledLine

  private var drawers: [(name: String, draw: AttributeDrawer)] = []

  /// Sets the function for the attributes of a name; nil removes it. Where attributes overlap, the function that was set
  /// first draws first, and the next one receives its result.
  mutating func setDrawer(for name: String, _ draw: AttributeDrawer?) {
    drawers.removeAll { $0.name == name }
    if let draw { drawers.append((name, draw)) }
  }

  /// A line of the text, counted from 0, without its terminator; empty outside of the text.
  func line(_ line: Int, of document: MentionsDocument) -> StyledLine {
    let range = document.text.content(ofLine: line)
    let mentions = document.annotations.indices(in: range).map { document.annotations[$0] }
    let attributes = drawers.isEmpty ? [] : document.attributes.attributes(in: range)
    let edges = ([range] + mentions.map(\.range) + attributes.map(\.range)).flatMap { [$0.start, $0.end] }
    let places = Set(edges.filter { $0 >= range.start && $0 <= range.end }).sorted()
    var result = StyledLine()
    for (start, end) in zip(places, places.dropFirst()) {
      let piece = TextRange(start, end)
      let role = mentions.first { $0.range.overlaps(piece) }.map(Self.role) ?? .text
      var drawn = StyledLine(document.text.buffer.string(in: piece), role)
      for (name, draw) in drawers {
        for attribute in attributes where attribute.name == name && attribute.range.overlaps(piece) {
          let place = AttributePiece(
            attribute: attribute, isFirst: attribute.range.start == start, isLast: attribute.range.end == end)
          drawn = draw(drawn, place)
        }
      }
      result.append(drawn)
    }
    return result
  }

  private static func role(of mention: Annotation) -> CellRole {
    if mention.litUp { return .litUpMention }
    return mention.state == .trimmed ? .trimmedMention : .mention
  }
}
