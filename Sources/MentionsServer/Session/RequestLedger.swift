import JSONText
import LanguageProtocol
import Mentions

/// Requests that wait: the client's for an answer of ours, ours for one of the client's.
/// It is what makes "exactly one answer" true.
struct RequestLedger {
  /// A completion that waits for sources.
  struct WaitingCompletion {
    let id: RPCID
    /// The key of the document.
    let document: DocumentURI
    let generation: Int
    let position: Position
    /// When it is answered with whatever is there; counts from the first results.
    var deadline: Instant
    var hasResults = false
    /// When it is answered though nothing is there.
    let patience: Instant
  }

  typealias Continuation = (Session, Result<RPCPayload, RPCError>) -> Void

  private var open: Set<RPCID> = []
  private var awaited: [RPCID: (continuation: Continuation, deadline: Instant?)] = [:]
  private var lastRequest = 0
  var waiting: [WaitingCompletion] = []

  /// False if a request of this id is still open.
  mutating func receive(_ id: RPCID) -> Bool { open.insert(id).inserted }

  /// False if there is no such request, or it has been answered.
  mutating func close(_ id: RPCID) -> Bool { open.remove(id) != nil }

  func isOpen(_ id: RPCID) -> Bool { open.contains(id) }

  /// A fresh id for a request of ours. Without a deadline it waits for ever.
  mutating func await(until deadline: Instant?, _ continuation: @escaping Continuation) -> RPCID {
    lastRequest += 1
    let id = RPCID.integer(lastRequest)
    awaited[id] = (continuation, deadline)
    return id
  }

  mutating func answered(_ id: RPCID) -> Continuation? { awaited.removeValue(forKey: id)?.continuation }

  /// Takes out what the client did not answer in time, oldest first.
  mutating func overdue(at now: Instant) -> [Continuation] {
    let late = awaited.filter { ($0.value.deadline ?? now.advanced(by: 1)) <= now }
    for id in late.keys { awaited[id] = nil }
    return late.sorted { $0.key.number < $1.key.number }.map(\.value.continuation)
  }

  /// Takes out all completions that wait.
  mutating func takeWaiting() -> [WaitingCompletion] {
    defer { waiting = [] }
    return waiting
  }
}

extension RPCID {
  /// Requests of ours are numbered.
  fileprivate var number: Int { if case .integer(let number) = self { number } else { 0 } }
}
