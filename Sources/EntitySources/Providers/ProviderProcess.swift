import Synchronization
import SystemCalls

/// A long-running program that receives queries and sends answers as JSON lines (`"type": "process"`).
///
/// ```
///   idle ──send──► running ──the program ends──► backing off ──► running, if queries wait
///     ▲                                              └─────────► idle, if none do
/// ```
///
/// The program is started at the first query, or earlier by ``start()``. All methods may be called on any thread and
/// return immediately; events are passed to `tell`, on a separate thread, one at a time.
package final class ProviderProcess: Sendable {
  package struct Policy: Hashable, Sendable {
    /// The number of milliseconds after which a query without a last batch is given up.
    package var timeout: Int
    /// The number of milliseconds before the program is restarted after it has ended. Doubles, up to `longestBackOff`,
    /// each time it ends without having answered.
    package var firstBackOff: Int
    package var longestBackOff: Int
    /// The number of bytes that may be queued for the program; further queries are not sent.
    package var outgoingLimit: Int
    /// The maximum length of a line in bytes; longer ones are skipped.
    package var lineLimit: Int
    /// The maximum number of entities per answer; the rest is skipped.
    package var entityLimit: Int
    /// The maximum number of lines of standard error per second; the rest is only counted.
    package var errorLinesPerSecond: Int

    package init(
      timeout: Int = 5000, firstBackOff: Int = 500, longestBackOff: Int = 60_000,
      outgoingLimit: Int = 1 << 20, lineLimit: Int = 1 << 22, entityLimit: Int = 10_000,
      errorLinesPerSecond: Int = 50
    ) {
      self.timeout = timeout
      self.firstBackOff = firstBackOff
      self.longestBackOff = longestBackOff
      self.outgoingLimit = outgoingLimit
      self.lineLimit = lineLimit
      self.entityLimit = entityLimit
      self.errorLinesPerSecond = errorLinesPerSecond
    }
  }

  private struct State {
    /// Whether the thread of this source is running; it may have no child at the moment.
    var isRunning = false
    /// Whether a child is to be started even if no query is waiting.
    var isStarting = false
    var isStopped = false
    var child: ChildProcess?
    /// Queries not yet sent to a child, oldest first.
    var waiting: [ProviderQuery] = []
    /// The deadline of each query by its number, and whether the query has been sent to a child.
    var pending: [Int: (due: Int, isSent: Bool)] = [:]
    /// The number of entities that may still be passed on for each query sent to the child.
    var asked: [Int: Int] = [:]
    /// Whether the child has answered an unknown query.
    var hasStrayed = false
    var failures = 0
    var notBefore = Int.min
    var wake: Platform.Pipe?
  }

  package let name: String
  package let command: ChildCommand
  package let policy: Policy
  private let tell: @Sendable (ProviderEvent) -> Void
  private let state = Mutex(State())

  /// The maximum number of queries that wait while the program is not running; older ones are dropped.
  private static let mostWaiting = 8

  package init(
    name: String, command: ChildCommand, policy: Policy, tell: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    self.name = name
    self.command = command
    self.policy = policy
    self.tell = tell
  }

  deinit { stop() }

  /// Starts the program unless it is running or starting.
  package func start() {
    let starts = state.withLock { state in
      guard !state.isStopped, !state.isRunning else { return false }
      state.isStarting = true
      state.isRunning = true
      return true
    }
    if starts { startThread() }
  }

  private func startThread() {
    if !Platform.startThread({ [self] in run() }) { state.withLock { $0.isRunning = false } }
  }

  /// Sends a query. The answer arrives as batches; otherwise the query is reported by `timedOut`, or in the
  /// `unanswered` of `died`.
  package func send(_ query: ProviderQuery) {
    let now = Platform.milliseconds()
    let (starts, rouses) = state.withLock { state -> (Bool, ChildProcess?) in
      guard !state.isStopped else { return (false, nil) }
      state.waiting.append(query)
      state.pending[query.number] = (now + policy.timeout, false)
      state.asked[query.number] = policy.entityLimit
      if state.asked.count > 4096 { state.asked = state.asked.filter { state.pending[$0.key] != nil } }
      if state.waiting.count > Self.mostWaiting {
        // The oldest query was superseded long ago. If it is still awaited, its timeout is reported.
        state.waiting.removeFirst()
      }
      defer { state.isRunning = true }
      return (!state.isRunning, state.child)
    }
    rouses?.rouse()
    if starts { startThread() }
  }

  /// Cancels a query whose answer is no longer needed.
  package func cancel(_ number: Int) {
    state.withLock { state in
      // Further answers to this query are read and dropped.
      if state.asked[number] != nil { state.asked[number] = 0 }
      guard let entry = state.pending.removeValue(forKey: number) else { return }
      state.waiting.removeAll { $0.number == number }
      if entry.isSent {
        state.child?.write(ProviderQuery.cancellation(of: number), limit: policy.outgoingLimit)
      }
    }
  }

  /// Ends the program: closes its input, asks it to end, and kills it if necessary. No event follows.
  package func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      state.waiting = []
      state.pending = [:]
      if let wake = state.wake {
        _ = Platform.shieldedFromBrokenPipes { Platform.send(wake.writing, [1], from: 0) }
      }
      return state.child
    }
    child?.closeInput()
    child?.kill(politely: true)
  }

  private func emit(_ event: ProviderEvent) {
    if !state.withLock({ $0.isStopped }) { tell(event) }
  }

  private func emit(
    _ message: String, details: String? = nil, severity: SourceProblem.Severity = .warning
  ) {
    emit(.problem(SourceProblem(severity, source: name, message, details: details)))
  }

  // MARK: On its own thread

  private func run() {
    let wake = try? Platform.makePipe()
    state.withLock { $0.wake = wake }
    while waitOutBackOff(wake) { live() }
    if let wake {
      Platform.closeDescriptor(wake.reading)
      Platform.closeDescriptor(wake.writing)
    }
  }

  /// Waits for the end of the back-off. Returns true if a program is to be started, false if there is nothing to do.
  private func waitOutBackOff(_ wake: Platform.Pipe?) -> Bool {
    while true {
      let now = Platform.milliseconds()
      let due = giveUpLateQueries(now)
      let (isDone, notBefore) = state.withLock { state -> (Bool, Int) in
        if state.isStopped || state.waiting.isEmpty && !state.isStarting {
          state.isRunning = false
          state.wake = nil
          return (true, 0)
        }
        return (false, state.notBefore)
      }
      if isDone { return false }
      if notBefore <= now { return true }
      var interests = [Platform.Interest(descriptor: wake?.reading ?? -1)]
      Platform.wait(for: &interests, milliseconds: min(notBefore, due ?? notBefore) - now)
    }
  }

  /// Runs the program once, from start to end.
  private func live() {
    state.withLock { $0.isStarting = false }
    let child: ChildProcess
    do throws(ChildError) {
      child = try ChildProcess(command)
    } catch {
      emit("\(error)", severity: .error)
      die(nil, nil)
      return
    }
    let isWanted = state.withLock { state in
      if !state.isStopped { state.child = child }
      return !state.isStopped
    }
    if !isWanted { child.kill() }
    emit(.started)
    var reader = ProviderReader(name: name, policy: policy)
    let status = child.pump(
      .init(
        output: { [self] bytes in reader.output(bytes) { hear($0) } },
        errors: { [self] bytes in reader.errors(bytes, at: Platform.milliseconds()) { hear($0) } },
        tick: { [self] now in
          pass(to: child)
          let next = reader.tellMore(at: now) { hear($0) }
          return [giveUpLateQueries(now), next].compactMap(\.self).min()
        }))
    reader.finish { hear($0) }
    die(status, reader.lastError)
  }

  private func pass(to child: ChildProcess) {
    let stuck = state.withLock { state in
      var stuck: [Int] = []
      for query in state.waiting {
        if child.write(query.line, limit: policy.outgoingLimit) {
          if let due = state.pending[query.number]?.due { state.pending[query.number] = (due, true) }
        } else {
          stuck.append(query.number)
        }
      }
      state.waiting = []
      return stuck
    }
    if let first = stuck.first {
      emit("the program does not read its input", details: "query \(first) was not sent")
    }
  }

  private func hear(_ event: ProviderEvent) {
    guard case .batch(var batch) = event else { return emit(event) }
    let (room, isFull) = state.withLock { state -> (Int?, Bool) in
      state.failures = 0
      guard let room = state.asked[batch.query] else { return (nil, false) }
      let isFull = room > 0 && batch.entities.count > room
      if isFull { batch.isComplete = true }
      state.asked[batch.query] = batch.isComplete ? 0 : room - batch.entities.count
      if batch.isComplete { state.pending[batch.query] = nil }
      return (room, isFull)
    }
    guard let room else {
      // This is reported once per run of the program.
      let isFirst = state.withLock { state in
        defer { state.hasStrayed = true }
        return !state.hasStrayed
      }
      guard isFirst else { return }
      return emit("the program answered an unknown query", details: "\(batch.query)")
    }
    // Ignores batches of a query that is complete, cancelled, or has reached the limit.
    guard room > 0 else { return }
    if isFull {
      batch.entities.removeSubrange(room...)
      emit(
        "the program answered a query with more than \(policy.entityLimit) entities; the rest is left out",
        details: "query \(batch.query)")
    }
    emit(.batch(batch))
  }

  /// Reports the queries that have timed out. Returns the earliest deadline of the remaining queries; nil if none
  /// remain.
  private func giveUpLateQueries(_ now: Int) -> Int? {
    let (late, next) = state.withLock { state -> ([Int], Int?) in
      let late = state.pending.filter { $0.value.due <= now }.map(\.key).sorted()
      for number in late { state.pending[number] = nil }
      state.waiting.removeAll { late.contains($0.number) }
      return (late, state.pending.values.map(\.due).min())
    }
    for number in late { emit(.timedOut(query: number)) }
    return next
  }

  private func die(_ status: ChildStatus?, _ lastError: String?) {
    let now = Platform.milliseconds()
    let (unanswered, pause) = state.withLock { state -> ([Int], Int) in
      state.child = nil
      state.hasStrayed = false
      var pause = policy.firstBackOff
      for _ in 0..<state.failures where pause < policy.longestBackOff {
        pause = min(pause * 2, policy.longestBackOff)
      }
      state.failures = min(state.failures + 1, 32)
      state.notBefore = now + pause
      // If the program cannot be started, the waiting queries are not answered either.
      if status == nil { state.waiting = [] }
      let waiting = Set(state.waiting.map(\.number))
      let unanswered = state.pending.keys.filter { !waiting.contains($0) }.sorted()
      for number in unanswered { state.pending[number] = nil }
      return (unanswered, pause)
    }
    if let status {
      let words = lastError.map { "\(EntityRecord.excerpt($0)); " } ?? ""
      emit(
        "the program ended (\(status))",
        details: "\(words)the next query restarts it, at the earliest after \(pause) ms")
    }
    emit(.died(status, unanswered: unanswered))
  }
}

/// Converts a program's output to events. Limits the number of reported problems, and joins small batches.
package struct ProviderReader {
  /// The maximum number of reported problems per run of the program.
  package static let mostComplaints = 20
  /// The number of batches in one piece of output that are passed on separately; further ones are joined.
  private static let mostBatches = 16

  let name: String
  private var lines: LineSplitter
  private var errorLines: ErrorLines
  private var count = 0
  private var dropped = 0
  private var complaints = 0
  fileprivate var lastError: String? { errorLines.last }

  package init(name: String, policy: ProviderProcess.Policy) {
    self.name = name
    lines = LineSplitter(limit: policy.lineLimit)
    errorLines = ErrorLines(perSecond: policy.errorLinesPerSecond)
  }

  package mutating func output(_ bytes: [UInt8], _ hear: (ProviderEvent) -> Void) {
    var taken: [[UInt8]] = []
    lines.take(bytes) { taken.append(Array($0)) }
    var batches = BatchJoiner(limit: Self.mostBatches)
    for line in taken { if let batch = read(line, hear) { batches.take(batch, hear) } }
    batches.finish(hear)
    while lines.dropped > dropped {
      count += 1
      dropped += 1
      complain(
        SourceProblem(source: name, line: count, "longer than \(lines.limit) bytes; the line is dropped"),
        hear)
    }
  }

  private mutating func read(_ line: [UInt8], _ hear: (ProviderEvent) -> Void) -> SourceBatch? {
    count += 1
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    var problems = SourceProblems(source: name, limit: 5)
    let batch = ProviderLine.read(line[...], number: count, source: name, problems: &problems)
    for problem in problems.list { complain(problem, hear) }
    return batch
  }

  private mutating func complain(_ problem: SourceProblem, _ hear: (ProviderEvent) -> Void) {
    complaints += 1
    if complaints < Self.mostComplaints { hear(.problem(problem)) }
    if complaints == Self.mostComplaints {
      hear(
        .problem(
          SourceProblem(
            source: name, line: count, "further problems are not reported until the program is restarted")
        ))
    }
  }

  /// Reads standard error and passes its lines to the log.
  ///
  /// - Parameters:
  ///   - bytes: the next piece of output, which may begin and end anywhere.
  ///   - now: milliseconds on a monotonic clock.
  ///   - hear: called for each complete line.
  package mutating func errors(_ bytes: [UInt8], at now: Int, _ hear: (ProviderEvent) -> Void) {
    errorLines.take(bytes, at: now) { hear(.log($0)) }
  }

  /// Reports the number of dropped lines once the second in which they were dropped is over. Returns the time of the
  /// next call; nil if none is needed.
  fileprivate mutating func tellMore(at now: Int, _ hear: (ProviderEvent) -> Void) -> Int? {
    errorLines.tellMore(at: now) { hear(.log($0)) }
  }

  /// Ends the stream; the last line may lack its line end.
  package mutating func finish(_ hear: (ProviderEvent) -> Void) {
    var rest: [[UInt8]] = []
    lines.finish { rest.append(Array($0)) }
    for line in rest { if let batch = read(line, hear) { hear(.batch(batch)) } }
    errorLines.finish { hear(.log($0)) }
  }
}

/// Joins the small batches of a program that answers entity by entity, to reduce the work of the event loop.
private struct BatchJoiner {
  /// The number of batches that are passed on unchanged.
  let limit: Int
  private var count = 0
  private var waiting: SourceBatch?

  init(limit: Int) { self.limit = limit }

  mutating func take(_ batch: SourceBatch, _ hear: (ProviderEvent) -> Void) {
    count += 1
    if count <= limit { return hear(.batch(batch)) }
    guard var joined = waiting else {
      waiting = batch
      return
    }
    guard joined.query == batch.query, joined.dedupe == batch.dedupe, !joined.isComplete else {
      hear(.batch(joined))
      waiting = batch
      return
    }
    joined.entities += batch.entities
    joined.isComplete = batch.isComplete
    waiting = joined
  }

  mutating func finish(_ hear: (ProviderEvent) -> Void) {
    if let waiting { hear(.batch(waiting)) }
    waiting = nil
  }
}
