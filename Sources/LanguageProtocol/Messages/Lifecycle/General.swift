import JSONText

/// `$/cancelRequest`.
package struct CancelParams: Structure {
  package var id: RPCID

  package init(id: RPCID) { self.id = id }
  package static let members = Members(Self.init, required("id", \.id))
}

/// `$/setTrace`.
package struct SetTraceParams: Structure {
  package var value: TraceValue

  package static let members = Members(Self.init, required("value", \.value))
}

/// `$/logTrace`, server to client.
package struct LogTraceParams: Structure {
  package var message: String

  package init(message: String) { self.message = message }
  package static let members = Members(Self.init, required("message", \.message))
}

/// LSP: TraceValue.
package struct TraceValue: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let off = Self(rawValue: "off")
  package static let messages = Self(rawValue: "messages")
  package static let verbose = Self(rawValue: "verbose")
}

/// `client/registerCapability`, server to client.
package struct RegistrationParams: Structure {
  package var registrations: [Registration]

  package init(registrations: [Registration]) { self.registrations = registrations }
  package static let members = Members(Self.init, required("registrations", \.registrations))
}

/// A capability that the server adds while running (LSP: Registration).
package struct Registration: Structure {
  package var id: String
  package var method: Method
  package var registerOptions: JSONValue?

  package init(id: String, method: Method, registerOptions: JSONValue? = nil) {
    (self.id, self.method, self.registerOptions) = (id, method, registerOptions)
  }

  package static let members = Members(
    Self.init, required("id", \.id), required("method", \.method),
    optional("registerOptions", \.registerOptions))
}

/// `client/unregisterCapability`, server to client. The misspelling is the protocol's.
package struct UnregistrationParams: Structure {
  package var unregisterations: [Unregistration]

  package init(unregisterations: [Unregistration]) { self.unregisterations = unregisterations }
  package static let members = Members(Self.init, required("unregisterations", \.unregisterations))
}

/// LSP: Unregistration.
package struct Unregistration: Structure {
  package var id: String
  package var method: Method

  package init(id: String, method: Method) { (self.id, self.method) = (id, method) }
  package static let members = Members(Self.init, required("id", \.id), required("method", \.method))
}
