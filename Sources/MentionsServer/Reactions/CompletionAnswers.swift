import LanguageProtocol
import Mentions

/// How long an explicit mention's request waits for a first batch, in milliseconds (the behaviour, section 4).
private let patience = 2000

extension Session {
  /// The answer for what is being created; nil where nothing is. The client has the list from now on.
  func completionList(for key: DocumentURI) -> CompletionList? {
    guard let document = documents[key], let offers = document.mentions.offers() else { return nil }
    let translation = CompletionTranslation(
      positions: positions, client: client, loadingItem: settings[key].loadingItem,
      document: document.number, leftAfter: settings[key].diagnostics.leftAfter)
    let list = translation.list(offers, in: document.mentions)
    offered.remember(offers, in: document.number)
    update(key) { $0.markShown() }
    return list
  }

  /// Answers a completion request now if the chooser is settled, else lets it wait.
  func answerOrWait(_ id: RPCID, in key: DocumentURI, at position: Position) {
    guard let document = documents[key], let creation = document.mentions.creation else {
      return answer(id, CompletionList.nothing)
    }
    let deadline = settings[key].completionDeadline
    let isExplicit = creation.kind == .explicit
    let place = WaitingCompletions.Place(
      queryID: document.mentions.chooser.queryID, position: position)
    // A request for another place or key replaces those before it.
    if let older = completions.place(in: key), older != place {
      for id in completions.take(in: key) { answer(id, CompletionList.nothing) }
    }
    completions.add(
      id, at: place, in: key, deadline: now.advanced(by: deadline),
      patience: now.advanced(by: isExplicit ? max(patience, deadline) : deadline))
  }

  /// Answers every waiting completion whose time or results have come. Runs after each event.
  func settleWaitingCompletions() {
    for key in completions.takeChanged(at: now) { settleWaitingCompletions(in: key) }
    if let due = completions.nextDue { perform(.wake(at: due)) }
  }

  private func settleWaitingCompletions(in key: DocumentURI) {
    guard let document = documents[key], document.mentions.creation != nil,
      document.mentions.chooser.queryID == completions.place(in: key)?.queryID
    else {
      for id in completions.take(in: key) { answer(id, CompletionList.nothing) }
      return
    }
    let chooser = document.mentions.chooser
    let ready =
      chooser.isLoading
      ? completions.takeOverdue(
        in: key, hasResults: chooser.count > 0, deadline: now.advanced(by: settings[key].completionDeadline),
        now: now)
      : completions.take(in: key)
    guard !ready.isEmpty else { return }
    let list = completionList(for: key) ?? .nothing
    for id in ready { answer(id, list) }
  }
}
