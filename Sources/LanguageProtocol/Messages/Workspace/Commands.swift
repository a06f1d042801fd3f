import JSONText

/// A command that the client shows or runs after accepting (LSP: Command).
package struct Command: Structure {
  package var title: String
  package var command: CommandName
  package var arguments: [JSONValue]?

  package init(title: String, command: CommandName, arguments: [JSONValue]? = nil) {
    (self.title, self.command, self.arguments) = (title, command, arguments)
  }

  package static let members = Members(
    Self.init, required("title", \.title), required("command", \.command),
    optional("arguments", \.arguments))
}

// Written with each completion item.
extension Command {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
      $0.member("command", command)
      $0.member("arguments", ifPresent: arguments)
    }
  }
}

/// `workspace/executeCommand`.
package struct ExecuteCommandParams: Structure {
  package var command: CommandName
  package var arguments: [JSONValue]

  package init(command: CommandName, arguments: [JSONValue] = []) {
    (self.command, self.arguments) = (command, arguments)
  }

  package static let members = Members(
    Self.init, required("command", \.command), optional("arguments", \.arguments, default: []))
}

/// `workspace/applyEdit`, server to client.
package struct ApplyWorkspaceEditParams: Structure {
  package var label: String?
  package var edit: WorkspaceEdit

  package init(label: String? = nil, edit: WorkspaceEdit) { (self.label, self.edit) = (label, edit) }
  package static let members = Members(Self.init, optional("label", \.label), required("edit", \.edit))
}

/// What the client answers to `workspace/applyEdit`. It proves little: some clients say true for a stale edit.
package struct ApplyWorkspaceEditResult: Structure {
  package var applied: Bool
  package var failureReason: String?

  package init(applied: Bool, failureReason: String? = nil) {
    (self.applied, self.failureReason) = (applied, failureReason)
  }

  package static let members = Members(
    Self.init, required("applied", \.applied), optional("failureReason", \.failureReason))
}
