public import Entities
public import TextModel

/// What the host knows about whether a completion request came from the user's own wish.
public enum AskedHint: Sendable {
  /// Decide by place and version (the behaviour, section 1).
  case unknown
  case no
  case yes
}

/// A request of the host to annotate existing text (`mentions/add`).
public struct AddRequest: Sendable {
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

/// What became of the wishes.
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

  public init(offered: Bool, rule: String, reason: String) {
    self.offered = offered
    self.rule = rule
    self.reason = reason
  }
}

/// What a backspace at a place should do (the behaviour, section 6), for an editor that asks.
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
  /// What the editor has to change, in the text as it is. The cursor belongs at the end of what is inserted.
  public var edit: TextReplacement?
  public var report: DocumentReport
}
