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
      nearQuestion(document) != nil
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
    let line = document.line
    if nearness.covers(line, at: now) { return }
    guard let question = nearQuestion(document) else { return }
    lastNearQuestion += 1
    let isOfLine = if case .line = question.place { true } else { false }
    document.nearness?.ask(lastNearQuestion, line: isOfLine ? line : nil, at: now)
    perform(.askWhoIsNear(question, number: lastNearQuestion))
    lookAtRepositories()
  }

  /// What is asked of a document; nil where it has no place on the disk, and there is no workspace folder.
  private func nearQuestion(_ document: OpenDocument) -> NearQuestion? {
    let folder = settings.folderPath(of: document.uri)
    guard let path = document.uri.filePath else {
      return folder.map { NearQuestion(path: $0, place: .nowhere) }
    }
    if document.isCommitMessage { return NearQuestion(path: path, place: .commitMessage) }
    let line = NearLine(document.line, in: document.mentions.text)
    return NearQuestion(path: path, place: .line(line), workspace: folder)
  }

  /// Clients that watch files tell nothing of what is in a `.git`: whether it has changed is looked at now and then.
  func lookAtRepositories() {
    guard client.watchesFiles else { return }
    let paths = sources.watched.filter { sources[$0.source]?.specification.isRepository == true }.map(\.path)
    if !paths.isEmpty { perform(.checkFiles(paths)) }
  }

  func foundNear(_ people: NearPeople, number: Int) {
    guard let key = openKeys.first(where: { documents[$0]?.nearness?.pending?.number == number }),
      documents[key]?.nearness?.take(people, number: number) == true
    else { return }
    if let problem = people.problem { log(.info, "who is near in \(key): \(personal: problem)") }
  }

  /// A repository has new commits, perhaps: the next change asks again.
  func noteNewHistory(of source: String) {
    guard sources[source]?.specification.isRepository == true else { return }
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
    document.nearness?.ranking(in: catalog, at: document.line).add(to: &signals)
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
  /// The cursor's, counted from 0. O(log lines).
  fileprivate var line: Int { mentions.text.lines.line(at: mentions.cursor) }

  /// By its language or, where a client has none for it, by its name.
  var isCommitMessage: Bool {
    LanguageID.canonical(languageID) == "gitcommit"
      || uri.filePath.map(NearQuestion.isCommitMessage) == true
  }
}

extension SourceSpecification {
  /// Whether its people are those of a repository's history.
  fileprivate var isRepository: Bool { if case .git = kind { true } else { false } }
}
