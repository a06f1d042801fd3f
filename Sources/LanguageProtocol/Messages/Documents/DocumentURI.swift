import JSONText

/// The URI of a document. Two are equal where they mean the same document: clients write one URI in several ways
/// (`file:///c%3A/a b.md`, `file:///C:/a%20b.md`).
package struct DocumentURI: Sendable {
  /// As the client wrote it: what goes back to that client.
  package let text: String
  /// The one spelling by which URIs are compared.
  ///
  /// The scheme is in lower case, and so is the drive letter of a `file` path; of a `file` URI the authority
  /// `localhost` is dropped; every byte is either plain (RFC 3986, unreserved and what may occur in a path
  /// unencoded) or percent-encoded with capital digits. `%2F` stays encoded, for it is not a separator.
  package let key: String

  package init(_ text: String) {
    self.text = text
    key = URIText.key(of: text)
  }

  /// The `file` URI of an absolute path.
  package init(filePath: String) {
    self.init("file://" + URIText.encoded(path: filePath))
  }

  /// A URI of another scheme without an authority. The path is absolute.
  package init(scheme: String, path: String) {
    self.init(scheme + ":" + URIText.encoded(path: path))
  }

  /// In lower case; empty where there is none.
  package var scheme: String { URIText.split(key).scheme }

  /// The path that a `file` URI names, percent-decoded; nil for other schemes, for other machines' files and where
  /// the bytes are no UTF-8 or hold a NUL.
  package var filePath: String? {
    let parts = URIText.split(key)
    guard parts.scheme == "file", parts.authority.isEmpty else { return nil }
    return URIText.decoded(path: parts.path)
  }

  /// The path of a URI of that scheme, percent-decoded; nil for others.
  package func path(inScheme scheme: String) -> String? {
    let parts = URIText.split(key)
    return parts.scheme == scheme ? URIText.decoded(path: parts.path) : nil
  }
}

extension DocumentURI: Hashable {
  package static func == (a: DocumentURI, b: DocumentURI) -> Bool { a.key == b.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension DocumentURI: CustomStringConvertible {
  package var description: String { text }
}

extension DocumentURI: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}

extension DocumentURI: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) { self.init(try reader.readString()) }

  package func write(to writer: inout JSONWriter) { writer.string(text) }
}
