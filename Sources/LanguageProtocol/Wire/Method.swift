import JSONText

/// The name of a request or notification. Open: a client may send any.
public struct Method: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether a server may ignore it without an answer (LSP: `$` notifications and requests).
  public var isOptional: Bool { rawValue.utf8.starts(with: "$/".utf8) }
}

extension Method: CustomStringConvertible {
  public var description: String { rawValue }
}
