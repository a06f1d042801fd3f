import JSONText

/// Why a request was not fulfilled (LSP: ResponseError).
package struct RPCError: Error, Structure {
  package var code: RPCErrorCode
  package var message: String
  package var data: JSONValue?

  package init(_ code: RPCErrorCode, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  package static let members = Members(
    Self.init, required("code", \.code), optional("message", \.message, default: ""), optional("data", \.data)
  )
}

/// The codes of JSON-RPC and LSP. Open: commands may answer with their own.
package struct RPCErrorCode: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes are no JSON.
  package static let parseError = Self(rawValue: -32700)
  /// The JSON is not a request, or none that is allowed now.
  package static let invalidRequest = Self(rawValue: -32600)
  package static let methodNotFound = Self(rawValue: -32601)
  package static let invalidParams = Self(rawValue: -32602)
  package static let internalError = Self(rawValue: -32603)
  /// A request came before `initialize`.
  package static let serverNotInitialized = Self(rawValue: -32002)
  package static let unknownErrorCode = Self(rawValue: -32001)
  /// The request was right and failed all the same.
  package static let requestFailed = Self(rawValue: -32803)
  /// The server gave up; the client may ask again.
  package static let serverCancelled = Self(rawValue: -32802)
  /// The document is no longer what the request was about.
  package static let contentModified = Self(rawValue: -32801)
  /// The client cancelled the request.
  package static let requestCancelled = Self(rawValue: -32800)
}

extension RPCError: CustomStringConvertible {
  package var description: String { "\(message) (\(code.rawValue))" }
}
