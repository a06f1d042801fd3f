import JSONText
import LanguageProtocol
import Mentions

/// Requests that are open: the client's until they are answered, the server's own until the client has answered.
/// It is what makes "exactly one answer" true.
struct OpenRequests {
  /// Handlers that answer the client's requests; nil for a request whose handler does not wait.
  private var handlers: [RPCID: StartedHandler?] = [:]
  /// The server's own.
  private var asked: Set<RPCID> = []
  private var answers: [RPCID: Result<RPCPayload, RPCError>] = [:]
  private var lastRequest = 0

  // MARK: The client's

  /// False if a request of this id is still open.
  mutating func open(_ id: RPCID) -> Bool {
    if handlers[id] != nil { return false }
    handlers[id] = .some(nil)
    return true
  }

  /// False if there is no such request, or it has been answered.
  mutating func close(_ id: RPCID) -> Bool { handlers.removeValue(forKey: id) != nil }

  mutating func set(_ handler: StartedHandler, of id: RPCID) { handlers[id] = handler }

  /// Ends the wait of a request's handler, which then answers with an error.
  func cancel(_ id: RPCID) { handlers[id]??.cancel() }

  // MARK: The server's own

  /// A fresh id for a request to the client.
  mutating func newRequest() -> RPCID {
    lastRequest += 1
    let id = RPCID.integer(lastRequest)
    asked.insert(id)
    return id
  }

  /// Takes an answer of the client's, and keeps it where somebody waits for it.
  ///
  /// - Returns: false for a request that was not sent, was answered or is not waited for any more.
  mutating func take(_ answer: Result<RPCPayload, RPCError>, of id: RPCID, isAwaited: Bool) -> Bool {
    guard asked.remove(id) != nil else { return false }
    if isAwaited { answers[id] = answer }
    return true
  }

  func hasAnswer(to id: RPCID) -> Bool { answers[id] != nil }

  /// The client's answer; nil where there is none, which then comes too late.
  mutating func takeAnswer(to id: RPCID) -> Result<RPCPayload, RPCError>? {
    asked.remove(id)
    return answers.removeValue(forKey: id)
  }
}
