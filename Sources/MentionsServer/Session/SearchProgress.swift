import JSONText
import LanguageProtocol
import Mentions

/// Work-done progress for queries that last: one for a creation, not one for each key.
struct SearchProgress {
  /// How long a search lasts before it is worth a word, in milliseconds (the behaviour, section 4).
  static let delay = 150

  struct Shown {
    let document: DocumentURI
    let creation: Int
    let token: ProgressToken
    /// Whether the client has agreed to show it.
    var hasBegun = false
  }

  var shown: Shown?
  /// The creation that it was shown for last.
  var last: (document: DocumentURI, creation: Int)?
  private var lastToken = 0
  /// Documents whose queries may be under way, in the order of their beginnings; those before `first` no longer are.
  private var candidates: [DocumentURI] = []
  private var first = 0
  private var isCandidate: Set<DocumentURI> = []

  /// A document has begun a query.
  mutating func noteSearch(in document: DocumentURI) {
    if isCandidate.insert(document).inserted { candidates.append(document) }
  }

  /// The first document whose query is under way and still to be reported. The others are forgotten.
  mutating func firstCandidate(where isSearching: (DocumentURI) -> Bool) -> DocumentURI? {
    while first < candidates.count {
      if isSearching(candidates[first]) { return candidates[first] }
      isCandidate.remove(candidates[first])
      first += 1
    }
    candidates = []
    first = 0
    return nil
  }

  mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-search-\(lastToken)")
  }
}

extension Session {
  /// Begins and ends the progress as the searches of all documents stand. Runs after each event.
  func reportSearchProgress() {
    if let shown = progress.shown,
      !isSearching(shown.document) || documents[shown.document]?.searching?.creation != shown.creation
    {
      if shown.hasBegun { notify(.progress, ProgressParams(token: shown.token, value: .end())) }
      progress.shown = nil
    }
    guard client.showsProgress, progress.shown == nil else { return }
    let last = progress.last
    let next = progress.firstCandidate { key in
      guard isSearching(key), let creation = documents[key]?.searching?.creation else { return false }
      return last.map { $0 != (key, creation) } ?? true
    }
    guard let next, let searching = documents[next]?.searching else { return }
    let due = searching.since.advanced(by: SearchProgress.delay)
    if now >= due { createProgress(for: next, searching.creation) } else { perform(.wake(at: due)) }
  }

  private func isSearching(_ key: DocumentURI) -> Bool {
    guard let document = documents[key], document.searching != nil else { return false }
    return document.mentions.creation != nil && document.mentions.chooser.isLoading
  }

  private func createProgress(for key: DocumentURI, _ creation: Int) {
    let token = progress.nextToken()
    progress.shown = .init(document: key, creation: creation, token: token)
    progress.last = (key, creation)
    ask(.workDoneProgressCreate, WorkDoneProgressCreateParams(token: token)) { session, result in
      guard case .success = result, session.progress.shown?.token == token else { return }
      session.progress.shown?.hasBegun = true
      session.notify(
        .progress,
        ProgressParams(token: token, value: .begin(title: "Mentions", message: "Searching…")))
    }
  }
}
