public import JSONText

/// A command that the client shows or runs after accepting (LSP: Command).
public struct Command: Hashable, Sendable {
  public var title: String
  public var command: CommandName
  public var arguments: [JSONValue]?

  public init(title: String, command: CommandName, arguments: [JSONValue]? = nil) {
    self.title = title
    self.command = command
    self.arguments = arguments
  }
}

extension Command: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var title: String?
    var command: CommandName?
    var arguments: [JSONValue]?
    while let member = try reader.nextName() {
      switch member {
      case "title": title = try reader.read(String.self)
      case "command": command = try reader.read(CommandName.self)
      case "arguments": arguments = try reader.read()
      default: break
      }
    }
    self.title = try reader.require(title, "title", of: object)
    self.command = try reader.require(command, "command", of: object)
    self.arguments = arguments
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
      $0.member("command", command)
      $0.member("arguments", ifPresent: arguments)
    }
  }
}

/// `workspace/executeCommand`.
public struct ExecuteCommandParams: Hashable, Sendable {
  public var command: CommandName
  public var arguments: [JSONValue]
  public var workDoneToken: ProgressToken?

  public init(command: CommandName, arguments: [JSONValue] = [], workDoneToken: ProgressToken? = nil) {
    self.command = command
    self.arguments = arguments
    self.workDoneToken = workDoneToken
  }
}

extension ExecuteCommandParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var command: CommandName?
    var arguments: [JSONValue] = []
    var workDoneToken: ProgressToken?
    while let member = try reader.nextName() {
      switch member {
      case "command": command = try reader.read(CommandName.self)
      case "arguments": arguments = try reader.read([JSONValue]?.self) ?? []
      case "workDoneToken": workDoneToken = try reader.read()
      default: break
      }
    }
    self.command = try reader.require(command, "command", of: object)
    self.arguments = arguments
    self.workDoneToken = workDoneToken
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("command", command)
      $0.member("arguments", arguments)
      $0.member("workDoneToken", ifPresent: workDoneToken)
    }
  }
}
