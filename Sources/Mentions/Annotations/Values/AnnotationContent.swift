import Entities
import TextModel

/// What an annotation stands for and how it is written: shared by all annotations of one entity with one
/// text, so that a hundred thousand annotations do not hold a hundred thousand copies of an entity.
final class AnnotationContent: Sendable {
  let entity: Entity
  /// The text in the annotation's range. Never empty.
  let text: [UInt8]
  /// What the annotation shows once trimmed; nil if it cannot be.
  let shortForm: [UInt8]?

  init(entity: Entity, text: [UInt8], shortForm: [UInt8]?) {
    self.entity = entity
    self.text = text
    self.shortForm = shortForm
  }

  /// The same entity with its text shortened, which cannot be shortened again.
  func shortened() -> AnnotationContent? {
    shortForm.map { AnnotationContent(entity: entity, text: $0, shortForm: nil) }
  }

  /// The same with other white space inside it; nil where the text differs otherwise, or a run of white space is
  /// against none.
  func respaced(_ new: [UInt8]) -> AnnotationContent? {
    if new == text { return self }
    guard WhiteSpace.areEqualButForRuns(text, new) else { return nil }
    return AnnotationContent(entity: entity, text: new, shortForm: shortForm)
  }

  func isSame(as other: AnnotationContent) -> Bool {
    self === other
      || (text == other.text && shortForm == other.shortForm && entity == other.entity)
  }
}
