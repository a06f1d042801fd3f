import Entities
import TextModel

/// A transform of text that preserves the mentions in it, or rewrites them.
///
/// A transform is a pure function: the result of ``apply(to:)`` depends only on the transform and its argument.
/// ``MentionsDocument/plan(_:in:)`` applies it to a document.
public enum TextTransform: Hashable, Sendable {
  /// Reverses the text by user-perceived characters.
  case reverse
  /// Rotates ASCII letters by thirteen positions.
  case rot13
  /// Maps letters to upper, lower or title case, by Unicode's full mappings.
  case upper, lower, title
  /// Sorts the lines alphabetically.
  case sortLines
  /// Joins all lines.
  case joinLines
  /// Breaks lines that are wider than a number of terminal columns.
  case wrap(column: Int)
  /// Rewrites the mentions in a style; the rest of the text is unchanged.
  case write(MentionStyle)
  /// Turns the mentions into plain text, without changing the text.
  case plainText

  /// The minimum range of text to which a transform applies.
  enum Reach: Hashable, Sendable {
    /// The selection, extended to the mentions that it overlaps partially.
    case selection
    /// The lines that the selection touches, but at least this number of lines.
    case lines(atLeast: Int)
    /// The mentions that the selection touches.
    case mentions
  }

  var reach: Reach {
    switch self {
    case .reverse, .rot13, .upper, .lower, .title: .selection
    case .sortLines, .wrap: .lines(atLeast: 1)
    case .joinLines: .lines(atLeast: 2)
    case .write, .plainText: .mentions
    }
  }

  /// Whether the transform changes only mentions, and not the text between them.
  package var isOfMentions: Bool { reach == .mentions }

  /// Transforms a text. No mention is cut or lost, but `plainText` turns mentions into plain text; only `write` changes
  /// the text of mentions.
  ///
  /// - Parameter source: the text with its mentions.
  /// - Complexity: linear in the text; `sortLines` takes O(n log n) for n lines.
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

/// A transform with its identifier and its title.
public struct NamedTransform: Hashable, Sendable {
  /// The name in `mentions/transform` and on the command line: `reverse`, `format:@:markdown`.
  public let name: String
  /// The title for a menu, in the imperative.
  public let title: String
  public let transform: TextTransform
}

extension MentionsPolicy {
  /// The available transforms: those of text, those of mentions, and one for each format in the settings. Formats are
  /// named by trigger (or `implicit`) and language or position: `format:@:default`, `format:@:markdown`,
  /// `format:implicit:trailer`.
  ///
  /// - Parameter column: the column at which `wrap` breaks lines; nil for ``wrapColumn``.
  /// - Complexity: O(n log n) in the formats of the settings.
  public func transforms(wrappingAt column: Int? = nil) -> [NamedTransform] {
    let trigger = triggers.first?.character ?? "@"
    let column = column ?? wrapColumn
    let standard: [(String, String, TextTransform)] = [
      ("reverse", "Reverse", .reverse),
      ("rot13", "ROT13", .rot13),
      ("upper", "Change to Upper Case", .upper),
      ("lower", "Change to Lower Case", .lower),
      ("title", "Change to Title Case", .title),
      ("sortLines", "Sort Lines", .sortLines),
      ("joinLines", "Join Lines", .joinLines),
      ("wrap", "Wrap at Column \(column)", .wrap(column: column)),
      ("asName", "Write Mention as Name", .write(.name)),
      ("asHandle", "Write Mention as Handle", .write(.handle(trigger: trigger))),
      ("asMail", "Write Mention as Name and E-Mail Address", .write(.mail)),
      ("asLink", "Write Mention as Markdown Link", .write(.link)),
      ("asPlainText", "Turn Mention into Plain Text", .plainText),
    ]
    return standard.map { NamedTransform(name: $0.0, title: $0.1, transform: $0.2) }
      + triggers.flatMap { Self.formats(of: $0.character, $0.insert) } + Self.formats(of: "", implicit.insert)
  }

  /// The transform with a name; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: the name of one of ``transforms(wrappingAt:)``.
  ///   - column: the column at which `wrap` breaks lines; nil for ``wrapColumn``.
  /// - Complexity: as for ``transforms(wrappingAt:)``.
  public func transform(named name: String, wrappingAt column: Int? = nil) -> NamedTransform? {
    transforms(wrappingAt: column).first { $0.name == name }
  }

  private static func formats(of trigger: String, _ templates: InsertTemplates) -> [NamedTransform] {
    let byLanguage = templates.byLanguage.sorted { $0.key < $1.key }
    let all =
      [("default", templates.fallback)] + byLanguage
      + [("trailer", templates.trailer), ("codeowners", templates.codeowners)]
    return all.map { place, format in
      NamedTransform(
        name: "format:\(trigger.isEmpty ? "implicit" : trigger):\(place)",
        title: "Write Mention as \(format.template)",
        transform: .write(.format(format, trigger: trigger)))
    }
  }

  /// The formats that may have written a mention, with their triggers.
  var allFormats: [(format: InsertFormat, trigger: String)] {
    (triggers.map { ($0.insert, $0.character) } + [(implicit.insert, "")]).flatMap { templates, trigger in
      ([templates.fallback, templates.trailer, templates.codeowners] + templates.byLanguage.values)
        .map { ($0, trigger) }
    }
  }
}

/// The style in which a transform writes mentions.
public enum MentionStyle: Hashable, Sendable {
  /// `Ada Lovelace`
  case name
  /// `@ada`, with this trigger.
  case handle(trigger: String)
  /// `Ada Lovelace <ada@example.org>`
  case mail
  /// `[Ada Lovelace](https://…)`, a Markdown link to the entity's URL or, if it has none, to its e-mail address.
  case link
  /// An insert format; `trigger` is empty for implicit mentions.
  case format(InsertFormat, trigger: String)

  /// The text for an entity, and the short form to which the mention can be trimmed; nil if the entity lacks a field of
  /// the style.
  ///
  /// - Parameter entity: the mentioned entity.
  package func write(_ entity: Entity) -> (text: InsertedText, shortForm: [UInt8]?)? {
    switch self {
    case .name: Self.write(entity, by: .name, trigger: "")
    case .handle(let trigger):
      entity.handle?.isEmpty == false ? Self.write(entity, by: .handle, trigger: trigger) : nil
    case .mail: entity.email?.isEmpty == false ? Self.write(entity, by: .mail, trigger: "") : nil
    case .link: MarkdownLink(to: entity).map { ($0.text, $0.shortForm) }
    case .format(let format, let trigger): Self.write(entity, by: format, trigger: trigger)
    }
  }

  private static func write(
    _ entity: Entity, by format: InsertFormat, trigger: String
  ) -> (text: InsertedText, shortForm: [UInt8]?) {
    (format.write(entity, trigger: trigger), format.shortForm(for: entity, trigger: trigger))
  }
}

enum MentionWriting {
  /// Writes each mention in a style. Mentions whose entity lacks a field of the style are unchanged.
  static func write(_ source: StyledText, as style: MentionStyle) -> TransformedText {
    var result = TransformedText(of: source)
    for piece in source.pieces {
      guard case .mention(let index) = piece, let written = style.write(source.mentions[index].entity) else {
        result.append(piece)
        continue
      }
      result.append(mention: index, as: written.text, shortForm: written.shortForm)
    }
    return result
  }

  /// Turns each mention into plain text. The text that its format wrote around it is unchanged.
  static func plain(_ source: StyledText) -> TransformedText {
    var result = TransformedText(of: source)
    for piece in source.pieces {
      guard case .mention(let index) = piece else {
        result.append(piece)
        continue
      }
      let mention = source.mentions[index]
      result.append(source.text[mention.unit.start.utf8..<mention.range.start.utf8])
      result.append(plain: index)
      result.append(source.text[mention.range.end.utf8..<mention.unit.end.utf8])
    }
    return result
  }
}
