import JSONText

/// The URI of a document. Two URIs are equal if they have the same canonical spelling, because clients spell the URI of
/// one document in several ways (`file:///c%3A/a b.md`, `file:///C:/a%20b.md`).
package struct DocumentURI: Sendable {
  /// The client's spelling, which is used in messages to that client.
  package let text: String
  /// The canonical spelling, used for comparison.
  ///
  /// The scheme, the authority and the drive letter of a `file` path are in lower case; the authority `localhost` of a
  /// `file` URI is dropped; every byte is either plain (RFC 3986: unreserved, or allowed unencoded in a path) or
  /// percent-encoded with uppercase hexadecimal digits. `%2F` stays encoded, because it is not a separator.
  package let key: String

  package init(_ text: String) {
    self.text = text
    key = URIText.key(of: text)
  }

  /// The `file` URI of an absolute path.
  package init(filePath: String) {
    text = "file://" + URIText.encoded(path: filePath)
    key = URIText.isPlain(path: filePath) ? text : URIText.key(of: text)
  }

  /// A URI with the given scheme and absolute path, and without an authority.
  package init(scheme: String, path: String) {
    self.init(scheme + ":" + URIText.encoded(path: path))
  }

  /// The percent-decoded path of a `file` URI; nil for other schemes, for files on other machines, and if the decoded
  /// path is empty, contains a NUL or is not UTF-8.
  package var filePath: String? {
    let parts = URIText.split(key)
    guard parts.scheme == "file", parts.authority.isEmpty else { return nil }
    return URIText.decoded(path: parts.path)
  }

  /// The percent-decoded path of a URI with this scheme; nil for other schemes, and if the decoded path is empty,
  /// contains a NUL or is not UTF-8.
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

/// Parses and normalizes URIs (RFC 3986), as far as the URIs of documents require. Works on bytes.
private enum URIText {
  struct Parts {
    var scheme = ""
    var authority = ""
    var path = ""
    /// Query and fragment with their delimiters.
    var tail = ""
  }

  static func split(_ text: String) -> Parts {
    let bytes = Array(text.utf8)
    var parts = Parts()
    var rest = bytes[...]
    if let colon = schemeEnd(bytes) {
      parts.scheme = lowercased(bytes[..<colon])
      rest = bytes[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex { $0 == slash || $0 == question || $0 == hash } ?? rest.endIndex
      parts.authority = lowercased(rest[..<end])
      rest = rest[end...]
    }
    let end = rest.firstIndex { $0 == question || $0 == hash } ?? rest.endIndex
    parts.path = String(decoding: rest[..<end], as: UTF8.self)
    parts.tail = String(decoding: rest[end...], as: UTF8.self)
    return parts
  }

  /// The canonical spelling; see ``DocumentURI/key``.
  static func key(of text: String) -> String {
    if isPlain(text) { return text }
    var parts = split(text)
    if parts.scheme == "file" {
      if parts.authority == "localhost" { parts.authority = "" }
      parts.path = withSmallDrive(normalized(parts.path))
      return "file://" + parts.authority + parts.path + normalized(parts.tail)
    }
    let authority = text.utf8.contains(slash) && hasAuthority(text) ? "//" + parts.authority : ""
    let scheme = parts.scheme.isEmpty ? "" : parts.scheme + ":"
    return scheme + authority + normalized(parts.path) + normalized(parts.tail)
  }

  /// Percent-encodes a path, except for its separators, and adds a leading separator if there is none.
  static func encoded(path: String) -> String {
    if isPlain(path: path) { return path }
    var out: [UInt8] = []
    out.reserveCapacity(path.utf8.count + 8)
    if !path.utf8.starts(with: [slash]) { out.append(slash) }
    for byte in path.utf8 {
      if isPathByte(byte) { out.append(byte) } else { appendEncoded(byte, to: &out) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Percent-decodes a path; nil if the result is empty, contains a NUL, or is not UTF-8.
  static func decoded(path: String) -> String? {
    let bytes = Array(path.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      if let byte = encodedByte(bytes, at: i) {
        out.append(byte)
        i += 3
      } else {
        out.append(bytes[i])
        i += 1
      }
    }
    guard !out.isEmpty, !out.contains(0) else { return nil }
    return String(validating: out, as: UTF8.self)
  }

  // MARK: Steps

  private static let slash = UInt8(ascii: "/")
  private static let question = UInt8(ascii: "?")
  private static let hash = UInt8(ascii: "#")

  /// Whether the text is already canonical because it is a `file` URI without an authority whose path consists of plain
  /// bytes without a colon (which could follow a drive letter). This is the common case.
  private static func isPlain(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    guard bytes.starts(with: "file:///".utf8) else { return false }
    bytes = bytes.dropFirst("file:///".utf8.count)
    return bytes.allSatisfy { isPathByte($0) && $0 != UInt8(ascii: ":") }
  }

  /// Whether the path is absolute and already in canonical form: it consists of plain bytes without a colon (which
  /// could follow a drive letter).
  static func isPlain(path: String) -> Bool {
    let bytes = Array(path.utf8)
    return bytes.first == slash && bytes.allSatisfy { isPathByte($0) && $0 != UInt8(ascii: ":") }
  }

  private static func hasAuthority(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let start = schemeEnd(bytes).map { $0 + 1 } ?? 0
    return bytes[start...].starts(with: "//".utf8)
  }

  private static func schemeEnd(_ bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, isLetter(first) else { return nil }
    for (i, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: ":") { return i }
      guard isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte) else { return nil }
    }
    return nil
  }

  /// Percent-encodes and percent-decodes bytes as needed; see ``DocumentURI/key``.
  private static func normalized(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 8)
    var i = 0
    while i < bytes.count {
      if let byte = encodedByte(bytes, at: i) {
        if isPathByte(byte), byte != slash { out.append(byte) } else { appendEncoded(byte, to: &out) }
        i += 3
      } else {
        let byte = bytes[i]
        let stays = isPathByte(byte) || byte == question || byte == hash
        if stays { out.append(byte) } else { appendEncoded(byte, to: &out) }
        i += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The path with its drive letter in lower case: `/C:/x` becomes `/c:/x`.
  private static func withSmallDrive(_ path: String) -> String {
    var bytes = Array(path.utf8)
    guard bytes.count >= 3, bytes[0] == slash, isLetter(bytes[1]), bytes[2] == UInt8(ascii: ":") else {
      return path
    }
    bytes[1] |= 0x20
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encodedByte(_ bytes: [UInt8], at i: Int) -> UInt8? {
    guard bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.count, let high = hexadecimal(bytes[i + 1]),
      let low = hexadecimal(bytes[i + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func appendEncoded(_ byte: UInt8, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] {
      out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a byte may occur unencoded in a path, as part of a segment (RFC 3986: `pchar`) or as the separator.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), slash,
      UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
      return true
    default:
      return false
    }
  }
}
