import JSONText

/// The definition of an entity in a file: a record in a people file, a line of CODEOWNERS or `.mailmap`, or a note.
package struct EntityDefinition: Hashable, Sendable {
  /// The value of a field, as written in the file.
  package struct Value: Hashable, Sendable {
    package var field: EntityField
    /// The range in ``EntityDefinition/text`` that a new value replaces, including quotation marks.
    package var range: Range<Int>
    package var notation: Notation

    package init(field: EntityField, range: Range<Int>, notation: Notation) {
      (self.field, self.range, self.notation) = (field, range, notation)
    }
  }

  /// The notation of a value in a file.
  package enum Notation: String, CaseIterable, Hashable, Sendable {
    /// A JSON string (RFC 8259).
    case json
    /// A field of a table whose columns are separated by commas, semicolons or tabs (RFC 4180).
    case comma, semicolon, tab
    /// A text value of a vCard (RFC 6350, section 4.1).
    case vCard
    /// A YAML scalar.
    case frontMatter
    /// The name in `Name <address>`, as in `.txt` files and `.mailmap`.
    case contact
    /// An owner in CODEOWNERS, without its `@`.
    case owner
    /// A bare e-mail address, as in CODEOWNERS.
    case address
  }

  /// The name of the source that the file belongs to.
  package var source: String

  /// The path of the file, absolute or relative to the process's working directory.
  package var path: String
  /// The number of the first line of ``text``, counted from 0. LF, CR LF and CR end a line.
  package var firstLine: Int
  /// The lines that the record occupies, exactly as in the file, without the final line end. Empty if they are too long
  /// or not UTF-8; then only the line number is known.
  package var text: [UInt8]
  /// The range of the record in ``text``.
  package var record: Range<Int>
  /// The values in no particular order, at most one per field.
  package var values: [Value]

  package init(
    source: String, path: String, firstLine: Int, text: [UInt8], record: Range<Int>, values: [Value]
  ) {
    (self.source, self.path, self.firstLine) = (source, path, firstLine)
    (self.text, self.record, self.values) = (text, record, values)
  }

  package func value(of field: EntityField) -> Value? { values.first { $0.field == field } }

  /// Whether the file gives a field this value; case, quotation marks and a leading `@` are ignored.
  package func holds(_ text: String, as field: EntityField) -> Bool {
    guard let value = value(of: field), let bytes = value.notation.bytes(of: text) else { return false }
    func bare(_ bytes: some Sequence<UInt8>) -> String {
      let letters = bytes.filter { !"\"'".utf8.contains($0) }.drop { $0 == UInt8(ascii: "@") }
      return String(decoding: letters, as: UTF8.self).lowercased()
    }
    return bare(self.text[value.range]) == bare(bytes)
  }

  /// The range in ``text`` of the value that identifies the entity to a reader: the name, else the handle, else the
  /// e-mail address; the whole record if it has none of them.
  package var heading: Range<Int> {
    (value(of: .name) ?? value(of: .handle) ?? value(of: .email))?.range ?? record
  }

  /// The edit of ``text`` that replaces the value of a field. Nil if the record has no value for the field, or if the
  /// format cannot represent the new one.
  package func replacement(of field: EntityField, by text: String) -> (range: Range<Int>, bytes: [UInt8])? {
    guard let value = value(of: field), let bytes = value.notation.bytes(of: text) else { return nil }
    return (value.range, bytes)
  }
}

extension EntityDefinition.Notation {
  /// Encodes a text in this notation. Nil if the text is empty, begins or ends with a space, contains an ASCII control
  /// character, or cannot be represented.
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

  /// Words that YAML 1.1 or 1.2 does not read as text.
  private static let constants: Set<String> = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"]

  private static func field(_ bytes: [UInt8], isPlain: Bool) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return isPlain ? bytes : [quote] + bytes.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}

extension EntityDefinition.Notation {
  /// The notation of a table's fields.
  init(delimiter: UInt8) {
    self =
      switch delimiter {
      case UInt8(ascii: ","): .comma
      case UInt8(ascii: ";"): .semicolon
      default: .tab
      }
  }

  /// The delimiter of a table's columns; nil for other notations.
  var delimiter: UInt8? {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: 0x09
    case .json, .vCard, .frontMatter, .contact, .owner, .address: nil
    }
  }
}

/// Classification of ASCII characters; all other bytes are neither letters nor digits.
extension UInt8 {
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  var isDigit: Bool { self &- 0x30 < 10 }
}
