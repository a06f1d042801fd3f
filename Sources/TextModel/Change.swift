/// A notification's change of a text, computed once for all consumers.
///
/// Clients express one change in many ways; only its net effect counts. A change of one edit costs the size of that
/// edit.
///
///     edits     as they happened, each relative to the text after the previous one
///     sent      joined: disjoint and sorted, relative to the text before the change
///     parts     those of `sent` that change something, with their positions before and after
///     net       the parts without common prefixes and suffixes of removed and inserted bytes
public struct Change: Sendable {
  /// A range of the text before a change, and its replacement.
  public struct Part: Hashable, Sendable {
    /// In the text before the change.
    public let oldRange: TextRange
    public let removed: [UInt8]
    public let inserted: [UInt8]
    /// The start of `inserted` in the text after the change.
    public let newStart: TextOffset

    public init(oldRange: TextRange, removed: [UInt8], inserted: [UInt8], newStart: TextOffset) {
      self.oldRange = oldRange
      self.removed = removed
      self.inserted = inserted
      self.newStart = newStart
    }

    /// The range of the inserted bytes in the text after the change.
    public var newRange: TextRange { TextRange(newStart, newStart + inserted.count) }
    /// The distance by which the text after it has moved, in UTF-8 code units.
    public var shift: Int { inserted.count - removed.count }
    /// The part as an edit of the text after the previous parts.
    public var edit: AppliedEdit {
      AppliedEdit(
        range: TextRange(newStart, newStart + removed.count), removed: removed, inserted: inserted)
    }
  }

  /// The individual edits, each relative to the text after the previous one.
  public let edits: [AppliedEdit]
  /// The net edits as the client sent them: sorted, disjoint, in the text before the change.
  public let sent: [AppliedEdit]
  /// The minimal net edits: sorted, disjoint, relative to the text before the change. Edits without effect are left
  /// out.
  public let net: [AppliedEdit]
  /// The edits in ``sent`` that change something.
  public let parts: [Part]
  /// Whether the client reported the edits; false: they were found by comparing whole texts.
  public let isExact: Bool

  /// - Parameters:
  ///   - edits: in the order in which they were applied.
  ///   - isExact: whether the client reported the edits.
  /// - Complexity: O(size of the edits) for edits in ascending or descending order.
  public init(_ edits: [AppliedEdit], isExact: Bool = true) { self.init(EditBatch(edits), isExact: isExact) }

  public init(_ batch: EditBatch, isExact: Bool = true) {
    edits = batch.applied
    self.isExact = isExact
    sent = batch.netChanges(trimmed: false)
    var net: [AppliedEdit] = []
    var parts: [Part] = []
    var shift = 0
    for edit in sent where !edit.changesNothing {
      net.append(edit.trimmed())
      parts.append(
        Part(
          oldRange: edit.range, removed: edit.removed, inserted: edit.inserted,
          newStart: edit.range.start + shift))
      shift += edit.shift
    }
    (self.net, self.parts) = (net, parts)
  }

  /// The end of the last of ``net`` in the text after the change; nil if there is no net change.
  public var end: TextOffset? {
    let shift = net.dropLast().reduce(0) { $0 + $1.shift }
    return net.last.map { $0.range.start + shift + $0.inserted.count }
  }

  /// The edits that undo the change, relative to the text after it: sorted and disjoint.
  public var reversal: [TextReplacement] {
    var shift = 0
    return net.map { edit in
      defer { shift += edit.shift }
      let start = edit.range.start + shift
      return TextReplacement(
        range: TextRange(start, start + edit.inserted.count), replacement: edit.removed)
    }
  }
}
