import Entities

/// Text of others inside our Markdown.
enum MarkdownText {
  /// A link that shows its address; nil for what is none to the web, is too long, or would end the link early.
  static func link(_ address: String) -> String? {
    let bytes = Array(address.utf8)
    guard bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8),
      bytes.count <= ShownText.longest,
      address.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0 != "<" && $0 != ">" })
    else { return nil }
    return "<\(address)>"
  }

  /// What is markup at any place.
  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$": true
    default: false
    }
  }

  /// The text with a backslash before whatever could be markup, links that renderers make of bare addresses included.
  /// The rest stays as it is, since many clients show the source.
  ///
  /// By scalars: a bracket stays one where a joiner or an accent follows it.
  ///
  /// - Parameter text: of one line (``ShownText/line(_:)``).
  /// - Complexity: linear.
  static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    // At a line's start also the signs of headings and lists: `#`, `+`, `-`, `=`, `1.`, `1)`.
    var isStart = true
    var isNumber = false
    for (index, scalar) in scalars.enumerated() {
      let beginsBlock =
        isStart
        ? scalar == "#" || scalar == "+" || scalar == "-" || scalar == "="
        : isNumber && (scalar == "." || scalar == ")")
      if beginsBlock || isMarkup(scalar) || makesLink(scalars, at: index) { result.append("\\") }
      result.append(scalar)
      isNumber = (isStart || isNumber) && ("0"..."9").contains(scalar)
      isStart = isStart && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// An e-mail address. A renderer may make a link of a plain one, which leads where it says.
  static func mail(_ address: String) -> String {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let isPlain =
      parts.count == 2
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isPlainInMail) }
    return isPlain ? address : escaped(address)
  }

  private static func isPlainInMail(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Whether GitHub's Markdown would make a link of the address that this character is in: `https://`, `www.`, `a@b`.
  private static func makesLink(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    switch scalars[index] {
    case ":": scalars[(index + 1)...].starts(with: ["/", "/"])
    case ".":
      index >= 3 && scalars[index - 3..<index].allSatisfy { $0 == "w" || $0 == "W" }
    case "@":
      index > 0 && !scalars[index - 1].properties.isWhitespace && index + 1 < scalars.count
        && !scalars[index + 1].properties.isWhitespace
    default: false
    }
  }
}
