import Entities
import LanguageProtocol

/// What is known of an entity, for a person to read.
struct EntityCard {
  private let entity: Entity

  init(_ entity: Entity) { self.entity = entity }

  /// The card in the first format that the client prefers; a bare string where it names none.
  func documentation(in format: MarkupKind?) -> MarkupContent {
    MarkupContent(kind: format, value: text(asMarkdown: format == .markdown))
  }

  func text(asMarkdown: Bool) -> String {
    var lines = [asMarkdown ? "**\(escaped(entity.name))**" : entity.name]
    if let detail = entity.detail { lines.append(asMarkdown ? escaped(detail) : detail) }
    var facts: [(String, String)] = []
    if let handle = entity.handle { facts.append(("Handle", handle)) }
    if !entity.aliases.isEmpty { facts.append(("Also", entity.aliases.joined(separator: ", "))) }
    if let email = entity.email { facts.append(("E-mail", email)) }
    if let url = entity.url { facts.append(("Link", url)) }
    facts.append(("Source", entity.source))
    let rows = facts.map { asMarkdown ? "- \($0.0): \(link($0.1))" : "\($0.0): \($0.1)" }
    return lines.joined(separator: "\n\n") + "\n\n" + rows.joined(separator: "\n")
  }

  private func link(_ value: String) -> String {
    let isLink = value.hasPrefix("https://") || value.hasPrefix("http://")
    return isLink && !value.contains(where: { $0.isWhitespace || $0 == ">" || $0 == "<" })
      ? "<\(value)>" : escaped(value)
  }

  /// What is markup wherever it stands.
  private static let markup: Set<Character> = ["\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$"]

  /// Names come from anywhere: none of it may become markup. The rest stays as it is, since many clients show the
  /// source.
  private func escaped(_ text: String) -> String {
    var result = ""
    // At a line's start also the signs of headings and lists: `#`, `+`, `-`, `=`, `1.`, `1)`.
    var isStart = true
    var isNumber = false
    for character in text {
      let beginsBlock = isStart ? "#+-=".contains(character) : isNumber && ".)".contains(character)
      if beginsBlock || Self.markup.contains(character) { result.append("\\") }
      result.append(character.isNewline ? " " : character)
      isNumber = (isStart || isNumber) && character.isASCII && character.isNumber
      isStart = isStart && character.isWhitespace
    }
    return result
  }
}
