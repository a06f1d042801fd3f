public import TextModel

/// What a transform makes of a ``StyledText``: text, and what became of each mention.
///
/// It is written from its start to its end. A transform says of every mention where it went or that it was left out; one
/// of which it says nothing was lost by accident, which ``EditPlan/faults`` tells.
///
/// ```swift
/// document.transform(range) { text, annotations in
///   var result = TransformedText(of: text, annotations)
///   for index in annotations.indices.reversed() { result.append(mention: index) }
///   return result
/// }
/// ```
public struct TransformedText: Hashable, Sendable {
  /// What became of a mention. Ranges are UTF-8 offsets from the start of ``TransformedText/text``.
  public enum Placement: Hashable, Sendable {
    /// It is here, its text unchanged.
    case moved(TextRange)
    /// It is here and written otherwise; the short form that it can be trimmed to.
    case written(TextRange, shortForm: [UInt8]?)
    /// Its text is here, and is plain text now.
    case plain(TextRange)
    /// It was left out with its text.
    case removed
  }

  private let source: StyledText
  /// Valid UTF-8.
  public private(set) var text: [UInt8] = []
  /// By the mention's place in the text that was transformed; nil: nothing was said of it.
  public private(set) var placements: [Placement?]
  /// Mentions that were placed twice.
  private(set) var repeated: Set<Int> = []

  /// Nothing so far.
  ///
  /// - Parameter source: what is transformed.
  public init(of source: StyledText) {
    self.source = source
    placements = Array(repeating: nil, count: source.mentions.count)
  }

  /// Nothing so far.
  ///
  /// - Parameters:
  ///   - text: the text that is transformed, valid UTF-8.
  ///   - mentions: the mentions in it.
  public init(of text: [UInt8], _ mentions: [StyledText.Mention]) {
    self.init(of: StyledText(text, mentions: mentions))
  }

  /// Goes on with plain text.
  ///
  /// - Parameter bytes: valid UTF-8 together with what comes before and after.
  public mutating func append(_ bytes: some Sequence<UInt8>) { text.append(contentsOf: bytes) }

  /// Goes on with a mention, as a unit.
  ///
  /// - Parameter index: its place among the mentions.
  public mutating func append(mention index: Int) {
    let mention = source.mentions[index]
    let shift = text.count - mention.unit.start.utf8
    append(source.bytes(of: .mention(index)))
    place(index, .moved(mention.range.shifted(by: shift)))
  }

  /// Goes on with a mention that is written otherwise.
  ///
  /// - Parameters:
  ///   - index: its place among the mentions.
  ///   - written: its new text.
  ///   - shortForm: what it can be trimmed to; nil where it cannot be.
  public mutating func append(mention index: Int, as written: InsertedText, shortForm: [UInt8]?) {
    let range = written.visible.shifted(by: text.count)
    append(written.bytes)
    place(index, .written(range, shortForm: shortForm))
  }

  /// Goes on with the annotated text of a mention as plain text.
  ///
  /// - Parameter index: its place among the mentions.
  public mutating func append(plain index: Int) {
    let range = source.mentions[index].range
    let shift = text.count - range.start.utf8
    append(source.text[range.start.utf8..<range.end.utf8])
    place(index, .plain(range.shifted(by: shift)))
  }

  /// Leaves a mention out, with its text.
  ///
  /// - Parameter index: its place among the mentions.
  public mutating func leaveOut(mention index: Int) { place(index, .removed) }

  /// Goes on with a piece of the source as it is.
  ///
  /// - Parameter piece: one of its pieces, or a part of a plain one.
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
