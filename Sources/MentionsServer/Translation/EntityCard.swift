import Entities
import JSONText
import LanguageProtocol

/// What is known of an entity, for a person to read.
///
/// Anybody may have written it: no part of it becomes markup, and the one link is the entity's own URL.
struct EntityCard {
  private let entity: Entity
  private let tellsLastCommit: Bool

  init(_ entity: Entity, tellsLastCommit: Bool = false) {
    (self.entity, self.tellsLastCommit) = (entity, tellsLastCommit)
  }

  /// The card in the first format that the client prefers; a bare string where it names none.
  func documentation(in format: MarkupKind?) -> MarkupContent {
    MarkupContent(kind: format, value: text(asMarkdown: format == .markdown))
  }

  func text(asMarkdown: Bool) -> String {
    func shown(_ text: String) -> String {
      let text = ShownText.clipped(ShownText.line(text))
      return asMarkdown ? MarkdownText.escaped(text) : text
    }
    var lines = [asMarkdown ? "**\(shown(entity.name))**" : shown(entity.name)]
    if let detail = entity.detail { lines.append(shown(detail)) }
    var facts: [(String, String)] = []
    if let handle = entity.handle { facts.append(("Handle", shown(handle))) }
    if !entity.aliases.isEmpty { facts.append(("Also", shown(entity.aliases.joined(separator: ", ")))) }
    if let email = entity.email {
      let isPlain = asMarkdown && email.utf8.count <= ShownText.longest
      facts.append(("E-mail", isPlain ? MarkdownText.mail(ShownText.line(email)) : shown(email)))
    }
    if let url = entity.url {
      facts.append(("Link", asMarkdown ? MarkdownText.link(url) ?? shown(url) : shown(url)))
    }
    if tellsLastCommit, let day = entity.metadata["lastCommit"]?.stringValue, !day.isEmpty {
      facts.append(("Last commit", shown(day)))
    }
    // Whom a host added comes from no source.
    if !entity.source.isEmpty { facts.append(("Source", shown(entity.source))) }
    let rows = facts.map { asMarkdown ? "- \($0.0): \($0.1)" : "\($0.0): \($0.1)" }
    if !rows.isEmpty { lines.append(rows.joined(separator: "\n")) }
    return lines.joined(separator: "\n\n")
  }
}
