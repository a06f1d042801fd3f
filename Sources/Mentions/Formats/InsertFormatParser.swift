import Entities

/// Reads an insert template into pieces.
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
      // In a key as well: what follows it would not be looked at.
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
