public import Entities
public import TextModel

/// A range of the document that represents an entity and is edited as a unit. This is a snapshot: a value read from
/// ``Annotations`` does not follow later edits.
public struct Annotation: Hashable, Sendable {
  /// Whether the annotation's text is its whole form or its short form.
  public enum State: UInt8, Hashable, Sendable { case whole, trimmed }

  /// How the annotation was created.
  public enum Source: UInt8, Hashable, Sendable {
    /// Selected in the chooser.
    case accepted
    /// Added by the host (`mentions/add`).
    case added
    /// Read back from the text, in which it has the form that an insert format writes.
    case readBack
    /// Restored after a paste, an undo, or reopening the document.
    case restored

    /// The source of the same annotation after it was damaged and restored.
    var restored: Source { self == .added || self == .readBack ? self : .restored }
  }

  public let id: AnnotationID
  /// The range in UTF-8 offsets; never empty, on grapheme boundaries.
  public let range: TextRange
  public let state: State
  public let source: Source
  /// Whether the annotation is highlighted because it is under the cursor.
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

  /// Identifies the combination of entity and text, which many annotations share. Valid as long as one of them exists.
  package var contentID: ObjectIdentifier { ObjectIdentifier(content) }
  public var entity: Entity { content.entity }
  /// The text in ``range``.
  public var text: [UInt8] { content.text }
  /// The text after trimming; nil if the annotation cannot be trimmed, or has already been trimmed.
  public var shortForm: [UInt8]? { content.shortForm }

  /// Whether this annotation has the same entity as `whole`, and its text is the short form of `whole`.
  func isTrimmed(from whole: Annotation) -> Bool {
    guard state == .trimmed, let short = whole.shortForm else { return false }
    return entity.isSameEntity(as: whole.entity) && Rewriting.areEqual(text, short)
  }

  public static func == (a: Annotation, b: Annotation) -> Bool {
    a.id == b.id && a.range == b.range && a.state == b.state && a.source == b.source
      && a.litUp == b.litUp && a.content.isSame(as: b.content)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(range)
  }
}

/// Identifies an annotation of a document during its lifetime. Assigned by ``Annotations`` in ascending order and never
/// reused; an annotation that is restored (after cut and paste) gets a new id.
public struct AnnotationID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (a: AnnotationID, b: AnnotationID) -> Bool { a.rawValue < b.rawValue }

  /// The id of an annotation that has not been inserted yet.
  static let unnamed = AnnotationID(rawValue: 0)
}

/// The entity and the text of an annotation, shared by all annotations with the same entity and text, so that a hundred
/// thousand annotations do not store a hundred thousand copies of an entity.
final class AnnotationContent: Sendable {
  let entity: Entity
  /// The text in the annotation's range. Never empty.
  let text: [UInt8]
  /// The text after trimming; nil if it cannot be trimmed.
  let shortForm: [UInt8]?

  init(entity: Entity, text: [UInt8], shortForm: [UInt8]?) {
    self.entity = entity
    self.text = text
    self.shortForm = shortForm
  }

  /// The content after trimming, which cannot be trimmed again; nil if this content cannot be trimmed.
  func shortened() -> AnnotationContent? {
    shortForm.map { AnnotationContent(entity: entity, text: $0, shortForm: nil) }
  }

  /// The content with its text replaced by `new`; nil unless the texts differ only in the length and kind of runs of
  /// white space and in normal form. White space added where there was none is not such a difference.
  func rewritten(_ new: [UInt8]) -> AnnotationContent? {
    if new == text { return self }
    guard Rewriting.areEqual(text, new) else { return nil }
    let short = shortForm.map { Rewriting.start(of: new, like: $0) ?? $0 }
    return AnnotationContent(entity: entity, text: new, shortForm: short)
  }

  fileprivate func isSame(as other: AnnotationContent) -> Bool {
    self === other
      || (text == other.text && shortForm == other.shortForm && entity == other.entity)
  }
}

/// A request to annotate a range of text.
package struct NewAnnotation: Hashable, Sendable {
  /// The range to annotate, in UTF-8 offsets in the current text.
  package var range: TextRange
  var entity: Entity
  var source: Annotation.Source
  var state = Annotation.State.whole
  /// The text after trimming (``InsertFormat/shortForm(for:trigger:)``); nil if it cannot be trimmed.
  var shortForm: [UInt8]?
  /// The text expected in `range`; nil accepts any text.
  var expectedText: [UInt8]?
}

/// The reason why an annotation cannot be added.
public enum AnnotationError: Error, Hashable, Sendable, CustomStringConvertible {
  case emptyRange
  /// `count` is the length of the text in UTF-8 code units.
  case outOfBounds(TextRange, count: Int)
  /// A bound is inside a user-perceived character.
  case insideGrapheme(TextOffset)
  case textDiffers(found: String, expected: String)

  public var description: String {
    switch self {
    case .emptyRange: "the range is empty"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) is outside of the document, which ends at \(count)"
    case .insideGrapheme(let offset): "the bound \(offset.utf8) is inside a character"
    case .textDiffers(let found, let expected): "the text in the range is “\(found)”, not “\(expected)”"
    }
  }
}

/// The position of a mention after a planned edit.
struct PlannedMark: Hashable, Sendable {
  /// The mention's range, in UTF-8 offsets from the start of the region.
  var range: Range<Int>
  var id: AnnotationID
  var content: AnnotationContent
  var state: Annotation.State
  var source: Annotation.Source

  init(_ annotation: Annotation, at range: Range<Int>) {
    self.range = range
    id = annotation.id
    content = annotation.content
    state = annotation.state
    source = annotation.source
  }

  /// A mention that does not exist yet. It gets its id when the document begins to expect the planned edit.
  init(_ entity: Entity, text: [UInt8], shortForm: [UInt8]?, at range: Range<Int>) {
    self.range = range
    id = .unnamed
    content = AnnotationContent(entity: entity, text: text, shortForm: shortForm)
    state = .whole
    source = .accepted
  }

  /// The range in the document, given the range of the region.
  func place(in region: TextRange) -> TextRange {
    TextRange(region.start + range.lowerBound, region.start + range.upperBound)
  }

  static func == (a: PlannedMark, b: PlannedMark) -> Bool {
    a.range == b.range && a.id == b.id && a.state == b.state && a.content.isSame(as: b.content)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(id)
  }
}

/// The effects of edits on a document's annotations, apart from moves.
struct AnnotationChanges: Hashable, Sendable {
  /// An annotation whose text an edit changed.
  struct Damage: Hashable, Sendable {
    /// The annotation before the edits; its range is in the text before them.
    let annotation: Annotation
    /// The range of the remains of its text, in the text after the edits; empty if nothing remains.
    let remains: TextRange
    /// Whether the edits of the annotation only deleted text and inserted none.
    let isCut: Bool
    /// Whether its text is unchanged but has become part of a longer word.
    var isJoined = false
  }

  /// Annotations that became plain text.
  var bleached: [Damage] = []
  /// The trimmed annotations in their current state.
  var trimmed: [Annotation] = []
  /// The trimmed annotations as they were before the edits.
  var shortened: [Damage] = []
  /// The deleted annotations in their state before the edits; their ranges are in the text before the edits.
  var deleted: [Annotation] = []
  /// The number of annotations that became plain text or were deleted, by rule.
  var rules: [PlainTextRule: Int] = [:]
  /// The number of annotations that a paste or an undo cannot restore because the memory limit was reached.
  var forgotten = 0
  /// The cost of comparing texts in counted steps; 0 for an edit that does not touch any annotation. For tests and
  /// benchmarks.
  var steps = 0
  /// Annotations restored because remembered text was inserted, in their current state.
  var restored: [Annotation] = []

  var isEmpty: Bool {
    bleached.isEmpty && trimmed.isEmpty && deleted.isEmpty && restored.isEmpty
  }
}

/// The rule by which a mention became plain text or was deleted.
public enum PlainTextRule: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Its text was changed between its bounds.
  case changedInside
  /// A change crossed one of its bounds.
  case changedAcrossEdge
  /// An adjacent character merged with its first or last character, or extended its first or last word.
  case joined
  /// Its whole text was deleted.
  case deleted
  /// Its whole text was replaced.
  case replaced
  /// Another mention was created in its range.
  case overlapped
  /// A completion preview was withdrawn, or another entry was selected.
  case previewTakenBack
  /// The user or the editor requested plain text.
  case asked
  /// A plug-in rejected the accepted entry.
  case refused
  /// An edit planned by the host removed it.
  case planned
  /// It had been read from the text, which is read again after the change.
  case readAnew

  /// The rule in words, for the log.
  public var reason: String {
    switch self {
    case .changedInside: "the text was changed inside"
    case .changedAcrossEdge: "an edit crossed one of its bounds"
    case .joined: "an adjacent character merged with it or extended its word"
    case .deleted: "deleted as a whole"
    case .replaced: "replaced by other text"
    case .overlapped: "another mention was created there"
    case .previewTakenBack: "the completion preview was withdrawn or replaced"
    case .asked: "plain text was requested"
    case .refused: "the plug-in that controls mentions rejected it"
    case .planned: "a planned edit removed it"
    case .readAnew: "the text was read again"
    }
  }

  public static func < (a: PlainTextRule, b: PlainTextRule) -> Bool { a.rawValue < b.rawValue }
}
