import JSONText

/// How serious a message is (LSP: MessageType).
public struct MessageType: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let error = Self(rawValue: 1)
  public static let warning = Self(rawValue: 2)
  public static let info = Self(rawValue: 3)
  public static let log = Self(rawValue: 4)
}

/// `window/showMessage`, server to client.
public struct ShowMessageParams: Structure {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) { (self.type, self.message) = (type, message) }
  public static let members = Members(Self.init, required("type", \.type), required("message", \.message))
}

/// `window/showMessageRequest`, server to client; answered by the chosen action or null.
public struct ShowMessageRequestParams: Structure {
  public var type: MessageType
  public var message: String
  public var actions: [MessageActionItem]?

  public static let members = Members(
    Self.init, required("type", \.type), required("message", \.message), optional("actions", \.actions))
}

/// LSP: MessageActionItem.
public struct MessageActionItem: Structure {
  public var title: String

  public static let members = Members(Self.init, required("title", \.title))
}

/// `window/logMessage`, server to client.
public struct LogMessageParams: Structure {
  public var type: MessageType
  public var message: String

  public init(type: MessageType, message: String) { (self.type, self.message) = (type, message) }
  public static let members = Members(Self.init, required("type", \.type), required("message", \.message))
}

/// `window/showDocument`, server to client.
public struct ShowDocumentParams: Structure {
  public var uri: DocumentURI
  /// In another program than the editor.
  public var external: Bool?
  public var takeFocus: Bool?
  public var selection: Range?

  public static let members = Members(
    Self.init, required("uri", \.uri), optional("external", \.external), optional("takeFocus", \.takeFocus),
    optional("selection", \.selection))
}

/// What the client answers to `window/showDocument`.
public struct ShowDocumentResult: Structure {
  public var success: Bool

  public static let members = Members(Self.init, required("success", \.success))
}
