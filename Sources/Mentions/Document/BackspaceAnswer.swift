public import TextModel

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
  public var edit: TextEdit?
  public var report: DocumentReport
}
