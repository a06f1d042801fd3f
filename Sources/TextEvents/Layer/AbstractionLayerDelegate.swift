public import TextModel

extension AbstractionLayer {
  /// An edit that makes sense for one version of the document only.
  public struct VersionedEdit: Hashable, Sendable {
    /// The version that the edit is for; nil where the change had none.
    public let version: Int?
    /// Sorted and disjoint, relative to the text of that version.
    public let edits: [TextReplacement]
  }

  /// What became of a change.
  public struct Ruling: Hashable, Sendable {
    /// All events of the change, as ``AbstractionLayer/receive(_:in:now:)`` returns them.
    public var events: [TextEvent]
    /// The indices of those that were rejected.
    public var rejected: [Int]
    /// What the host applies to take them back; nil: nothing was rejected. The layer awaits it and will tell nothing of
    /// the change that it leads to.
    public var takingBack: VersionedEdit?
  }

  /// What the user did in a change of the text, and what of it is to be taken back.
  ///
  /// - Parameters:
  ///   - change: the edits of one notification.
  ///   - buffer: the text after it; a few bytes round the edits are read.
  ///   - now: milliseconds on the host's clock, which never goes back.
  ///   - allows: whether an event counts. It is asked about every event that changed the text, in order, but not about the
  ///     host's own changes; the text holds the event already.
  public mutating func receive(
    _ change: DocumentChange, in buffer: TextBuffer, now: Int,
    allows: (TextEvent) -> Bool
  ) -> Ruling {
    let events = receive(change, in: buffer, now: now)
    let rejected = events.indices.filter { index in
      events[index].kind.changesText && events[index].cause != .server && !allows(events[index])
    }
    guard !rejected.isEmpty else { return Ruling(events: events, rejected: []) }
    let edits = Self.takingBack(rejected.map { events[$0] })
    announce(edits, in: buffer, isSilent: true, now: now)
    dropComposition()
    return Ruling(
      events: events, rejected: rejected,
      takingBack: VersionedEdit(version: change.version, edits: edits))
  }

  /// The edits that take events back: since events go from the top to the end, what each inserted is still where it was.
  /// Neighbours are one edit.
  private static func takingBack(_ events: [TextEvent]) -> [TextReplacement] {
    var edits: [TextReplacement] = []
    for event in events {
      let range = TextRange(event.range.start, event.range.start + event.text.count)
      if let last = edits.last, last.range.end == range.start {
        edits[edits.count - 1] = TextReplacement(
          range: TextRange(last.range.start, range.end), replacement: last.replacement + event.before)
      } else {
        edits.append(TextReplacement(range: range, replacement: event.before))
      }
    }
    return edits
  }
}
