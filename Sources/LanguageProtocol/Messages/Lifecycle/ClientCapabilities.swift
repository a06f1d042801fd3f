import JSONText

/// What the client can do (LSP: ClientCapabilities), as it said it. Whoever needs a part asks for it by its path; a
/// part that is absent or of another type counts as not there, for no client should fail to start over a capability.
package struct ClientCapabilities: Hashable, Sendable {
  package var tree: JSONValue

  package init(_ tree: JSONValue = .object([:])) { self.tree = tree }

  /// The value at a dotted path: `textDocument.completion.completionItem.snippetSupport`.
  package func value(_ path: String) -> JSONValue? {
    var value = tree
    for name in path.utf8.split(separator: UInt8(ascii: ".")) {
      guard let next = value[String(Substring(name))] else { return Optional.none }
      value = next
    }
    return value.isNull ? Optional.none : value
  }

  /// Whether there is something at the path: an object counts, `false` does not.
  package func has(_ path: String) -> Bool {
    switch value(path) {
    case nil, .bool(false)?: false
    default: true
    }
  }

  /// Whether the value at the path is `true`.
  package func flag(_ path: String) -> Bool { value(path)?.boolValue ?? false }

  /// The strings of the array at the path; empty where there is none.
  package func strings(_ path: String) -> [String] {
    value(path)?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// The whole numbers of the array at the path; empty where there is none.
  package func numbers(_ path: String) -> [Int] {
    value(path)?.arrayValue?.compactMap(\.intValue) ?? []
  }

  /// In the client's order of preference. Where it says nothing, UTF-16.
  package var positionEncodings: [PositionEncodingKind] {
    let named = strings("general.positionEncodings").map(PositionEncodingKind.init(rawValue:))
    return named.isEmpty ? [.utf16] : named
  }
}

extension ClientCapabilities: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) { tree = try reader.readValue() }

  package func write(to writer: inout JSONWriter) { tree.write(to: &writer) }
}
