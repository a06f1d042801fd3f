import TextModel

/// The host's own edits that it has asked the editor for, and that have not come back as a change yet.
struct AnnouncedEdits: Sendable {
  private struct Entry {
    /// Net changes, relative to the text as it is now.
    var parts: [AppliedEdit]
    let end: Int
    let isSilent: Bool
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// - Parameter isSilent: whether the change is to be told as no event at all.
  mutating func add(_ parts: [AppliedEdit], at now: Int, isSilent: Bool, within policy: TextEventPolicy) {
    guard !parts.isEmpty, policy.announcementCount > 0 else { return }
    if entries.count >= policy.announcementCount { entries.removeFirst() }
    entries.append(Entry(parts: parts, end: now + policy.announcementTime, isSilent: isSilent))
  }

  /// Takes out the announcement that a change fulfils: whether it is silent, nil if there is none.
  mutating func take(_ parts: [AppliedEdit], at now: Int) -> Bool? {
    guard !entries.isEmpty else { return nil }
    entries.removeAll { $0.end < now }
    guard let index = entries.firstIndex(where: { $0.parts == parts }) else { return nil }
    return entries.remove(at: index).isSilent
  }

  /// What is awaited moves with the text; it is given up where the text is no more.
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
