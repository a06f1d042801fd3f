public import Mentions
import TextModel

/// Draws the text of a `MentionsDocument` in styled cells, for editors that use the library without a server: mentions by
/// role, and attributes by the functions that the host gives for them (seed 003: additional attributes of the layout
/// manager).
///
/// ```swift
/// var drawing = DocumentDrawing()
/// drawing.setDrawer(for: "todo") { piece, place in
///   StyledLine(place.isFirst ? "▐" : "", .todo) + piece.restyled { $0.role = .todo } + StyledLine(place.isLast ? "▌" : "", .todo)
/// }
/// screen.draw(drawing.line(3, of: document))
/// ```
public struct DocumentDrawing {
  /// Which part of an attribute is drawn. An attribute is drawn in several pieces where it goes over lines, or where a
  /// mention or another attribute begins or ends inside it.
  public struct AttributePiece: Hashable, Sendable {
    public let attribute: TextAttribute
    /// Whether the attribute begins here.
    public let isFirst: Bool
    /// Whether it ends here.
    public let isLast: Bool
  }

  /// Draws a piece of an attribute's text.
  ///
  /// - Parameters:
  ///   - piece: as it would be drawn without this attribute.
  ///   - place: which part of which attribute it is.
  public typealias AttributeDrawer = (_ piece: StyledLine, _ place: AttributePiece) -> StyledLine

  private var drawers: [(name: String, draw: AttributeDrawer)] = []

  public init() {}

  /// Gives the function that draws the attributes of a name; nil takes it away. Where attributes overlap, the function
  /// that was given first draws first, and the next one draws what came of it.
  public mutating func setDrawer(for name: String, _ draw: AttributeDrawer?) {
    drawers.removeAll { $0.name == name }
    if let draw { drawers.append((name, draw)) }
  }

  /// A line of the text, counted from 0, without its end; an empty one where there is none.
  ///
  /// - Complexity: O(line), and O(log n) in the number of mentions and attributes of the document.
  public func line(_ line: Int, of document: MentionsDocument) -> StyledLine {
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
