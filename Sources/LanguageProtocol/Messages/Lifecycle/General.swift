public import JSONText

/// `$/cancelRequest`.
public struct CancelParams: Structure {
  public var id: RPCID

  public init(id: RPCID) { self.id = id }
  public static let members = Members(Self.init, required("id", \.id))
}

/// `$/setTrace`.
public struct SetTraceParams: Structure {
  public var value: TraceValue

  public static let members = Members(Self.init, required("value", \.value))
}

/// `$/logTrace`, server to client.
public struct LogTraceParams: Structure {
  public var message: String

  public init(message: String) { self.message = message }
  public static let members = Members(Self.init, required("message", \.message))
}

/// LSP: TraceValue.
public struct TraceValue: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let off = Self(rawValue: "off")
  public static let messages = Self(rawValue: "messages")
  public static let verbose = Self(rawValue: "verbose")
}

/// `client/registerCapability`, server to client.
public struct RegistrationParams: Structure {
  public var registrations: [Registration]

  public init(registrations: [Registration]) { self.registrations = registrations }
  public static let members = Members(Self.init, required("registrations", \.registrations))
}

/// A capability that the server adds while running (LSP: Registration).
public struct Registration: Structure {
  public var id: String
  public var method: Method
  public var registerOptions: JSONValue?

  public init(id: String, method: Method, registerOptions: JSONValue? = nil) {
    (self.id, self.method, self.registerOptions) = (id, method, registerOptions)
  }

  public static let members = Members(
    Self.init, required("id", \.id), required("method", \.method),
    optional("registerOptions", \.registerOptions))
}

/// `client/unregisterCapability`, server to client. The misspelling is the protocol's.
public struct UnregistrationParams: Structure {
  public var unregisterations: [Unregistration]

  public init(unregisterations: [Unregistration]) { self.unregisterations = unregisterations }
  public static let members = Members(Self.init, required("unregisterations", \.unregisterations))
}

/// LSP: Unregistration.
public struct Unregistration: Structure {
  public var id: String
  public var method: Method

  public init(id: String, method: Method) { (self.id, self.method) = (id, method) }
  public static let members = Members(Self.init, required("id", \.id), required("method", \.method))
}
