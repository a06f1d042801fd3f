import TextModel

/// One annotation as the store keeps it: 40 bytes, the entity and text shared. The length is kept here too, so
/// that look-ups do not follow the reference.
struct AnnotationSlot: PlacedSlot {
  /// In front of the gap the annotation's start; behind it the distance from its start to the end of the text.
  var place: Int
  var id: AnnotationID
  private(set) var content: AnnotationContent
  private(set) var length: Int
  var state: Annotation.State
  var source: Annotation.Source

  init(
    place: Int, id: AnnotationID, content: AnnotationContent, state: Annotation.State,
    source: Annotation.Source
  ) {
    self.place = place
    self.id = id
    self.content = content
    self.state = state
    self.source = source
    length = content.text.count
  }

  mutating func become(_ new: AnnotationContent, state: Annotation.State) {
    content = new
    length = new.text.count
    self.state = state
  }
}

/// The annotations of a store.
typealias AnnotationSlots = PlacedSlots<AnnotationSlot>
