import LanguageProtocol
import Mentions
import TextModel

/// What tests may look at from inside; a client can find it out only at some cost.
extension Session {
  /// The server's own copy of a document; nil if it is not open. Linear.
  package func documentText(_ uri: DocumentURI) -> [UInt8]? {
    guard let buffer = documents[uri]?.mentions.text.buffer else { return nil }
    return buffer.bytes(in: TextRange(.zero, buffer.end))
  }

  /// What is wrong with the annotations of a document; nothing ever should be. Linear.
  package func annotationViolations(_ uri: DocumentURI) -> [String] {
    guard let mentions = documents[uri]?.mentions else { return [] }
    return mentions.annotations.violations(in: mentions.text)
  }

  /// How many settings, sources and waiting requests have been gone through since the start: what costs must not
  /// grow faster than the things that there are.
  package var steps: Int { settings.steps + sources.steps + ledger.waiting.steps }

  /// What is wrong with the annotations of all open documents, each with its name.
  package var brokenInvariants: [String] {
    documents.keys.sorted { $0.key < $1.key }.flatMap { uri in
      annotationViolations(uri).map { "\(uri): \($0)" }
    }
  }
}
