import TextModel

/// What a stretch of the text became by all edits of one notification together.
struct NetEdit: Hashable, Sendable {
  /// In the text before the first edit.
  var oldRange: TextRange
  var removed: [UInt8]
  var inserted: [UInt8]
  /// Where `inserted` starts in the text after the last edit.
  var newStart: TextOffset

  var newRange: TextRange { TextRange(newStart, newStart + inserted.count) }
  var shift: Int { inserted.count - removed.count }

  /// Edits in the order in which they happened, joined: sorted, and nowhere touching one another.
  static func joining(_ edits: [AppliedEdit]) -> [NetEdit] {
    if edits.count == 1, let edit = edits.first {
      return edit.changesNothing ? [] : [NetEdit(edit, shift: 0)]
    }
    var shift = 0
    return EditBatch(edits).netChanges(trimmed: false).compactMap { change in
      let net = NetEdit(change, shift: shift)
      shift += change.shift
      return change.changesNothing ? nil : net
    }
  }

  private init(_ change: AppliedEdit, shift: Int) {
    oldRange = change.range
    removed = change.removed
    inserted = change.inserted
    newStart = change.range.start + shift
  }

  private init(oldRange: TextRange, removed: [UInt8], inserted: [UInt8], newStart: TextOffset) {
    self.oldRange = oldRange
    self.removed = removed
    self.inserted = inserted
    self.newStart = newStart
  }

  /// Whether it takes out or puts in whole lines or parts of several.
  var hasLineEnds: Bool { inserted.contains(10) || removed.contains(10) }

  /// A smaller change inside this one; ranges count from the starts of `removed` and `inserted`.
  func part(removed old: Range<Int>, inserted new: Range<Int>) -> NetEdit {
    NetEdit(
      oldRange: TextRange(oldRange.start + old.lowerBound, oldRange.start + old.upperBound),
      removed: Array(removed[old]), inserted: Array(inserted[new]), newStart: newStart + new.lowerBound)
  }

  /// All from one part of this change to a later one.
  func part(from first: NetEdit, to last: NetEdit) -> NetEdit {
    part(
      removed: first.oldRange.start - oldRange.start..<last.oldRange.end - oldRange.start,
      inserted: first.newStart - newStart..<last.newRange.end - newStart)
  }
}

extension [NetEdit] {
  /// Those inside `whole`; all are sorted and disjoint, and none lies across an edge of it. O(log n).
  func parts(of whole: NetEdit) -> ArraySlice<NetEdit> {
    let low = partition { $0.newStart < whole.newStart }
    let high = partition { $0.oldRange.end <= whole.oldRange.end && $0.newRange.end <= whole.newRange.end }
    return self[low..<Swift.max(low, high)]
  }

  /// Whether one of them spans `range`. O(log n).
  func spans(_ range: TextRange) -> Bool {
    let at = partition { $0.oldRange.end < range.end }
    return at < count && self[at].oldRange.contains(range)
  }

  private func partition(_ holds: (NetEdit) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
