import JSONText
import LanguageProtocol
import Mentions

/// The queue of a session's work, in order: outgoing messages and effects, effects of documents, and the steps of
/// asynchronous handlers between two waits.
///
/// It is the executor of the handlers' tasks, and is drained within ``Session/handle(_:now:)``: no step runs on another
/// thread, or after `handle` has returned.
final class Loop: TaskExecutor, @unchecked Sendable {
  enum Work {
    case outgoing(Outgoing)
    /// An effect of a document.
    case effect(MentionsEffect, in: DocumentURI)
    /// A step of a handler.
    case step(UnownedJob)
    /// A handler that has yielded to others.
    case goOn(CheckedContinuation<Void, Never>)
  }

  private var work: [Work] = []
  /// The pending waits, by number. Numbers increase in the order in which waits begin.
  private(set) var waits: [Int: (condition: Condition, continuation: CheckedContinuation<Bool, Never>)] = [:]
  private var lastWait = 0
  /// The numbers of the waits for each condition.
  private var numbers: [Condition: Set<Int>] = [:]
  private(set) var deadlines = DueTimes<Int>()
  /// The number of conditions checked and of waits ended, for tests of complexity.
  private(set) var steps = 0

  // MARK: Work

  func append(_ one: Work) { work.append(one) }

  func enqueue(_ job: consuming ExecutorJob) { append(.step(UnownedJob(job))) }

  /// Removes and returns all work, in order.
  func takeWork() -> [Work] {
    let taken = work
    work = []
    return taken
  }

  func run(_ step: UnownedJob) { unsafe step.runSynchronously(on: asUnownedTaskExecutor()) }

  // MARK: Waits

  func isAwaited(_ condition: Condition) -> Bool { numbers[condition] != nil }

  /// Waits until the condition holds, the deadline has passed or the handler is cancelled.
  ///
  /// - Returns: whether the condition holds.
  fileprivate func wait(for condition: Condition, until deadline: Instant?) async -> Bool {
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

  /// Ends the waits whose conditions hold or whose deadlines have passed, in the order in which they began.
  ///
  /// - Returns: whether any waits have ended.
  /// - Complexity: O(conditions), and O(n log n) for n waits that end.
  fileprivate func endWaits(at now: Instant, where holds: (Condition) -> Bool) -> Bool {
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

  /// Ends all waits, as if their deadlines had passed.
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

/// Conditions that handlers wait for. Each is checked after each event, once for all handlers that wait for it.
enum Condition: Hashable {
  /// The settings files have been read for the first time.
  case settingsRead
  /// The client has answered a request of the server's.
  case answered(RPCID)
  /// The people that can be mentioned in a document are known; if the document is nil, in all workspace folders.
  case peopleKnown(in: DocumentURI?)
  /// The files of sources and settings have been checked; contains the number of the check.
  case filesChecked(Int)
  /// A completion list has entries, or all its sources have answered without any, or the list is no longer needed.
  case listBegun(CompletionQuestion)
  /// All sources have answered the query of a completion list, apart from Git histories of which only the newest
  /// commits are known; or the list is no longer needed.
  case listComplete(CompletionQuestion)
  /// A search for definitions of an entity has ended; contains its number.
  case located(Int)
  /// Files have been read again; contains the number of the request.
  case reread(Int)
  /// The index is up to date.
  case indexed(IndexNeed)
  /// The plug-in that decides about mentions has answered a question, or its answer is no longer needed.
  case decided(Int)
  /// The program of a plug-in has answered `setUp`, or has ended; contains the number of the program's run.
  case pluginSetUp(start: Int)
}

// MARK: - Handlers

/// A handler that may wait.
typealias StartedHandler = Task<Void, Never>

extension Session {
  /// Starts a handler that may wait. The handler begins after all previously queued work.
  ///
  /// An error thrown by the handler is ignored: handlers throw when they are cancelled at the end of the session.
  @discardableResult
  func start(_ body: @escaping (Session) async throws(RPCError) -> Void) -> StartedHandler {
    // The session and `body` are used only within `handle`.
    nonisolated(unsafe) let (session, body) = (self, body)
    return Task(executorPreference: loop) { unsafe try? await body(session) }
  }

  /// Starts the handler of a request. The response is its result or the error that it throws.
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

  /// Waits until a condition holds. Handlers that have waited for it longer resume first.
  ///
  /// - Parameter deadline: the time at which the wait ends even if the condition does not hold; nil for none.
  /// - Returns: false if the deadline has passed before the condition held.
  /// - Throws: `requestCancelled` if the client has cancelled the request, or the session ends.
  @discardableResult
  func until(_ condition: Condition, by deadline: Instant? = nil) async throws(RPCError) -> Bool {
    try checkCancellation()
    if holds(condition), !loop.isAwaited(condition) { return true }
    let isMet = await loop.wait(for: condition, until: deadline)
    try checkCancellation()
    return isMet
  }

  /// Waits until all previously queued work has been done.
  func turn() async { await withCheckedContinuation { loop.append(.goOn($0)) } }

  private func checkCancellation() throws(RPCError) {
    switch lifecycle {
    case .exited, .shutDown: throw RPCError(.requestCancelled, "the server is shutting down")
    case .created, .initializing, .running:
      if Task.isCancelled { throw RPCError(.requestCancelled, "cancelled by the client") }
    }
  }

  /// Resumes the handlers whose conditions hold or whose deadlines have passed. Returns whether there were any such
  /// handlers.
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
    case .decided(let question): !plugins.decisions.isOpen(question)
    case .pluginSetUp(let start): !plugins.entries.contains { $0.start == start && $0.isSettingUp }
    }
  }
}

// MARK: - Requests

/// The open requests: requests of the client that have not been answered, and requests of the server to which the
/// client has not responded. Ensures that each request is answered exactly once.
struct OpenRequests {
  /// The handlers of the client's requests; nil for a request whose handler does not wait.
  private var handlers: [RPCID: StartedHandler?] = [:]
  /// The ids of the server's own requests.
  private var asked: Set<RPCID> = []
  private var answers: [RPCID: Result<RPCPayload, RPCError>] = [:]
  private var lastRequest = 0

  // MARK: Requests of the client

  /// Opens a request. Returns false if a request with this id is still open.
  mutating func open(_ id: RPCID) -> Bool {
    if handlers[id] != nil { return false }
    handlers[id] = .some(nil)
    return true
  }

  /// Closes a request that is being answered. Returns false if there is no open request with this id.
  mutating func close(_ id: RPCID) -> Bool { handlers.removeValue(forKey: id) != nil }

  fileprivate mutating func set(_ handler: StartedHandler, of id: RPCID) { handlers[id] = handler }

  /// Cancels a request's handler, which then responds with an error.
  func cancel(_ id: RPCID) { handlers[id]??.cancel() }

  // MARK: Requests to the client

  /// A new id for a request to the client.
  mutating func newRequest() -> RPCID {
    lastRequest += 1
    let id = RPCID.integer(lastRequest)
    asked.insert(id)
    return id
  }

  /// Receives a response of the client, and stores it if a handler waits for it.
  ///
  /// - Returns: false if no request with this id is open: none was sent, or it was answered, or its handler no longer
  ///   waits.
  mutating func take(_ answer: Result<RPCPayload, RPCError>, of id: RPCID, isAwaited: Bool) -> Bool {
    guard asked.remove(id) != nil else { return false }
    if isAwaited { answers[id] = answer }
    return true
  }

  fileprivate func hasAnswer(to id: RPCID) -> Bool { answers[id] != nil }

  /// Removes and returns the client's response. Nil if it has not arrived; a later one is then ignored.
  mutating func takeAnswer(to id: RPCID) -> Result<RPCPayload, RPCError>? {
    asked.remove(id)
    return answers.removeValue(forKey: id)
  }
}

// MARK: - Deadlines

/// Values ordered by due time, earliest first; values with equal times are in the order in which they were added.
/// Values are not removed before they are due: the caller checks whether they still matter.
struct DueTimes<Value> {
  private struct Entry {
    let time: Instant
    /// A number that increases with each addition, to order equal times.
    let number: Int
    let value: Value

    func comesBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  /// The entries, as a binary heap.
  private var entries: [Entry] = []
  private var added = 0

  /// The earliest time.
  var next: Instant? { entries.first?.time }

  /// Adds a value that is due at a time.
  ///
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

  /// Removes and returns the earliest value, if it is due.
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
