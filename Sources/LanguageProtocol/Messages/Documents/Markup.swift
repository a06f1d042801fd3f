import JSONText

/// Text for people (LSP: MarkupContent), or its older form, a bare string.
package struct MarkupContent: Hashable, Sendable {
  /// Nil for a bare string, which clients take that declare no format.
  package var kind: MarkupKind?
  package var value: String

  package init(kind: MarkupKind?, value: String) { (self.kind, self.value) = (kind, value) }
}

extension MarkupContent: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    kind = nil
    if try reader.peekKind() == .string {
      value = try reader.readString()
      return
    }
    let object = try reader.beginObject()
    kind = .plaintext
    var value: String?
    while let name = try reader.nextName() {
      switch name {
      case "kind": kind = try reader.read()
      case "value": value = try reader.read(String.self)
      default: break
      }
    }
    self.value = try reader.require(value, "value", of: object)
  }

  package func write(to writer: inout JSONWriter) {
    guard let kind else { return writer.string(value) }
    writer.object {
      $0.member("kind", kind)
      $0.member("value", value)
    }
  }
}

/// LSP: MarkupKind.
package struct MarkupKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let plaintext = Self(rawValue: "plaintext")
  package static let markdown = Self(rawValue: "markdown")
}
