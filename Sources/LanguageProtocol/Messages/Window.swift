public import JSONText

/// How serious a message is (LSP: MessageType).
public struct MessageType: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let error = Self(rawValue: 1)
  public static let warning = Self(rawValue: 2)
  public static let info = Self(rawValue: 3)
  public static let log = Self(rawValue: 4)
}

/// `window/showMessage`, server to client.
public struct ShowMessageParams: Hashable, Sendable {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}

extension ShowMessageParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var type: MessageType?
    var message: String?
    while let member = try reader.nextName() {
      switch member {
      case "type": type = try reader.read(MessageType.self)
      case "message": message = try reader.read(String.self)
      default: break
      }
    }
    self.type = try reader.require(type, "type", of: object)
    self.message = try reader.require(message, "message", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", type)
      $0.member("message", message)
    }
  }
}

/// `window/showMessageRequest`, server to client; answered by the chosen action or null.
public struct ShowMessageRequestParams: Hashable, Sendable {
  public var type: MessageType
  public var message: String
  public var actions: [MessageActionItem]?

  public init(type: MessageType, message: String, actions: [MessageActionItem]? = nil) {
    self.type = type
    self.message = message
    self.actions = actions
  }
}

extension ShowMessageRequestParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var type: MessageType?
    var message: String?
    var actions: [MessageActionItem]?
    while let member = try reader.nextName() {
      switch member {
      case "type": type = try reader.read(MessageType.self)
      case "message": message = try reader.read(String.self)
      case "actions": actions = try reader.read()
      default: break
      }
    }
    self.type = try reader.require(type, "type", of: object)
    self.message = try reader.require(message, "message", of: object)
    self.actions = actions
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", type)
      $0.member("message", message)
      $0.member("actions", ifPresent: actions)
    }
  }
}

/// LSP: MessageActionItem.
public struct MessageActionItem: Hashable, Sendable {
  public var title: String

  public init(title: String) {
    self.title = title
  }
}

extension MessageActionItem: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var title: String?
    while let member = try reader.nextName() {
      switch member {
      case "title": title = try reader.read(String.self)
      default: break
      }
    }
    self.title = try reader.require(title, "title", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
    }
  }
}

/// `window/logMessage`, server to client.
public struct LogMessageParams: Hashable, Sendable {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) {
    self.type = type
    self.message = message
  }
}

extension LogMessageParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var type: MessageType?
    var message: String?
    while let member = try reader.nextName() {
      switch member {
      case "type": type = try reader.read(MessageType.self)
      case "message": message = try reader.read(String.self)
      default: break
      }
    }
    self.type = try reader.require(type, "type", of: object)
    self.message = try reader.require(message, "message", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("type", type)
      $0.member("message", message)
    }
  }
}

/// `window/showDocument`, server to client.
public struct ShowDocumentParams: Hashable, Sendable {
  public var uri: DocumentURI
  /// In another program than the editor.
  public var external: Bool?
  public var takeFocus: Bool?
  public var selection: Range?

  public init(uri: DocumentURI, external: Bool? = nil, takeFocus: Bool? = nil, selection: Range? = nil) {
    self.uri = uri
    self.external = external
    self.takeFocus = takeFocus
    self.selection = selection
  }
}

extension ShowDocumentParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var uri: DocumentURI?
    var external: Bool?
    var takeFocus: Bool?
    var selection: Range?
    while let member = try reader.nextName() {
      switch member {
      case "uri": uri = try reader.read(DocumentURI.self)
      case "external": external = try reader.read()
      case "takeFocus": takeFocus = try reader.read()
      case "selection": selection = try reader.read()
      default: break
      }
    }
    self.uri = try reader.require(uri, "uri", of: object)
    self.external = external
    self.takeFocus = takeFocus
    self.selection = selection
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("uri", uri)
      $0.member("external", ifPresent: external)
      $0.member("takeFocus", ifPresent: takeFocus)
      $0.member("selection", ifPresent: selection)
    }
  }
}

/// What the client answers to `window/showDocument`.
public struct ShowDocumentResult: Hashable, Sendable {
  public var success: Bool

  public init(success: Bool) {
    self.success = success
  }
}

extension ShowDocumentResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var success: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "success": success = try reader.read(Bool.self)
      default: break
      }
    }
    self.success = try reader.require(success, "success", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("success", success)
    }
  }
}
