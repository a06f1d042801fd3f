import JSONText

/// `mentions/backspace`: what a backspace at this place should do.
public struct MentionsBackspaceParams: Structure {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var position: Position

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

/// The argument of the commands `mentions.restore`, `mentions.trim` and `mentions.delete`: the mention at this place. With
/// a version, only if the document still has it.
public typealias MentionsFixParams = MentionsBackspaceParams

/// What `mentions/backspace` answers.
public struct MentionsBackspaceResult: Structure {
  public var action: BackspaceAction
  public var edit: TextEdit?
  /// Where the cursor belongs afterwards.
  public var position: Position?
  /// The version for which this holds.
  public var version: Int

  public init(action: BackspaceAction, edit: TextEdit? = nil, position: Position? = nil, version: Int) {
    (self.action, self.edit, self.position, self.version) = (action, edit, position, version)
  }

  public static let members = Members(
    Self.init, required("action", \.action), optional("edit", \.edit), optional("position", \.position),
    required("version", \.version))
}

/// What a backspace does.
public struct BackspaceAction: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The editor's own deletion is right.
  public static let none = Self(rawValue: "none")
  public static let lightUp = Self(rawValue: "lightUp")
  public static let trim = Self(rawValue: "trim")
  public static let delete = Self(rawValue: "delete")
}
