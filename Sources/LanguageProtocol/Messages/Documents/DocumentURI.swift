public import JSONText

/// The URI of a document. Two are equal where they mean the same document: clients write one URI in several ways
/// (`file:///c%3A/a b.md`, `file:///C:/a%20b.md`).
public struct DocumentURI: Sendable {
  /// As the client wrote it: what goes back to that client.
  public let text: String
  /// The one spelling by which URIs are compared.
  ///
  /// The scheme is in lower case, and so is the drive letter of a `file` path; of a `file` URI the authority
  /// `localhost` is dropped; every byte is either plain (RFC 3986, unreserved and what may stand in a path
  /// unencoded) or percent-encoded with capital digits. `%2F` stays encoded, for it is no separator.
  public let key: String

  public init(_ text: String) {
    self.text = text
    key = URIText.key(of: text)
  }

  /// The `file` URI of an absolute path.
  public init(filePath: String) {
    self.init("file://" + URIText.encoded(path: filePath))
  }

  /// In lower case; empty where there is none.
  public var scheme: String { URIText.split(key).scheme }

  /// The path that a `file` URI names, percent-decoded; nil for other schemes, for other machines' files and where
  /// the bytes are no UTF-8 or hold a NUL.
  public var filePath: String? {
    let parts = URIText.split(key)
    guard parts.scheme == "file", parts.authority.isEmpty else { return nil }
    return URIText.decoded(path: parts.path)
  }
}

extension DocumentURI: Hashable {
  public static func == (a: DocumentURI, b: DocumentURI) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension DocumentURI: CustomStringConvertible {
  public var description: String { text }
}

extension DocumentURI: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension DocumentURI: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) { self.init(try reader.readString()) }

  public func write(to writer: inout JSONWriter) { writer.string(text) }
}
