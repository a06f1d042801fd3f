import JSONText
import TextModel

/// The attributes of one name: sorted and disjoint.
struct AttributeTrack: Sendable {
  let name: String
  private(set) var slots = PlacedSlots<Slot>()

  struct Slot: PlacedSlot {
    var place: Int
    var length: Int
    var value: JSONValue?
    var policy: AttributePolicy
  }

  init(name: String, textCount: Int) {
    self.name = name
    slots.textCount = textCount
  }

  var isEmpty: Bool { slots.count == 0 }

  /// Those that share a byte with `range`. O(log n).
  func indices(in range: TextRange) -> Range<Int> {
    let low = slots.partition { $0 + $1 <= range.start.utf8 }
    let high = slots.partition { start, _ in start < range.end.utf8 }
    return low..<max(low, high)
  }

  func attribute(at index: Int) -> TextAttribute {
    let slot = slots[index]
    return TextAttribute(
      range: TextRange(slots.start(index), slots.end(index)), name: name, value: slot.value,
      policy: slot.policy)
  }

  /// Takes the attribute off a stretch: those that reach beyond it keep the rest. Returns whether there was one.
  mutating func strip(_ range: TextRange) -> Bool {
    let hit = indices(in: range)
    guard !hit.isEmpty else { return false }
    slots.moveGap(to: hit.upperBound)
    var rests: [Slot] = []
    for index in hit.reversed() {
      let (start, end) = (slots.start(index), slots.end(index))
      guard let slot = slots.takeBeforeGap() else { break }
      // The later piece first, as the slots come.
      for piece in [(max(start, range.end.utf8), end), (start, min(end, range.start.utf8))]
      where piece.0 < piece.1 {
        rests.append(
          Slot(place: piece.0, length: piece.1 - piece.0, value: slot.value, policy: slot.policy))
      }
    }
    for rest in rests.reversed() { slots.putBeforeGap(rest) }
    return true
  }

  /// Puts an attribute on a stretch; others of the name give way to it there.
  mutating func add(_ attribute: TextAttribute) {
    _ = strip(attribute.range)
    let start = attribute.range.start.utf8
    slots.moveGap(to: slots.partition { from, _ in from < start })
    slots.putBeforeGap(
      Slot(place: start, length: attribute.range.count, value: attribute.value, policy: attribute.policy))
  }

  /// Follows edits. Returns whether one of the attributes was hit.
  mutating func follow(_ parts: [NetEdit]) -> Bool {
    var isHit = false
    _ = slots.follow(parts, reachesEnd: { $0.policy.whenTypedAt == .grow }) { slot, start, hits, shift in
      isHit = true
      let now = AttributeRules.range(
        of: TextRange(start, start + slot.length), slot.policy, hits: hits, shift: shift)
      guard let now else { return false }
      slot.place = now.start.utf8
      slot.length = now.count
      return true
    }
    return isHit
  }
}
