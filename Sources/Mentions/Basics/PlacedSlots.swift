import TextModel

/// An element with a position in a text. ``PlacedSlots`` updates the position when the text changes.
protocol PlacedSlot: Sendable {
  /// The distance of the element's start, in UTF-8 code units, from the start of the text if the element is before the
  /// gap, or from the end of the text if it is after the gap.
  var place: Int { get set }
  /// The length in UTF-8 code units; never 0.
  var length: Int { get }
}

/// Slots in document order with a gap between two halves. Places in the front half are relative to the start of the
/// text, places in the back half to its end, so that an edit at the gap changes none of them.
///
///     front: [A:3] [B:17]  ▏gap▕  back (last first): [D:5] [C:40]
struct PlacedSlots<Slot: PlacedSlot>: Sendable {
  private(set) var front: [Slot] = []
  /// The slots after the gap in reverse order: the one right after the gap is the last element.
  private(set) var back: [Slot] = []
  /// The length of the text in UTF-8 code units, to which places in the back half are relative.
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

  /// The slot with its stored `place`; ``start(_:)`` computes its offset.
  subscript(index: Int) -> Slot {
    index < front.count ? front[index] : back[count - 1 - index]
  }

  mutating func update(_ index: Int, _ body: (inout Slot) -> Void) {
    if index < front.count { body(&front[index]) } else { body(&back[count - 1 - index]) }
  }

  /// Moves the gap so that the slot at `index` is the first one after it. O(number of slots that change halves).
  mutating func moveGap(to index: Int) {
    Self.move(front.count - index, from: &front, to: &back, textCount: textCount)
    Self.move(index - front.count, from: &back, to: &front, textCount: textCount)
  }

  /// Moves the last `count` slots of one half to the other, last first, and converts their places.
  private static func move(
    _ count: Int, from: inout [Slot], to: inout [Slot], textCount: Int
  ) {
    guard count > 0 else { return }
    // Reserves capacity only for many slots: reserving exactly what a few slots need would prevent the array from
    // growing geometrically.
    if count > 1024 { to.reserveCapacity(to.count + count) }
    for slot in from[(from.count - count)...].reversed() {
      var moved = slot
      moved.place = textCount - slot.place
      to.append(moved)
    }
    from.removeLast(count)
  }

  /// Removes the slot directly after the gap; its `place` becomes relative to the start of the text.
  private mutating func takeBehindGap() -> Slot? {
    guard var slot = back.popLast() else { return nil }
    slot.place = textCount - slot.place
    return slot
  }

  mutating func takeBeforeGap() -> Slot? { front.popLast() }

  /// Inserts a slot before the gap; its `place` is relative to the start of the text.
  mutating func putBeforeGap(_ slot: Slot) { front.append(slot) }

  mutating func removeAll() {
    front.removeAll()
    back.removeAll()
  }

  /// The number of slots before the first that does not satisfy a condition; no slot after it may satisfy the
  /// condition.
  func partition(where holds: (_ start: Int, _ length: Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(start(middle), length(middle)) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Moves the slots according to edits. Slots changed by an edit are passed to `body`, which updates or removes them.
  ///
  /// - Parameters:
  ///   - parts: the refined changes: sorted, disjoint, at least one.
  ///   - reachesEnd: whether text inserted directly after a slot changes it.
  ///   - body: handles a changed slot and sets its `place`, relative to the start of the new text. `start` is the
  ///     slot's start in the old text, `hits` are the parts that change the slot, and `shift` is the distance by which
  ///     the parts before `hits` move it. Returns whether to keep the slot.
  /// - Returns: the numbers of unexamined slots before and after the edits.
  /// - Complexity: O(log n), plus the number of slots that are changed or lie between two edits, plus the distance that
  ///   the gap moves.
  mutating func follow(
    _ parts: [Change.Part], reachesEnd: (Slot) -> Bool = { _ in false },
    _ body: (inout Slot, _ start: Int, _ hits: ArraySlice<Change.Part>, _ shift: Int) -> Bool
  ) -> (prefix: Int, suffix: Int) {
    let edge = parts[0].oldRange.start.utf8
    var prefix = partition { $0 + $1 <= edge }
    // At most one slot ends at the edge, because no slot is empty.
    if prefix > 0, end(prefix - 1) == edge, reachesEnd(self[prefix - 1]) { prefix -= 1 }
    moveGap(to: prefix)
    var shift = 0
    var next = 0
    while next < parts.count, backCount > 0 {
      let start = start(frontCount)
      let end = end(frontCount)
      while next < parts.count, parts[next].oldRange.end.utf8 <= start {
        shift += parts[next].shift
        next += 1
      }
      guard next < parts.count, var slot = takeBehindGap() else { break }
      var beyond = next
      while beyond < parts.count, parts[beyond].oldRange.start.utf8 < end { beyond += 1 }
      if beyond < parts.count, parts[beyond].removed.isEmpty, parts[beyond].oldRange.start.utf8 == end,
        reachesEnd(slot)
      {
        beyond += 1
      }
      if beyond == next {
        slot.place += shift
        putBeforeGap(slot)
      } else if body(&slot, start, parts[next..<beyond], shift) {
        putBeforeGap(slot)
      }
    }
    textCount += parts.reduce(0) { $0 + $1.shift }
    return (prefix, backCount)
  }
}

// MARK: - Parts of a change

extension Change.Part {
  /// Whether the removed or inserted text contains a line end.
  var hasLineEnds: Bool { inserted.contains(10) || removed.contains(10) }

  /// A smaller change inside this one; ranges are relative to the starts of `removed` and `inserted`.
  fileprivate func part(removed old: Range<Int>, inserted new: Range<Int>) -> Change.Part {
    Change.Part(
      oldRange: TextRange(oldRange.start + old.lowerBound, oldRange.start + old.upperBound),
      removed: Array(removed[old]), inserted: Array(inserted[new]), newStart: newStart + new.lowerBound)
  }

  /// The section of this change from the start of one of its parts to the end of a later one.
  func part(from first: Change.Part, to last: Change.Part) -> Change.Part {
    part(
      removed: first.oldRange.start - oldRange.start..<last.oldRange.end - oldRange.start,
      inserted: first.newStart - newStart..<last.newRange.end - newStart)
  }
}

extension [Change.Part] {
  /// The parts inside `whole`. The parts of this array must be sorted and disjoint, and none may cross a bound of
  /// `whole`. O(log n).
  func parts(of whole: Change.Part) -> ArraySlice<Change.Part> {
    let low = partition { $0.newStart < whole.newStart }
    let high = partition { $0.oldRange.end <= whole.oldRange.end && $0.newRange.end <= whole.newRange.end }
    return self[low..<Swift.max(low, high)]
  }

  /// Whether one of the parts spans `range`. O(log n).
  func spans(_ range: TextRange) -> Bool {
    let at = partition { $0.oldRange.end < range.end }
    return at < count && self[at].oldRange.contains(range)
  }

  private func partition(_ holds: (Change.Part) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Finds the actual changes inside an edit whose range is too wide (<doc:Behaviour>, section 11).
enum EditRefinement {
  /// The parts of an edit that change the text, sorted and disjoint; empty if nothing changes.
  static func parts(of edit: Change.Part) -> [Change.Part] {
    var steps = 0
    return parts(of: edit, steps: &steps)
  }

  /// The actual changes inside several edits, sorted and disjoint. Edits are refined only if `matters` returns true for
  /// their range.
  static func parts(of edits: [Change.Part], steps: inout Int, where matters: (TextRange) -> Bool) -> [Change
    .Part]
  {
    var parts: [Change.Part] = []
    for edit in edits {
      if edit.removed.isEmpty || edit.inserted.isEmpty || !matters(edit.oldRange) {
        parts.append(edit)
      } else {
        parts += self.parts(of: edit, steps: &steps)
      }
    }
    return parts
  }

  /// Divides an edit into the parts that change the text.
  ///
  /// - Parameter steps: increased by the cost of the comparison.
  static func parts(of edit: Change.Part, steps: inout Int) -> [Change.Part] {
    var shift = 0
    return TextDifference.hunks(old: edit.removed, new: edit.inserted, steps: &steps).map { hunk in
      let old = hunk.range.start.utf8..<hunk.range.end.utf8
      let newStart = old.lowerBound + shift
      shift += hunk.replacement.count - hunk.range.count
      return edit.part(removed: old, inserted: newStart..<newStart + hunk.replacement.count)
    }
  }
}
