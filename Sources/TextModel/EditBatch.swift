/// The edits of one notification, each relative to the text that the one before left, and what they come to
/// as a whole.
///
/// Clients write one change in many ways: Neovim deletes a word and inserts a name character by character,
/// VS Code edits at a hundred cursors from the last to the first. The batch composes the edits as they come;
/// in a run in either direction each costs its own size.
public struct EditBatch: Sendable {
  /// The edits one by one, in order.
  public private(set) var applied: [AppliedEdit] = []

  /// Net changes before the last edit and, nearest last, those after it. Like the gap of a buffer: all keep their
  /// place in the text before the batch, so nothing has to be shifted.
  private var before: [AppliedEdit] = []
  private var behind: [AppliedEdit] = []
  /// How far the text after the last of `before` has moved so far.
  private var shift = 0

  public init() {}

  public init(_ edits: [AppliedEdit]) {
    for edit in edits { append(edit) }
  }

  public var isEmpty: Bool { applied.isEmpty }

  /// Applies an edit to the text and takes it into the batch.
  @discardableResult
  public mutating func apply(_ edit: TextReplacement, to text: inout IndexedText) -> AppliedEdit {
    let fact = text.apply(edit)
    append(fact)
    return fact
  }

  /// Takes in an edit that has been applied after those before it.
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
      // The usual case, one key after the other: no copy.
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

  /// The edit together with all changes that it touches, of which `first` is the first.
  private mutating func merge(_ first: AppliedEdit, with edit: AppliedEdit) -> AppliedEdit {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    let start = first.newStart(shift)
    // What the edit removed is old text wherever it was not new text itself.
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

  /// The net effect of the batch: disjoint changes, sorted, their ranges relative to the text before the whole batch,
  /// `removed` the old text. Trimmed, each is its minimal core and those without effect are left out.
  public func netChanges(trimmed: Bool = true) -> [AppliedEdit] {
    let changes = before + behind.reversed()
    guard trimmed else { return changes }
    return changes.compactMap { change in
      let core = change.trimmed()
      return core.changesNothing ? nil : core
    }
  }

  /// ``netChanges(trimmed:)`` as edits: applied from the last to the first to the text before the batch,
  /// they give the text after it.
  public func netEdits(trimmed: Bool = true) -> [TextReplacement] { netChanges(trimmed: trimmed).map(\.edit) }
}

/// A net change: its range is in the text before the batch. In the text as it is now, where all before it has moved by
/// `shift`:
extension AppliedEdit {
  fileprivate func newStart(_ shift: Int) -> Int { range.start.utf8 + shift }
  fileprivate func newEnd(_ shift: Int) -> Int { range.start.utf8 + shift + inserted.count }
}

// MARK: - Mapping offsets

/// To which side a place goes whose surroundings were replaced, or at which text was inserted.
public enum OffsetBias: Sendable { case before, after }

/// Maps offsets in the text before some edits to the text after them.
public struct OffsetMap: Sendable {
  private struct Step {
    var start: Int
    var end: Int
    var inserted: Int
    /// How far the text before this edit has moved.
    var shift: Int
  }

  private var steps: [Step] = []
  private var total = 0

  /// `edits` must be disjoint, sorted, and relative to the text before all of them, as
  /// ``EditBatch/netEdits(trimmed:)`` and ``TextDifference`` give them. Linear.
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

  /// A place between edits moves with its text. At the start of replaced text it stays there, at its end it
  /// stays at the end; inside, and where text was merely inserted, `bias` decides. Logarithmic.
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
