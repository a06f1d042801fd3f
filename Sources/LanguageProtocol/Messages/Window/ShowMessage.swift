import JSONText

/// How serious a message is (LSP: MessageType).
package struct MessageType: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let error = Self(rawValue: 1)
  package static let warning = Self(rawValue: 2)
  package static let info = Self(rawValue: 3)
  package static let log = Self(rawValue: 4)
}

/// `window/showMessage`, server to client.
package struct ShowMessageParams: Structure {
  package var type: MessageType
  package var message: String

  package init(type: MessageType, message: String) { (self.type, self.message) = (type, message) }
  package static let members = Members(Self.init, required("type", \.type), required("message", \.message))
}

/// `window/logMessage`, server to client.
package typealias LogMessageParams = ShowMessageParams
