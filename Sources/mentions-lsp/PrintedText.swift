import Entities
import JSONText

/// Escapes text for terminals and for programs that read the output, so that invisible characters have no effect.
enum PrintedText {
  /// A path at the start of a line. GitHub's runner interprets a line that begins with colons, even after white space,
  /// as a command.
  static func path(_ path: String) -> String {
    let line = ShownText.line(path)
    return line.first { !$0.isWhitespace } == ":" ? "./" + line : line
  }

  /// JSON with escaped control and bidirectional characters.
  ///
  /// `indentation` is the number of spaces per level; nil for a single line.
  static func json(_ value: JSONValue, indentation: Int? = nil) -> String {
    json(indentation.map { JSONWriter.bytes(of: value, indentation: $0) } ?? JSONWriter.bytes(of: value))
  }

  /// Escapes control and bidirectional characters of JSON, which can occur only in strings.
  static func json(_ bytes: [UInt8]) -> String {
    escaped(String(decoding: bytes, as: UTF8.self)) { scalar in
      scalar == "\n" ? nil : scalar.utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }.joined()
    }
  }

  /// Text of one line in which control and bidirectional characters are shown as `\u{202E}`.
  static func line(_ text: String) -> String {
    escaped(text) { "\\u{\(hexadecimal($0.value, digits: 1))}" }
  }

  /// Replaces the hidden characters of a text.
  ///
  /// - Parameter escape: returns the replacement of a character; nil to keep it.
  private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.map { (isHidden($0) ? escape($0) : nil) ?? String($0) }.joined()
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xE0000...0xE007F: true
    default: scalar.properties.isBidiControl
    }
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
