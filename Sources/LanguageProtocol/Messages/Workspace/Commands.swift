public import JSONText

/// A command that the client shows or runs after accepting (LSP: Command).
public struct Command: Structure {
  public var title: String
  public var command: CommandName
  public var arguments: [JSONValue]?

  public init(title: String, command: CommandName, arguments: [JSONValue]? = nil) {
    (self.title, self.command, self.arguments) = (title, command, arguments)
  }

  public static let members = Members(
    Self.init, required("title", \.title), required("command", \.command),
    optional("arguments", \.arguments))
}

// Written with each completion item.
extension Command {
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
      $0.member("command", command)
      $0.member("arguments", ifPresent: arguments)
    }
  }
}

/// `workspace/executeCommand`.
public struct ExecuteCommandParams: Structure {
  public var command: CommandName
  public var arguments: [JSONValue]

  public init(command: CommandName, arguments: [JSONValue] = []) {
    (self.command, self.arguments) = (command, arguments)
  }

  public static let members = Members(
    Self.init, required("command", \.command), optional("arguments", \.arguments, default: []))
}

/// `workspace/applyEdit`, server to client.
public struct ApplyWorkspaceEditParams: Structure {
  public var label: String?
  public var edit: WorkspaceEdit

  public init(label: String? = nil, edit: WorkspaceEdit) { (self.label, self.edit) = (label, edit) }
  public static let members = Members(Self.init, optional("label", \.label), required("edit", \.edit))
}

/// What the client answers to `workspace/applyEdit`. It proves little: some clients say true for a stale edit.
public struct ApplyWorkspaceEditResult: Structure {
  public var applied: Bool
  public var failureReason: String?

  public init(applied: Bool, failureReason: String? = nil) {
    (self.applied, self.failureReason) = (applied, failureReason)
  }

  public static let members = Members(
    Self.init, required("applied", \.applied), optional("failureReason", \.failureReason))
}
