import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// Finding out who is near a document's cursor. What is found counts from the next query on.
extension Session {
  /// Begins or ends asking for a document, as its settings say: git is asked where it or CODEOWNERS is a source.
  func setUpNearness(of key: DocumentURI) {
    guard let document = documents[key] else { return }
    let settings = settings[document.uri]
    if !settings.nearness {
      document.nearness = nil
      return
    }
    let asks =
      document.uri.filePath != nil
      && settings.sources.contains { source in
        switch source.kind {
        case .git, .codeowners: true
        default: false
        }
      }
    if document.nearness?.asks == asks { return }
    document.nearness = DocumentNearness(asks: asks)
    // Trailers are what is written first of all there.
    if document.isCommitMessage { askWhoIsNear(key) }
  }

  /// Asks, unless what is known or asked holds for the cursor's line. O(log lines) if so.
  func askWhoIsNear(_ key: DocumentURI) {
    guard let document = documents[key], let nearness = document.nearness else { return }
    let text = document.mentions.text
    let line = text.lines.line(at: document.mentions.cursor)
    if nearness.covers(line) { return }
    guard let path = document.uri.filePath else { return }
    let isCommit = document.isCommitMessage
    lastNearQuestion += 1
    document.nearness?.ask(lastNearQuestion, line: isCommit ? nil : line)
    let place: NearQuestion.Place = isCommit ? .commitMessage : .line(NearLine(line, in: text))
    perform(.askWhoIsNear(NearQuestion(path: path, place: place), number: lastNearQuestion))
  }

  func foundNear(_ people: NearPeople, number: Int) {
    guard let key = openKeys.first(where: { documents[$0]?.nearness?.pending?.number == number }),
      documents[key]?.nearness?.take(people, number: number) == true
    else { return }
    if let problem = people.problem { log(.info, "who is near in \(key): \(personal: problem)") }
  }

  /// A repository has new commits, perhaps: the next change asks again.
  func noteNewHistory(of source: String) {
    guard case .git? = sources[source]?.specification.kind else { return }
    for key in openKeys { documents[key]?.nearness?.noteHistory() }
  }

  /// What is known besides an entity itself, for a query in a document.
  ///
  /// - Parameter catalog: in which people are looked up who are near.
  func signals(in key: DocumentURI, for catalog: EntityCatalog) -> RankingSignals {
    guard let document = documents[key] else { return RankingSignals() }
    let here = document.entitiesMentionedHere().keys
    var signals = history.signals(mentionedHere: here)
    if document.nearness == nil { return signals }
    document.nearness?.ranking(in: catalog).add(to: &signals)
    signals.near.merge(mentionedTogether(with: here, document)) { $0 + $1 }
    return signals
  }

  /// Other open documents tell who is mentioned together, and the files of the workspace as far as the index has them:
  /// it is not made for this.
  private func mentionedTogether(with here: Set<EntityKey>, _ document: OpenDocument) -> [EntityKey: Int] {
    if here.isEmpty || documents.count == 1 && indexing.index.count == 0 { return [:] }
    // Of so many documents each tells something, and a query waits for all of them.
    let others = documents.values.filter { $0 !== document }.sorted { $0.number < $1.number }.suffix(50)
    let revision = others.reduce(indexing.scan &* 31 &+ indexing.index.count) {
      ($0 &* 31 &+ $1.number) &* 31 &+ $1.mentions.annotations.revision
    }
    return document.together(revision) {
      let open = Set(openKeys.compactMap(\.filePath))
      let closed = indexing.index.company(of: here, files: 50, mentions: 200) { !open.contains($0) }
      return CoMentions.points(of: here, others.map { $0.entitiesMentionedHere().keys } + closed)
    }
  }
}

extension OpenDocument {
  /// By its language or, where a client has none for it, by its name.
  var isCommitMessage: Bool {
    LanguageID.canonical(languageID) == "gitcommit"
      || uri.filePath.map(NearQuestion.isCommitMessage) == true
  }
}
