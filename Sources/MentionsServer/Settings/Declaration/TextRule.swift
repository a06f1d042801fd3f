import Entities
import EntitySources
import Mentions

/// What a text in the settings must be like.
enum TextRule: Sendable, CaseIterable {
  case anything
  case filled
  case line
  case controlCharacter
  case template
  case entityFile
  case folder
  case url
  case pointer

  /// Words that follow "expected".
  var expectation: String {
    switch self {
    case .anything: "a text"
    case .filled: "a text that is not empty"
    case .line: "a text on one line"
    case .controlCharacter:
      "a trigger: 1 to 8 characters without white space, at least one of which is not a letter or digit"
    case .template: "an insert format such as \"{name}\""
    case .entityFile:
      "a path that ends in " + EntityFileFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
    case .folder: "an absolute path, or one that begins with ~/"
    case .url: "a URL that begins with https:// or http://"
    case .pointer: "a JSON Pointer: empty, or beginning with /"
    }
  }

  /// How many scalars it may have, as far as the rule says.
  var length: ClosedRange<Int>? {
    switch self {
    case .filled: 1...Int.max
    case .controlCharacter: 1...8
    default: nil
    }
  }

  /// The part of the rule that a JSON Schema can tell, in the regular expressions that all engines share.
  var pattern: String? {
    switch self {
    case .anything, .filled, .template: nil
    case .line: "^[^\\r\\n]*$"
    case .controlCharacter: #"^(?=.*[^A-Za-z0-9_])\S+$"#
    case .entityFile:
      "\\.(" + Self.extensions.map(Self.eitherCase).joined(separator: "|") + ")$"
    case .folder: "^(/|~$|~/)"
    case .url: "^https?://[^\\s/]+"
    case .pointer: "^(/|$)"
    }
  }

  /// Whether a text is such a one. A template's own fault is told by ``fault(in:)``.
  func admits(_ text: String) -> Bool {
    switch self {
    case .anything: true
    case .filled: !text.isEmpty
    case .line: !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    case .controlCharacter: Self.isControlCharacter(text)
    case .template: fault(in: text) == nil
    case .entityFile: EntityFileFormat(path: text) != nil && !text.utf8.contains(0)
    case .folder: FolderPath.isAnchored(text)
    case .url: Self.isURL(text)
    case .pointer: text.isEmpty || text.utf8.first == UInt8(ascii: "/")
    }
  }

  /// What more there is to say about a text that is not admitted.
  func fault(in text: String) -> String? {
    guard self == .template else { return nil }
    do {
      _ = try InsertFormat(text)
      return nil
    } catch {
      return error.description
    }
  }

  private static func isControlCharacter(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard (1...8).contains(scalars.count) else { return false }
    return ShownText.isClean(text)
      && scalars.allSatisfy { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
      && !scalars.allSatisfy(isNormal)
  }

  /// The behaviour's "normal": what a word is made of.
  private static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: scalar == "_"
    }
  }

  private static func isURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
      guard let host = bytes.dropFirst(scheme.utf8.count).first else { return false }
      return host != UInt8(ascii: "/") && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
    return false
  }

  /// What ``EntityFileFormat`` knows, for the schema.
  private static let extensions = ["jsonl", "ndjson", "json", "csv", "tsv", "vcf", "vcard", "txt", "text"]

  private static func eitherCase(_ word: String) -> String {
    word.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : String($0) }.joined()
  }
}
