public import Entities
public import TextModel

/// A text with its mentions: the input of a transform.
///
/// A mention is a unit: a transform moves or omits it as a whole, and only the transforms of mentions change its text.
public struct StyledText: Hashable, Sendable {
  /// A mention in the text.
  public struct Mention: Hashable, Sendable {
    /// The annotated text, in UTF-8 offsets from the start of the text. Never empty.
    public var range: TextRange
    /// The annotated text with the text that its insert format wrote around it: for `[«Ada»](url)` the whole link.
    /// Contains ``range``.
    public var unit: TextRange
    public var entity: Entity
    public var state: Annotation.State

    /// - Parameters:
    ///   - range: the annotated text, in UTF-8 offsets from the start of the text.
    ///   - unit: the text that moves with the mention, which contains `range`; nil for the annotated text only.
    ///   - entity: the mentioned entity.
    ///   - state: whether the annotated text is the whole or the short form.
    public init(
      range: TextRange, unit: TextRange? = nil, entity: Entity, state: Annotation.State = .whole
    ) {
      self.range = range
      self.unit = unit ?? range
      self.entity = entity
      self.state = state
    }
  }

  /// A part of the text that is either plain text or one mention.
  public enum Piece: Hashable, Sendable {
    /// UTF-8 offsets from the start of the text; never empty.
    case plain(Range<Int>)
    /// An index in ``StyledText/mentions``.
    case mention(Int)
  }

  /// The text, as valid UTF-8.
  public let text: [UInt8]
  /// The mentions, sorted by position; their units are disjoint and inside the text.
  public let mentions: [Mention]

  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - mentions: sorted by position, with disjoint units inside the text.
  public init(_ text: [UInt8], mentions: [Mention] = []) {
    self.text = text
    self.mentions = mentions
  }

  /// The text as plain parts and mentions, in order. O(mentions).
  public var pieces: [Piece] {
    var pieces: [Piece] = []
    var end = 0
    for (index, mention) in mentions.enumerated() {
      if mention.unit.start.utf8 > end { pieces.append(.plain(end..<mention.unit.start.utf8)) }
      pieces.append(.mention(index))
      end = mention.unit.end.utf8
    }
    if end < text.count { pieces.append(.plain(end..<text.count)) }
    return pieces
  }

  /// The bytes of a piece. O(bytes).
  ///
  /// - Parameter piece: one of ``pieces``, or a part of a plain one.
  public func bytes(of piece: Piece) -> ArraySlice<UInt8> {
    switch piece {
    case .plain(let range): text[range]
    case .mention(let index): text[mentions[index].unit.start.utf8..<mentions[index].unit.end.utf8]
    }
  }
}

/// A line of a ``StyledText``. A line end inside a mention does not end the line.
struct TransformLine {
  var pieces: [StyledText.Piece] = []
  /// The line end; empty at the end of the text.
  var terminator: Range<Int>
}

extension StyledText {
  /// The lines of the text, at least one. O(text).
  var lines: [TransformLine] {
    var lines: [TransformLine] = []
    var pieces: [Piece] = []
    for piece in self.pieces {
      guard case .plain(let range) = piece else {
        pieces.append(piece)
        continue
      }
      var start = range.lowerBound
      while let end = text[start..<range.upperBound].firstIndex(where: { $0 == 10 || $0 == 13 }) {
        if end > start { pieces.append(.plain(start..<end)) }
        let isPair = text[end] == 13 && end + 1 < range.upperBound && text[end + 1] == 10
        start = end + (isPair ? 2 : 1)
        lines.append(TransformLine(pieces: pieces, terminator: end..<start))
        pieces = []
      }
      if start < range.upperBound { pieces.append(.plain(start..<range.upperBound)) }
    }
    if !pieces.isEmpty || lines.isEmpty {
      lines.append(TransformLine(pieces: pieces, terminator: text.count..<text.count))
    }
    return lines
  }

  /// The concatenated bytes of several pieces. O(bytes).
  func bytes(of pieces: [Piece]) -> [UInt8] { pieces.flatMap { bytes(of: $0) } }

  /// The line end for new lines: that of the first line, or LF if there is only one line.
  var lineEnd: [UInt8] {
    lines.first.map { Array(text[$0.terminator]) }.flatMap { $0.isEmpty ? nil : $0 } ?? [10]
  }

  /// Pieces without leading and trailing white space; white space inside mentions counts as text. O(bytes).
  func withoutOuterSpace(_ pieces: [Piece], atStart: Bool = true, atEnd: Bool = true) -> [Piece] {
    var pieces = pieces
    while atStart, case .plain(let range)? = pieces.first {
      pieces.removeFirst()
      if let start = text[range].firstIndex(where: { !Self.isSpace($0) }) {
        pieces.insert(.plain(start..<range.upperBound), at: 0)
        break
      }
    }
    while atEnd, case .plain(let range)? = pieces.last {
      pieces.removeLast()
      if let end = text[range].lastIndex(where: { !Self.isSpace($0) }) {
        pieces.append(.plain(range.lowerBound..<end + 1))
        break
      }
    }
    return pieces
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}

/// The result of a transform of a ``StyledText``: text, and the placement of each mention.
///
/// The result is written from start to end. A transform must place or omit each mention exactly once; anything else is
/// an error, which ``EditPlan/faults`` reports.
///
/// ```swift
/// document.transform(range) { source in
///   var result = TransformedText(of: source)
///   for index in source.mentions.indices.reversed() { result.append(mention: index) }
///   return result
/// }
/// ```
///
/// Appending is linear in the bytes that are appended.
public struct TransformedText: Hashable, Sendable {
  /// The placement of a mention. Ranges are UTF-8 offsets from the start of ``TransformedText/text``.
  enum Placement: Hashable, Sendable {
    /// The mention is at this range, with its text unchanged.
    case moved(TextRange)
    /// The mention is at this range, with another text; `shortForm` is the text to which it can be trimmed, nil if it
    /// cannot be trimmed.
    case written(TextRange, shortForm: [UInt8]?)
    /// The annotated text is at this range, as plain text.
    case plain(TextRange)
    /// The mention was omitted with its text.
    case removed
  }

  private let source: StyledText
  /// The text appended so far, as valid UTF-8.
  public private(set) var text: [UInt8] = []
  /// The placement of each mention, by its index in the source; nil if it was neither placed nor omitted.
  private(set) var placements: [Placement?]
  /// The indices of the mentions that were placed or omitted more than once.
  private(set) var repeated: Set<Int> = []

  /// Creates an empty result.
  ///
  /// - Parameter source: the text to transform.
  /// - Complexity: O(mentions).
  public init(of source: StyledText) {
    self.source = source
    placements = Array(repeating: nil, count: source.mentions.count)
  }

  /// Appends plain text.
  ///
  /// - Parameter bytes: the text; it must be valid UTF-8 together with the text before and after it.
  public mutating func append(_ bytes: some Sequence<UInt8>) { text.append(contentsOf: bytes) }

  /// Appends a mention unchanged, with the text that its format wrote around it.
  ///
  /// - Parameter index: the index of the mention in the source.
  public mutating func append(mention index: Int) {
    let mention = source.mentions[index]
    let shift = text.count - mention.unit.start.utf8
    append(source.bytes(of: .mention(index)))
    place(index, .moved(mention.range.shifted(by: shift)))
  }

  /// Appends a mention with another text.
  ///
  /// - Parameters:
  ///   - index: the index of the mention in the source.
  ///   - written: the new text of the mention.
  ///   - shortForm: the text of the mention after trimming; nil if the mention cannot be trimmed.
  public mutating func append(mention index: Int, as written: InsertedText, shortForm: [UInt8]?) {
    let range = written.visible.shifted(by: text.count)
    append(written.bytes)
    place(index, .written(range, shortForm: shortForm))
  }

  /// Appends the annotated text of a mention as plain text.
  ///
  /// - Parameter index: the index of the mention in the source.
  public mutating func append(plain index: Int) {
    let range = source.mentions[index].range
    let shift = text.count - range.start.utf8
    append(source.text[range.start.utf8..<range.end.utf8])
    place(index, .plain(range.shifted(by: shift)))
  }

  /// Omits a mention with its text.
  ///
  /// - Parameter index: the index of the mention in the source.
  public mutating func leaveOut(mention index: Int) { place(index, .removed) }

  /// Appends a piece of the source unchanged.
  ///
  /// - Parameter piece: one of the source's ``StyledText/pieces``, or a part of a plain one.
  public mutating func append(_ piece: StyledText.Piece) {
    switch piece {
    case .plain: append(source.bytes(of: piece))
    case .mention(let index): append(mention: index)
    }
  }

  private mutating func place(_ index: Int, _ placement: Placement) {
    if placements[index] != nil { repeated.insert(index) }
    placements[index] = placement
  }
}
