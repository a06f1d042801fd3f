import Entities
import Mentions
import TextModel

/// Edits of an annotated document.
///
/// ```
/// utf-16 trim handle           the encoding of the columns, a mode of deletion, whether handles are inserted
/// Hi «Ada Lovelace»,\nor «Bob». the text: mentions in marks, line ends as \n and \r
/// = 0:3-0:15 Grace             a change in a notification of its own
/// + 0:0-0:0 Oh.                one more change in the same
/// * Hi                         the whole text is another
/// a 0:0-0:2                    mentions/add
/// r 0:0-0:2                    mentions/remove
/// c 0:1                        the cursor moves
/// u                            the last notification is taken back
/// ```
enum EditsFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    let lines = FuzzInput.lines(input)
    let head = FuzzInput.text(lines[0].prefix(60)).split(separator: " ")
    let encoding = PositionEncoding(rawValue: String(head.first ?? "")) ?? .utf16
    var play = try EditsPlay(encoding, lines.count > 1 ? lines[1] : [], words: head.dropFirst().map { $0 })
    var at = 2
    while at < min(lines.count, 60) {
      var last = at
      if lines[at].first == UInt8(ascii: "=") {
        while last + 1 < lines.count, lines[last + 1].first == UInt8(ascii: "+") { last += 1 }
      }
      try play.perform(lines[at...last].map { EditsLine($0) })
      at = last + 1
    }
    try play.checkKeeping()
  }
}

/// One line of the script, read as well as can be.
struct EditsLine {
  var command: UInt8
  /// Line and column of both ends.
  var numbers: [Int] = []
  var text: [UInt8] = []

  init(_ line: [UInt8]) {
    command = line.first ?? 0
    var rest = line.dropFirst()
    let wanted = command == UInt8(ascii: "*") || command == UInt8(ascii: "u") ? 0 : 4
    while numbers.count < wanted, let start = rest.firstIndex(where: Self.isDigit) {
      let digits = rest[start...].prefix { Self.isDigit($0) }
      numbers.append(Int(FuzzInput.text(digits)) ?? .max)
      rest = rest[digits.endIndex...]
    }
    if rest.first == 0x20 { rest = rest.dropFirst() }
    text = Self.unescaped(rest)
  }

  var start: TextPosition { TextPosition(line: number(0), column: number(1)) }
  var end: TextPosition {
    numbers.count < 4 ? start : TextPosition(line: number(2), column: number(3))
  }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// `\n`, `\r` and `\\` stand for themselves.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(byte == UInt8(ascii: "n") ? 10 : byte == UInt8(ascii: "r") ? 13 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

/// A document and a naive text side by side.
struct EditsPlay {
  private let encoding: PositionEncoding
  private var document: MentionsDocument
  private var plain: PlainText
  /// The edits of the last notification that takes the last one back.
  private var undo: [TextReplacement] = []
  private var clock: Int64 = 0

  init(_ encoding: PositionEncoding, _ line: [UInt8], words: [Substring]) throws(FuzzError) {
    self.encoding = encoding
    var policy = MentionsPolicy.standard
    for word in words {
      if let deletion = MentionsPolicy.Deletion(rawValue: String(word)) { policy.deletion = deletion }
      if word == "handle", let format = try? InsertFormat("@{handle|name}") {
        policy.triggers[0].insert = InsertTemplates(fallback: format)
      }
    }
    policy.removedTextCount = 4
    policy.removedTextBytes = 200
    let (bytes, marks) = Self.unmarked(EditsLine.unescaped(line))
    plain = PlainText(bytes)
    document = MentionsDocument(text: bytes, languageID: "markdown", policy: policy)
    for range in marks { try add(range) }
    try check()
  }

  /// The text, and the text between `«` and `»`. Marks without a partner are tolerated.
  private static func unmarked(_ marked: [UInt8]) -> (bytes: [UInt8], marks: [TextRange]) {
    var bytes: [UInt8] = []
    var marks: [TextRange] = []
    var open: Int?
    for scalar in FuzzInput.text(marked).unicodeScalars {
      switch scalar {
      case "«": open = bytes.count
      case "»":
        if let start = open { marks.append(TextRange(start, bytes.count)) }
        open = nil
      default: bytes += Array(String(scalar).utf8)
      }
    }
    return (bytes, marks)
  }

  // MARK: One step

  mutating func perform(_ lines: [EditsLine]) throws(FuzzError) {
    clock += 7
    switch lines[0].command {
    case UInt8(ascii: "*"): try change { $0.replaceAll(with: lines[0].text) }
    case UInt8(ascii: "a"): try add(try range(lines[0]))
    case UInt8(ascii: "r"): try remove(try range(lines[0]))
    case UInt8(ascii: "c"): try moveCursor(lines[0])
    case UInt8(ascii: "u"):
      let edits = undo
      try change { for edit in edits { $0.splice(edit) } }
    default: try apply(lines)
    }
    try check()
  }

  /// Edits one after the other, each in the text that the one before left.
  private mutating func apply(_ lines: [EditsLine]) throws(FuzzError) {
    let old = plain
    var batch = EditBatch()
    var text = document.text
    var edits: [TextReplacement] = []
    for line in lines {
      let range = try self.range(line, in: text)
      let edit = TextReplacement(range: range, replacement: line.text)
      edits.append(edit)
      batch.apply(edit, to: &text)
      plain.replace(range.start.utf8..<range.end.utf8, with: line.text)
      try require(text.buffer.bytes(in: text.buffer.range) == plain.bytes, "the texts differ")
    }
    try check(batch, from: old.bytes)
    let new = plain
    plain = old
    try change(tags: new.tags) { for edit in edits { $0.splice(edit) } }
    try require(plain.bytes == new.bytes, "the document's text is another")
  }

  /// What a batch comes to makes the new text of the old one, at once.
  private func check(_ batch: EditBatch, from old: [UInt8]) throws(FuzzError) {
    for trimmed in [true, false] {
      var text = old
      var last = old.count
      for change in batch.netChanges(trimmed: trimmed).reversed() {
        let range = change.range.start.utf8..<change.range.end.utf8
        try require(range.upperBound <= last, "net changes overlap")
        try require(Array(old[range]) == change.removed, "a net change removes what is not there")
        text.replaceSubrange(range, with: change.inserted)
        last = range.lowerBound
      }
      try require(text == plain.bytes, "the net changes make another text")
    }
  }

  /// One notification. `tags` says what became of each byte where the edits tell; else the difference does.
  private mutating func change(
    tags: [UInt64?]? = nil, _ edit: (inout MentionsDocument) -> Void
  ) throws(FuzzError) {
    let old = plain.bytes
    let before = Array(document.annotations)
    document.beginChanges()
    edit(&document)
    _ = document.finishChanges(now: Instant(milliseconds: clock))
    let new = document.text.buffer.bytes(in: document.text.buffer.range)
    var followed = PlainText(new)
    followed.tags = tags ?? Self.followed(plain.tags, from: old, to: new)
    plain = followed
    if let edit = TextDifference.hunk(from: document.text.buffer, to: old) {
      undo = [edit]
    } else {
      undo = []
    }
    try checkUntouched(before)
    retag()
  }

  /// The tags of what the two texts have in common at both ends.
  private static func followed(_ tags: [UInt64?], from old: [UInt8], to new: [UInt8]) -> [UInt64?] {
    let most = min(old.count, new.count)
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix(most - prefix).prefix { $0 == $1 }.count
    return Array(tags[..<prefix]) + Array(repeating: nil, count: new.count - prefix - suffix)
      + Array(tags[(tags.count - suffix)...])
  }

  /// Annotations whose bytes are all together as before are unchanged.
  private func checkUntouched(_ before: [Annotation]) throws(FuzzError) {
    let boundaries = plain.graphemeBoundaries
    for old in before {
      guard let start = plain.tags.firstIndex(of: old.id.rawValue) else { continue }
      let end = start + old.range.count
      guard end <= plain.tags.count, plain.tags[start..<end].allSatisfy({ $0 == old.id.rawValue }),
        boundaries.contains(start), boundaries.contains(end)
      else { continue }
      let now = document.annotations.first { $0.range.contains(TextRange(start, end)) }
      let isUntouched = now?.id == old.id && now?.range.count == end - start && now?.state == old.state
      // What is left of a name may have become the whole name again.
      let isRestored = old.state == .trimmed && now?.entity == old.entity
      try require(
        isUntouched || isRestored,
        "the untouched annotation “\(FuzzInput.text(old.text))” is gone from \(start)..<\(end)")
    }
  }

  private mutating func retag() {
    plain.tags = Array(repeating: nil, count: plain.bytes.count)
    for annotation in document.annotations {
      for at in annotation.range.start.utf8..<annotation.range.end.utf8 {
        plain.tags[at] = annotation.id.rawValue
      }
    }
  }

  // MARK: Without an edit

  private mutating func add(_ range: TextRange) throws(FuzzError) {
    let text = document.text.buffer.bytes(in: range)
    var entity = Entity(id: "\(range.start.utf8)", name: FuzzInput.text(text))
    if entity.name.isEmpty { entity.name = "nobody" }
    let outcome = document.add([AddRequest(range: range, text: text, entity: entity)])
    let boundaries = plain.graphemeBoundaries
    let fits =
      !range.isEmpty && boundaries.contains(range.start.utf8) && boundaries.contains(range.end.utf8)
    try require(fits == (outcome.added.count == 1), "\(range): \(outcome.refused.map(\.reason))")
    retag()
  }

  private mutating func remove(_ range: TextRange) throws(FuzzError) {
    let hit = document.annotations.count { $0.range.overlaps(range) }
    let before = document.annotations.count
    let (removed, _) = document.removeAnnotations(in: [range])
    try require(removed == hit && document.annotations.count == before - hit, "removed \(removed) of \(hit)")
    retag()
  }

  private mutating func moveCursor(_ line: EditsLine) throws(FuzzError) {
    let place = try range(line).start
    _ = document.moveCursor(to: place, selection: nil, now: Instant(milliseconds: clock))
    try require(document.cursor == place, "the cursor is at \(document.cursor), not \(place)")
  }

  // MARK: What must hold

  private func range(_ line: EditsLine) throws(FuzzError) -> TextRange {
    try range(line, in: document.text)
  }

  private func range(_ line: EditsLine, in text: IndexedText) throws(FuzzError) -> TextRange {
    var ends: [Int] = []
    for position in [line.start, line.end] {
      let offset = encoding.offset(of: position, in: text).0.utf8
      let naive = plain.offset(of: position, in: encoding)
      try require(offset == naive, "\(position) is \(offset), not \(naive)")
      let back = encoding.position(of: TextOffset(offset), in: text)
      let plainly = plain.position(of: offset, in: encoding)
      try require(back == plainly, "\(offset) is \(back), not \(plainly)")
      ends.append(offset)
    }
    return TextRange(min(ends[0], ends[1]), max(ends[0], ends[1]))
  }

  private func check() throws(FuzzError) {
    let text = document.text
    try require(text.buffer.bytes(in: text.buffer.range) == plain.bytes, "the texts differ")
    let starts = plainLineStarts(of: plain.bytes)
    try require(
      (0..<text.lines.lineCount).map { text.lines.start(ofLine: $0).utf8 } == starts, "lines start elsewhere")
    let violations = document.annotations.violations(in: text)
    try require(violations.isEmpty, violations.joined(separator: "; "))
    let boundaries = plain.graphemeBoundaries
    var end = 0
    for annotation in document.annotations {
      let range = annotation.range.start.utf8..<annotation.range.end.utf8
      try require(range.lowerBound >= end && !range.isEmpty, "annotations overlap at \(range)")
      try require(range.upperBound <= plain.bytes.count, "an annotation lies outside at \(range)")
      try require(Array(plain.bytes[range]) == annotation.text, "an annotation says what the text does not")
      try require(
        boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound),
        "an annotation divides a character at \(range)")
      end = range.upperBound
    }
    let limit = document.annotations.removed.limit
    try require(document.annotations.removed.count <= limit.count, "more is remembered than may be")
  }

  /// What is kept of the document brings the same annotations back to the same text.
  func checkKeeping() throws(FuzzError) {
    var again = MentionsDocument(text: plain.bytes, languageID: "markdown", policy: document.policy)
    let outcome = again.restore([document.archive()])
    try require(outcome.lost.isEmpty, "lost: \(outcome.lost.map(\.loss))")
    let (old, new) = (Array(document.annotations), Array(again.annotations))
    try require(
      old.map(\.range) == new.map(\.range) && old.map(\.entity) == new.map(\.entity)
        && old.map(\.state) == new.map(\.state), "restored they are \(new), not \(old)")
  }
}

/// A text as nobody would keep it: an array of bytes, and with each byte the annotation that it belongs to. What is
/// asked is worked out anew each time.
struct PlainText {
  var bytes: [UInt8]
  /// The number of the annotation that the byte is part of.
  var tags: [UInt64?]

  init(_ bytes: [UInt8]) {
    // What is not UTF-8 is mended as the standard library does it.
    self.bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    tags = Array(repeating: nil, count: self.bytes.count)
  }

  /// Replaces bytes; the range must be on scalar boundaries.
  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    let inserted = PlainText(new)
    bytes.replaceSubrange(range, with: inserted.bytes)
    tags.replaceSubrange(range, with: inserted.tags)
  }

  /// The offset that a position names (LSP 3.17, `Position`), by walking along the line.
  func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    let starts = plainLineStarts(of: bytes)
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    var at = starts[position.line]
    var column = 0
    for scalar in line(position.line, starts).unicodeScalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      guard column + width <= max(position.column, 0) else { return at }
      column += width
      at += UTF8.width(scalar)
    }
    return at
  }

  /// The position of an offset on a scalar boundary that does not divide a line end.
  func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
    let starts = plainLineStarts(of: bytes)
    let line = (starts.lastIndex { $0 <= offset }) ?? 0
    let before = String(decoding: bytes[starts[line]..<offset], as: UTF8.self)
    let column =
      switch encoding {
      case .utf8: before.utf8.count
      case .utf16: before.utf16.count
      case .utf32: before.unicodeScalars.count
      }
    return TextPosition(line: line, column: column)
  }

  /// The boundaries of all graphemes.
  var graphemeBoundaries: Set<Int> {
    let text = String(decoding: bytes, as: UTF8.self)
    var boundaries: Set<Int> = [0]
    var at = 0
    for character in text {
      at += character.utf8.count
      boundaries.insert(at)
    }
    return boundaries
  }

  private func line(_ number: Int, _ starts: [Int]) -> String {
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    if number + 1 < starts.count {
      end -= end - starts[number] > 1 && bytes[end - 1] == 10 && bytes[end - 2] == 13 ? 2 : 1
    }
    return String(decoding: bytes[starts[number]..<end], as: UTF8.self)
  }
}
