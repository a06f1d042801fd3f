import TextModel

/// Recent changes, to detect undo and redo. No editor reports these; a change is an undo if it cancels out with the
/// changes before it.
///
/// ```
/// done     insert "h" · insert "i" · delete "i" · insert "o"      newest last
/// change   delete "ho": cancels out with the last four, so these are undone
/// ```
///
/// Bounded in number and bytes. A search costs the size of the change, and is made only for a change that touches the
/// result of the newest one.
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

  /// Changes that cancel out with a new one.
  struct Match {
    /// The number of changes.
    let count: Int
    /// Whether the cancelled change is itself an undo.
    let isRedo: Bool
  }

  /// A search reads at most this multiple of the change's size, plus a constant number of bytes.
  private static let work = (factor: 4, more: 2048)

  private var done: [Entry] = []
  private var undone: [Entry] = []
  private(set) var bytes = 0

  var count: Int { done.count + undone.count }

  /// The changes that a new one reverses, if any.
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

  /// Records a change that reverses others.
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

  /// Records any other change.
  mutating func record(_ parts: [AppliedEdit], within policy: TextEventPolicy) {
    for entry in undone { bytes -= entry.size }
    undone = []
    append(Entry(parts), to: \.done)
    trim(to: policy)
  }

  /// Whether one of the last changes deleted exactly this text.
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

  /// Whether a change removes something that an earlier one inserted, or inserts something where that one removed.
  private static func touch(_ parts: [AppliedEdit], _ entry: Entry) -> Bool {
    // Both are sorted; comparing the first few suffices.
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

/// The host's own edits that it has requested from the editor and that have not arrived as a change yet.
struct AnnouncedEdits: Sendable {
  private struct Entry {
    /// Net changes, relative to the current text.
    var parts: [AppliedEdit]
    let end: Int
    let isSilent: Bool
  }

  private var entries: [Entry] = []

  /// Adds the announcement of a change.
  ///
  /// - Parameter isSilent: whether the change yields no events.
  mutating func add(_ parts: [AppliedEdit], at now: Int, isSilent: Bool, within policy: TextEventPolicy) {
    guard !parts.isEmpty, policy.announcementCount > 0 else { return }
    if entries.count >= policy.announcementCount { entries.removeFirst() }
    entries.append(Entry(parts: parts, end: now + policy.announcementTime, isSilent: isSilent))
  }

  /// Removes the announcement that matches a change. Returns whether it is silent; nil if there is none.
  mutating func take(_ parts: [AppliedEdit], at now: Int) -> Bool? {
    guard !entries.isEmpty else { return nil }
    entries.removeAll { $0.end < now }
    guard let index = entries.firstIndex(where: { $0.parts == parts }) else { return nil }
    return entries.remove(at: index).isSilent
  }

  /// Adjusts announcements to a change; those whose text was changed are dropped.
  mutating func follow(_ parts: [AppliedEdit]) {
    guard !entries.isEmpty else { return }
    entries = entries.compactMap { entry in
      var entry = entry
      entry.parts = entry.parts.compactMap { own in
        own.range.following(parts).map {
          AppliedEdit(range: $0, removed: own.removed, inserted: own.inserted)
        }
      }
      return entry.parts.isEmpty ? nil : entry
    }
  }
}

/// The treatment of changes while a scope is the innermost one.
public enum IgnoreScope: Hashable, Sendable {
  /// They yield no events.
  case silent
  /// Their events have the cause ``TextEvent/Cause/server``.
  case ownChanges
}

/// The latest location of the user's edits.
struct TypingTrail: Sendable {
  /// The range that was typed or composed without interruption.
  private(set) var run: TextRange?
  /// The text that the last change inserted, if that was in one place.
  private(set) var last: TextRange?
  /// Milliseconds on the host's clock; nil before the first change.
  private(set) var time: Int?

  /// Records a change by the user.
  ///
  /// - Parameters:
  ///   - parts: the net changes.
  ///   - sent: the edit as the editor sent it, if there is only one.
  ///   - isTyped: whether it belongs to a run: typed, deleted by keys, composed, corrected.
  ///   - now: milliseconds on the host's clock.
  mutating func note(_ parts: [AppliedEdit], sent: AppliedEdit?, isTyped: Bool, at now: Int) {
    time = now
    guard parts.count == 1, isTyped else {
      (run, last) = (nil, nil)
      return
    }
    let part = parts[0]
    let written = sent ?? part
    last = written.inserted.isEmpty ? nil : written.insertedRange
    if let run, run.contains(part.range) {
      self.run = TextRange(run.start, run.end + part.shift)
    } else {
      run = part.inserted.isEmpty ? nil : part.insertedRange
    }
  }

  /// Adjusts the ranges to a change that is not by the user.
  mutating func follow(_ parts: [AppliedEdit]) {
    run = run?.following(parts)
    last = last?.following(parts)
  }

  mutating func forget() { (run, last) = (nil, nil) }
}
