import LanguageProtocol
import Mentions

/// Requests that wait until it is known who can be mentioned in a document, or anywhere, with what answers each.
struct AwaitedPeople<Answer> {
  private struct Request {
    /// Nil: anywhere.
    let document: DocumentURI?
    let due: Instant
    let answer: Answer
  }

  private var requests: [Request] = []

  var isEmpty: Bool { requests.isEmpty }

  /// When the next one waits no longer.
  var nextDue: Instant? { requests.map(\.due).min() }

  mutating func add(in document: DocumentURI?, until due: Instant, _ answer: Answer) {
    requests.append(Request(document: document, due: due, answer: answer))
  }

  /// Takes out those that wait no longer, in the order in which they came.
  ///
  /// - Complexity: O(waiting requests).
  mutating func take(at now: Instant, isKnown: (DocumentURI?) -> Bool) -> [Answer] {
    let ready = requests.map { $0.due <= now || isKnown($0.document) }
    let taken = zip(requests, ready).filter(\.1).map(\.0.answer)
    requests = zip(requests, ready).filter { !$0.1 }.map(\.0)
    return taken
  }
}
