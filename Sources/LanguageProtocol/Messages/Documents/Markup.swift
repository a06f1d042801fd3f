public import JSONText

/// Text for people (LSP: MarkupContent), or its older form, a bare string.
public struct MarkupContent: Hashable, Sendable {
  /// Nil for a bare string, which clients take that declare no format.
  public var kind: MarkupKind?
  public var value: String

  public init(kind: MarkupKind?, value: String) { (self.kind, self.value) = (kind, value) }
}

extension MarkupContent: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
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

  public func write(to writer: inout JSONWriter) {
    guard let kind else { return writer.string(value) }
    writer.object {
      $0.member("kind", kind)
      $0.member("value", value)
    }
  }
}

/// LSP: MarkupKind.
public struct MarkupKind: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let plaintext = Self(rawValue: "plaintext")
  public static let markdown = Self(rawValue: "markdown")
}
