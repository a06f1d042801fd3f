import JSONText
import LanguageProtocol
import Mentions

/// Requests that wait: the client's for an answer of ours, ours for one of the client's.
/// It is what makes "exactly one answer" true.
struct PendingRequests<Owner> {
  typealias Continuation = (Owner, Result<RPCPayload, RPCError>) -> Void

  private var unanswered: Set<RPCID> = []
  private var awaited: [RPCID: Continuation] = [:]
  private var deadlines = DueTimes<RPCID>()
  private var lastRequest = 0

  /// False if a request of this id is still open.
  mutating func open(_ id: RPCID) -> Bool { unanswered.insert(id).inserted }

  /// False if there is no such request, or it has been answered.
  mutating func close(_ id: RPCID) -> Bool { unanswered.remove(id) != nil }

  func isOpen(_ id: RPCID) -> Bool { unanswered.contains(id) }

  /// A fresh id for a request of ours. Without a deadline it waits for ever.
  mutating func newRequest(until deadline: Instant?, _ continuation: @escaping Continuation) -> RPCID {
    lastRequest += 1
    let id = RPCID.integer(lastRequest)
    awaited[id] = continuation
    if let deadline { deadlines.add(id, at: deadline) }
    return id
  }

  /// What to do with the client's answer; nil for a request that was not sent, or has been answered.
  mutating func takeContinuation(of id: RPCID) -> Continuation? { awaited.removeValue(forKey: id) }

  /// Takes out what the client did not answer in time, the earliest first.
  mutating func overdue(at now: Instant) -> [Continuation] {
    var late: [Continuation] = []
    while let id = deadlines.take(at: now) {
      if let continuation = awaited.removeValue(forKey: id) { late.append(continuation) }
    }
    return late
  }

  /// When the next request of ours is overdue, or was before it was answered.
  var nextDeadline: Instant? { deadlines.next }
}
