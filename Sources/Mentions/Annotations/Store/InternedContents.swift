import Entities

/// Makes annotations of one entity with one text share one object.
struct InternedContents: Sendable {
  private struct Key: Hashable, Sendable {
    let source: String
    let id: String
    let text: [UInt8]
  }

  private var contents: [Key: AnnotationContent] = [:]
  /// Forget everything beyond this many; sharing starts again, annotations keep what they hold.
  private let limit = 65_536

  mutating func content(_ entity: Entity, text: [UInt8], shortForm: [UInt8]?) -> AnnotationContent {
    let key = Key(source: entity.source, id: entity.id, text: text)
    if let known = contents[key], known.shortForm == shortForm, known.entity == entity { return known }
    let made = AnnotationContent(entity: entity, text: text, shortForm: shortForm)
    if contents.count >= limit { contents.removeAll() }
    contents[key] = made
    return made
  }
}
