import JSONText

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
  public var verbose: String?

  public init(message: String, verbose: String? = nil) { (self.message, self.verbose) = (message, verbose) }
  public static let members = Members(
    Self.init, required("message", \.message), optional("verbose", \.verbose))
}

/// LSP: TraceValue.
public struct TraceValue: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let off = Self(rawValue: "off")
  public static let messages = Self(rawValue: "messages")
  public static let verbose = Self(rawValue: "verbose")
}
