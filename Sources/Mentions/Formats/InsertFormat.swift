public import Entities
import JSONText
public import TextModel

/// The output of an insert template for an entity.
public struct InsertedText: Hashable, Sendable {
  /// The whole inserted text: valid UTF-8 on one line, never empty.
  public var bytes: [UInt8]
  /// The part that the annotation covers, in UTF-8 offsets from the start of `bytes`. Never empty.
  public var visible: TextRange

  /// A copy of the bytes of ``visible``.
  ///
  /// - Complexity: linear in the bytes returned.
  public var visibleBytes: [UInt8] { Array(bytes[visible.start.utf8..<visible.end.utf8]) }

  /// Whether the inserted text is a Markdown link whose link text is the visible part.
  var isLink: Bool { bytes[visible.end.utf8...].starts(with: "](".utf8) }
}

/// The format in which an entity is inserted into a document (<doc:Behaviour>, section 9).
///
///     [«@{handle|name}»]({url})
///
/// Placeholders are in braces; `{a|b}` is the first of these fields that the entity has, and empty if it has none.
/// `«…»` marks the text that the annotation covers; without it, the annotation covers everything. `{{`, `}}`, `««` and
/// `»»` denote the character itself. Text that may not be inserted (`ShownText`) is removed from an entity's fields,
/// including its metadata, and is an error in a template. If the entity has none of the fields, the name is written
/// instead.
public struct InsertFormat: Hashable, Sendable {
  /// The template as specified.
  public let template: String
  let pieces: [FormatPiece]
  /// The pieces that the annotation covers.
  let visiblePieces: Range<Int>
  /// Alternatives for entities that lack one of the fields: the first for which the entity has all fields is used, else
  /// the last.
  private(set) var otherwise: [InsertFormat] = []

  /// Parses a template. O(template).
  ///
  /// - Throws: if the template is not well-formed, with the UTF-8 offset of the fault.
  public init(_ template: String) throws(InsertFormatError) {
    var parser = InsertFormatParser(template)
    try parser.parse()
    self.template = template
    pieces = parser.pieces
    visiblePieces = parser.visible ?? 0..<parser.pieces.count
  }

  private init(template: String, pieces: [FormatPiece]) {
    self.template = template
    self.pieces = pieces
    visiblePieces = 0..<pieces.count
  }

  /// `{name}`: the entity's name replaces the trigger and the key.
  public static let name = InsertFormat(template: "{name}", pieces: [.field([.name])])

  /// `{trigger}{handle}`.
  static let handle = InsertFormat(
    template: "{trigger}{handle}", pieces: [.field([.trigger]), .field([.handle])])

  /// The format for text published on a forge: `{trigger}{handle}`, or `{name}` for an entity without a handle.
  package static let handleOrName = handle.instead([.name])

  /// `{name} <{email}>`, at any position.
  static let mail = InsertFormat(
    template: "{name} <{email}>",
    pieces: [.field([.name]), .literal(Array(" <".utf8)), .field([.email]), .literal(Array(">".utf8))])

  /// The format for a trailer of a commit message: `{name} <{email}>`, or `{name}` for an entity without an address.
  public static let trailer = mail.inTrailers

  /// The format for CODEOWNERS: `@{handle}`, or the e-mail address of an entity without a handle.
  public static let codeowners = InsertFormat(
    template: "@{handle}", pieces: [.literal(Array("@".utf8)), .field([.handle])]
  ).inCodeowners

  /// This format in trailers, with `{name}` for entities that lack a field.
  package var inTrailers: InsertFormat { instead([.name]) }

  /// This format in CODEOWNERS, with `{email}` or `{name}` for entities that lack a field.
  package var inCodeowners: InsertFormat {
    instead([InsertFormat(template: "{email}", pieces: [.field([.email])]), .name])
  }

  private func instead(_ others: [InsertFormat]) -> InsertFormat {
    var copy = self
    copy.otherwise = others
    return copy
  }

  /// The format in ``otherwise`` that is used for an entity; nil if this format applies.
  func substitute(for entity: Entity) -> InsertFormat? {
    otherwise.isEmpty || fits(entity) ? nil : otherwise.first { $0.fits(entity) } ?? otherwise.last
  }

  /// Whether there is a placeholder for fields of the entity.
  package var hasFields: Bool { pieces.contains(where: \.isOfEntity) }

  /// Whether the entity has a value for each placeholder.
  private func fits(_ entity: Entity) -> Bool {
    pieces.allSatisfy { piece in
      guard piece.isOfEntity, case .field(let fields) = piece else { return true }
      return fields.contains { $0.value(of: entity, trigger: "") != nil }
    }
  }

  /// The text that is inserted when `entity` is accepted. Linear in the text written.
  public func write(_ entity: Entity, trigger: String) -> InsertedText {
    let written = render(entity, trigger: trigger, name: nil)
    return InsertedText(bytes: written.bytes, visible: written.visible)
  }

  /// The format's text for an entity, as a label beside the text: `«…»` has no effect, and surrounding white space is
  /// removed. Nil if the entity has none of the fields.
  ///
  /// - Complexity: linear in the text written.
  public func label(for entity: Entity) -> String? {
    let rendered = render(entity, trigger: "", name: nil)
    let shown = WhiteSpace.trimmed(0..<rendered.bytes.count, in: rendered.bytes.span)
    guard rendered.saysSomething, !shown.isEmpty else { return nil }
    return String(decoding: rendered.bytes[shown], as: UTF8.self)
  }

  /// Whether text in this format begins with the trigger `control` and does not end with its closing brackets.
  func leavesOpen(_ control: String, _ closers: [UInt8]) -> Bool {
    let begins =
      switch pieces.first {
      case .literal(let bytes): bytes.starts(with: control.utf8)
      case .field(let fields): fields == [.trigger]
      case nil: false
      }
    guard begins, case .literal(let bytes) = pieces.last else { return begins }
    return bytes.count < closers.count || !bytes.suffix(closers.count).elementsEqual(closers)
  }

  /// The annotation's text after trimming: `{name}` is replaced by the entity's `shortName`, or by the first word of
  /// the name without punctuation (<doc:Behaviour>, section 6). Nil if trimming would not change the text: the visible
  /// part of the format contains no name, the name is a single word, or the entity cannot be trimmed.
  package func shortForm(for entity: Entity, trigger: String) -> [UInt8]? {
    guard entity.canTrim else { return nil }
    let whole = render(entity, trigger: trigger, name: nil)
    guard whole.holdsName, let short = Self.shortName(of: entity) else { return nil }
    let trimmed = render(entity, trigger: trigger, name: short).visibleBytes
    return trimmed.isEmpty || trimmed == whole.visibleBytes ? nil : Array(trimmed)
  }

  private static func shortName(of entity: Entity) -> String? {
    if let own = entity.shortName, !own.isEmpty { return own }
    let words = entity.name.split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
    guard words.count > 1 else { return nil }
    let word = words[0]
    guard let first = word.firstIndex(where: { !CharacterClass($0).isSeparator }),
      let last = word.lastIndex(where: { !CharacterClass($0).isSeparator })
    else { return String(word) }
    return String(word[first...last])
  }

  struct Rendered {
    var bytes: [UInt8] = []
    /// The start of each piece in `bytes`, followed by the end of the last piece.
    var starts: [Int] = []
    var visible = TextRange(0, 0)
    /// Whether a field of the entity was written, or the format has no fields.
    var saysSomething = true
    /// Whether the entity's name was written.
    var holdsName = false

    fileprivate var visibleBytes: ArraySlice<UInt8> { bytes[visible.start.utf8..<visible.end.utf8] }
  }

  /// Writes an entity, and records the start of each piece.
  ///
  /// - Parameter name: the name to write instead of the entity's own; nil for its own.
  func render(_ entity: Entity, trigger: String, name: String?) -> Rendered {
    if let other = substitute(for: entity) { return other.render(entity, trigger: trigger, name: name) }
    var result = Rendered()
    var saysSomething = !pieces.contains(where: \.isOfEntity)
    for piece in pieces {
      result.starts.append(result.bytes.count)
      switch piece {
      case .literal(let bytes): result.bytes += bytes
      case .field(let alternatives):
        for field in alternatives {
          guard let own = field.value(of: entity, trigger: trigger) else { continue }
          let written = Array(ShownText.line(field == .name ? name ?? own : own).utf8)
          result.bytes += written
          if field == .name { result.holdsName = true }
          if piece.isOfEntity, !written.isEmpty { saysSomething = true }
          break
        }
      }
    }
    result.starts.append(result.bytes.count)
    result.saysSomething = saysSomething
    if result.bytes.isEmpty || !saysSomething {
      result.bytes = Array(ShownText.line(name ?? entity.name).utf8)
      result.holdsName = true
      result.starts = Array(repeating: 0, count: pieces.count) + [result.bytes.count]
    }
    result.visible = TextRange(
      result.starts[visiblePieces.lowerBound], result.starts[visiblePieces.upperBound])
    if result.visible.isEmpty { result.visible = TextRange(0, result.bytes.count) }
    return result
  }
}

// MARK: - Fields

/// A placeholder of an insert template.
public enum FormatField: Hashable, Sendable {
  case name, shortName, handle, id, email, detail, url, kind, trigger
  /// A member of the entity's metadata that is a string, a number or a truth value.
  case metadata(String)

  /// Creates the field with a name; nil if there is no such field.
  ///
  /// - Parameter word: the name, as in a placeholder: one of the alternatives between the braces.
  init?(word: String) {
    switch word {
    case "name": self = .name
    case "shortName": self = .shortName
    case "handle": self = .handle
    case "id": self = .id
    case "email": self = .email
    case "detail": self = .detail
    case "url": self = .url
    case "kind": self = .kind
    case "trigger": self = .trigger
    default:
      guard word.hasPrefix("metadata."), word.utf8.count > 9 else { return nil }
      self = .metadata(String(word.dropFirst(9)))
    }
  }

  static let allWords = "name, shortName, handle, id, email, detail, url, kind, trigger or metadata.KEY"

  /// Whether a value of this field can identify an entity.
  var identifies: Bool {
    switch self {
    case .name, .handle, .id, .email, .url: true
    case .shortName, .detail, .kind, .trigger, .metadata: false
    }
  }

  /// Whether values may contain whitespace.
  var mayHoldSpaces: Bool {
    switch self {
    case .name, .shortName, .id, .detail, .metadata: true
    case .handle, .email, .url, .kind, .trigger: false
    }
  }

  /// The value of this field for an entity and a trigger; nil if there is none or it is empty.
  public func value(of entity: Entity, trigger: String) -> String? {
    let value: String? =
      switch self {
      case .name: entity.name
      case .shortName: entity.shortName
      case .handle: entity.handle
      case .id: entity.id
      case .email: entity.email
      case .detail: entity.detail
      case .url: entity.url
      case .kind: entity.kind.rawValue
      case .trigger: trigger
      case .metadata(let key): Self.text(entity.metadata[key])
      }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text)?: text
    case .integer(let number)?: String(number)
    case .double(let number)?: String(number)
    case .bool(let flag)?: flag ? "true" : "false"
    case .null?, .array?, .object?, nil: nil
    }
  }
}

/// A part of an insert template.
enum FormatPiece: Hashable, Sendable {
  case literal([UInt8])
  /// The first of these fields that the entity has.
  case field([FormatField])

  /// Whether the piece is a placeholder for fields of the entity, rather than literal text or `{trigger}`.
  fileprivate var isOfEntity: Bool {
    if case .field(let fields) = self { fields != [.trigger] } else { false }
  }
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

  /// The offset of the first character of the template that must not be inserted; nil if there is none.
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
    if at == hidden { throw fault("no line break or control character: a mention must be on one line") }
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
      // Placeholders are checked too: `hidden` is only the first such character, and there may be more after the
      // placeholder.
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
  /// The UTF-8 offset of the error in the template.
  public var offset: Int
  /// A description of the expected syntax.
  public var expected: String

  public var description: String { "at \(offset): expected \(expected)" }
}

// MARK: - By language and position

/// The insert formats of a trigger, by language and by position.
public struct InsertTemplates: Hashable, Sendable {
  /// The format for languages without their own format (`default` in the settings).
  public var fallback: InsertFormat
  /// The formats by LSP language identifier, or by another spelling of it (`git-commit` for `gitcommit`).
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

  /// The format for a language: its own, else that of its canonical identifier, else that of another identifier with
  /// the same canonical one, else ``fallback``.
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
  /// Whether an offset is after the token of a trailer such as `Reviewed-by: `. Reads at most 128 bytes of the line.
  static func contains(_ offset: TextOffset, in text: IndexedText) -> Bool {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    let head = text.buffer.bytes(in: TextRange(start, min(offset, start + 128)))
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > suffix.count else { return false }
    let token = head[..<colon]
    let isToken = token.allSatisfy { $0 == UInt8(ascii: "-") || ($0 < 0x80 && CharacterClass.isNormal($0)) }
    guard isToken, token.suffix(suffix.count).map({ $0 | 0x20 }) == suffix else { return false }
    return colon + 1 < head.count ? head[colon + 1] == 0x20 || head[colon + 1] == 9 : true
  }

  /// The suffix of a trailer's token, in lower case. A bitwise OR with 0x20 changes only the case of these bytes.
  private static let suffix = Array("-by".utf8)
}
