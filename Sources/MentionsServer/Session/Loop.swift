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

  private struct Wait {
    let condition: Condition
    let continuation: CheckedContinuation<Bool, Never>
  }

  private var work: [Work] = []
  /// By their numbers, which are counted up.
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0
  /// The numbers of the waits for each condition.
  private var numbers: [Condition: Set<Int>] = [:]
  private var deadlines = DueTimes<Int>()
  /// How many conditions have been looked at and how many waits have ended.
  private(set) var steps = 0

  // MARK: Work

  func append(_ one: Work) { work.append(one) }

  func enqueue(_ job: consuming ExecutorJob) { append(.step(UnownedJob(job))) }

  /// Takes out all work, in order.
  func takeWork() -> [Work] {
    defer { work = [] }
    return work
  }

  func run(_ step: UnownedJob) { unsafe step.runSynchronously(on: asUnownedTaskExecutor()) }

  // MARK: Waits

  var hasWaits: Bool { !waits.isEmpty }
  /// When a wait may end by its time next; nil where nobody waits.
  var nextDeadline: Instant? { hasWaits ? deadlines.next : nil }

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
        waits[number] = Wait(condition: condition, continuation: continuation)
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
    let met = numbers.filter { holds($0.key) }.flatMap(\.value)
    steps += numbers.count
    var ready = met.map { (number: $0, isMet: true) }
    let isMet = Set(met)
    while let number = deadlines.take(at: now) {
      if waits[number] != nil, !isMet.contains(number) { ready.append((number, false)) }
    }
    for (number, isMet) in ready.sorted(by: { $0.number < $1.number }) { end(number, isMet: isMet) }
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
