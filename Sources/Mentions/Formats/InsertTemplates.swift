import Entities
import TextModel

/// The insert formats of a trigger, by language and by position.
public struct InsertTemplates: Hashable, Sendable {
  /// For languages without their own format (`default` in the settings).
  public var fallback: InsertFormat
  /// The formats by LSP language identifier, or an alias of it (`git-commit` for `gitcommit`).
  public var byLanguage: [String: InsertFormat]
  /// The format for trailers of commit messages, regardless of the language.
  public var trailer: InsertFormat
  /// The format for CODEOWNERS, regardless of the language.
  public var codeowners: InsertFormat

  public init(
    fallback: InsertFormat, byLanguage: [String: InsertFormat] = [:], trailer: InsertFormat = .trailer,
    codeowners: InsertFormat = .codeowners
  ) {
    self.fallback = fallback
    self.byLanguage = byLanguage
    self.trailer = trailer
    self.codeowners = codeowners
  }

  /// `{name}`, except at positions that need another format.
  public static let standard = InsertTemplates(fallback: .name)

  /// The format for a position in a document of a language.
  func format(for languageID: String, at place: InsertPlace) -> InsertFormat {
    switch place {
    case .text: format(for: languageID)
    case .trailer: trailer
    case .codeowners: codeowners
    }
  }

  /// The format for a language: its own, else that of the language of which it is an alias, else ``fallback``.
  ///
  /// - Complexity: O(1) for a language with its own format, else O(n log n) in the formats.
  public func format(for languageID: String) -> InsertFormat {
    if byLanguage.isEmpty { return fallback }
    if let own = byLanguage[languageID] { return own }
    let canonical = LanguageID.canonical(languageID)
    if let own = byLanguage[canonical] { return own }
    let alias = byLanguage.keys.sorted().first { LanguageID.canonical($0) == canonical }
    return alias.flatMap { byLanguage[$0] } ?? fallback
  }
}

/// A position that needs its own format (<doc:Behaviour>, section 9).
enum InsertPlace: Hashable, Sendable, CaseIterable {
  case text
  /// After `Co-authored-by: `, `Reviewed-by: ` or any other `…-by: ` in a commit message.
  case trailer
  case codeowners
}

enum TrailerLine {
  /// Whether an offset is after the token of such a trailer. Reads at most 128 bytes of the line.
  static func contains(_ offset: TextOffset, in text: IndexedText) -> Bool {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    let head = text.buffer.bytes(in: TextRange(start, min(offset, start + 128)))
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > suffix.count else { return false }
    let token = head[..<colon]
    let isToken = token.allSatisfy { $0 == UInt8(ascii: "-") || ($0 < 0x80 && CharacterClass.isNormal($0)) }
    guard isToken, token.suffix(suffix.count).map({ $0 | 0x20 }) == suffix else { return false }
    return colon + 1 < head.count ? head[colon + 1] == 0x20 || head[colon + 1] == 9 : true
  }

  /// The suffix in lower case. A bitwise or with 0x20 changes only the case of these bytes.
  private static let suffix = Array("-by".utf8)
}

// MARK: - Parsing

/// Parses an insert template into pieces.
struct InsertFormatParser {
  private let bytes: [UInt8]
  private var at = 0
  private var literal: [UInt8] = []
  private(set) var pieces: [FormatPiece] = []
  private(set) var visible: Range<Int>?
  private var visibleStart: (piece: Int, offset: Int)?

  private static let openMark = Array("«".utf8)
  private static let closeMark = Array("»".utf8)

  /// The offset of the first character that must not be inserted.
  private let hidden: Int?

  init(_ template: String) {
    bytes = Array(template.utf8)
    hidden = ShownText.firstHidden(in: template)?.offset
  }

  mutating func parse() throws(InsertFormatError) {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"): try placeholder()
      case UInt8(ascii: "}"):
        guard next(is: "}") else { throw fault("‘{’ before ‘}’, or ‘}}’ for the character itself") }
        literal.append(UInt8(ascii: "}"))
        at += 2
      default:
        if holds(Self.openMark) {
          try open()
        } else if holds(Self.closeMark) {
          try close()
        } else {
          try checkHidden()
          literal.append(bytes[at])
          at += 1
        }
      }
    }
    flush()
    if let start = visibleStart {
      throw InsertFormatError(offset: start.offset, expected: "‘»’ after this ‘«’")
    }
    guard !pieces.isEmpty else {
      throw InsertFormatError(offset: 0, expected: "a template that is not empty")
    }
  }

  private func checkHidden() throws(InsertFormatError) {
    if at == hidden { throw fault("no line end or control character: a mention is on one line") }
  }

  private mutating func placeholder() throws(InsertFormatError) {
    let opened = at
    if next(is: "{") {
      literal.append(UInt8(ascii: "{"))
      at += 2
      return
    }
    flush()
    at += 1
    var fields: [FormatField] = []
    var wordStart = at
    while true {
      guard at < bytes.count else { throw InsertFormatError(offset: opened, expected: "‘}’ after this ‘{’") }
      let byte = bytes[at]
      if byte == UInt8(ascii: "{") { throw fault("‘}’ before another ‘{’") }
      // Placeholders are checked too, because only the first hidden character is known.
      try checkHidden()
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "|") {
        let word = String(decoding: bytes[wordStart..<at], as: UTF8.self)
        guard let field = FormatField(word: word) else {
          throw InsertFormatError(offset: wordStart, expected: FormatField.allWords)
        }
        fields.append(field)
        wordStart = at + 1
      }
      at += 1
      if byte == UInt8(ascii: "}") { break }
    }
    pieces.append(.field(fields))
  }

  private mutating func open() throws(InsertFormatError) {
    if doubled(Self.openMark) { return }
    guard visible == nil, visibleStart == nil else {
      throw fault("no second ‘«’, or ‘««’ for the character itself")
    }
    flush()
    visibleStart = (pieces.count, at)
    at += Self.openMark.count
  }

  private mutating func close() throws(InsertFormatError) {
    if doubled(Self.closeMark) { return }
    guard let start = visibleStart else { throw fault("‘«’ before ‘»’, or ‘»»’ for the character itself") }
    flush()
    guard start.piece < pieces.count else { throw fault("something between ‘«’ and ‘»’") }
    visible = start.piece..<pieces.count
    visibleStart = nil
    at += Self.closeMark.count
  }

  private mutating func doubled(_ mark: [UInt8]) -> Bool {
    guard holds(mark + mark) else { return false }
    literal += mark
    at += mark.count * 2
    return true
  }

  private mutating func flush() {
    guard !literal.isEmpty else { return }
    pieces.append(.literal(literal))
    literal = []
  }

  private func holds(_ wanted: [UInt8]) -> Bool { bytes[at...].starts(with: wanted) }
  private func next(is byte: Unicode.Scalar) -> Bool {
    at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: byte)
  }
  private func fault(_ expected: String) -> InsertFormatError {
    InsertFormatError(offset: at, expected: expected)
  }
}

/// A syntax error in an insert template.
public struct InsertFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// UTF-8 offset in the template.
  public var offset: Int
  /// A description of the expected syntax.
  public var expected: String

  public var description: String { "at \(offset): expected \(expected)" }
}
