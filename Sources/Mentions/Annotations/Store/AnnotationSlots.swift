import TextModel

/// One annotation as the store keeps it: 40 bytes, the entity and text shared. The length is kept here too, so
/// that look-ups do not follow the reference.
struct AnnotationSlot: Sendable {
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

/// Slots in document order with a gap between two halves. The front half counts from the start of the text,
/// the back half from its end, so that an edit at the gap shifts nothing.
///
///     front: [A:3] [B:17]  ▏gap▕  back (last first): [D:5] [C:40]
struct AnnotationSlots: Sendable {
  private(set) var front: [AnnotationSlot] = []
  /// In reverse order: the slot right behind the gap is the last element.
  private(set) var back: [AnnotationSlot] = []
  /// UTF-8 code units of the text; what the back half counts from.
  var textCount = 0

  var count: Int { front.count + back.count }
  var frontCount: Int { front.count }
  var backCount: Int { back.count }

  func start(_ index: Int) -> Int {
    index < front.count ? front[index].place : textCount - back[count - 1 - index].place
  }

  func length(_ index: Int) -> Int {
    index < front.count ? front[index].length : back[count - 1 - index].length
  }

  func end(_ index: Int) -> Int { start(index) + length(index) }

  /// The slot with whatever `place` it has; ``start(_:)`` tells where it is.
  subscript(index: Int) -> AnnotationSlot {
    index < front.count ? front[index] : back[count - 1 - index]
  }

  mutating func update(_ index: Int, _ body: (inout AnnotationSlot) -> Void) {
    if index < front.count { body(&front[index]) } else { body(&back[count - 1 - index]) }
  }

  /// Moves the gap so that `index` slots are in front of it. Costs the slots in between.
  mutating func moveGap(to index: Int) {
    Self.move(front.count - index, from: &front, to: &back, textCount: textCount)
    Self.move(index - front.count, from: &back, to: &front, textCount: textCount)
  }

  /// Moves the last `count` slots of one half, last first, and counts their places from the other end.
  private static func move(
    _ count: Int, from: inout [AnnotationSlot], to: inout [AnnotationSlot], textCount: Int
  ) {
    guard count > 0 else { return }
    // Room for many at once; for a few, appending grows the array in steps that get larger.
    if count > 1024 { to.reserveCapacity(to.count + count) }
    for slot in from[(from.count - count)...].reversed() {
      var moved = slot
      moved.place = textCount - slot.place
      to.append(moved)
    }
    from.removeLast(count)
  }

  /// Takes the slot right behind the gap, its `place` counted from the start of the text.
  mutating func takeBehindGap() -> AnnotationSlot? {
    guard var slot = back.popLast() else { return nil }
    slot.place = textCount - slot.place
    return slot
  }

  mutating func takeBeforeGap() -> AnnotationSlot? { front.popLast() }

  /// `place` counts from the start of the text.
  mutating func putBeforeGap(_ slot: AnnotationSlot) { front.append(slot) }

  mutating func removeAll() {
    front.removeAll()
    back.removeAll()
  }

  mutating func reserve(_ more: Int) { front.reserveCapacity(front.count + more) }

  /// How many slots fulfil a condition that holds for none behind the first that does not.
  func partition(where holds: (_ start: Int, _ length: Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(start(middle), length(middle)) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
