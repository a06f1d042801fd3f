import JSONText

/// The name of a request or notification. Open: a client may send any.
package struct Method: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Whether a server may ignore it without an answer (LSP: `$` notifications and requests).
  package var isOptional: Bool { rawValue.utf8.starts(with: "$/".utf8) }
}

extension Method: CustomStringConvertible {
  package var description: String { rawValue }
}
