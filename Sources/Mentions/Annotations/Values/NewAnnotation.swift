public import Entities
public import TextModel

/// A wish to annotate a stretch of text.
public struct NewAnnotation: Hashable, Sendable {
  /// UTF-8 offsets in the text as it is.
  public var range: TextRange
  public var entity: Entity
  public var source: Annotation.Source
  public var state: Annotation.State
  /// What the annotation shows once trimmed (``InsertFormat/shortForm(for:trigger:)``); nil if it cannot be.
  public var shortForm: [UInt8]?
  /// The text expected in `range`; nil accepts any.
  public var expectedText: [UInt8]?

  public init(
    range: TextRange, entity: Entity, source: Annotation.Source, state: Annotation.State = .whole,
    shortForm: [UInt8]? = nil, expectedText: [UInt8]? = nil
  ) {
    self.range = range
    self.entity = entity
    self.source = source
    self.state = state
    self.shortForm = shortForm
    self.expectedText = expectedText
  }
}

/// Why an annotation cannot be added where it was requested.
public enum AnnotationError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptyRange
  /// `count` is the length of the text in UTF-8 code units.
  case outOfBounds(TextRange, count: Int)
  /// An edge cuts a user-perceived character.
  case insideGrapheme(TextOffset)
  case textDiffers(found: String, expected: String)

  public var description: String {
    switch self {
    case .emptyRange: "the range is empty"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) lies outside the document, which ends at \(count)"
    case .insideGrapheme(let offset): "an edge at \(offset.utf8) lies inside a character"
    case .textDiffers(let found, let expected): "the text in the range is “\(found)”, not “\(expected)”"
    }
  }
}
