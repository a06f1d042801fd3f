public import JSONText

/// Why a request was not fulfilled (LSP: ResponseError).
public struct RPCError: Error, Structure {
  public var code: RPCErrorCode
  public var message: String
  public var data: JSONValue?

  public init(_ code: RPCErrorCode, _ message: String, data: JSONValue? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  public static let members = Members(
    Self.init, required("code", \.code), optional("message", \.message, default: ""), optional("data", \.data)
  )
}

/// The codes of JSON-RPC and LSP. Open: commands may answer with their own.
public struct RPCErrorCode: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes are no JSON.
  public static let parseError = Self(rawValue: -32700)
  /// The JSON is no request, or none that is allowed now.
  public static let invalidRequest = Self(rawValue: -32600)
  public static let methodNotFound = Self(rawValue: -32601)
  public static let invalidParams = Self(rawValue: -32602)
  public static let internalError = Self(rawValue: -32603)
  /// A request came before `initialize`.
  public static let serverNotInitialized = Self(rawValue: -32002)
  public static let unknownErrorCode = Self(rawValue: -32001)
  /// The request was right and failed all the same.
  public static let requestFailed = Self(rawValue: -32803)
  /// The server gave up; the client may ask again.
  public static let serverCancelled = Self(rawValue: -32802)
  /// The document is no longer what the request was about.
  public static let contentModified = Self(rawValue: -32801)
  /// The client cancelled the request.
  public static let requestCancelled = Self(rawValue: -32800)
}

extension RPCError: CustomStringConvertible {
  public var description: String { "\(message) (\(code.rawValue))" }
}
