import JSONText
import LanguageProtocol

/// Tells the client how far the search through the workspace is.
extension Session {
  /// Progress under a token of our own, unless there is some: a request may have brought a token, which is good until that
  /// request is answered.
  func showProgress() {
    guard client.showsProgress, indexing.progress == nil else { return }
    let token = indexing.nextToken()
    indexing.progress = .init(token: token, hasBegun: false)
    ask(.workDoneProgressCreate, WorkDoneProgressCreateParams(token: token)) { session, result in
      guard case .success = result, session.indexing.progress?.token == token else { return }
      session.beginProgress(.init(token: token, hasBegun: true))
    }
  }

  /// Progress under a token that the client knows.
  func beginProgress(_ progress: WorkspaceMentions<Session>.Progress) {
    indexing.progress = progress
    notify(
      .progress,
      ProgressParams(
        token: progress.token,
        value: .begin(
          title: "Mentions", cancellable: true, message: "Searching the workspace…", percentage: 0)))
  }

  func reportProgress(_ report: ScanReport) {
    guard let progress = indexing.progress, progress.hasBegun, report.total > 0 else { return }
    let hundredths = report.done * 100 / report.total
    guard hundredths > progress.told else { return }
    indexing.progress?.told = hundredths
    let message = "\(report.done) of \(report.total) files"
    notify(
      .progress,
      ProgressParams(token: progress.token, value: .report(message: message, percentage: hundredths)))
  }

  func endProgress() {
    guard let progress = indexing.progress else { return }
    indexing.progress = nil
    if progress.hasBegun { notify(.progress, ProgressParams(token: progress.token, value: .end())) }
  }
}
