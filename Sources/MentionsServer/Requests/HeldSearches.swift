import LanguageProtocol
import Mentions

/// Queries that wait until the files of sources and settings have been looked at, one for each document.
struct HeldSearches {
  struct Held {
    let query: Query
    /// What the host is told of the chooser after that.
    var events: [ChooserEvent] = []
  }

  private var held: [DocumentURI: Held] = [:]

  subscript(key: DocumentURI) -> Held? {
    get { held[key] }
    set { held[key] = newValue }
  }

  /// False where no query is held back, so that the event has to wait for none.
  mutating func append(_ event: ChooserEvent, in key: DocumentURI) -> Bool {
    held[key]?.events.append(event) != nil
  }

  /// Takes out all, sorted by document.
  mutating func takeAll() -> [(key: DocumentURI, held: Held)] {
    defer { held = [:] }
    return held.sorted { $0.key.key < $1.key.key }.map { ($0.key, $0.value) }
  }
}
