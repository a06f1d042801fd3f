import Entities
import TextModel

/// Where a mention will be once an edit that is planned is made.
struct PlannedMark: Hashable, Sendable {
  /// UTF-8 offsets from the start of the region.
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

  /// A mention that is not there yet; it is named when the edit is expected.
  init(_ entity: Entity, text: [UInt8], shortForm: [UInt8]?, at range: Range<Int>) {
    self.range = range
    id = .unnamed
    content = AnnotationContent(entity: entity, text: text, shortForm: shortForm)
    state = .whole
    source = .accepted
  }

  /// Where it is in the document, if the region is there.
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
