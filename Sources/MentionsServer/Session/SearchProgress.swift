import JSONText
import LanguageProtocol
import Mentions

/// Work-done progress for queries that last: one for a creation, not one for each key.
struct SearchProgress {
  /// How long a search lasts before it is worth a word, in milliseconds (the behaviour, section 4).
  static let delay = 150

  struct Shown {
    let document: DocumentURI
    let token: ProgressToken
    /// Whether the client has agreed to show it.
    var hasBegun = false
  }

  var shown: Shown?
  private var lastToken = 0

  mutating func nextToken() -> ProgressToken {
    lastToken += 1
    return .string("mentions-search-\(lastToken)")
  }
}

extension Session {
  /// Begins and ends the progress as the searches of all documents stand. Runs after each event.
  func reportSearchProgress() {
    if let shown = progress.shown, !isSearching(shown.document) {
      if shown.hasBegun { notify(.progress, ProgressParams(token: shown.token, value: .end())) }
      progress.shown = nil
    }
    guard client.showsProgress, progress.shown == nil else { return }
    for key in documents.keys where isSearching(key) {
      guard let since = documents[key]?.searching?.since else { continue }
      let due = since.advanced(by: SearchProgress.delay)
      if now >= due { return createProgress(for: key) }
      perform(.wake(at: due))
    }
  }

  private func isSearching(_ key: DocumentURI) -> Bool {
    guard let document = documents[key], document.searching != nil else { return false }
    return document.mentions.creation != nil && document.mentions.chooser.isLoading
  }

  private func createProgress(for key: DocumentURI) {
    let token = progress.nextToken()
    progress.shown = .init(document: key, token: token)
    ask(.workDoneProgressCreate, WorkDoneProgressCreateParams(token: token)) { session, result in
      guard case .success = result, session.progress.shown?.token == token else { return }
      session.progress.shown?.hasBegun = true
      session.notify(
        .progress,
        ProgressParams(token: token, value: .begin(title: "Mentions", message: "Searching…")))
    }
  }
}
