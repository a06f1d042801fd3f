import Entities
import EntitySources
import JSONText
import Mentions

/// A rule for texts in the settings.
struct TextRule: Sendable {
  /// A description of the expected text, which follows the word "expected" in messages.
  let expectation: String
  /// The number of scalars that the rule allows, if limited.
  var length: ClosedRange<Int>?
  /// The part of the rule that a JSON Schema can express, in the subset of regular expressions that all engines
  /// support.
  var pattern: String?
  let admits: @Sendable (String) -> Bool
  /// The reason why a text is not admitted, if there is a specific one.
  var fault: @Sendable (String) -> String? = { _ in nil }

  static let anything = TextRule(expectation: "a string") { _ in true }

  static let filled = TextRule(expectation: "a string that is not empty", length: 1...Int.max) { !$0.isEmpty }

  static let line = TextRule(expectation: "a string on one line", pattern: "^[^\\r\\n]*$") {
    !$0.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }

  static let controlCharacter = TextRule(
    expectation:
      "a trigger: 1 to 8 characters without white space, at least one of which is not a letter or digit",
    length: 1...8, pattern: #"^(?=.*[^A-Za-z0-9_])\S+$"#, admits: isControlCharacter)

  static let template = TextRule(
    expectation: "an insert format such as \"{name}\"", admits: { insertFault(in: $0) == nil },
    fault: insertFault)

  static let label = TextRule(
    expectation: "a format such as \"{detail}\", or an empty string",
    admits: { $0.isEmpty || formatFault(in: $0) == nil }, fault: formatFault)

  static let entityFile = TextRule(
    expectation: "a path that ends in " + EntityFileFormat.extensions.joined(separator: ", "),
    pattern: "\\.(" + entityFileExtensions.map(inEitherCase).joined(separator: "|") + ")$"
  ) { EntityFileFormat(path: $0) != nil && !$0.utf8.contains(0) }

  static let folder = TextRule(
    expectation: "an absolute path, or one that begins with ~/", pattern: "^(/|~$|~/)",
    admits: FolderPath.isAnchored)

  static let url = TextRule(
    expectation: "a URL that begins with https:// or http:// and has no placeholder but {key}",
    pattern: "^https?://[^\\s/]+", admits: isURL)

  static let pointer = TextRule(
    expectation: "a JSON Pointer: empty, or beginning with /", pattern: "^(/|$)"
  ) { $0.isEmpty || $0.utf8.first == UInt8(ascii: "/") }

  /// Editors insert the text into a style sheet, so it must not end a declaration or load a resource.
  static let style = TextRule(
    expectation: "letters, digits, spaces and #@%.,()_-", pattern: "^[A-Za-z0-9 #@%.,()_-]+$"
  ) { !$0.isEmpty && $0.utf8.allSatisfy(isStyle) }

  // MARK: Checks

  @Sendable private static func formatFault(in text: String) -> String? {
    do {
      _ = try InsertFormat(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// A text without placeholders would be inserted for every entity, and is probably a format without its braces.
  @Sendable private static func insertFault(in text: String) -> String? {
    if let fault = formatFault(in: text) { return fault }
    return (try? InsertFormat(text))?.hasFields == true ? nil : "it has no placeholder for a field"
  }

  @Sendable private static func isControlCharacter(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard (1...8).contains(scalars.count) else { return false }
    return ShownText.isClean(text)
      && scalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
      && !scalars.allSatisfy(isNormal)
  }

  /// Whether a scalar is *normal* (Behaviour, section 1), and so may be part of a word.
  private static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: scalar == "_"
    }
  }

  private static func isStyle(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: " #@%.,()_-".utf8.contains(byte)
    }
  }

  @Sendable private static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
      guard let host = bytes.dropFirst(scheme.utf8.count).first else { return false }
      // The arguments of a command may contain `{key:word}`. In a URL, it would be sent literally.
      return host != UInt8(ascii: "/") && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        && bytes.firstOccurrence(of: "{key:".utf8) == nil
    }
    return false
  }

  /// All extensions that ``EntityFileFormat`` reads.
  private static let entityFileExtensions = [
    "jsonl", "ndjson", "json", "csv", "tsv", "vcf", "vcard", "ldif", "txt", "text",
  ]

  private static func inEitherCase(_ word: String) -> String {
    word.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : String($0) }.joined()
  }
}
