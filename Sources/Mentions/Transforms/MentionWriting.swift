public import Entities
import TextModel

/// How a transform of mentions writes them.
public enum MentionStyle: Hashable, Sendable {
  /// `Ada Lovelace`
  case name
  /// `@ada`, with this control character.
  case handle(trigger: String)
  /// `Ada Lovelace <ada@example.org>`
  case mail
  /// `[Ada Lovelace](https://…)`, a link of Markdown to the entity's address, else to its e-mail address.
  case link
  /// As an insert format writes it; the control character that it is of, empty for none.
  case format(InsertFormat, trigger: String)

  /// What is written for an entity, and the short form that the mention can be trimmed to; nil where the entity lacks
  /// what the style says.
  ///
  /// - Parameter entity: who is mentioned.
  public func write(_ entity: Entity) -> (text: InsertedText, shortForm: [UInt8]?)? {
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
  /// Writes each mention in a style. One whose entity lacks what the style says stays as it is.
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

  /// Makes plain text of each mention. What its format wrote round it stays.
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
