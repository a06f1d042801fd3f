public import TextModel

/// Derives the user's actions from the raw changes of one document.
///
/// A value type that reads no clock: the host passes the time. The host reports every change of the text in order
/// (``receive(_:cause:in:now:)``), the selection if the editor provides it (``select(_:now:)``), the time when ``due``
/// is reached (``tick(now:)``), and its own edits (``announce(_:in:isSilent:now:)``, ``pushIgnore(_:)``).
///
/// The cost of a change depends on its own size, not on the document's; the policy bounds the memory used.
public struct TextEventRecognizer: Sendable {
  public let policy: TextEventPolicy

  private var scopes: [IgnoreScope] = []
  private var announced = AnnouncedEdits()
  private var history = ChangeHistory()
  private var trail = TypingTrail()
  private var composition: Composition?
  /// The offset of the cursor; nil until the first change or selection.
  private var cursor: TextOffset?
  /// The selection reported by the host; nil if nothing is selected.
  private var selection: TextRange?
  /// Whether the host reports the selection. If it does not, cursor movements are inferred from edits.
  private var hearsSelection = false

  /// - Parameter policy: all parameters of the recognition.
  public init(policy: TextEventPolicy) { self.policy = policy }

  /// The marked, uncommitted text of an input method; nil if there is none.
  public var markedRange: TextRange? { composition?.range }

  /// The time at which to call ``tick(now:)``, in milliseconds on the host's clock; nil if no call is needed before the
  /// next change.
  public var due: Int? {
    guard composition != nil, let time = trail.time else { return nil }
    return time + policy.compositionIdle
  }

  // MARK: Own changes

  /// Begins a scope in which changes are the host's own. Scopes nest; the innermost one applies.
  ///
  /// - Parameter scope: how to treat changes until the matching ``popIgnore()``.
  public mutating func pushIgnore(_ scope: IgnoreScope) { scopes.append(scope) }

  /// Ends the innermost scope, if any.
  public mutating func popIgnore() { _ = scopes.popLast() }

  /// Announces edits that the host has requested from the editor. A later change that consists of exactly these edits
  /// counts as the host's own. An announcement expires after ``TextEventPolicy/announcementTime``, or when another
  /// change affects its text.
  ///
  /// - Parameters:
  ///   - edits: disjoint edits of the current text, in any order.
  ///   - buffer: the current text.
  ///   - isSilent: whether the change yields no events; otherwise its events have the cause
  ///     ``TextEvent/Cause/server``.
  ///   - now: milliseconds on the host's clock.
  public mutating func announce(
    _ edits: [TextReplacement], in buffer: TextBuffer, isSilent: Bool, now: Int
  ) {
    var batch = EditBatch()
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      let range = buffer.widenedToScalars(edit.range)
      batch.append(
        AppliedEdit(range: range, removed: buffer.bytes(in: range), inserted: edit.replacement))
    }
    announced.add(batch.netChanges(), at: now, isSilent: isSilent, within: policy)
  }

  // MARK: Changes

  /// Derives the user's actions from a change of the text.
  ///
  /// - Parameters:
  ///   - change: the change of one notification.
  ///   - cause: the cause, if the host knows it.
  ///   - buffer: the text after the change; a few bytes around the edits are read.
  ///   - now: milliseconds on the host's clock, which is monotonic.
  /// - Returns: the events in document order, each relative to the text after the previous one; none if the text is
  ///   unchanged, or the change was the host's own and silent.
  public mutating func receive(
    _ change: Change, cause: TextEvent.Cause? = nil, in buffer: TextBuffer, now: Int
  ) -> [TextEvent] {
    var parts = ChangeParts(change)
    guard !parts.net.isEmpty else { return [] }
    if let isSilent = isOwn(parts, cause, at: now) { return followOwn(parts, isSilent: isSilent) }
    announced.follow(parts.net)
    if let cursor { parts.slide(toward: cursor, in: buffer) }
    let marked = composition
    let context = ReadingContext(
      buffer: buffer, policy: policy, trail: trail,
      isPutBack: parts.insertion.map(history.deleted) ?? false, cursor: cursor, selection: selection,
      composition: composition, now: now)
    let reading = read(parts, cause, context)
    let moved = movement(to: parts.net, reading)
    trail.note(parts.net, sent: parts.sent, isTyped: reading.isTyped, at: now)
    (composition, cursor, selection) = (reading.composition, reading.cursor, nil)
    guard let marked, !reading.continues else { return moved + reading.events }
    return Self.committing(marked, moved + reading.events, parts.net)
  }

  /// Whether the change is silent, if it is the host's own; nil if it is the user's.
  private mutating func isOwn(_ parts: ChangeParts, _ cause: TextEvent.Cause?, at now: Int) -> Bool? {
    if let scope = scopes.last { return scope == .silent }
    if let isSilent = announced.take(parts.net, at: now) { return isSilent }
    return cause == .server ? false : nil
  }

  /// Adjusts all state to the host's own change. Returns the events of the change; none if the change is silent.
  private mutating func followOwn(_ change: ChangeParts, isSilent: Bool) -> [TextEvent] {
    let parts = change.net
    announced.follow(parts)
    history.record(parts, within: policy)
    trail.follow(parts)
    let marked = composition
    composition = marked.flatMap { marked in
      marked.range.following(parts).map {
        Composition(range: $0, text: marked.text, before: marked.before, certainty: marked.certainty)
      }
    }
    selection = selection?.following(parts)
    cursor = cursor.map { OffsetMap(parts.map(\.edit)).map($0, bias: .after) }
    guard !isSilent else { return [] }
    let events = change.told(reach: policy.wordReach).inSequence.map { TextEvent($0, .server, .certain) }
    guard let marked, composition == nil else { return events }
    return Self.committing(marked, events, parts)
  }

  /// Interprets a change by the user and records it in the history.
  private mutating func read(
    _ parts: ChangeParts, _ cause: TextEvent.Cause?, _ context: ReadingContext
  ) -> Reading {
    let single = parts.net.count == 1 ? parts.net[0] : nil
    if cause == nil, let step = single.flatMap({ CompositionReader(context: context).step($0, parts.sent) }) {
      history.record(parts.net, within: policy)
      return step
    }
    if cause == nil || cause == .undo, let match = history.match(parts.net),
      let certainty = cause == .undo ? .certain : Self.certainty(of: match, parts.net)
    {
      history.takeBack(match, by: parts.net, within: policy)
      let events = parts.net.inSequence.map {
        TextEvent(.undone, $0.range, text: $0.inserted, before: $0.removed, cause: .undo, certainty)
      }
      let end = events.last.map { $0.range.start + $0.text.count } ?? .zero
      return Reading(events: events, cursor: end, isTyped: false)
    }
    var reading = ChangeReader(context: context).read(parts)
    history.record(parts.net, within: policy)
    if let cause { reading = told(parts, cause, reading) }
    return reading
  }

  /// The reading of a change whose cause the host reported, so that the cause is certain.
  private func told(_ parts: ChangeParts, _ cause: TextEvent.Cause, _ reading: Reading) -> Reading {
    let events = parts.told(reach: policy.wordReach).inSequence.map { edit in
      var event = TextEvent(edit, cause, .certain)
      if cause == .undo { event.kind = .undone }
      return event
    }
    return Reading(events: events, cursor: reading.cursor, isTyped: cause == .typing)
  }

  /// The certainty with which a change that reverses earlier ones is an undo; nil if the change is typing.
  private static func certainty(
    of match: ChangeHistory.Match, _ parts: [AppliedEdit]
  ) -> TextEvent.Certainty? {
    if parts.allSatisfy({ $0.removed.isOneGrapheme && $0.inserted.isEmpty }) { return nil }
    if parts.allSatisfy({ $0.inserted.isOneGrapheme && $0.removed.isEmpty }) { return nil }
    // The deletion of a word may also come from the keyboard shortcut that deletes the word before the cursor.
    let isWord = parts.allSatisfy { part in
      part.inserted.isEmpty && !part.removed.contains { $0 <= 0x20 }
    }
    return isWord && !match.isRedo ? .guess : .likely
  }

  /// The event for the cursor movement that is implied by an edit away from the cursor. None if the host reports
  /// movements.
  private func movement(to parts: [AppliedEdit], _ reading: Reading) -> [TextEvent] {
    guard !hearsSelection, parts.count == 1, let cursor, let first = reading.events.first,
      first.cause == .typing || first.cause == .paste || first.cause == .inputMethod,
      first.range.start != cursor, first.range.end != cursor
    else { return [] }
    return [TextEvent(.moved, TextRange(at: first.range.start), .guess)]
  }

  /// Adds the event that commits previously marked text to the events of a change. Adds none if the change begins
  /// before the marked text and also affects that text.
  private static func committing(
    _ marked: Composition, _ events: [TextEvent], _ parts: [AppliedEdit]
  ) -> [TextEvent] {
    guard let first = parts.first else { return events }
    if marked.range.start <= first.range.start { return [marked.committed] + events }
    guard let range = marked.range.following(parts) else { return events }
    var committed = marked.committed
    committed.range = range
    return events + [committed]
  }

  // MARK: Selection and time

  /// Handles a selection or cursor movement by the user.
  ///
  /// - Parameters:
  ///   - range: the selection in the current text; if empty, the cursor.
  ///   - now: milliseconds on the host's clock.
  /// - Returns: the event for the selection or movement, preceded by the event of the text that this commits, if any.
  ///   No events if the selection is already known, as after an edit, or if the cursor moved within marked text.
  public mutating func select(_ range: TextRange, now: Int) -> [TextEvent] {
    hearsSelection = true
    let isKnown = range.isEmpty ? selection == nil && cursor == range.start : selection == range
    guard !isKnown else { return [] }
    (selection, cursor) = (range.isEmpty ? nil : range, range.end)
    // Input methods move the cursor within marked text.
    if let composition, range.isEmpty, composition.range.touches(range.start) { return [] }
    trail.forget()
    return commit(.likely) + [TextEvent(range.isEmpty ? .moved : .selected, range, .certain)]
  }

  /// Commits marked text that has been idle for too long.
  ///
  /// - Parameter now: milliseconds on the host's clock.
  /// - Returns: the event of the committed text; none before ``due``.
  public mutating func tick(now: Int) -> [TextEvent] {
    guard let due, now >= due else { return [] }
    return commit(.guess)
  }

  /// Ends recognition when the document is closed, and commits marked text.
  ///
  /// - Returns: the event of the committed text, if there was any.
  public mutating func finish() -> [TextEvent] { commit(.likely) }

  private mutating func commit(_ certainty: TextEvent.Certainty) -> [TextEvent] {
    guard var event = composition?.committed else { return [] }
    composition = nil
    event.certainty = certainty
    return [event]
  }

  /// Forgets the composition and the run of typing, because the host rejected events.
  private mutating func dropComposition() {
    composition = nil
    trail.forget()
  }

  /// The number of changes and bytes stored, which the policy bounds. For tests.
  package var remembered: (changes: Int, bytes: Int) { (history.count, history.bytes) }
}

extension TextEventRecognizer {
  /// Edits that apply to one version of the document only.
  public struct VersionedEdit: Hashable, Sendable {
    /// The version to which the edits apply; nil if the change had none.
    public let version: Int?
    /// The edits, sorted and disjoint, relative to the text of that version.
    public let edits: [TextReplacement]
  }

  /// The result of a change whose events may be rejected.
  public struct Ruling: Hashable, Sendable {
    /// All events of the change, as ``TextEventRecognizer/receive(_:cause:in:now:)`` returns them.
    public var events: [TextEvent]
    /// The indices of the rejected events in `events`.
    public var rejected: [Int]
    /// The edits with which the host reverts the rejected events; nil if nothing was rejected. The recognizer expects
    /// the resulting change and reports no events for it.
    public var takingBack: VersionedEdit?
  }

  /// Derives the user's actions from a change of the text, and the edits that revert rejected ones.
  ///
  /// - Parameters:
  ///   - change: the change of one notification.
  ///   - cause: the cause, if the host knows it.
  ///   - version: the document's version after the change, to which the reverting edits apply; nil if it has none.
  ///   - buffer: the text after the change; a few bytes around the edits are read.
  ///   - now: milliseconds on the host's clock, which is monotonic.
  ///   - allows: whether to accept an event. It is called for every event that changed the text, in order, except for
  ///     the host's own changes; the text already includes the event.
  public mutating func receive(
    _ change: Change, cause: TextEvent.Cause? = nil, version: Int? = nil, in buffer: TextBuffer, now: Int,
    allows: (TextEvent) -> Bool
  ) -> Ruling {
    let events = receive(change, cause: cause, in: buffer, now: now)
    let rejected = events.indices.filter { index in
      events[index].kind.changesText && events[index].cause != .server && !allows(events[index])
    }
    guard !rejected.isEmpty else { return Ruling(events: events, rejected: []) }
    let edits = Self.takingBack(rejected.map { events[$0] })
    announce(edits, in: buffer, isSilent: true, now: now)
    dropComposition()
    return Ruling(
      events: events, rejected: rejected,
      takingBack: VersionedEdit(version: version, edits: edits))
  }

  /// The edits that revert events. Events are in document order, so the text that each inserted is still at its
  /// offset. Adjacent edits are joined.
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

/// The parameters for the recognition of text events.
public struct TextEventPolicy: Hashable, Sendable {
  /// The maximum number of graphemes in a typed insertion without a line end; a longer insertion counts as pasted.
  public var typedRunLimit: Int
  /// The number of milliseconds without changes after which marked text counts as committed.
  public var compositionIdle: Int
  /// The number of graphemes by which a step of an input method may lengthen the marked text.
  public var compositionGrowth: Int
  /// The number of milliseconds after a separator within which the word before it may be corrected.
  public var correctionTime: Int
  /// The maximum number of scalars in the middle of a word that an automatic correction removes or inserts.
  public var correctionReach: Int
  /// The number of bytes to read on each side of an edit to find the word around it.
  public var wordReach: Int
  /// The maximum number of changes in the undo history.
  public var historyCount: Int
  /// The maximum size of the undo history in bytes. A single larger change is not kept.
  public var historyBytes: Int
  /// The maximum number of announcements of the host's own edits.
  public var announcementCount: Int
  /// The number of milliseconds after which an announcement expires.
  public var announcementTime: Int

  /// Parameters that suit typing by people.
  public static let standard = TextEventPolicy(
    typedRunLimit: 100, compositionIdle: 2000, compositionGrowth: 2, correctionTime: 2000,
    correctionReach: 3, wordReach: 64, historyCount: 64, historyBytes: 1 << 20, announcementCount: 16,
    announcementTime: 5000)

  /// - Parameters:
  ///   - typedRunLimit: the maximum number of graphemes in a typed insertion.
  ///   - compositionIdle: milliseconds until marked text counts as committed.
  ///   - compositionGrowth: graphemes by which a step of an input method may lengthen the marked text.
  ///   - correctionTime: milliseconds after a separator within which the word before it may be corrected.
  ///   - correctionReach: the maximum number of scalars in the middle of a word that a correction changes.
  ///   - wordReach: bytes to read on each side of an edit.
  ///   - historyCount: the maximum number of changes in the undo history.
  ///   - historyBytes: the maximum number of bytes in the undo history.
  ///   - announcementCount: the maximum number of announcements.
  ///   - announcementTime: milliseconds after which an announcement expires.
  public init(
    typedRunLimit: Int, compositionIdle: Int, compositionGrowth: Int, correctionTime: Int,
    correctionReach: Int, wordReach: Int, historyCount: Int, historyBytes: Int, announcementCount: Int,
    announcementTime: Int
  ) {
    (self.typedRunLimit, self.compositionIdle) = (typedRunLimit, compositionIdle)
    (self.compositionGrowth, self.correctionTime) = (compositionGrowth, correctionTime)
    (self.correctionReach, self.wordReach) = (correctionReach, wordReach)
    (self.historyCount, self.historyBytes) = (historyCount, historyBytes)
    (self.announcementCount, self.announcementTime) = (announcementCount, announcementTime)
  }
}
