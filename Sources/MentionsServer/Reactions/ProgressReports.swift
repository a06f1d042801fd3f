import JSONText
import LanguageProtocol
import Mentions

/// Tells the client that a search is going on.
extension Session {
  /// Begins and ends the progress according to the searches of all documents. Runs after each event.
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
