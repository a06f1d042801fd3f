import TextModel

/// The recent changes, kept to detect undo and redo. Editors do not report undo and redo as such, so a change counts as
/// an undo if it cancels out the changes before it.
///
/// ```
/// done     insert "h" · insert "i" · delete "i" · insert "o"      newest last
/// change   delete "ho": cancels out the last four, so these are undone
/// ```
///
/// The history is limited in the number of changes and in bytes. The cost of a search is proportional to the size of
/// the change. A change is compared with the history only if it touches the result of the newest recorded change.
struct ChangeHistory: Sendable {
  private struct Entry {
    /// The net changes, relative to the text before them.
    let parts: [AppliedEdit]
    let size: Int

    init(_ parts: [AppliedEdit]) {
      self.parts = parts
      size = parts.size + 32
    }
  }

  /// Earlier changes that a new change cancels out.
  struct Match {
    /// The number of cancelled changes.
    let count: Int
    /// Whether the cancelled change is itself an undo.
    let isRedo: Bool
  }

  /// The limit of a search in bytes: `factor` times the size of the change, plus `more`.
  private static let work = (factor: 4, more: 2048)

  private var done: [Entry] = []
  private var undone: [Entry] = []
  private(set) var bytes = 0

  var count: Int { done.count + undone.count }

  /// The earlier changes that a new change reverses; nil if it reverses none.
  func match(_ parts: [AppliedEdit]) -> Match? {
    if let last = undone.last, Self.touch(parts, last), Self.composed(last.parts, parts).isEmpty {
      return Match(count: 1, isRedo: true)
    }
    guard let last = done.last, Self.touch(parts, last) else { return nil }
    var rest = parts
    var work = Self.work.factor * parts.size + Self.work.more
    for (index, entry) in done.reversed().enumerated() {
      work -= entry.size + rest.size
      guard work >= 0 else { return nil }
      rest = Self.composed(entry.parts, rest)
      if rest.isEmpty { return Match(count: index + 1, isRedo: false) }
    }
    return nil
  }

  /// Records a change that reverses the matched changes.
  mutating func takeBack(_ match: Match, by parts: [AppliedEdit], within policy: TextEventPolicy) {
    if match.isRedo {
      if let last = undone.popLast() { bytes -= last.size }
      append(Entry(parts), to: \.done)
    } else {
      for entry in done.suffix(match.count) { bytes -= entry.size }
      done.removeLast(match.count)
      append(Entry(parts), to: \.undone)
    }
    trim(to: policy)
  }

  /// Records a change that reverses no earlier one. Undone changes can then no longer be redone.
  mutating func record(_ parts: [AppliedEdit], within policy: TextEventPolicy) {
    for entry in undone { bytes -= entry.size }
    undone = []
    append(Entry(parts), to: \.done)
    trim(to: policy)
  }

  /// Whether one of the last eight changes deleted exactly this text.
  func deleted(_ text: [UInt8]) -> Bool {
    done.suffix(8).contains { entry in
      entry.parts.contains { $0.inserted.isEmpty && $0.removed == text }
    }
  }

  private mutating func append(_ entry: Entry, to list: WritableKeyPath<Self, [Entry]>) {
    self[keyPath: list].append(entry)
    bytes += entry.size
  }

  private mutating func trim(to policy: TextEventPolicy) {
    while count > policy.historyCount || bytes > policy.historyBytes {
      guard let oldest = done.first else {
        // A partial list of undone changes is useless.
        (undone, bytes) = ([], 0)
        return
      }
      bytes -= oldest.size
      done.removeFirst()
    }
  }

  /// The net effect of two successive changes, relative to the text before both.
  private static func composed(_ first: [AppliedEdit], _ second: [AppliedEdit]) -> [AppliedEdit] {
    var batch = EditBatch()
    for part in first.reversed() { batch.append(part) }
    for part in second.reversed() { batch.append(part) }
    return batch.netChanges()
  }

  /// Whether a change removes something that an earlier one inserted, or inserts something where the earlier one
  /// removed text.
  private static func touch(_ parts: [AppliedEdit], _ entry: Entry) -> Bool {
    // Both lists are sorted; comparing the first few parts suffices.
    let old = Array(entry.parts.prefix(4)).inSequence
    return parts.prefix(4).contains { new in
      old.contains { old in
        if !new.removed.isEmpty, !old.inserted.isEmpty, new.range.overlaps(old.insertedRange) { return true }
        return !new.inserted.isEmpty && !old.removed.isEmpty && new.range.start <= old.insertedRange.end
          && old.insertedRange.start <= new.range.end
      }
    }
  }
}
