import Entities
import LanguageProtocol

/// Cards of entities as documents that only the server has: of those that were shown last.
struct CardDocuments {
  /// The scheme of their URIs: `mentions:/7/Ada Lovelace.md`.
  static let scheme = "mentions"
  private static let limit = 64

  private var cards: [(number: Int, entity: Entity)] = []
  private var lastNumber = 0

  /// The URI of an entity's card. O(1): at most ``limit`` are remembered.
  mutating func uri(of entity: Entity) -> DocumentURI {
    let known = cards.firstIndex { $0.entity == entity }.map { cards.remove(at: $0) }
    if known == nil { lastNumber += 1 }
    let number = known?.number ?? lastNumber
    cards.append((number, entity))
    if cards.count > Self.limit { cards.removeFirst() }
    let name = ShownText.clipped(ShownText.line(entity.name)).map { $0 == "/" ? "-" : $0 }
    return DocumentURI(scheme: Self.scheme, path: "/\(number)/\(String(name)).md")
  }

  /// Whose card a URI names; nil for other URIs, and for cards that were shown long ago.
  subscript(uri: DocumentURI) -> Entity? {
    guard let path = uri.path(inScheme: Self.scheme) else { return nil }
    let number = path.split(separator: "/").first.flatMap { Int($0) }
    return cards.last { $0.number == number }?.entity
  }
}
