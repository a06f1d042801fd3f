public import JSONText
public import TextModel

/// A named range that the host has added to the text (Hakawai: custom attributes). It moves with edits like an
/// annotation; the host defines its meaning and appearance.
public struct TextAttribute: Hashable, Sendable {
  /// The range in UTF-8 offsets, on scalar boundaries; never empty.
  public var range: TextRange
  /// The attribute's name; never empty. Where attributes with equal names would overlap, the one added last replaces
  /// the others.
  public var name: String
  /// Any value that the host associates with the range.
  public var value: JSONValue?
  public var policy: AttributePolicy

  public init(
    range: TextRange, name: String, value: JSONValue? = nil, policy: AttributePolicy = AttributePolicy()
  ) {
    self.range = range
    self.name = name
    self.value = value
    self.policy = policy
  }
}

/// The effects of edits on an attribute.
public struct AttributePolicy: Hashable, Sendable {
  /// Whether the attribute grows over text that is typed directly after it, like the typing attributes of a text view.
  public enum WhenTypedAt: String, Hashable, Sendable, CaseIterable { case grow, keep }

  /// The effect that a change inside an attribute's text has on the attribute.
  public enum WhenChanged: String, Hashable, Sendable, CaseIterable {
    /// The attribute covers the changed text, and is removed when all of its text is deleted.
    case keep
    /// The attribute is removed.
    case strip
  }

  public var whenTypedAt: WhenTypedAt
  public var whenChanged: WhenChanged

  public init(whenTypedAt: WhenTypedAt = .keep, whenChanged: WhenChanged = .keep) {
    self.whenTypedAt = whenTypedAt
    self.whenChanged = whenChanged
  }
}

/// The reason why an attribute was not added.
public enum AttributeError: Error, Hashable, CustomStringConvertible {
  case emptyRange
  case outOfBounds(TextRange, count: Int)
  case emptyName
  /// The document already has attributes with the maximum number of different names, which is the associated value.
  case tooManyNames(Int)

  public var description: String {
    switch self {
    case .emptyRange: "the range is empty"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) is outside of the text, which has \(count) bytes"
    case .emptyName: "the name is empty"
    case .tooManyNames(let limit): "the document already has attributes with \(limit) different names"
    }
  }
}

/// The attributes of one document. Attributes with the same name are sorted and disjoint: as in an attributed string, a
/// new attribute replaces, in its range, the existing attributes with its name. Attributes with different names may
/// overlap.
///
/// For each name, an edit takes O(log n), plus the number of attributes that it changes and of those between it and the
/// previous edit. Restoring deleted text does not restore its attributes.
public struct Attributes: Sendable {
  /// One track per name, in the order in which the names were first used.
  private var tracks: [AttributeTrack] = []
  /// Increases with each change of the attributes, but not when an edit only moves them.
  private(set) var revision = 0

  /// The maximum number of different names in a document. Each name adds to the cost of an edit.
  public static let mostNames = 256

  public var isEmpty: Bool { tracks.isEmpty }
  /// The names in use, in the order in which they were first used.
  public var names: [String] { tracks.map(\.name) }

  /// All attributes or, if `range` is given, those that share a byte with it, sorted by position and then by name.
  /// O(n log n) for n results.
  public func attributes(in range: TextRange? = nil) -> [TextAttribute] {
    let found = tracks.flatMap { track in
      (range.map(track.indices) ?? 0..<track.slots.count).map(track.attribute)
    }
    return found.sorted {
      ($0.range.start, $0.name, $0.range.end) < ($1.range.start, $1.name, $1.range.end)
    }
  }

  /// Adds an attribute; its range is widened to whole scalars. O(names + log n), plus the distance from the last
  /// change.
  mutating func add(
    _ attribute: TextAttribute, in text: IndexedText
  ) throws(AttributeError) {
    let buffer = text.buffer
    guard !attribute.name.isEmpty else { throw .emptyName }
    guard attribute.range.start >= .zero, attribute.range.end <= buffer.end else {
      throw .outOfBounds(attribute.range, count: buffer.count)
    }
    guard !attribute.range.isEmpty else { throw .emptyRange }
    var attribute = attribute
    var end = attribute.range.end
    while end < buffer.end, buffer.scalarStart(at: end) != end { end = end + 1 }
    attribute.range = TextRange(buffer.scalarStart(at: attribute.range.start), end)
    let index: Int
    if let known = tracks.firstIndex(where: { $0.name.utf8.elementsEqual(attribute.name.utf8) }) {
      index = known
    } else {
      guard tracks.count < Self.mostNames else { throw .tooManyNames(Self.mostNames) }
      index = tracks.count
      tracks.append(AttributeTrack(name: attribute.name, textCount: buffer.count))
    }
    tracks[index].add(attribute)
    revision += 1
  }

  /// Removes the attributes with one of `names` (nil: all names) from `ranges` (nil: the whole text). Parts of an
  /// attribute outside the ranges are kept. Returns whether any attribute was removed, at least in part.
  @discardableResult
  mutating func strip(names: [String]? = nil, ranges: [TextRange]? = nil) -> Bool {
    var isChanged = false
    for index in tracks.indices where names?.contains(tracks[index].name) ?? true {
      for range in ranges ?? [TextRange(0, tracks[index].slots.textCount)] where tracks[index].strip(range) {
        isChanged = true
      }
    }
    tracks.removeAll(where: \.isEmpty)
    if isChanged { revision += 1 }
    return isChanged
  }

  /// Adapts the attributes to the change of one notification, like ``Annotations/apply(_:in:at:restores:)``: only the
  /// net effect of the change counts, and edits that are too wide are refined to the parts that change the text.
  /// Returns the cost of comparing the old and new text.
  mutating func apply(_ change: Change) -> Int {
    var steps = 0
    let parts = EditRefinement.parts(of: change.parts, steps: &steps) { range in
      tracks.contains { !$0.indices(in: range).isEmpty }
    }
    guard !parts.isEmpty else { return steps }
    var isHit = false
    for index in tracks.indices where tracks[index].follow(parts) { isHit = true }
    guard isHit else { return steps }
    tracks.removeAll(where: \.isEmpty)
    revision += 1
    return steps
  }
}

extension Attributes {
  /// Violated invariants; empty unless there is a bug. O(n).
  package func violations(in text: IndexedText) -> [String] {
    tracks.flatMap { track in
      var last = TextOffset.zero
      var found: [String] = []
      if track.slots.textCount != text.buffer.count {
        found.append(
          "\(track.name) expects a text of \(track.slots.textCount) bytes, not \(text.buffer.count)")
      }
      for index in 0..<track.slots.count {
        let range = track.attribute(at: index).range
        if range.isEmpty { found.append("\(track.name) \(index) is empty") }
        if range.start < last { found.append("\(track.name) \(index) overlaps the one before") }
        if range.end > text.buffer.end { found.append("\(track.name) \(index) is out of bounds") }
        for edge in [range.start, range.end] where text.buffer.scalarStart(at: edge) != edge {
          found.append("\(track.name) \(index) begins or ends inside a Unicode scalar")
        }
        last = range.end
      }
      return found
    }
  }
}

/// The attributes with one name: sorted and disjoint.
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

  /// The indices of the attributes that share a byte with `range`. O(log n).
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

  /// Removes the attributes from a range; parts outside of the range are kept. Returns whether any attribute was
  /// removed, at least in part.
  mutating func strip(_ range: TextRange) -> Bool {
    let hit = indices(in: range)
    guard !hit.isEmpty else { return false }
    slots.moveGap(to: hit.upperBound)
    var rests: [Slot] = []
    for index in hit.reversed() {
      let (start, end) = (slots.start(index), slots.end(index))
      guard let slot = slots.takeBeforeGap() else { break }
      // The later piece first, because the slots are processed in reverse order.
      for piece in [(max(start, range.end.utf8), end), (start, min(end, range.start.utf8))]
      where piece.0 < piece.1 {
        rests.append(
          Slot(place: piece.0, length: piece.1 - piece.0, value: slot.value, policy: slot.policy))
      }
    }
    for rest in rests.reversed() { slots.putBeforeGap(rest) }
    return true
  }

  /// Adds an attribute, replacing others with its name in its range.
  mutating func add(_ attribute: TextAttribute) {
    _ = strip(attribute.range)
    let start = attribute.range.start.utf8
    slots.moveGap(to: slots.partition { from, _ in from < start })
    slots.putBeforeGap(
      Slot(place: start, length: attribute.range.count, value: attribute.value, policy: attribute.policy))
  }

  /// Adapts the attributes to edits. Returns whether any of them was changed rather than only moved.
  mutating func follow(_ parts: [Change.Part]) -> Bool {
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

/// The effects of edits on one attribute, by its policy (`whenTypedAt` / `whenChanged`).
///
///     policy                 text typed after   text changed inside       all of its text deleted
///     grow / keep            included           covers the new text       removed
///     grow / strip           included           removed                   removed
///     keep / keep            not included       covers the new text       removed
///     keep / strip           not included       removed                   removed
///
/// An attribute never covers text typed directly before it. If an edit replaces the end of an attribute together with
/// text after it, the attribute covers the new text only if it grows and is not removed.
enum AttributeRules {
  /// The range of an attribute after edits; nil if the attribute is removed.
  ///
  /// - Parameters:
  ///   - range: the range of the attribute in the old text.
  ///   - hits: the refined changes that remove a byte of the attribute, insert strictly inside it or, if it grows,
  ///     directly after it; sorted, disjoint, not empty.
  ///   - shift: the offset by which the edits before the first of `hits` have moved the attribute.
  static func range(
    of range: TextRange, _ policy: AttributePolicy, hits: ArraySlice<Change.Part>, shift: Int
  ) -> TextRange? {
    var start = range.start + shift
    var count = range.count
    for hit in hits {
      let isBehind = hit.oldRange.start >= range.end
      if !isBehind, policy.whenChanged == .strip { return nil }
      let reachesBefore = hit.oldRange.start < range.start
      let reachesBehind = hit.oldRange.end > range.end
      if reachesBefore, reachesBehind { return nil }
      count -= max(
        0, min(range.end.utf8, hit.oldRange.end.utf8) - max(range.start.utf8, hit.oldRange.start.utf8))
      if reachesBefore {
        start = hit.newRange.end
      } else if !reachesBehind || policy.whenTypedAt == .grow {
        count += hit.inserted.count
      }
    }
    return count > 0 ? TextRange(start, start + count) : nil
  }
}
