import TextModel

/// Text with marks in it, for tests that can be read: `|` is the cursor (two are a selection), `«…»` are
/// annotations.
///
/// ```
/// MarkedText("Hi «Ada», @al|").cursor        // UTF-8 offset 11
/// MarkedText(bytes, annotations: […]).description == "Hi «Ada», @al"
/// ```
///
/// A backslash before a mark or a backslash means the character itself. Marks are single scalars: one
/// followed by a combining mark is still a mark.
public struct MarkedText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public var bytes: [UInt8]
  /// The cursor, or the start and the end of what is selected.
  public var selection: TextRange?
  /// Sorted and disjoint.
  public var annotations: [TextRange]

  /// The cursor; the end of a selection.
  public var cursor: TextOffset? { selection?.end }
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public init(_ bytes: [UInt8], cursor: TextOffset? = nil, annotations: [TextRange] = []) {
    self.init(bytes, selection: cursor.map { TextRange(at: $0) }, annotations: annotations)
  }

  public init(_ bytes: [UInt8], selection: TextRange?, annotations: [TextRange] = []) {
    self.bytes = bytes
    self.selection = selection
    self.annotations = annotations
  }

  public init(stringLiteral marked: String) { self.init(marked) }

  /// Reads marked text. Marks that do not pair are a mistake in the test, and stop it.
  public init(_ marked: String) {
    bytes = []
    annotations = []
    var bars: [TextOffset] = []
    var opened: TextOffset?
    var escaped = false
    for scalar in marked.unicodeScalars {
      let here = TextOffset(bytes.count)
      switch scalar {
      case _ where escaped:
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
        escaped = false
      case "\\":
        escaped = true
      case "|":
        bars.append(here)
      case "«":
        precondition(opened == nil, "« inside «…»: \(marked)")
        opened = here
      case "»":
        guard let start = opened else { preconditionFailure("» without «: \(marked)") }
        annotations.append(TextRange(start, here))
        opened = nil
      default:
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    precondition(opened == nil, "« without »: \(marked)")
    precondition(!escaped, "a backslash before nothing: \(marked)")
    precondition(bars.count <= 2, "more than two cursors: \(marked)")
    selection = bars.first.map { TextRange($0, bars[bars.count - 1]) }
  }

  /// The marked text. Where marks meet, annotations that end come first, then the cursor, then those
  /// that start.
  public var description: String {
    var scalars = String.UnicodeScalarView()
    var place = TextOffset.zero
    for scalar in text.unicodeScalars {
      scalars.append(contentsOf: marks(at: place))
      if "\\|«»".unicodeScalars.contains(scalar) { scalars.append("\\") }
      scalars.append(scalar)
      place = place + UTF8.width(scalar)
    }
    scalars.append(contentsOf: marks(at: place))
    return String(scalars)
  }

  private func marks(at place: TextOffset) -> [Unicode.Scalar] {
    var marks: [Unicode.Scalar] = []
    for range in annotations where range.end == place && !range.isEmpty { marks.append("»") }
    if let selection {
      if selection.start == place { marks.append("|") }
      if selection.end == place, !selection.isEmpty { marks.append("|") }
    }
    for range in annotations where range.start == place {
      marks.append("«")
      if range.isEmpty { marks.append("»") }
    }
    return marks
  }
}
