import LanguageProtocol
import Mentions

/// How long a request waits for the sources, in milliseconds: some clients show nothing else meanwhile.
private let patience = 2000

/// Answers that a client keeps until the document is edited, such as its outline. It asks for them as soon as the document
/// is open: whoever answers before the sources are read says for good that nobody is mentioned.
extension Session {
  /// Runs `body` once the sources in memory have been read, at once where they have; at the latest after two seconds.
  func whenPeopleAreKnown(in key: DocumentURI, _ id: RPCID, _ body: @escaping (Session) -> Void) {
    guard documents[key] != nil, !arePeopleKnown(in: key) else { return body(self) }
    let due = now.advanced(by: patience)
    awaitedPeople.add(in: key, until: due) { session in
      // The client may have cancelled it.
      if session.requests.isOpen(id) { body(session) }
    }
  }

  /// Runs after each event.
  func answerAwaitedPeople() {
    if awaitedPeople.isEmpty { return }
    for answer in awaitedPeople.take(at: now, isKnown: arePeopleKnown) { answer(self) }
    if let due = awaitedPeople.nextDue { perform(.wake(at: due)) }
  }

  private func arePeopleKnown(in key: DocumentURI) -> Bool {
    let keys = settings[key].sources.filter(\.isInMemory).map(\.key)
    return keys.isEmpty || completeCatalog(of: keys) != nil
  }
}
