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

/// `window/logMessage`, server to client.
public typealias LogMessageParams = ShowMessageParams
