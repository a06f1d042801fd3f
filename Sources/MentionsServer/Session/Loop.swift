import JSONText
import LanguageProtocol
import Mentions

/// The queue of a session's work, in the order in which it was asked for: messages and effects on their way out, what
/// documents ask for, and the steps of asynchronous handlers from one wait to the next.
///
/// It is the executor of those handlers' tasks, and is drained within ``Session/handle(_:now:)``: no step runs on another
/// thread, or after `handle` has returned.
final class Loop: TaskExecutor, @unchecked Sendable {
  enum Work {
    case outgoing(Outgoing)
    /// An effect of a document.
    case effect(MentionsEffect, in: DocumentURI)
    /// A step of a handler.
    case step(UnownedJob)
    /// A handler that has let others go first.
    case goOn(CheckedContinuation<Void, Never>)
  }

  private var work: [Work] = []
  /// By their numbers, which are counted up.
  private(set) var waits: [Int: (condition: Condition, continuation: CheckedContinuation<Bool, Never>)] = [:]
  private var lastWait = 0
  /// The numbers of the waits for each condition.
  private var numbers: [Condition: Set<Int>] = [:]
  private(set) var deadlines = DueTimes<Int>()
  /// How many conditions have been looked at and how many waits have ended.
  private(set) var steps = 0

  // MARK: Work

  func append(_ one: Work) { work.append(one) }

  func enqueue(_ job: consuming ExecutorJob) { append(.step(UnownedJob(job))) }

  /// Takes out all work, in order.
  func takeWork() -> [Work] {
    let taken = work
    work = []
    return taken
  }

  func run(_ step: UnownedJob) { unsafe step.runSynchronously(on: asUnownedTaskExecutor()) }

  // MARK: Waits

  func isAwaited(_ condition: Condition) -> Bool { numbers[condition] != nil }

  /// Waits until the condition holds, the time has come or the handler is cancelled.
  ///
  /// - Returns: whether the condition holds.
  func wait(for condition: Condition, until deadline: Instant?) async -> Bool {
    lastWait += 1
    let number = lastWait
    if let deadline { deadlines.add(number, at: deadline) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waits[number] = (condition, continuation)
        numbers[condition, default: []].insert(number)
      }
    } onCancel: {
      end(number, isMet: false)
    }
  }

  /// Ends the waits whose conditions hold or whose time has come, in the order in which they began.
  ///
  /// - Returns: whether there were any.
  /// - Complexity: O(conditions), and O(n log n) in the waits that end.
  func endWaits(at now: Instant, where holds: (Condition) -> Bool) -> Bool {
    steps += numbers.count
    var met: Set<Int> = []
    for (condition, waiting) in numbers where holds(condition) { met.formUnion(waiting) }
    var ready = met
    while let number = deadlines.take(at: now) {
      if waits[number] != nil { ready.insert(number) }
    }
    for number in ready.sorted() { end(number, isMet: met.contains(number)) }
    return !ready.isEmpty
  }

  /// Ends all waits.
  func endWaits() {
    for number in waits.keys.sorted() { end(number, isMet: false) }
  }

  private func end(_ number: Int, isMet: Bool) {
    guard let wait = waits.removeValue(forKey: number) else { return }
    steps += 1
    numbers[wait.condition]?.remove(number)
    if numbers[wait.condition]?.isEmpty == true { numbers[wait.condition] = nil }
    wait.continuation.resume(returning: isMet)
  }
}

/// Conditions that handlers wait for. Each is looked at after each event, once however many wait for it.
enum Condition: Hashable {
  /// The settings files have been read for the first time.
  case settingsRead
  /// The client has answered a request of the server's.
  case answered(RPCID)
  /// Who can be mentioned in a document is known; nil: in any workspace folder.
  case peopleKnown(in: DocumentURI?)
  /// The files of sources and settings have been looked at, by the number of the look.
  case filesChecked(Int)
  /// A completion list has entries, or will have none; so it is where nobody wants it any more.
  case listBegun(CompletionQuestion)
  /// All sources have answered what a list asks; or nobody wants it any more.
  case listComplete(CompletionQuestion)
  /// Definitions of an entity have been looked for, by the number of the question.
  case located(Int)
  /// Files have been read again, by the number of the question.
  case reread(Int)
  /// The index knows the workspace.
  case indexed(IndexNeed)
}

// MARK: - Handlers

/// A handler that may wait.
typealias StartedHandler = Task<Void, Never>

extension Session {
  /// Starts a handler that may wait. It begins once everything has been done that was asked for before.
  ///
  /// An error ends it, and nobody hears of that: it is thrown where the session ends.
  @discardableResult
  func start(_ body: @escaping (Session) async throws(RPCError) -> Void) -> StartedHandler {
    // Both are used within `handle` alone.
    nonisolated(unsafe) let (session, body) = (self, body)
    return Task(executorPreference: loop) { unsafe try? await body(session) }
  }

  /// Starts the handler of a request, which is answered by what it returns or throws.
  func start<R: JSONWritable>(_ id: RPCID, _ body: @escaping (Session) async throws(RPCError) -> R) {
    let handler = start { session in
      do throws(RPCError) {
        let result = try await body(session)
        session.answer(id, result)
      } catch {
        session.answer(id, error)
      }
    }
    requests.set(handler, of: id)
  }

  /// Waits until a condition holds. Handlers that wait for it already go on first.
  ///
  /// - Parameter deadline: how long at most.
  /// - Returns: false where the time was over before.
  /// - Throws: `requestCancelled` where the client has cancelled the request, or the session ends.
  @discardableResult
  func until(_ condition: Condition, by deadline: Instant? = nil) async throws(RPCError) -> Bool {
    try checkCancellation()
    if holds(condition), !loop.isAwaited(condition) { return true }
    let isMet = await loop.wait(for: condition, until: deadline)
    try checkCancellation()
    return isMet
  }

  /// Waits until everything has been done that has been asked for.
  func turn() async { await withCheckedContinuation { loop.append(.goOn($0)) } }

  private func checkCancellation() throws(RPCError) {
    switch lifecycle {
    case .exited, .shutDown: throw RPCError(.requestCancelled, "the server shuts down")
    case .created, .initializing, .running:
      if Task.isCancelled { throw RPCError(.requestCancelled, "cancelled by the client") }
    }
  }

  /// Ends the waits that are over. Returns whether there were any.
  @discardableResult
  func endWaits() -> Bool { loop.endWaits(at: now, where: holds) }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .settingsRead: hasReadSettings
    case .answered(let id): requests.hasAnswer(to: id)
    case .peopleKnown(let key): arePeopleKnown(in: key)
    case .filesChecked(let look): searches.looks >= look
    case .listBegun(let question): hasBegun(question)
    case .listComplete(let question): isComplete(question)
    case .located(let number): definitions.found[number] != nil
    case .reread(let number): indexing.reread[number] != nil
    case .indexed(let need): !isIndexWanted || indexing.meets(need)
    }
  }
}

// MARK: - Requests

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

// MARK: - Deadlines

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
