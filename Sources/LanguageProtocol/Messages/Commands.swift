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
  public var workDoneToken: ProgressToken?

  public init(command: CommandName, arguments: [JSONValue] = [], workDoneToken: ProgressToken? = nil) {
    (self.command, self.arguments, self.workDoneToken) = (command, arguments, workDoneToken)
  }

  public static let members = Members(
    Self.init, required("command", \.command), optional("arguments", \.arguments, default: []),
    optional("workDoneToken", \.workDoneToken))
}
