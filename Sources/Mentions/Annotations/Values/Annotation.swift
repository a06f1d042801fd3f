public import Entities
public import TextModel

/// A range of the document that stands for an entity; one unit. A value read out of ``AnnotationStore``:
/// it does not follow later edits.
public struct Annotation: Hashable, Sendable {
  public enum State: UInt8, Hashable, Sendable { case whole, trimmed }

  /// How it came to be.
  public enum Source: UInt8, Hashable, Sendable {
    /// Picked from the chooser.
    case accepted
    /// Put there by the host (`mentions/add`).
    case added
    /// Found in the text, which a format must have written.
    case readBack
    /// Taken out of what was remembered: a paste, an undo, a document opened again.
    case restored
  }

  public let id: AnnotationID
  /// UTF-8 offsets. Never empty, on grapheme boundaries.
  public let range: TextRange
  public let state: State
  public let source: Source
  /// Whether it is shown as the one under the cursor.
  public let litUp: Bool
  let content: AnnotationContent

  init(
    id: AnnotationID, range: TextRange, state: State, source: Source, litUp: Bool,
    content: AnnotationContent
  ) {
    self.id = id
    self.range = range
    self.state = state
    self.source = source
    self.litUp = litUp
    self.content = content
  }

  public var entity: Entity { content.entity }
  /// The text in ``range``.
  public var text: [UInt8] { content.text }
  /// What it would show once trimmed; nil if it cannot be trimmed (any more).
  public var shortForm: [UInt8]? { content.shortForm }

  public static func == (a: Annotation, b: Annotation) -> Bool {
    a.id == b.id && a.range == b.range && a.state == b.state && a.source == b.source
      && a.litUp == b.litUp && a.content.isSame(as: b.content)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(range)
  }
}
