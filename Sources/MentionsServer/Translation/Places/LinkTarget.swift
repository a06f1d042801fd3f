import Entities
import LanguageProtocol

/// Where a link to an entity leads: to its profile, else to a letter.
///
/// Anybody may have written it, and a client opens it with whatever is for its scheme: it is `https`, `http` or `mailto`.
struct LinkTarget {
  let uri: String

  init?(_ entity: Entity) {
    if let url = entity.url, let address = MarkdownText.link(url) {
      // Without its brackets.
      uri = String(address.dropFirst().dropLast())
    } else if let email = entity.email.map(ShownText.line), email.utf8.count <= ShownText.longest,
      MarkdownText.mail(email) == email, email.utf8.contains(UInt8(ascii: "@"))
    {
      uri = "mailto:" + email
    } else {
      return nil
    }
  }
}
