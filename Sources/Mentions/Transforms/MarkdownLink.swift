import Entities
import TextModel

/// A link of Markdown to an entity: `[Ada Lovelace](https://example.org/ada)`, the name being the mention.
struct MarkdownLink {
  let text: InsertedText
  let shortForm: [UInt8]?

  /// Nil for an entity that has neither an address nor an e-mail address.
  init?(to entity: Entity) {
    guard let target = Self.target(of: entity) else { return nil }
    let name = Self.escaped(ShownText.line(entity.name))
    let start = Array("[".utf8)
    text = InsertedText(
      bytes: start + name + Array("](\(target))".utf8),
      visible: TextRange(start.count, start.count + name.count))
    shortForm = InsertFormat.name.shortForm(for: entity, trigger: "").map {
      Self.escaped(String(decoding: $0, as: UTF8.self))
    }
  }

  /// What stands before and behind the name in a link to an entity; nil where there is nothing to link to.
  static func surroundings(of entity: Entity) -> (before: [UInt8], after: [UInt8])? {
    target(of: entity).map { (Array("[".utf8), Array("](\($0))".utf8)) }
  }

  private static func target(of entity: Entity) -> String? {
    if let url = entity.url, !url.isEmpty { return encoded(ShownText.line(url)) }
    if let email = entity.email, !email.isEmpty { return "mailto:" + encoded(ShownText.line(email)) }
    return nil
  }

  /// CommonMark, section 2.4: a backslash before a sign that would mean something.
  private static func escaped(_ name: String) -> [UInt8] {
    name.utf8.flatMap { byte -> [UInt8] in
      "\\[]<>*_`".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }

  /// What would end the destination of a link (CommonMark, section 6.3), percent-encoded.
  private static func encoded(_ target: String) -> String {
    var result = ""
    for scalar in target.unicodeScalars {
      if scalar.value <= 0x20 || "()<>\\".unicodeScalars.contains(scalar) {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
