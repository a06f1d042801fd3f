public import JSONText

/// `mentions/backspace`: what a backspace at this place should do.
public struct MentionsBackspaceParams: Hashable, Sendable {
  public var textDocument: OptionalVersionedTextDocumentIdentifier
  public var position: Position

  public init(textDocument: OptionalVersionedTextDocumentIdentifier, position: Position) {
    self.textDocument = textDocument
    self.position = position
  }
}

extension MentionsBackspaceParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: OptionalVersionedTextDocumentIdentifier?
    var position: Position?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(OptionalVersionedTextDocumentIdentifier.self)
      case "position": position = try reader.read(Position.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.position = try reader.require(position, "position", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("position", position)
    }
  }
}

/// The argument of the commands `mentions.restore`, `mentions.trim` and `mentions.delete`: the mention at this place. With
/// a version, only if the document still has it.
public typealias MentionsFixParams = MentionsBackspaceParams

/// What `mentions/backspace` answers.
public struct MentionsBackspaceResult: Hashable, Sendable {
  public var action: BackspaceAction
  public var edit: TextEdit?
  /// Where the cursor belongs afterwards.
  public var position: Position?
  /// The version for which this holds.
  public var version: Int

  public init(action: BackspaceAction, edit: TextEdit? = nil, position: Position? = nil, version: Int) {
    self.action = action
    self.edit = edit
    self.position = position
    self.version = version
  }
}

extension MentionsBackspaceResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var action: BackspaceAction?
    var edit: TextEdit?
    var position: Position?
    var version: Int?
    while let member = try reader.nextName() {
      switch member {
      case "action": action = try reader.read(BackspaceAction.self)
      case "edit": edit = try reader.read()
      case "position": position = try reader.read()
      case "version": version = try reader.read(Int.self)
      default: break
      }
    }
    self.action = try reader.require(action, "action", of: object)
    self.edit = edit
    self.position = position
    self.version = try reader.require(version, "version", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("action", action)
      $0.member("edit", ifPresent: edit)
      $0.member("position", ifPresent: position)
      $0.member("version", version)
    }
  }
}

/// What a backspace does.
public struct BackspaceAction: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The editor's own deletion is right.
  public static let none = Self(rawValue: "none")
  public static let lightUp = Self(rawValue: "lightUp")
  public static let trim = Self(rawValue: "trim")
  public static let delete = Self(rawValue: "delete")
}
