import LanguageProtocol
import Mentions

/// How long an explicit mention's request waits for a first batch, in milliseconds (the behaviour, section 4).
private let patience = 2000

extension Session {
  /// Answers a completion request now if the chooser is settled, else lets it wait.
  func answerOrWait(_ id: RPCID, in key: DocumentURI, at position: Position) {
    guard let document = documents[key], let creation = document.mentions.creation else {
      return answer(id, CompletionList.nothing)
    }
    let deadline = settings[key].completionDeadline
    let isExplicit = creation.kind == .explicit
    let waiting = RequestLedger.WaitingCompletion(
      id: id, document: key, generation: document.mentions.chooser.generation, position: position,
      deadline: now.advanced(by: deadline),
      patience: now.advanced(by: isExplicit ? max(patience, deadline) : deadline))
    // A request for another place or key replaces those before it.
    for older in ledger.waiting where older.document == key && !isSame(older, waiting) {
      answer(older.id, CompletionList.nothing)
    }
    ledger.waiting.removeAll { $0.document == key && !isSame($0, waiting) }
    ledger.waiting.append(waiting)
  }

  /// Answers every waiting completion whose time or results have come. Runs after each event.
  func settleWaitingCompletions() {
    guard !ledger.waiting.isEmpty else { return }
    var still: [RequestLedger.WaitingCompletion] = []
    for var waiting in ledger.waiting {
      switch verdict(on: &waiting) {
      case .wait(let until):
        still.append(waiting)
        perform(.wake(at: until))
      case .nothing: answer(waiting.id, CompletionList.nothing)
      case .offers: answer(waiting.id, completionList(for: waiting.document) ?? .nothing)
      }
    }
    ledger.waiting = still
  }

  /// The client takes a request back. Requests that are not open are none of our business.
  func cancel(_ id: RPCID) {
    guard ledger.isOpen(id) else { return }
    ledger.waiting.removeAll { $0.id == id }
    answer(id, RPCError(.requestCancelled, "cancelled by the client"))
  }

  private enum WaitingVerdict {
    case wait(Instant)
    case nothing
    case offers
  }

  private func verdict(on waiting: inout RequestLedger.WaitingCompletion) -> WaitingVerdict {
    guard let document = documents[waiting.document], document.mentions.creation != nil,
      document.mentions.chooser.generation == waiting.generation
    else { return .nothing }
    let chooser = document.mentions.chooser
    guard chooser.isLoading else { return .offers }
    if chooser.count == 0 { return now < waiting.patience ? .wait(waiting.patience) : .offers }
    if !waiting.hasResults {
      waiting.hasResults = true
      waiting.deadline = now.advanced(by: settings[waiting.document].completionDeadline)
    }
    return now < waiting.deadline ? .wait(waiting.deadline) : .offers
  }

  private func isSame(_ a: RequestLedger.WaitingCompletion, _ b: RequestLedger.WaitingCompletion) -> Bool {
    a.generation == b.generation && a.position == b.position
  }
}
