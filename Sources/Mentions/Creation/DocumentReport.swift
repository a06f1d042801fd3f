public import Entities
public import TextModel

/// Actions and information for the host after a call.
public struct DocumentReport: Sendable {
  /// The effects in the order in which the host performs them.
  public var effects: [MentionsEffect]
  /// The change of the notification, in the report of ``MentionsDocument/finishChanges(now:)``; otherwise nil.
  public var change: Change?

  public init(effects: [MentionsEffect] = []) { self.effects = effects }

  /// Whether the user accepted an offer, so that the inserted text comes from the server.
  package var acceptsOffer: Bool {
    effects.contains { if case .didSelect = $0 { true } else { false } }
  }
}

/// An action that the host performs, or an event that it may report.
public enum MentionsEffect: Sendable {
  /// Query the sources, then name them with ``MentionsDocument/beginQuery(queryID:sources:)``.
  case ask(Query)
  /// The user repeated a request: query the given sources again, because they failed to answer. The answers of the
  /// other sources remain valid.
  case askAgain(Query, sources: [String])
  /// The answers to this query are no longer needed. Not emitted for a query superseded by the next one.
  case retract(queryID: Int)
  /// The creation of a mention began or ended; contains the new phase.
  case stateChanged(CreationPhase)
  case chooser(ChooserEvent)
  /// An offer was accepted and became this mention; ``didCreate(_:)`` follows. Not emitted for a mention restored by
  /// inserting its text again.
  case didAccept(Annotation)
  case didCreate(Annotation)
  case didTrim(Annotation)
  case didDelete(Annotation)
  /// Like ``didDelete(_:)``, but for a mention that the host added. The host needs no notification of it; only a
  /// plug-in that makes decisions does.
  case didDeleteAdded(Annotation)
  /// An entity was accepted; contains its index in the list.
  case didSelect(Entity, index: Int)
  /// More than one character was inserted at once: the text may be a copy of text with mentions, or contain mentions to
  /// read.
  case pasted(PastedText)
  /// The number of mentions that became plain text or were deleted, by rule, and the number of mentions restored by
  /// inserting their text again. For the log.
  case becamePlainText([PlainTextRule: Int], restored: Int)
  /// The number of removed mentions that were dropped because of the memory limit. Because an undo or a paste will not
  /// restore them, the host informs the user.
  case forgotten(mentions: Int)
  /// A mention was typed in full and ended by a separator: read mentions from the text touching this range, as when the
  /// document is opened.
  case typedOut(TextRange)
  /// The appearance of annotations changed without an edit: ask the client to fetch them again.
  case annotationsChangedWithoutEdit
  /// Apply these edits, which are sorted and disjoint, if the text is unchanged: they trim or delete the remains of
  /// mentions. They take effect once they arrive as a change; call ``MentionsDocument/changeRefused(now:)`` if they are
  /// known to have been refused.
  case change([TextReplacement])
  /// Apply these edits requested by a plug-in, which are sorted and disjoint, if the text is unchanged.
  case changeByPlugin([TextReplacement])
  /// ``MentionsDocument/damagedMentions`` changed.
  case damageChanged(byEdit: Bool)
  /// Call ``MentionsDocument/tick(now:)`` at this time.
  case wake(at: Instant)
}

// MARK: - Requests and their answers

/// The host's knowledge about whether the user explicitly requested completion.
public enum AskedHint: Sendable {
  /// Decide by position and version (<doc:Behaviour>, section 1).
  case unknown
  case no
  case yes
  /// Requested by a command of the server: mentions are offered, even in code.
  case byCommand
}

/// A request of the host to annotate existing text (`mentions/add`).
public struct AddRequest: Sendable {
  /// The range to annotate, in UTF-8 offsets in the current text, on grapheme boundaries.
  public var range: TextRange
  /// The text expected in the range; nil accepts any.
  public var text: [UInt8]?
  public var entity: Entity

  public init(range: TextRange, text: [UInt8]?, entity: Entity) {
    self.range = range
    self.text = text
    self.entity = entity
  }
}

/// The result of annotating existing text.
public struct AddOutcome: Sendable {
  /// The new annotations, in the order of their requests.
  public var added: [Annotation]
  /// The indices of the refused requests, each with the reason.
  public var refused: [(index: Int, reason: AnnotationError)]
  public var report: DocumentReport
}

/// Explains whether mentions are offered automatically at a position.
public struct Explanation: Hashable, Sendable {
  public var offered: Bool
  /// A short stable identifier: `annotation`, `email`, `code`, …
  public var rule: String
  /// A sentence to display.
  public var reason: String
  /// Whether the explanation concerns a trigger or a word without one.
  public var kind = SearchKind.explicit

  static let cancelled = Explanation(
    offered: false, rule: "cancelled", reason: "The mention that begins here was cancelled.")
}

/// The effect of a backspace at a position (<doc:Behaviour>, section 6), for an editor that requests it before it
/// deletes text.
public struct BackspaceAnswer: Sendable {
  /// The effect of the backspace. Only ``trim`` and ``delete`` come with an edit.
  public enum Action: String, Hashable, Sendable {
    /// The editor's own deletion is correct.
    case none
    /// The backspace only highlights the mention before the cursor; no text changes.
    case lightUp
    case trim
    case delete
  }

  public var action: Action
  /// The edit to make in the current text; nil for ``Action/none`` and ``Action/lightUp``. The cursor belongs
  /// at the end of the inserted text.
  public var edit: TextReplacement?
  public var report: DocumentReport
}

// MARK: - One call

/// Collects the effects of one call by the host, for the report.
struct DocumentCall: Sendable {
  /// The latest time passed by the host.
  private(set) var now = Instant.zero
  private var effects: [MentionsEffect] = []
  /// The number of mentions that became plain text or were deleted, by rule.
  private var lost: [PlainTextRule: Int] = [:]
  /// The number of mentions restored by inserting their text again.
  private var restored = 0
  /// The number of removed mentions that were dropped because of the memory limit.
  private var forgotten = 0

  mutating func begin(at now: Instant) {
    self.now = max(self.now, now)
    effects.removeAll(keepingCapacity: true)
  }

  mutating func emit(_ effect: MentionsEffect) { effects.append(effect) }

  /// Ends the call. Returns the report, with the counted effects last.
  mutating func end() -> DocumentReport {
    if !lost.isEmpty { emit(.becamePlainText(lost, restored: restored)) }
    if forgotten > 0 { emit(.forgotten(mentions: forgotten)) }
    lost = [:]
    restored = 0
    forgotten = 0
    let effects = self.effects
    self.effects = []
    return DocumentReport(effects: effects)
  }

  // MARK: Mentions

  /// Records the effects of an edit on mentions.
  mutating func note(_ changes: AnnotationChanges) {
    forgotten += changes.forgotten
    guard !changes.isEmpty else { return }
    lost.merge(changes.rules, uniquingKeysWith: +)
    restored += changes.restored.count
    for bleached in changes.bleached { emitDeleted(bleached.annotation) }
    for deleted in changes.deleted { emitDeleted(deleted) }
    for trimmed in changes.trimmed { emit(.didTrim(trimmed)) }
    for restored in changes.restored { emit(.didCreate(restored)) }
  }

  /// Records a mention that became plain text other than by an edit.
  mutating func noteDeleted(_ annotation: Annotation, _ rule: PlainTextRule) {
    noteLost(1, rule)
    emitDeleted(annotation)
  }

  /// Records mentions that became plain text and are not reported to the host individually.
  mutating func noteLost(_ count: Int, _ rule: PlainTextRule) { lost[rule, default: 0] += count }

  mutating func noteRestored() { restored += 1 }

  mutating func noteForgotten(_ count: Int) { forgotten += count }

  private mutating func emitDeleted(_ annotation: Annotation) {
    emit(annotation.source == .added ? .didDeleteAdded(annotation) : .didDelete(annotation))
  }
}
