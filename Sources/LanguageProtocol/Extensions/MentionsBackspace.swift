import JSONText

/// `mentions/backspace`: what a backspace at this place should do.
package struct MentionsBackspaceParams: Structure {
  package var textDocument: OptionalVersionedTextDocumentIdentifier
  package var position: Position

  package init(textDocument: OptionalVersionedTextDocumentIdentifier, position: Position) {
    (self.textDocument, self.position) = (textDocument, position)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("position", \.position))
}

/// The argument of the commands `mentions.restore`, `mentions.trim` and `mentions.delete`: the mention at this place. With
/// a version, only if the document still has it.
package typealias MentionsFixParams = MentionsBackspaceParams

/// What `mentions/backspace` answers.
package struct MentionsBackspaceResult: Structure {
  package var action: BackspaceAction
  package var edit: TextEdit?
  /// Where the cursor belongs afterwards.
  package var position: Position?
  /// The version for which this holds.
  package var version: Int

  package init(action: BackspaceAction, edit: TextEdit? = nil, position: Position? = nil, version: Int) {
    (self.action, self.edit, self.position, self.version) = (action, edit, position, version)
  }

  package static let members = Members(
    Self.init, required("action", \.action), optional("edit", \.edit), optional("position", \.position),
    required("version", \.version))
}

/// What a backspace does.
package struct BackspaceAction: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// The editor's own deletion is right.
  package static let none = Self(rawValue: "none")
  package static let lightUp = Self(rawValue: "lightUp")
  package static let trim = Self(rawValue: "trim")
  package static let delete = Self(rawValue: "delete")
}
