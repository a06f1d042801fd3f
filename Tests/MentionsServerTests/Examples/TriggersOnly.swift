import Mentions
import MentionsServer

/// Offers nobody for a word without a trigger, unless the user asks for it.
struct TriggersOnly: Plugin {
  var decides: Bool { true }

  mutating func allowsOffer(for query: Query, in document: inout MentionsDocument, now: Instant) -> Bool {
    query.kind == .explicit || query.invoked
  }
}

/// The server's side of a connection. Each document has the plug-in; `RunLoop` of `ServerHost` serves it.
func makeSession(version: String, environment: [String: String]) -> Session {
  Session(options: .init(version: version, environment: environment, plugins: [{ _ in TriggersOnly() }]))
}
