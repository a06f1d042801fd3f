/// The edits of one notification, each relative to the text that the one before left, and what they come to
/// as a whole.
///
/// Clients write one change in many ways: Neovim deletes a word and inserts a name character by character,
/// VS Code edits at a hundred cursors from the last to the first. The batch composes the edits as they come;
/// in a run in either direction each costs its own size.
public struct EditBatch: Sendable {
  /// What happened, one by one, in order.
  public private(set) var applied: [AppliedEdit] = []

  /// Net changes before the last edit and, nearest last, those behind it. Like the gap of a buffer: all
  /// keep their place in the text before the batch, so nothing has to be shifted.
  private var before: [NetChange] = []
  private var behind: [NetChange] = []
  /// How far the text behind the last of `before` has moved so far.
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
      place(NetChange(oldStart: from - shift, old: edit.removed, new: edit.inserted))
      return
    }
    behind.removeLast()
    let start = merged.newStart(shift)
    if start <= from, to <= merged.newEnd(shift) {
      // The usual case, one key after the other: no copy.
      merged.new.replaceSubrange(from - start..<to - start, with: edit.inserted)
      place(merged)
      return
    }
    place(merge(merged, with: edit))
  }

  private mutating func place(_ change: NetChange) {
    before.append(change)
    shift += change.shift
  }

  /// The edit together with all changes that it touches, of which `first` is the first.
  private mutating func merge(_ first: NetChange, with edit: AppliedEdit) -> NetChange {
    let (from, to) = (edit.range.start.utf8, edit.range.end.utf8)
    let start = first.newStart(shift)
    // What the edit removed is old text wherever it was not new text itself.
    var old = start > from ? Array(edit.removed[..<(start - from)]) : []
    let oldStart = min(first.oldStart, from - shift)
    var new = start < from ? Array(first.new[..<(from - start)]) : []
    new += edit.inserted
    var last = first
    var moved = shift
    while true {
      old += last.old
      let end = last.newEnd(moved)
      moved += last.shift
      if end > to { new += last.new[(last.new.count - (end - to))...] }
      guard let next = behind.last, next.newStart(moved) <= to else {
        if end < to { old += edit.removed[(end - from)...] }
        break
      }
      old += edit.removed[(end - from)..<(next.newStart(moved) - from)]
      behind.removeLast()
      last = next
    }
    return NetChange(oldStart: oldStart, old: old, new: new)
  }

  /// What the batch comes to: disjoint changes, sorted, their ranges relative to the text before the whole
  /// batch, `removed` what stood there. Trimmed, each is its minimal core and those that changed nothing
  /// in the end are left out.
  public func netChanges(trimmed: Bool = true) -> [AppliedEdit] {
    var changes: [AppliedEdit] = []
    changes.reserveCapacity(before.count + behind.count)
    for change in before { change.append(to: &changes, trimmed: trimmed) }
    for change in behind.reversed() { change.append(to: &changes, trimmed: trimmed) }
    return changes
  }

  /// ``netChanges(trimmed:)`` as edits: applied from the last to the first to the text before the batch,
  /// they give the text after it.
  public func netEdits(trimmed: Bool = true) -> [TextReplacement] { netChanges(trimmed: trimmed).map(\.edit) }

  /// The offset after the batch of a place in the text before it. Linear in the batch: for many places make
  /// an ``OffsetMap`` once.
  public func map(_ offset: TextOffset, bias: OffsetBias) -> TextOffset {
    OffsetMap(netEdits()).map(offset, bias: bias)
  }
}

/// A stretch of the text before the batch and what is there now.
private struct NetChange: Sendable {
  var oldStart: Int
  var old: [UInt8]
  var new: [UInt8]

  var shift: Int { new.count - old.count }

  /// In the text as it is, where all before it has moved by `shift`.
  func newStart(_ shift: Int) -> Int { oldStart + shift }
  func newEnd(_ shift: Int) -> Int { oldStart + shift + new.count }

  func append(to changes: inout [AppliedEdit], trimmed: Bool) {
    let whole = AppliedEdit(
      range: TextRange(oldStart, oldStart + old.count), removed: old, inserted: new)
    let change = trimmed ? whole.trimmed() : whole
    if trimmed && change.changesNothing { return }
    changes.append(change)
  }
}
