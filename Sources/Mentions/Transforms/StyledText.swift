public import Entities
public import TextModel

/// A stretch of text with the mentions in it: what a transform is given.
///
/// A mention is a unit: a transform moves it whole or leaves it out, and only the transforms of mentions change how it is
/// written.
public struct StyledText: Hashable, Sendable {
  /// A mention in the text.
  public struct Mention: Hashable, Sendable {
    /// What is annotated, in UTF-8 offsets from the start of the text. Never empty.
    public var range: TextRange
    /// The annotated text with what its insert format wrote round it: for `[«Ada»](url)` the whole link. Holds ``range``.
    public var unit: TextRange
    public var entity: Entity
    public var state: Annotation.State

    /// - Parameters:
    ///   - range: what is annotated, in UTF-8 offsets from the start of the text.
    ///   - unit: what moves with it; nil: the annotated text alone.
    ///   - entity: whom it stands for.
    ///   - state: whether its text is the whole or the short form.
    public init(
      range: TextRange, unit: TextRange? = nil, entity: Entity, state: Annotation.State = .whole
    ) {
      self.range = range
      self.unit = unit ?? range
      self.entity = entity
      self.state = state
    }
  }

  /// A part of the text that is either plain or one mention.
  public enum Piece: Hashable, Sendable {
    /// UTF-8 offsets from the start of the text; never empty.
    case plain(Range<Int>)
    /// A place in ``StyledText/mentions``.
    case mention(Int)
  }

  /// Valid UTF-8.
  public let text: [UInt8]
  /// Sorted; the units are disjoint and inside the text.
  public let mentions: [Mention]

  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - mentions: sorted by their places, their units disjoint and inside the text.
  public init(_ text: [UInt8], mentions: [Mention] = []) {
    self.text = text
    self.mentions = mentions
  }

  /// The text as plain stretches and mentions, in order. O(mentions).
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
