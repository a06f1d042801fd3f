import TextModel

/// The edits that the host has requested from the editor and that have not arrived as changes yet.
struct AnnouncedEdits: Sendable {
  private struct Entry {
    /// The announced net changes, relative to the current text.
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

  /// Removes the announcement that matches a change. Returns whether the change is silent; nil if no announcement
  /// matches.
  mutating func take(_ parts: [AppliedEdit], at now: Int) -> Bool? {
    guard !entries.isEmpty else { return nil }
    entries.removeAll { $0.end < now }
    guard let index = entries.firstIndex(where: { $0.parts == parts }) else { return nil }
    return entries.remove(at: index).isSilent
  }

  /// Shifts the ranges of announced edits after another change of the text. An edit is dropped if the change affected
  /// its range.
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

/// How changes are treated while a scope of this kind is the innermost one.
public enum IgnoreScope: Hashable, Sendable {
  /// Changes yield no events.
  case silent
  /// The events of changes have the cause ``TextEvent/Cause/server``.
  case ownChanges
}
