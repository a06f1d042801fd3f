import Synchronization
import SystemCalls

/// A program that stays alive and answers queries, JSON lines both ways (`"type": "process"`).
///
/// ```
///   idle ──send──► running ──the program ends──► backing off ──► running, if queries wait
///     ▲                                              └─────────► idle, if none do
/// ```
///
/// It is started at the first query, or before it by ``start()``. All methods return at once, from any thread; events
/// are passed to `tell`, on a separate thread, one at a time.
package final class ProviderProcess: Sendable {
  package struct Policy: Hashable, Sendable {
    /// Milliseconds until a query without a last batch is given up.
    package var timeout: Int
    /// Milliseconds until it is started again after it has died; twice as long each time that it dies without
    /// having answered, up to `longestBackOff`.
    package var firstBackOff: Int
    package var longestBackOff: Int
    /// Bytes that may wait to be read by the program; queries beyond are not sent.
    package var outgoingLimit: Int
    /// Bytes of one line of it; longer ones are dropped.
    package var lineLimit: Int
    /// Entities that one query may be answered with; the rest is dropped.
    package var entityLimit: Int
    /// Lines of its standard error that are passed on in one second; the rest is counted.
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
    /// Its thread is there, with or without a child.
    var isRunning = false
    /// A child is to be started though no query waits.
    var isStarting = false
    var isStopped = false
    var child: ChildProcess?
    /// Queries not yet given to a child, oldest first.
    var waiting: [ProviderQuery] = []
    /// Deadline of each query, and whether a child has received it.
    var pending: [Int: (due: Int, isSent: Bool)] = [:]
    /// Entities that may still be passed on, for each query that may still be answered, or was.
    var asked: [Int: Int] = [:]
    /// The child has answered a query that was never asked.
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

  /// Queries that wait while the program is away; older ones make room.
  static let mostWaiting = 8

  package init(
    name: String, command: ChildCommand, policy: Policy, tell: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    self.name = name
    self.command = command
    self.policy = policy
    self.tell = tell
  }

  deinit { stop() }

  /// Starts the program, unless it runs or is about to.
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

  /// Asks. Its answers come as batches, `timedOut`, or as one of the unanswered of `died`.
  package func send(_ query: ProviderQuery) {
    let now = Platform.milliseconds()
    let (starts, rouses) = state.withLock { state -> (Bool, ChildProcess?) in
      guard !state.isStopped else { return (false, nil) }
      state.waiting.append(query)
      state.pending[query.number] = (now + policy.timeout, false)
      state.asked[query.number] = policy.entityLimit
      if state.asked.count > 4096 { state.asked = state.asked.filter { state.pending[$0.key] != nil } }
      if state.waiting.count > Self.mostWaiting {
        // Superseded long ago; its time-out is reported if it is still awaited.
        state.waiting.removeFirst()
      }
      defer { state.isRunning = true }
      return (!state.isRunning, state.child)
    }
    rouses?.rouse()
    if starts { startThread() }
  }

  /// Says that nobody waits for the answer any more.
  package func cancel(_ number: Int) {
    state.withLock { state in
      // What it still says to that is read and dropped.
      if state.asked[number] != nil { state.asked[number] = 0 }
      guard let entry = state.pending.removeValue(forKey: number) else { return }
      state.waiting.removeAll { $0.number == number }
      if entry.isSent {
        state.child?.write(ProviderQuery.cancellation(of: number), limit: policy.outgoingLimit)
      }
    }
  }

  /// Ends the program: closes its input, asks it to end, kills it if it does not. No event follows.
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

  /// Returns true when a program is to be started, false when there is nothing to do.
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

  /// One life of the program.
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
      // Once in its life is enough.
      let isFirst = state.withLock { state in
        defer { state.hasStrayed = true }
        return !state.hasStrayed
      }
      guard isFirst else { return }
      return emit("the program answered a query that was never asked", details: "\(batch.query)")
    }
    // Answered whole, cancelled, or more than anybody can look through: further batches are nobody's.
    guard room > 0 else { return }
    if isFull {
      batch.entities.removeSubrange(room...)
      emit(
        "the program answered a query with more than \(policy.entityLimit) entities; the rest is left out",
        details: "query \(batch.query)")
    }
    emit(.batch(batch))
  }

  /// Returns when to look again.
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
      // A program that cannot be started will not answer what waits for it either.
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
        details: "\(words)it is started again after \(pause) ms at the next query")
    }
    emit(.died(status, unanswered: unanswered))
  }
}

/// Makes events of a program's output: no more of them than can be shown, for any output.
package struct ProviderReader {
  /// Complaints in one life of the program.
  package static let mostComplaints = 20
  /// Batches of one piece of output that are passed on as they come; further ones are joined.
  static let mostBatches = 16

  let name: String
  private var lines: LineSplitter
  private var errorLines: ErrorLines
  private var count = 0
  private var dropped = 0
  private var complaints = 0
  var lastError: String? { errorLines.last }

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
            source: name, line: count, "there are more problems; they are not reported until it is restarted")
        ))
    }
  }

  /// Takes what the program wrote on standard error, and hands its lines to the log.
  ///
  /// - Parameters:
  ///   - bytes: the next piece, split anywhere.
  ///   - now: milliseconds on any clock that goes forward.
  ///   - hear: is called for each whole line.
  package mutating func errors(_ bytes: [UInt8], at now: Int, _ hear: (ProviderEvent) -> Void) {
    errorLines.take(bytes, at: now) { hear(.log($0)) }
  }

  /// Says how many lines were left out once their second is over. Returns when to call again.
  mutating func tellMore(at now: Int, _ hear: (ProviderEvent) -> Void) -> Int? {
    errorLines.tellMore(at: now) { hear(.log($0)) }
  }

  /// The last words, which may lack their line end.
  package mutating func finish(_ hear: (ProviderEvent) -> Void) {
    var rest: [[UInt8]] = []
    lines.finish { rest.append(Array($0)) }
    for line in rest { if let batch = read(line, hear) { hear(.batch(batch)) } }
    errorLines.finish { hear(.log($0)) }
  }
}

/// Joins the many small batches of a program that answers entity by entity: each one is work for the loop.
private struct BatchJoiner {
  /// Batches that go on as they are.
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
