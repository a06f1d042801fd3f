/// The edits of one notification, each relative to the text after the previous one, and their net effect.
///
/// Clients express one change in many ways: Neovim deletes a word and inserts a name character by character, VS Code
/// edits at a hundred cursors from the last to the first. The batch composes edits incrementally; if edits are in
/// ascending or descending order, the cost of each is proportional to its own size.
public struct EditBatch: Sendable {
  /// The individual edits, in order.
  public private(set) var applied: [AppliedEdit] = []

  /// The net changes up to the last edit, and those after it in reverse order, like the two parts of a gap buffer. The
  /// ranges are relative to the text before the batch, so that no later edit has to shift them.
  private var before: [AppliedEdit] = []
  private var behind: [AppliedEdit] = []
  /// The distance by which the changes in `before` move the text after them.
  private var shift = 0

  public init() {}

  /// Creates a batch of edits that were applied in this order, each relative to the text after the previous
  /// one.
  ///
  /// - Complexity: O(size of the edits) for edits in ascending or descending order.
  public init(_ edits: [AppliedEdit]) {
    for edit in edits { append(edit) }
  }

  /// Applies an edit to the text and adds it to the batch.
  ///
  /// - Parameters:
  ///   - edit: an edit of the current text; adjusted as by ``IndexedText/apply(_:)``.
  ///   - text: the text, which nothing else may have edited since the batch began.
  /// - Returns: the edit's actual effect.
  /// - Complexity: that of ``append(_:)``, plus that of ``IndexedText/apply(_:)``.
  @discardableResult
  public mutating func apply(_ edit: TextReplacement, to text: inout IndexedText) -> AppliedEdit {
    let fact = text.apply(edit)
    append(fact)
    return fact
  }

  /// Adds an edit that was applied after all previous ones. Its range is relative to the text after them.
  ///
  /// - Complexity: O(edit) for edits in ascending or descending order; otherwise plus the number of net changes between
  ///   this edit and the previous one.
  public mutating func append(_ edit: AppliedEdit) {
    applied.append(edit)
    guard !(edit.removed.isEmpty && edit.inserted.isEmpty) else { return }
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    while let last = before.last, last.newEnd(shift - last.shift) >= from {
      before.removeLast()
      shift -= last.shift
      behind.append(last)
    }
    while let next = behind.last, next.newEnd(shift) < from {
      behind.removeLast()
      before.append(next)
      shift += next.shift
    }
    guard var merged = behind.last, merged.newStart(shift) <= to else {
      place(
        AppliedEdit(
          range: edit.range.shifted(by: -shift), removed: edit.removed, inserted: edit.inserted))
      return
    }
    behind.removeLast()
    let start = merged.newStart(shift)
    if start <= from, to <= merged.newEnd(shift) {
      // Successive keystrokes, the usual case, need no copy.
      merged.inserted.replaceSubrange(from - start..<to - start, with: edit.inserted)
      place(merged)
      return
    }
    place(merge(merged, with: edit))
  }

  private mutating func place(_ change: AppliedEdit) {
    before.append(change)
    shift += change.shift
  }

  /// Merges the edit with all net changes that it touches: with `first`, and with further ones, which are removed from
  /// `behind`.
  private mutating func merge(_ first: AppliedEdit, with edit: AppliedEdit) -> AppliedEdit {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    let start = first.newStart(shift)
    // The removed bytes are old text, except for those that an earlier edit inserted.
    var old = start > from ? Array(edit.removed[..<(start - from)]) : []
    let oldStart = min(first.range.start.utf8, from - shift)
    var new = start < from ? Array(first.inserted[..<(from - start)]) : []
    new += edit.inserted
    var last = first
    var moved = shift
    while true {
      old += last.removed
      let end = last.newEnd(moved)
      moved += last.shift
      if end > to { new += last.inserted[(last.inserted.count - (end - to))...] }
      guard let next = behind.last, next.newStart(moved) <= to else {
        if end < to { old += edit.removed[(end - from)...] }
        break
      }
      old += edit.removed[(end - from)..<(next.newStart(moved) - from)]
      behind.removeLast()
      last = next
    }
    return AppliedEdit(range: TextRange(oldStart, oldStart + old.count), removed: old, inserted: new)
  }

  /// The net changes: disjoint, sorted, with ranges relative to the text before the whole batch. Applied to that text
  /// from the last to the first, they yield the text after the batch.
  ///
  /// - Parameter trimmed: whether to make each change minimal, and to omit changes without effect.
  /// - Complexity: O(size of the edits).
  public func netChanges(trimmed: Bool = true) -> [AppliedEdit] {
    let changes = before + behind.reversed()
    guard trimmed else { return changes }
    return changes.compactMap { change in
      let core = change.trimmed()
      return core.changesNothing ? nil : core
    }
  }
}

/// The bounds of a net change in the current text. Its `range` is relative to the text before the batch; `shift` is the
/// distance by which the text before the change has moved since.
extension AppliedEdit {
  fileprivate func newStart(_ shift: Int) -> Int { range.start.utf8 + shift }
  fileprivate func newEnd(_ shift: Int) -> Int { range.start.utf8 + shift + inserted.count }
}

// MARK: - Mapping offsets

/// The direction in which an offset moves if its surroundings are replaced, or text is inserted at it.
public enum OffsetBias: Sendable { case before, after }

/// Maps offsets in the text before some edits to offsets in the text after them.
public struct OffsetMap: Sendable {
  private struct Step {
    var start: Int
    var end: Int
    var inserted: Int
    /// The distance by which the preceding edits move the text.
    var shift: Int
  }

  private var steps: [Step] = []
  private var total = 0

  /// Creates a map of edits. They must be disjoint, sorted, and relative to the text before all of them, like those of
  /// ``EditBatch/netChanges(trimmed:)`` and ``TextDifference``. Linear.
  public init(_ edits: [TextReplacement]) {
    steps.reserveCapacity(edits.count)
    for edit in edits {
      steps.append(
        Step(
          start: edit.range.start.utf8, end: edit.range.end.utf8, inserted: edit.replacement.count,
          shift: total))
      total += edit.replacement.count - edit.range.count
    }
  }

  /// Maps an offset. An offset between edits moves with the text around it. The start and end of replaced text map to
  /// the start and end of the replacement; for an offset inside replaced text or at a pure insertion, `bias` decides.
  ///
  /// - Complexity: O(log n) in the number of edits.
  public func map(_ offset: TextOffset, bias: OffsetBias) -> TextOffset {
    let place = offset.utf8
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].end < place { low = middle + 1 } else { high = middle }
    }
    guard low < steps.count else { return offset + total }
    let step = steps[low]
    guard step.start <= place else { return offset + step.shift }
    let start = TextOffset(step.start + step.shift)
    if step.start < step.end, place == step.start { return start }
    if step.start < step.end, place == step.end { return start + step.inserted }
    return bias == .before ? start : start + step.inserted
  }
}

// MARK: - Change

/// A notification's change of a text, computed once for all consumers.
///
/// Clients express one change in many ways; only its net effect counts. The cost of a change that consists of one edit
/// is the size of that edit.
///
///     edits     as they happened, each relative to the text after the previous one
///     sent      joined: disjoint and sorted, relative to the text before the change
///     parts     the edits of `sent` that change something, with their positions before and after
///     net       the parts without common prefixes and suffixes of removed and inserted bytes
public struct Change: Sendable {
  /// A range of the text before a change, and its replacement.
  public struct Part: Hashable, Sendable {
    /// The range in the text before the change.
    public let oldRange: TextRange
    /// The bytes of ``oldRange``.
    public let removed: [UInt8]
    /// The bytes of ``newRange``.
    public let inserted: [UInt8]
    /// The start of `inserted` in the text after the change.
    public let newStart: TextOffset

    package init(oldRange: TextRange, removed: [UInt8], inserted: [UInt8], newStart: TextOffset) {
      self.oldRange = oldRange
      self.removed = removed
      self.inserted = inserted
      self.newStart = newStart
    }

    /// - Parameter shift: the distance by which the preceding parts move the text.
    fileprivate init(_ edit: AppliedEdit, movedBy shift: Int) {
      oldRange = edit.range
      removed = edit.removed
      inserted = edit.inserted
      newStart = edit.range.start + shift
    }

    /// The range of the inserted bytes in the text after the change.
    public var newRange: TextRange { TextRange(newStart, newStart + inserted.count) }
    /// The distance by which this part moves the text after it, in UTF-8 code units.
    public var shift: Int { inserted.count - removed.count }
    /// The part as an edit of the text after the previous parts.
    package var edit: AppliedEdit {
      AppliedEdit(
        range: TextRange(newStart, newStart + removed.count), removed: removed, inserted: inserted)
    }
  }

  /// The individual edits, each relative to the text after the previous one.
  public let edits: [AppliedEdit]
  /// The edits as the client sent them, combined: sorted, disjoint, relative to the text before the change.
  public let sent: [AppliedEdit]
  /// The minimal net edits: sorted, disjoint, relative to the text before the change. Edits without effect are left
  /// out.
  public let net: [AppliedEdit]
  /// The edits in ``sent`` that change something.
  public let parts: [Part]
  /// Whether the client reported the edits; otherwise they were found by comparing whole texts.
  public let isExact: Bool

  /// - Parameters:
  ///   - edits: the edits, in the order in which they were applied.
  ///   - isExact: whether the client reported the edits.
  /// - Complexity: O(size of the edits) for edits in ascending or descending order.
  public init(_ edits: [AppliedEdit], isExact: Bool = true) { self.init(EditBatch(edits), isExact: isExact) }

  /// Creates the change that a batch of edits amounts to.
  ///
  /// - Parameters:
  ///   - batch: the edits of one notification.
  ///   - isExact: whether the client reported the edits.
  /// - Complexity: O(size of the edits).
  public init(_ batch: EditBatch, isExact: Bool = true) {
    edits = batch.applied
    self.isExact = isExact
    sent = batch.netChanges(trimmed: false)
    var net: [AppliedEdit] = []
    var parts: [Part] = []
    var shift = 0
    for edit in sent where !edit.changesNothing {
      net.append(edit.trimmed())
      parts.append(Part(edit, movedBy: shift))
      shift += edit.shift
    }
    (self.net, self.parts) = (net, parts)
  }

  /// The edits in ``sent`` with their positions before and after the change, including those that change nothing.
  ///
  /// - Complexity: linear in the number of edits.
  package var sentParts: [Part] {
    var shift = 0
    return sent.map { edit in
      defer { shift += edit.shift }
      return Part(edit, movedBy: shift)
    }
  }

  /// The end of the last edit of ``net`` in the text after the change; nil if there is no net change.
  ///
  /// - Complexity: linear in the number of net edits.
  public var end: TextOffset? {
    let shift = net.dropLast().reduce(0) { $0 + $1.shift }
    return net.last.map { $0.range.start + shift + $0.inserted.count }
  }

  /// The edits that undo the change, relative to the text after it: sorted and disjoint.
  ///
  /// - Complexity: linear in the number of net edits.
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
