public import Entities
public import TextModel

/// What an insert template wrote for an entity.
public struct InsertedText: Hashable, Sendable {
  /// Valid UTF-8 on one line, never empty.
  public var bytes: [UInt8]
  /// The part that the annotation covers, in UTF-8 offsets from the start of `bytes`. Never empty.
  public var visible: TextRange

  public init(bytes: [UInt8], visible: TextRange) {
    self.bytes = bytes
    self.visible = visible
  }

  public var visibleBytes: [UInt8] { Array(bytes[visible.start.utf8..<visible.end.utf8]) }

  /// Whether it is a Markdown link with what is visible as its text.
  var isLink: Bool { bytes[visible.end.utf8...].starts(with: "](".utf8) }
}

/// How an entity is written into a document (the behaviour, section 9).
///
///     [«@{handle|name}»]({url})
///
/// Placeholders are in braces; `{a|b}` is the first that the entity has, and nothing if it has none of them.
/// `«…»` marks what the annotation covers, else it covers all. `{{`, `}}`, `««` and `»»` stand for the
/// character itself. What may not be inserted (`ShownText`) is taken out of an entity's fields, its metadata
/// included, and makes a template a wrong one. A format that would write nothing of the entity writes the name.
public struct InsertFormat: Hashable, Sendable {
  /// The template as it was given.
  public let template: String
  let pieces: [FormatPiece]
  /// The pieces that the annotation covers.
  let visiblePieces: Range<Int>
  /// What is written instead for an entity that lacks one of the fields: the first of these that lacks none, else
  /// the last.
  private(set) var otherwise: [InsertFormat] = []

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

  /// `{name}`: control character and key become the entity's name.
  public static let name = InsertFormat(template: "{name}", pieces: [.field([.name])])

  /// `{trigger}{handle}`.
  static let handle = InsertFormat(
    template: "{trigger}{handle}", pieces: [.field([.trigger]), .field([.handle])])

  /// `{name} <{email}>`, whatever the place.
  static let mail = InsertFormat(
    template: "{name} <{email}>",
    pieces: [.field([.name]), .literal(Array(" <".utf8)), .field([.email]), .literal(Array(">".utf8))])

  /// In a trailer of a commit message: `{name} <{email}>`, without an e-mail address `{name}`.
  public static let trailer = mail.inTrailers

  /// In CODEOWNERS: `@{handle}`, without a handle the e-mail address.
  public static let codeowners = InsertFormat(
    template: "@{handle}", pieces: [.literal(Array("@".utf8)), .field([.handle])]
  ).inCodeowners

  /// The same as the format of trailers, for whom it fits.
  public var inTrailers: InsertFormat { instead([.name]) }

  /// The same as the format of CODEOWNERS, for whom it fits.
  public var inCodeowners: InsertFormat {
    instead([InsertFormat(template: "{email}", pieces: [.field([.email])]), .name])
  }

  private func instead(_ others: [InsertFormat]) -> InsertFormat {
    var copy = self
    copy.otherwise = others
    return copy
  }

  /// The one of ``otherwise`` that an entity is written by; nil where this format fits.
  func substitute(for entity: Entity) -> InsertFormat? {
    otherwise.isEmpty || fits(entity) ? nil : otherwise.first { $0.fits(entity) } ?? otherwise.last
  }

  /// Whether the entity has something for each placeholder.
  private func fits(_ entity: Entity) -> Bool {
    pieces.allSatisfy { piece in
      guard piece.isOfEntity, case .field(let fields) = piece else { return true }
      return fields.contains { $0.value(of: entity, trigger: "") != nil }
    }
  }

  /// The text in the document once `entity` is accepted.
  public func write(_ entity: Entity, trigger: String) -> InsertedText {
    let written = render(entity, trigger: trigger, name: nil)
    return InsertedText(bytes: written.bytes, visible: written.visible)
  }

  /// What the format says of an entity where it is shown beside the text: `«…»` means nothing there, and white space at
  /// the ends is left out. Nil where the entity has nothing for any of the placeholders.
  public func label(for entity: Entity) -> String? {
    let rendered = render(entity, trigger: "", name: nil)
    let shown = WhiteSpace.trimmed(0..<rendered.bytes.count, in: rendered.bytes.span)
    guard rendered.saysSomething, !shown.isEmpty else { return nil }
    return String(decoding: rendered.bytes[shown], as: UTF8.self)
  }

  /// Whether what is written begins with a control character and does not end with what closes its brackets.
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

  /// The annotation's text once trimmed: `{name}` shortened to the entity's `shortName` or to the name's first
  /// word (the behaviour, section 6). Nil where that is not a shortening: a format whose visible part holds no
  /// name, a name of one word, an entity that forbids it.
  public func shortForm(for entity: Entity, trigger: String) -> [UInt8]? {
    guard entity.canTrim, let short = Self.shortName(of: entity) else { return nil }
    let whole = write(entity, trigger: trigger).visibleBytes
    let written = render(entity, trigger: trigger, name: short)
    let trimmed = Array(written.bytes[written.visible.start.utf8..<written.visible.end.utf8])
    return trimmed.isEmpty || trimmed == whole ? nil : trimmed
  }

  private static func shortName(of entity: Entity) -> String? {
    if let own = entity.shortName, !own.isEmpty { return own }
    let words = entity.name.split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
    return words.count > 1 ? String(words[0]) : nil
  }

  struct Rendered {
    var bytes: [UInt8] = []
    /// Where each piece starts in `bytes`, and the end.
    var starts: [Int] = []
    var visible = TextRange(0, 0)
    /// Whether something is written of the entity, or nothing is asked of it.
    var saysSomething = true
  }

  /// `name` takes the place of the entity's own where the format writes the name.
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
          if piece.isOfEntity, !written.isEmpty { saysSomething = true }
          break
        }
      }
    }
    result.starts.append(result.bytes.count)
    result.saysSomething = saysSomething
    if result.bytes.isEmpty || !saysSomething {
      result.bytes = Array(ShownText.line(name ?? entity.name).utf8)
      result.starts = Array(repeating: 0, count: pieces.count) + [result.bytes.count]
    }
    result.visible = TextRange(
      result.starts[visiblePieces.lowerBound], result.starts[visiblePieces.upperBound])
    if result.visible.isEmpty { result.visible = TextRange(0, result.bytes.count) }
    return result
  }
}
