import LanguageProtocol
import Mentions
import TextModel

/// How long a request waits for the sources, in milliseconds: some clients show nothing else meanwhile.
private let patience = 2000

/// Answers that a client keeps until the document is edited, such as its outline. It asks for them as soon as the document
/// is open: whoever answers before the sources are read says for good that nobody is mentioned.
extension Session {
  /// Runs `body` once the sources in memory have been read, at once where they have; at the latest after two seconds.
  ///
  /// - Parameter key: a document whose sources they are; nil: those of all workspace folders.
  func whenPeopleAreKnown(in key: DocumentURI?, _ id: RPCID, _ body: @escaping (Session) -> Void) {
    guard key.map({ documents[$0] != nil }) ?? true, !arePeopleKnown(in: key) else { return body(self) }
    let due = now.advanced(by: patience)
    awaitedPeople.add(in: key, until: due) { session in
      // The client may have cancelled it.
      if session.requests.isOpen(id) { body(session) }
    }
  }

  /// Runs `body` with the mention that is at a place or ends there once that can be told: at once where somebody is
  /// mentioned, and where the line has nothing that a mention begins with. There is none where the text is another by then.
  func whenMentionIsKnown(
    at position: Position, in key: DocumentURI, _ id: RPCID,
    _ body: @escaping (Session, FoundMention?) -> Void
  ) {
    let found = mention(at: position, in: key)
    guard found == nil, let document = documents[key], !arePeopleKnown(in: key),
      mayMention(at: position, document)
    else { return body(self, found) }
    let version = document.version
    whenPeopleAreKnown(in: key, id) { session in
      let isSame = session.documents[key]?.version == version
      body(session, isSame ? session.mention(at: position, in: key) : nil)
    }
  }

  private func mayMention(at position: Position, _ document: OpenDocument) -> Bool {
    let text = document.mentions.text
    let line = text.content(ofLine: text.lines.line(at: positions.offset(of: position, in: text)))
    return MentionScanner(policy: document.mentions.policy, languageID: document.languageID)
      .mayFind(in: text.buffer.bytes(in: line))
  }

  /// Runs after each event.
  func answerAwaitedPeople() {
    if awaitedPeople.isEmpty { return }
    for answer in awaitedPeople.take(at: now, isKnown: arePeopleKnown) { answer(self) }
    if let due = awaitedPeople.nextDue { perform(.wake(at: due)) }
  }

  private func arePeopleKnown(in key: DocumentURI?) -> Bool {
    (key.map { [settings[$0]] } ?? settings.all).allSatisfy { settings in
      let keys = settings.sources.filter(\.isInMemory).map(\.key)
      return keys.isEmpty || completeCatalog(of: keys) != nil
    }
  }
}
