import JSONText
import LanguageProtocol
import Mentions

/// Requests that wait: the client's for an answer of ours, ours for one of the client's.
/// It is what makes "exactly one answer" true.
struct PendingRequests<Owner> {
  typealias Continuation = (Owner, Result<RPCPayload, RPCError>) -> Void

  private var unanswered: Set<RPCID> = []
  private var latest: RPCID?
  private var awaited: [RPCID: Continuation] = [:]
  private var deadlines = DueTimes<RPCID>()
  private var lastRequest = 0

  /// False if a request of this id is still open.
  mutating func open(_ id: RPCID) -> Bool {
    latest = id
    return unanswered.insert(id).inserted
  }

  /// False if there is no such request, or it has been answered.
  mutating func close(_ id: RPCID) -> Bool { unanswered.remove(id) != nil }

  func isOpen(_ id: RPCID) -> Bool { unanswered.contains(id) }

  /// The open requests but the latest, ordered by their ids.
  var waiting: [RPCID] { unanswered.filter { $0 != latest }.sorted { "\($0)" < "\($1)" } }

  /// A fresh id for a request of ours. Without a deadline it waits for ever.
  mutating func newRequest(until deadline: Instant?, _ continuation: @escaping Continuation) -> RPCID {
    lastRequest += 1
    let id = RPCID.integer(lastRequest)
    awaited[id] = continuation
    if let deadline { deadlines.add(id, at: deadline) }
    return id
  }

  /// The continuation for the client's answer; nil for a request that was not sent, or was answered.
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

/// Who waits for the answer to a question that the host was asked, by the question's number.
struct NumberedQuestions<Owner, Answer> {
  typealias Continuation = (Owner, Answer) -> Void

  private var waiting: [Int: Continuation] = [:]
  private var lastNumber = 0

  /// The number of a new question.
  mutating func ask(_ continuation: @escaping Continuation) -> Int {
    lastNumber += 1
    waiting[lastNumber] = continuation
    return lastNumber
  }

  /// Who asked this; nil where that has been answered.
  mutating func take(_ number: Int) -> Continuation? { waiting.removeValue(forKey: number) }
}

/// Values by due time, earliest first; equal times in the order in which they were added.
///
/// Nothing is removed before its time: the caller checks whether it still matters.
struct DueTimes<Value> {
  private struct Entry {
    let time: Instant
    /// Counts the additions.
    let number: Int
    let value: Value

    func comesBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  /// A heap.
  private var entries: [Entry] = []
  private var added = 0

  /// The earliest time.
  var next: Instant? { entries.first?.time }

  /// - Complexity: O(log n).
  mutating func add(_ value: Value, at time: Instant) {
    added += 1
    entries.append(Entry(time: time, number: added, value: value))
    var at = entries.count - 1
    while at > 0, entries[at].comesBefore(entries[(at - 1) / 2]) {
      entries.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  /// Takes out the earliest, if its time has come.
  ///
  /// - Complexity: O(log n).
  mutating func take(at now: Instant) -> Value? {
    guard let first = entries.first, first.time <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < entries.count {
        if entries[child].comesBefore(entries[least]) { least = child }
      }
      if least == at { return first.value }
      entries.swapAt(at, least)
      at = least
    }
  }
}
