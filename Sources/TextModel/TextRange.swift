/// A position between two bytes of a document, as the number of UTF-8 code units before it.
public struct TextOffset: Hashable, Comparable, Sendable {
  /// UTF-8 code units from the start of the document.
  public var utf8: Int

  /// Creates an offset from a number of UTF-8 code units, without checking it against any text.
  public init(_ utf8: Int) { self.utf8 = utf8 }

  public static let zero = TextOffset(0)

  public static func < (a: TextOffset, b: TextOffset) -> Bool { a.utf8 < b.utf8 }
  /// The offset `distance` UTF-8 code units further on. It is not clamped and need not be on a scalar
  /// boundary.
  public static func + (a: TextOffset, distance: Int) -> TextOffset { TextOffset(a.utf8 + distance) }
  /// The offset `distance` UTF-8 code units earlier. It is not clamped and may be negative.
  public static func - (a: TextOffset, distance: Int) -> TextOffset { TextOffset(a.utf8 - distance) }
  /// The distance from `b` to `a` in UTF-8 code units.
  public static func - (a: TextOffset, b: TextOffset) -> Int { a.utf8 - b.utf8 }
}

/// A half-open range of a document in UTF-8 offsets; `start <= end` always.
/// All functions are O(1).
public struct TextRange: Hashable, Sendable {
  /// The offset of the first byte.
  public let start: TextOffset
  /// The offset after the last byte; equal to ``start`` for an empty range.
  public let end: TextOffset

  /// Creates a range. Traps if the end is before the start.
  public init(_ start: TextOffset, _ end: TextOffset) {
    precondition(start <= end, "a text range ends before it starts")
    self.start = start
    self.end = end
  }

  /// Creates a range from UTF-8 offsets. Traps if the end is before the start.
  public init(_ start: Int, _ end: Int) { self.init(TextOffset(start), TextOffset(end)) }

  /// Creates the empty range at an offset.
  public init(at offset: TextOffset) { self.init(offset, offset) }

  /// The number of UTF-8 code units.
  public var count: Int { end - start }
  public var isEmpty: Bool { start == end }

  /// Whether `other` is inside this range, edges included.
  public func contains(_ other: TextRange) -> Bool { start <= other.start && other.end <= end }
  /// Whether the offset is strictly between the edges.
  package func containsInside(_ offset: TextOffset) -> Bool { start < offset && offset < end }
  /// Whether the offset is inside or on an edge.
  public func touches(_ offset: TextOffset) -> Bool { start <= offset && offset <= end }
  /// Whether the ranges share at least one byte, or one of them is empty and strictly inside the other.
  public func overlaps(_ other: TextRange) -> Bool { start < other.end && other.start < end }
  /// The range moved by `distance` bytes.
  public func shifted(by distance: Int) -> TextRange { TextRange(start + distance, end + distance) }
}

// MARK: - Edits

/// A requested replacement of a range of the current text, in UTF-8 offsets.
public struct TextReplacement: Hashable, Sendable {
  /// The text to replace; empty for an insertion.
  public var range: TextRange
  /// The new text in UTF-8. Ill-formed parts are replaced by U+FFFD when the edit is applied.
  public var replacement: [UInt8]

  /// Creates a replacement.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in the current text.
  ///   - replacement: well-formed UTF-8; anything else is repaired with U+FFFD when the edit is applied.
  public init(range: TextRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  public init(_ range: TextRange, _ text: String) { self.init(range: range, replacement: Array(text.utf8)) }

  /// Whether nothing is removed or inserted.
  public var isEmpty: Bool { range.isEmpty && replacement.isEmpty }

  /// The change without the common prefix and suffix of removed and inserted text. The new edges are on scalar
  /// boundaries and never between CR and LF. An edit without effect becomes empty. The prefix takes precedence: of two
  /// equal adjacent letters, the later one counts as typed. Linear in the edit.
  public func trimmed(in buffer: TextBuffer) -> TextReplacement {
    let range = buffer.clamp(range)
    let before = range.start > .zero ? buffer[range.start - 1] : nil
    let after = range.end < buffer.end ? buffer[range.end] : nil
    return trimmed(removed: buffer.bytes(in: range), before: before, after: after, in: range)
  }

  /// The change without the common prefix and suffix, as in ``trimmed(in:)-(TextBuffer)``. Linear in the
  /// edit.
  public func trimmed(in text: IndexedText) -> TextReplacement { trimmed(in: text.buffer) }

  fileprivate func trimmed(
    removed: [UInt8], before: UInt8?, after: UInt8?, in range: TextRange
  ) -> TextReplacement {
    let core = ChangeCore(
      prefix: ByteScan.commonPrefix(removed.span, replacement.span), old: removed.span, new: replacement.span,
      before: before, after: after)
    // Large pastes usually need no copy.
    if core.prefix == 0, core.suffix == 0 { return TextReplacement(range: range, replacement: replacement) }
    return TextReplacement(
      range: TextRange(range.start + core.prefix, range.end - core.suffix),
      replacement: Array(replacement[core.prefix..<replacement.count - core.suffix]))
  }
}

/// An edit that was applied: the removed and the inserted bytes.
public struct AppliedEdit: Hashable, Sendable {
  /// The range in the text before this edit.
  public let range: TextRange
  /// The bytes that were in ``range``.
  public let removed: [UInt8]
  /// The bytes that replaced ``removed``, now in ``insertedRange``.
  public internal(set) var inserted: [UInt8]

  /// Creates a record of an edit, without applying it.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in the text before the edit.
  ///   - removed: the bytes of that range; their number must equal the length of the range.
  ///   - inserted: the bytes that replaced them.
  public init(range: TextRange, removed: [UInt8], inserted: [UInt8]) {
    self.range = range
    self.removed = removed
    self.inserted = inserted
  }

  /// The range of the inserted bytes after this edit.
  public var insertedRange: TextRange { TextRange(range.start, range.start + inserted.count) }
  /// The distance by which the edit moves the text after it, in UTF-8 code units.
  public var shift: Int { inserted.count - removed.count }
  /// Whether the edit has no effect.
  /// Linear in the edit.
  public var changesNothing: Bool { removed == inserted }

  /// The edit as a replacement.
  public var edit: TextReplacement { TextReplacement(range: range, replacement: inserted) }
  /// The edit that undoes this one, relative to the text after this one.
  public var inverse: TextReplacement { TextReplacement(range: insertedRange, replacement: removed) }

  /// The change without the common prefix and suffix, as in ``TextReplacement/trimmed(in:)-(TextBuffer)``.
  /// Linear in the edit.
  public func trimmed() -> AppliedEdit {
    let core = edit.trimmed(removed: removed, before: nil, after: nil, in: range)
    if core.range == range { return self }
    let from = core.range.start - range.start
    return AppliedEdit(
      range: core.range, removed: Array(removed[from..<from + core.range.count]), inserted: core.replacement)
  }
}

extension AppliedEdit {
  /// The insertion or deletion, moved so that its range ends at the cursor, if that has the same effect. A comparison
  /// of texts cannot determine which of several equal letters is new, and assumes the last one, but users type at the
  /// cursor.
  ///
  /// Moves the edit back by at most 64 bytes; an edit that both removes and inserts stays unchanged.
  ///
  /// - Parameters:
  ///   - cursor: the cursor before the edit.
  ///   - buffer: the text after the edit.
  package func slid(toward cursor: TextOffset, in buffer: TextBuffer) -> AppliedEdit {
    let place = removed.isEmpty ? range.start : range.end
    let distance = place - cursor
    guard removed.isEmpty != inserted.isEmpty, distance > 0, distance <= 64, range.start.utf8 >= distance
    else { return self }
    let moved = removed.isEmpty ? inserted : removed
    let start = range.start - distance
    let between = buffer.bytes(in: TextRange(start, range.start))
    let whole = between + moved
    guard whole.suffix(distance).elementsEqual(between) else { return self }
    let bytes = Array(whole.prefix(moved.count))
    let slidRange = range.shifted(by: -distance)
    return removed.isEmpty
      ? AppliedEdit(range: slidRange, removed: [], inserted: bytes)
      : AppliedEdit(range: slidRange, removed: bytes, inserted: [])
  }
}
