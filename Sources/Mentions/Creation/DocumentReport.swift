public import Entities
public import TextModel

/// Actions and information for the host after a call.
public struct DocumentReport: Sendable {
  public var effects: [MentionsEffect]
  /// The edits, in the report of ``MentionsDocument/finishChanges(now:)``.
  public var change: Change?

  public init(effects: [MentionsEffect] = []) { self.effects = effects }

  /// Whether the user took an offer: its text is the server's own.
  package var acceptsOffer: Bool {
    effects.contains { if case .didSelect = $0 { true } else { false } }
  }
}

public enum MentionsEffect: Sendable {
  /// Ask the sources, then name them with ``MentionsDocument/beginQuery(queryID:sources:)``.
  case ask(Query)
  /// The user asks for the same again: of this query, ask those sources once more that failed to answer it. What the
  /// others answered stays.
  case askAgain(Query, sources: [String])
  /// Nobody needs the answers to this query any more. A query superseded by the next is not retracted.
  case retract(queryID: Int)
  /// Between quiescent and creating, or from one creation to another.
  case stateChanged(CreationPhase)
  case chooser(ChooserEvent)
  /// An offer was accepted and became this mention; ``didCreate(_:)`` follows. A mention restored by inserting its
  /// text again was not accepted.
  case didAccept(Annotation)
  case didCreate(Annotation)
  case didTrim(Annotation)
  case didDelete(Annotation)
  /// As ``didDelete(_:)`` for a mention that the host had added: the host is not notified of it, but a plug-in that
  /// decides is.
  case didDeleteAdded(Annotation)
  /// An entity was accepted; its place in the list.
  case didSelect(Entity, index: Int)
  /// More than a character came at once: it may be a copy, or hold what can be read back.
  case pasted(PastedText)
  /// The number of mentions that became plain text or were deleted, by rule, and of those restored by inserting their
  /// text again. For the log: no mention is lost without a trace.
  case becamePlainText([PlainTextRule: Int], restored: Int)
  /// The number of removed mentions that cannot be remembered: there is no room for them. An undo or a paste will not
  /// restore them, which is reported to the user.
  case forgotten(mentions: Int)
  /// A mention was typed out by hand and ended by a separator: read back what touches this, as on opening.
  case typedOut(TextRange)
  /// Annotations look different although nothing was edited: ask the client to fetch them again.
  case annotationsChangedWithoutEdit
  /// Apply these edits, if the text is unchanged: the remains of mentions are trimmed or deleted. Sorted and
  /// disjoint. The result counts only once it arrives as a change; call ``MentionsDocument/changeRefused(now:)`` if
  /// it is known not to come.
  case change([TextReplacement])
  /// A plug-in changes the text so, if it is still as it is now. Sorted and disjoint.
  case changeByPlugin([TextReplacement])
  /// ``MentionsDocument/damagedMentions`` came, went or moved.
  case damageChanged(byEdit: Bool)
  /// Call ``MentionsDocument/tick(now:)`` then.
  case wake(at: Instant)
}

/// Text that came in one piece, in the text as it is now.
public struct PastedText: Hashable, Sendable {
  /// The new text.
  public var range: TextRange
  /// The text that the client sent, which may include unchanged text beside the new text.
  var sent: TextRange
}

// MARK: - Requests and their answers

/// The host's knowledge about whether the user explicitly requested completion.
public enum AskedHint: Sendable {
  /// Decide by place and version (<doc:Behaviour>, section 1).
  case unknown
  case no
  case yes
  /// By a command of the server's own: mentions are meant, in code too.
  case byCommand
}

/// A request of the host to annotate existing text (`mentions/add`).
public struct AddRequest: Sendable {
  /// UTF-8 offsets in the text as it is, on grapheme boundaries.
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

/// The outcome of the requests.
public struct AddOutcome: Sendable {
  public var added: [Annotation]
  /// The places of those refused in the list of wishes, each with its reason.
  public var refused: [(index: Int, reason: AnnotationError)]
  public var report: DocumentReport
}

/// Whether mentions are offered by themselves at a place, and why.
public struct Explanation: Hashable, Sendable {
  public var offered: Bool
  /// A short stable name: `annotation`, `email`, `code`, …
  public var rule: String
  /// A sentence for people.
  public var reason: String
  /// Whether it is about a trigger or about a word without one.
  public var kind = SearchKind.explicit

  static let cancelled = Explanation(
    offered: false, rule: "cancelled", reason: "The mention that begins here was cancelled.")
}

/// The effect of a backspace at a place (<doc:Behaviour>, section 6), for an editor that asks.
public struct BackspaceAnswer: Sendable {
  public enum Action: String, Hashable, Sendable {
    /// The editor's own deletion is right.
    case none
    /// The mention before the cursor is lit up now; no text changes.
    case lightUp
    case trim
    case delete
  }

  public var action: Action
  /// The edit to make in the present text. The cursor belongs at the end of the inserted text.
  public var edit: TextReplacement?
  public var report: DocumentReport
}

// MARK: - One call

/// Everything that one call from outside gathers until it reports.
struct DocumentCall: Sendable {
  /// The latest time from the host.
  private(set) var now = Instant.zero
  private var effects: [MentionsEffect] = []
  /// Mentions that became plain text or went, by the rule.
  private var lost: [PlainTextRule: Int] = [:]
  /// Mentions that text brought back that was put in again.
  private var restored = 0
  /// Mentions that cannot be remembered.
  private var forgotten = 0

  mutating func begin(at now: Instant) {
    self.now = max(self.now, now)
    effects.removeAll(keepingCapacity: true)
  }

  mutating func emit(_ effect: MentionsEffect) { effects.append(effect) }

  /// Ends the call: all that was gathered, what is only counted last.
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

  /// A mention became plain text otherwise than by an edit.
  mutating func noteDeleted(_ annotation: Annotation, _ rule: PlainTextRule) {
    noteLost(1, rule)
    emitDeleted(annotation)
  }

  /// Mentions became plain text of which the host does not hear one by one.
  mutating func noteLost(_ count: Int, _ rule: PlainTextRule) { lost[rule, default: 0] += count }

  mutating func noteRestored() { restored += 1 }

  mutating func noteForgotten(_ count: Int) { forgotten += count }

  private mutating func emitDeleted(_ annotation: Annotation) {
    emit(annotation.source == .added ? .didDeleteAdded(annotation) : .didDelete(annotation))
  }
}
