public import Entities
public import TextModel

/// What the host has to do or to know after a call.
public struct DocumentReport: Sendable {
  public var effects: [MentionsEffect]

  public init(effects: [MentionsEffect] = []) { self.effects = effects }

  /// Whether the user took an offer: its text is the server's own.
  public var acceptsOffer: Bool {
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
  /// An offer was taken, and this mention is made of it; ``didCreate(_:)`` follows. One that comes back with text that
  /// is put in again was not taken anew.
  case didAccept(Annotation)
  case didCreate(Annotation)
  case didTrim(Annotation)
  case didDelete(Annotation)
  /// The same of a mention that the host had added: it does not hear of that one, but who decides about it does.
  case didDeleteAdded(Annotation)
  /// An entity was accepted; its place in the list.
  case didSelect(Entity, index: Int)
  /// More than a character came at once: it may be a copy, or hold what can be read back.
  case pasted(PastedText)
  /// So many mentions became plain text or went, by the rule, and so many came back with text that was put in again.
  /// For the log: no mention is lost without a trace.
  case becamePlainText([PlainTextRule: Int], cameBack: Int)
  /// So many mentions that went cannot be remembered: there is no room for them. An undo or a paste will not bring
  /// them back, which the user is to be told.
  case forgotten(mentions: Int)
  /// A mention was typed out by hand and ended by a separator: read back what touches this, as on opening.
  case typedOut(TextRange)
  /// Annotations look different although nobody edited: ask the client to fetch them anew.
  case annotationsChangedWithoutEdit
  /// Change the text so, if it is still as it is now: what a deletion left of mentions is trimmed or goes. Sorted
  /// and disjoint. What comes of it counts only once it comes back as a change; say
  /// ``MentionsDocument/changeRefused(now:)`` where it is known not to come.
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
  /// What is new.
  public var range: TextRange
  /// What the client sent, which may hold more: the same text beside what is new.
  public var sent: TextRange

  public init(range: TextRange, sent: TextRange) {
    self.range = range
    self.sent = sent
  }
}
