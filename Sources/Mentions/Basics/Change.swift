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

/// Finds the real changes inside an edit whose range is too wide (the behaviour, section 11).
enum EditRefinement {
  /// Sorted, disjoint; empty if nothing changes.
  static func parts(of edit: NetEdit) -> [NetEdit] {
    var steps = 0
    return parts(of: edit, steps: &steps)
  }

  /// The real changes inside several edits: sorted, disjoint. Only where `matters` says that something is hit are they
  /// looked for.
  static func parts(of edits: [NetEdit], steps: inout Int, where matters: (TextRange) -> Bool) -> [NetEdit] {
    var parts: [NetEdit] = []
    for edit in edits {
      if edit.removed.isEmpty || edit.inserted.isEmpty || !matters(edit.oldRange) {
        parts.append(edit)
      } else {
        parts += self.parts(of: edit, steps: &steps)
      }
    }
    return parts
  }

  /// `steps` grows by what the difference has cost.
  static func parts(of edit: NetEdit, steps: inout Int) -> [NetEdit] {
    var shift = 0
    return TextDifference.hunks(old: edit.removed, new: edit.inserted, steps: &steps).map { hunk in
      let old = hunk.range.start.utf8..<hunk.range.end.utf8
      let newStart = old.lowerBound + shift
      shift += hunk.replacement.count - hunk.range.count
      return edit.part(removed: old, inserted: newStart..<newStart + hunk.replacement.count)
    }
  }
}

// MARK: - Time

/// Milliseconds on a monotone clock that the host passes in.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static let zero = Instant(milliseconds: 0)

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// Stays at the last instant instead of overflowing.
  public func advanced(by milliseconds: Int) -> Instant {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(Int64(milliseconds))
    return Instant(milliseconds: overflow ? (milliseconds < 0 ? .min : .max) : sum)
  }
}
