/// A wish to replace a stretch of text; ranges are UTF-8 offsets in the text as it is.
public struct TextReplacement: Hashable, Sendable {
  public var range: TextRange
  /// Valid UTF-8.
  public var replacement: [UInt8]

  public init(range: TextRange, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  public init(_ range: TextRange, _ text: String) { self.init(range: range, replacement: Array(text.utf8)) }

  /// Whether nothing is removed and nothing inserted.
  public var isEmpty: Bool { range.isEmpty && replacement.isEmpty }

  /// The same change without what it removes and inserts alike at its start and its end. The new edges
  /// are on scalar boundaries and never between CR and LF. An edit that changes nothing becomes empty.
  /// The start goes first: of two equal letters the later one was typed. Linear in the edit.
  public func trimmed(in buffer: TextBuffer) -> TextReplacement {
    let range = buffer.clamp(range)
    let before = range.start > .zero ? buffer[range.start - 1] : nil
    let after = range.end < buffer.end ? buffer[range.end] : nil
    return trimmed(removed: buffer.bytes(in: range), before: before, after: after, in: range)
  }

  public func trimmed(in text: IndexedText) -> TextReplacement { trimmed(in: text.buffer) }

  fileprivate func trimmed(
    removed: [UInt8], before: UInt8?, after: UInt8?, in range: TextRange
  ) -> TextReplacement {
    let core = ChangeCore(
      prefix: ByteScan.commonPrefix(removed.span, replacement.span), old: removed.span, new: replacement.span,
      before: before, after: after)
    // Large pastes are mostly like this.
    if core.prefix == 0, core.suffix == 0 { return TextReplacement(range: range, replacement: replacement) }
    return TextReplacement(
      range: TextRange(range.start + core.prefix, range.end - core.suffix),
      replacement: Array(replacement[core.prefix..<replacement.count - core.suffix]))
  }
}

/// The fact that an edit happened: what stood where, and what is there now.
public struct AppliedEdit: Hashable, Sendable {
  /// In the text before this edit.
  public let range: TextRange
  public let removed: [UInt8]
  public let inserted: [UInt8]

  public init(range: TextRange, removed: [UInt8], inserted: [UInt8]) {
    self.range = range
    self.removed = removed
    self.inserted = inserted
  }

  /// The range of the inserted bytes after this edit.
  public var insertedRange: TextRange { TextRange(range.start, range.start + inserted.count) }
  /// How far everything behind it has moved, in UTF-8 code units.
  public var shift: Int { inserted.count - removed.count }
  /// Whether the text is as it was.
  public var changesNothing: Bool { removed == inserted }

  /// The edit that does this.
  public var edit: TextReplacement { TextReplacement(range: range, replacement: inserted) }
  /// The edit that takes it back, in the text after it.
  public var inverse: TextReplacement { TextReplacement(range: insertedRange, replacement: removed) }

  /// The same change without what was removed and inserted alike, as ``TextReplacement/trimmed(in:)-(TextBuffer)``.
  public func trimmed() -> AppliedEdit {
    let core = edit.trimmed(removed: removed, before: nil, after: nil, in: range)
    if core.range == range { return self }
    let from = core.range.start - range.start
    return AppliedEdit(
      range: core.range, removed: Array(removed[from..<from + core.range.count]), inserted: core.replacement)
  }
}
