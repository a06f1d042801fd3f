import JSONText

/// Definition of an entity in a file: its record in a people file, a line of CODEOWNERS or `.mailmap`, a note.
package struct EntityDefinition: Hashable, Sendable {
  /// A field as the file has it.
  package struct Value: Hashable, Sendable {
    package var field: EntityField
    /// Bytes of ``EntityDefinition/text``: all that another value takes the place of, quotation marks included.
    package var range: Range<Int>
    package var notation: Notation

    package init(field: EntityField, range: Range<Int>, notation: Notation) {
      (self.field, self.range, self.notation) = (field, range, notation)
    }
  }

  /// Notation of a value in a file.
  package enum Notation: String, CaseIterable, Hashable, Sendable {
    /// A JSON string (RFC 8259).
    case json
    /// A field of a table whose columns are divided by commas, semicolons or tabs (RFC 4180).
    case comma, semicolon, tab
    /// A vCard's text (RFC 6350, section 4.1).
    case vCard
    /// A scalar of YAML.
    case frontMatter
    /// The name of `Name <address>`, as in people's `.txt` and `.mailmap`.
    case contact
    /// An owner in CODEOWNERS, without its `@`.
    case owner
    /// An e-mail address by itself, as in CODEOWNERS.
    case address
  }

  /// The name of the source that has the file.
  package var source: String

  /// Absolute, or relative to the process's directory.
  package var path: String
  /// The number of the line that ``text`` begins with, from 0. LF, CR LF and CR end a line.
  package var firstLine: Int
  /// The whole lines that the record is on, as the file has them, without the end of the last. Empty where they are
  /// not UTF-8 or too long; then nothing but the line is known.
  package var text: [UInt8]
  /// Bytes of ``text``.
  package var record: Range<Int>
  /// Values in no particular order, each field once.
  package var values: [Value]

  package init(
    source: String, path: String, firstLine: Int, text: [UInt8], record: Range<Int>, values: [Value]
  ) {
    (self.source, self.path, self.firstLine) = (source, path, firstLine)
    (self.text, self.record, self.values) = (text, record, values)
  }

  package func value(of field: EntityField) -> Value? { values.first { $0.field == field } }

  /// Whether the file has this value of a field, ignoring case and quotation marks, with or without an `@`.
  package func holds(_ text: String, as field: EntityField) -> Bool {
    guard let value = value(of: field), let bytes = value.notation.bytes(of: text) else { return false }
    func bare(_ bytes: some Sequence<UInt8>) -> String {
      let letters = bytes.filter { !"\"'".utf8.contains($0) }.drop { $0 == UInt8(ascii: "@") }
      return String(decoding: letters, as: UTF8.self).lowercased()
    }
    return bare(self.text[value.range]) == bare(bytes)
  }

  /// The value that a reader looks at first: the name, else the handle, else the e-mail address.
  package var heading: Range<Int> {
    (value(of: .name) ?? value(of: .handle) ?? value(of: .email))?.range ?? record
  }

  /// The edit of ``text`` that gives a field another value. Nil where the file does not have the field, or where its
  /// format cannot write that value there.
  package func replacement(of field: EntityField, by text: String) -> (range: Range<Int>, bytes: [UInt8])? {
    guard let value = value(of: field), let bytes = value.notation.bytes(of: text) else { return nil }
    return (value.range, bytes)
  }
}

extension EntityDefinition.Notation {
  /// A value as the format writes it; nil where it cannot: a value is one line, and has something to show.
  package func bytes(of text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first > 0x20, bytes.last != 0x20,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    func holds(_ special: String) -> Bool { bytes.contains { special.utf8.contains($0) } }
    switch self {
    case .json: return JSONWriter.bytes(of: JSONValue.string(text))
    case .comma: return Self.field(bytes, isPlain: !holds("\","))
    case .semicolon: return Self.field(bytes, isPlain: !holds("\";"))
    case .tab: return Self.field(bytes, isPlain: !holds("\""))
    case .vCard:
      return bytes.flatMap { byte in
        byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
          ? [UInt8(ascii: "\\"), byte] : [byte]
      }
    case .frontMatter:
      // Anything that could have a meaning in YAML is quoted, including numbers and dates.
      let isPlain = bytes.allSatisfy {
        $0 >= 0x80 || $0.isLetter || $0.isDigit || $0 == 0x20 || $0 == UInt8(ascii: "-")
      }
      return isPlain && (first >= 0x80 || first.isLetter) && !Self.constants.contains(text.lowercased())
        ? bytes : JSONWriter.bytes(of: JSONValue.string(text))
    case .contact: return holds("<>\"") || first == UInt8(ascii: "#") ? nil : bytes
    case .owner: return holds(" #@") ? nil : bytes
    case .address:
      return Contact.isAddress(bytes[...]) && !holds("#") ? bytes : nil
    }
  }

  /// Words of YAML, 1.1 and 1.2, that are no text.
  private static let constants: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  private static func field(_ bytes: [UInt8], isPlain: Bool) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return isPlain ? bytes : [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}

extension EntityDefinition.Notation {
  /// Notation of a table's fields.
  init(delimiter: UInt8) {
    self =
      switch delimiter {
      case UInt8(ascii: ","): .comma
      case UInt8(ascii: ";"): .semicolon
      default: .tab
      }
  }

  /// Delimiter of a table's columns; nil for other notations.
  var delimiter: UInt8? {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: 0x09
    case .json, .vCard, .frontMatter, .contact, .owner, .address: nil
    }
  }
}

/// ASCII only.
extension UInt8 {
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isDigit: Bool { self &- 0x30 < 10 }
}
