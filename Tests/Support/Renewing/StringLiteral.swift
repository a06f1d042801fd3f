/// A string literal of Swift without interpolations: what it says, and in what way it is written.
struct StringLiteral: Hashable {
  var value: String
  /// The number of `#` before its quotes.
  var hashes = 0
  /// Whether it has three quotes.
  var isMultiline = false

  init(_ value: String) { self.value = value }

  /// Reads a literal as it is written in a source; nil for anything else, and for one with an interpolation.
  init?(source: String) {
    let scalars = Array(source.unicodeScalars)
    let hashes = scalars.prefix { $0 == "#" }.count
    let isMultiline = scalars[hashes...].starts(with: Self.quotes(3))
    let edge = hashes + (isMultiline ? 3 : 1)
    guard scalars.count >= 2 * edge, scalars[hashes...].starts(with: Self.quotes(isMultiline ? 3 : 1)),
      scalars.suffix(edge).elementsEqual(scalars.prefix(edge).reversed())
    else { return nil }
    var body = Array(scalars[edge..<scalars.count - edge])
    if isMultiline {
      guard let unindented = Self.unindented(body) else { return nil }
      body = unindented
    }
    guard let value = Self.unescaped(body, hashes: hashes, quotes: isMultiline ? 3 : 1) else { return nil }
    (self.value, self.hashes, self.isMultiline) = (value, hashes, isMultiline)
  }

  private static func quotes(_ count: Int) -> [Unicode.Scalar] { Array(repeating: "\"", count: count) }

  /// The lines between the quotes without the indentation of the closing ones.
  private static func unindented(_ body: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, let first = lines.first, first.isEmpty, let indentation = lines.popLast(),
      indentation.allSatisfy({ $0 == " " })
    else { return nil }
    var result: [Unicode.Scalar] = []
    for line in lines.dropFirst() {
      guard line.isEmpty || line.starts(with: indentation) else { return nil }
      result += line.dropFirst(indentation.count) + ["\n"]
    }
    return result.dropLast()
  }

  /// Nil where something is interpolated, is not an escape, or ends the literal.
  private static func unescaped(_ body: [Unicode.Scalar], hashes: Int, quotes: Int) -> String? {
    let marks: [Unicode.Scalar] = Array(repeating: "#", count: hashes)
    let end = Self.quotes(quotes) + marks
    var text = String.UnicodeScalarView()
    var at = 0
    while at < body.count {
      guard body[at] == "\\", body[(at + 1)...].starts(with: marks), at + 1 + hashes < body.count else {
        if body[at...].starts(with: end) { return nil }
        text.append(body[at])
        at += 1
        continue
      }
      at += 1 + hashes
      let letter = body[at]
      at += 1
      if letter == "u" {
        guard at < body.count, body[at] == "{", let close = body[at...].firstIndex(of: "}"),
          let code = UInt32(String(String.UnicodeScalarView(body[(at + 1)..<close])), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        text.append(scalar)
        at = close + 1
      } else if letter == "\n" {
        continue
      } else if let meant = Self.escapes[letter] {
        text.append(meant)
      } else {
        return nil
      }
    }
    return String(text)
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "0": "\0", "\"": "\"", "'": "'", "\\": "\\",
  ]

  /// The literal as it is written in a source. It has several lines where the value has, and `#` where quotes or
  /// backslashes would need escapes otherwise.
  ///
  /// - Parameter indentation: of the line that it begins in; its own lines have two spaces more.
  func source(indentation: String = "") -> String {
    let isLong = isMultiline || value.unicodeScalars.contains("\n")
    var hashes = hashes
    let needsEscapes = value.unicodeScalars.contains { $0 == "\\" || (!isLong && $0 == "\"") }
    if hashes == 0, needsEscapes { hashes = 1 }
    func marks() -> String { String(repeating: "#", count: hashes) }
    while value.utf8Contains((isLong ? "\"\"\"" : "\"") + marks()) || value.utf8Contains("\\" + marks()) {
      hashes += 1
    }
    let quotes = marks() + (isLong ? "\"\"\"" : "\"")
    let end = String(quotes.reversed())
    let lines = value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.escaped(Array($0), "\\" + marks()) }
    guard isLong else { return quotes + lines.joined() + end }
    let inner = indentation + "  "
    return ([quotes] + lines.map { $0.isEmpty ? "" : inner + $0 } + [inner + end]).joined(separator: "\n")
  }

  /// What cannot be seen is written as an escape, also a space that ends a line.
  private static func escaped(_ line: [Unicode.Scalar], _ escape: String) -> String {
    var text = ""
    for (at, scalar) in line.enumerated() {
      switch scalar {
      case "\t": text += escape + "t"
      case "\r": text += escape + "r"
      case " " where at == line.count - 1: text += escape + "u{20}"
      case _ where isHidden(scalar):
        text += escape + "u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .nonspacingMark,
      .enclosingMark, .spacingMark:
      true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }
}

extension String {
  fileprivate func utf8Contains(_ part: String) -> Bool { utf8.contains(Array(part.utf8)) }
}
