/// A transform of text that keeps the mentions in it, or changes how they are written.
///
/// A pure function: ``apply(to:)`` depends on what it is given alone. ``MentionsDocument/plan(_:in:)`` applies it to a
/// document.
public enum TextTransform: Hashable, Sendable {
  /// From the end to the start, by user-perceived characters.
  case reverse
  /// The letters of ASCII thirteen places further on.
  case rot13
  /// In capitals, lower case and title case, by Unicode's full mappings.
  case upper, lower, title
  /// The lines in alphabetical order.
  case sortLines
  /// All lines as one.
  case joinLines
  /// Lines that are wider than so many columns of a terminal are broken.
  case wrap(column: Int)
  /// The mentions are written in a style; the rest of the text stays.
  case write(MentionStyle)
  /// The mentions become plain text; the text stays.
  case plainText

  /// How much text it takes at least.
  public enum Reach: Hashable, Sendable {
    /// What is selected, and the mentions that this cuts.
    case selection
    /// The lines that the selection touches, at least so many.
    case lines(atLeast: Int)
    /// The mentions that the selection touches.
    case mentions
  }

  public var reach: Reach {
    switch self {
    case .reverse, .rot13, .upper, .lower, .title: .selection
    case .sortLines, .wrap: .lines(atLeast: 1)
    case .joinLines: .lines(atLeast: 2)
    case .write, .plainText: .mentions
    }
  }

  /// Whether it changes mentions and leaves the text between them alone.
  public var isOfMentions: Bool { reach == .mentions }

  /// What it makes of a text. No mention is cut or lost; the transforms that are not of mentions leave their text as it
  /// is.
  ///
  /// - Parameter source: the text with its mentions.
  /// - Complexity: linear in the text; `sortLines` O(n log n) in the lines.
  public func apply(to source: StyledText) -> TransformedText {
    switch self {
    case .reverse: Reversal.apply(to: source)
    case .rot13: LetterMapping.rot13(source)
    case .upper: LetterMapping.upper(source)
    case .lower: LetterMapping.lower(source)
    case .title: LetterMapping.title(source)
    case .sortLines: LineTransforms.sort(source)
    case .joinLines: LineTransforms.join(source)
    case .wrap(let column): LineWrapping.apply(to: source, column: column)
    case .write(let style): MentionWriting.write(source, as: style)
    case .plainText: MentionWriting.plain(source)
    }
  }
}
