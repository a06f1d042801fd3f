import Entities
public import JSONText
public import TextModel

/// A label that the host shows beside the text (Hakawai: accessory views). It is not part of the text.
public struct TextAccessory: Hashable, Sendable {
  /// The position to which an accessory is attached.
  public enum Anchor: Hashable, Sendable {
    /// A UTF-8 offset. Text inserted at this offset goes after an accessory with the place `after`, and before one with
    /// the place `above`.
    case position(TextOffset)
    /// A non-empty range of text; the accessory is removed when all of its text is deleted.
    case range(TextRange)
    /// Every mention of the document. The accessory's label is then an ``InsertFormat``, filled in for each mention.
    case mentions
  }

  /// The position relative to the anchor.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// In the line, after the anchor.
    case after
    /// Above the line in which the anchor starts.
    case above
  }

  /// The accessory's identifier in its document. Never empty.
  public let id: String
  /// The position to which the accessory is attached. Moves with edits of the text.
  public internal(set) var anchor: Anchor
  /// Never empty.
  public let label: String
  /// The text to show on hover; nil for none.
  public let tooltip: String?
  /// The command that a click executes, which only the host interprets.
  public let command: JSONValue?
  public let place: Place

  public init(
    id: String, anchor: Anchor, label: String, tooltip: String? = nil, command: JSONValue? = nil, place: Place
  ) {
    self.id = id
    self.anchor = anchor
    self.label = label
    self.tooltip = tooltip
    self.command = command
    self.place = place
  }

  /// The offset after which, or above whose line, the accessory is shown; nil for accessories of mentions.
  public var offset: TextOffset? {
    switch (anchor, place) {
    case (.position(let offset), _): offset
    case (.range(let range), .after): range.end
    case (.range(let range), .above): range.start
    case (.mentions, _): nil
    }
  }
}

/// The reason why an accessory was not added, moved or removed.
public enum AccessoryError: Error, Hashable, CustomStringConvertible {
  case emptyID
  case emptyLabel
  /// The label of an accessory of mentions is not a valid format.
  case wrongFormat(InsertFormatError)
  case inUse(String)
  case unknown(String)
  case outOfBounds(TextRange, count: Int)
  /// The document has the maximum number of accessories.
  case tooMany(Int)

  public var description: String {
    switch self {
    case .emptyID: "the id is empty"
    case .emptyLabel: "the label is empty"
    case .wrongFormat(let fault): "the label is not a valid format: \(fault)"
    case .inUse(let id): "the id “\(id)” is in use"
    case .unknown(let id): "there is no accessory “\(id)”"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) is outside of the text, which has \(count) bytes"
    case .tooMany(let limit): "the document already has \(limit) accessories"
    }
  }
}

/// The accessories of one document, in the order in which they were added.
///
/// An edit takes O(accessories), of which there are at most ``most``.
public struct Accessories: Sendable {
  public private(set) var accessories: [TextAccessory] = []

  /// The maximum number of accessories of a document.
  public static let most = 1000

  public init() {}

  public var isEmpty: Bool { accessories.isEmpty }

  /// Adds an accessory after all others. An anchor with an empty range becomes a position.
  ///
  /// - Parameters:
  ///   - accessory: the accessory.
  ///   - text: the document's text, which bounds the anchor.
  /// - Throws: if its id is empty or in use, the label is empty or, for mentions, not a valid format, the anchor is
  ///   outside of the text, or there are already ``most`` accessories.
  /// - Complexity: O(n).
  public mutating func add(_ accessory: TextAccessory, in text: IndexedText) throws(AccessoryError) {
    guard !accessory.id.isEmpty else { throw .emptyID }
    guard !accessory.label.isEmpty else { throw .emptyLabel }
    guard index(of: accessory.id) == nil else { throw .inUse(accessory.id) }
    guard accessories.count < Self.most else { throw .tooMany(Self.most) }
    var accessory = accessory
    accessory.anchor = try Self.checked(accessory.anchor, label: accessory.label, in: text)
    accessories.append(accessory)
  }

  /// Attaches an accessory to another position, without changing the order.
  ///
  /// - Parameters:
  ///   - id: the accessory's identifier.
  ///   - anchor: the new position.
  ///   - text: the document's text, which bounds the anchor.
  /// - Throws: if no accessory has this id, the anchor is outside of the text or, for mentions, the label is not a
  ///   valid format.
  /// - Complexity: O(n).
  public mutating func move(
    _ id: String, to anchor: TextAccessory.Anchor, in text: IndexedText
  ) throws(AccessoryError) {
    guard let index = index(of: id) else { throw .unknown(id) }
    accessories[index].anchor = try Self.checked(anchor, label: accessories[index].label, in: text)
  }

  /// Removes an accessory.
  ///
  /// - Throws: if no accessory has this id.
  /// - Complexity: O(n).
  public mutating func remove(_ id: String) throws(AccessoryError) {
    guard let index = index(of: id) else { throw .unknown(id) }
    accessories.remove(at: index)
  }

  private func index(of id: String) -> Int? {
    accessories.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
  }

  /// Validates an anchor; an empty range becomes a position.
  private static func checked(
    _ anchor: TextAccessory.Anchor, label: String, in text: IndexedText
  ) throws(AccessoryError) -> TextAccessory.Anchor {
    switch anchor {
    case .mentions:
      do throws(InsertFormatError) { _ = try InsertFormat(label) } catch { throw .wrongFormat(error) }
      return anchor
    case .position(let offset): return try checked(.range(TextRange(at: offset)), label: label, in: text)
    case .range(let range):
      guard range.start >= .zero, range.start <= range.end, range.end <= text.buffer.end else {
        throw .outOfBounds(range, count: text.buffer.count)
      }
      return range.isEmpty ? .position(range.start) : anchor
    }
  }

  /// Moves the anchors with the change of a notification, and removes accessories whose text was deleted. Returns the
  /// number of steps spent on comparing the removed text with the inserted one.
  mutating func apply(_ change: Change) -> Int {
    var steps = 0
    let parts = EditRefinement.parts(of: change.parts, steps: &steps) { range in
      accessories.contains { $0.touches(range) }
    }
    guard !parts.isEmpty else { return steps }
    accessories = accessories.compactMap { accessory in
      guard let anchor = AccessoryRules.anchor(of: accessory, after: parts) else { return nil }
      var moved = accessory
      moved.anchor = anchor
      return moved
    }
    return steps
  }

  /// Violated invariants; empty unless there is a bug. O(n).
  package func violations(in text: IndexedText) -> [String] {
    accessories.compactMap { accessory in
      let place: TextRange
      switch accessory.anchor {
      case .mentions: return nil
      case .position(let offset): place = TextRange(at: offset)
      case .range(let range):
        if range.isEmpty { return "accessory \(accessory.id) has an empty range" }
        place = range
      }
      if place.end > text.buffer.end { return "accessory \(accessory.id) is out of bounds" }
      return [place.start, place.end].allSatisfy { text.buffer.scalarStart(at: $0) == $0 }
        ? nil : "accessory \(accessory.id) begins or ends inside a Unicode scalar"
    }
  }
}

extension TextAccessory {
  fileprivate func touches(_ range: TextRange) -> Bool {
    switch anchor {
    case .mentions: false
    case .position(let offset): range.touches(offset)
    case .range(let own): own.start <= range.end && range.start <= own.end
    }
  }
}

/// The effects of edits on the anchors of accessories.
enum AccessoryRules {
  /// The anchor after edits; nil if its text was deleted.
  ///
  /// - Parameter parts: the refined changes: sorted, disjoint.
  static func anchor(of accessory: TextAccessory, after parts: [Change.Part]) -> TextAccessory.Anchor? {
    switch accessory.anchor {
    case .mentions: .mentions
    case .position(let offset): .position(moved(offset, accessory.place, by: parts))
    case .range(let range): moved(range, by: parts).map { .range($0) }
    }
  }

  private static func moved(
    _ offset: TextOffset, _ place: TextAccessory.Place, by parts: [Change.Part]
  ) -> TextOffset {
    var shift = 0
    for part in parts {
      let isInsertedHere = part.removed.isEmpty && part.oldRange.start == offset
      if part.oldRange.end <= offset, !(isInsertedHere && place == .after) {
        shift += part.shift
      } else if part.oldRange.start < offset {
        // The text on both sides was replaced.
        return place == .after ? part.newRange.end : part.newStart
      } else {
        break
      }
    }
    return offset + shift
  }

  /// The range after edits. Text inserted at a bound of the range does not become part of it; text inserted inside
  /// does.
  private static func moved(_ range: TextRange, by parts: [Change.Part]) -> TextRange? {
    let first = parts.firstIndex { $0.oldRange.end > range.start } ?? parts.count
    let end = parts[first...].firstIndex { $0.oldRange.start >= range.end } ?? parts.count
    let shift = parts[..<first].reduce(0) { $0 + $1.shift }
    guard first < end else { return range.shifted(by: shift) }
    return AttributeRules.range(of: range, AttributePolicy(), hits: parts[first..<end], shift: shift)
  }
}

/// A sequence of lines that are not blank, and the mentions that begin in it.
package struct MentionParagraph: Hashable, Sendable {
  /// The lines of the paragraph, numbered from 0.
  package let lines: ClosedRange<Int>
  package var firstLine: Int { lines.lowerBound }
  /// The indices of the mentions that begin in these lines; never empty.
  package let mentions: Range<Int>

  /// The paragraphs with mentions, in order. O(lines of these paragraphs).
  package static func all(with annotations: Annotations, in text: IndexedText) -> [MentionParagraph] {
    var found: [MentionParagraph] = []
    var (next, top) = (0, 0)
    while next < annotations.count {
      let lines = lines(
        around: text.lines.line(at: annotations.range(at: next).start), notAbove: top, in: text)
      let end = max(next + 1, annotations.indices(in: range(of: lines, in: text)).upperBound)
      found.append(MentionParagraph(lines: lines, mentions: next..<end))
      (next, top) = (end, lines.upperBound + 1)
    }
    return found
  }

  /// The paragraph that contains a line (from 0); nil if the line is blank, or if no mention begins in the paragraph.
  /// O(lines of the paragraph).
  package static func holding(
    line: Int, with annotations: Annotations, in text: IndexedText
  ) -> MentionParagraph? {
    let line = min(max(0, line), text.lines.lineCount - 1)
    guard !isBlank(line, in: text) else { return nil }
    let lines = lines(around: line, notAbove: 0, in: text)
    let range = range(of: lines, in: text)
    let mentions = annotations.indices(in: range).drop { annotations.range(at: $0).start < range.start }
    return mentions.isEmpty ? nil : MentionParagraph(lines: lines, mentions: mentions)
  }

  private static func lines(around line: Int, notAbove top: Int, in text: IndexedText) -> ClosedRange<Int> {
    var (first, last) = (max(line, top), max(line, top))
    while first > top, !isBlank(first - 1, in: text) { first -= 1 }
    while last + 1 < text.lines.lineCount, !isBlank(last + 1, in: text) { last += 1 }
    return first...last
  }

  private static func range(of lines: ClosedRange<Int>, in text: IndexedText) -> TextRange {
    TextRange(text.content(ofLine: lines.lowerBound).start, text.content(ofLine: lines.upperBound).end)
  }

  /// Whether a line is blank. O(white space at its start).
  private static func isBlank(_ line: Int, in text: IndexedText) -> Bool {
    let content = text.content(ofLine: line)
    var at = content.start
    while at < content.end, WhiteSpace.isASCIISpace(text.buffer[at]) { at = at + 1 }
    return at == content.end
  }
}

/// The number of different entities of one kind that are mentioned.
package struct MentionCount: Hashable, Sendable {
  package let kind: EntityKind
  package internal(set) var count: Int

  /// The counts by kind, in order of first occurrence. O(mentions).
  ///
  /// - Parameters:
  ///   - mentions: the indices of the mentions.
  ///   - annotations: the annotations that contain them.
  package static func all(of mentions: Range<Int>, in annotations: Annotations) -> [MentionCount] {
    var seen: Set<EntityKey> = []
    var counts: [MentionCount] = []
    for index in mentions {
      let entity = annotations[index].entity
      guard seen.insert(entity.key).inserted else { continue }
      if let known = counts.firstIndex(where: { $0.kind == entity.kind }) {
        counts[known].count += 1
      } else {
        counts.append(MentionCount(kind: entity.kind, count: 1))
      }
    }
    return counts
  }
}
