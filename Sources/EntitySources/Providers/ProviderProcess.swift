import Synchronization
import SystemCalls

/// A program that stays alive and answers queries, JSON lines both ways (`"type": "process"`).
///
/// ```
///   idle ──send──► running ──the program ends──► backing off ──► running, if queries wait
///     ▲                                              └─────────► idle, if none do
/// ```
///
/// It is started at the first query. All methods return at once, from any thread; everything that happens is
/// told to `tell`, on a thread of its own, one event at a time.
public final class ProviderProcess: Sendable {
  public struct Policy: Hashable, Sendable {
    /// Milliseconds until a query without a last batch is given up.
    public var timeout: Int
    /// Milliseconds until it is started again after it has died; twice as long each time that it dies without
    /// having answered, up to `longestBackOff`.
    public var firstBackOff: Int
    public var longestBackOff: Int
    /// Bytes that may wait to be read by the program; queries beyond are not sent.
    public var outgoingLimit: Int
    /// Bytes of one line of it; longer ones are dropped.
    public var lineLimit: Int

    public init(
      timeout: Int = 5000, firstBackOff: Int = 500, longestBackOff: Int = 60_000,
      outgoingLimit: Int = 1 << 20, lineLimit: Int = 1 << 24
    ) {
      self.timeout = timeout
      self.firstBackOff = firstBackOff
      self.longestBackOff = longestBackOff
      self.outgoingLimit = outgoingLimit
      self.lineLimit = lineLimit
    }
  }

  private struct State {
    /// Its thread is there, with or without a child.
    var isRunning = false
    var isStopped = false
    var child: ChildProcess?
    /// Queries not yet given to a child, oldest first.
    var waiting: [ProviderQuery] = []
    /// When each query is given up, and whether a child has been given it.
    var pending: [Int: (due: Int, isSent: Bool)] = [:]
    var asked: Set<Int> = []
    var failures = 0
    var notBefore = Int.min
    var wake: Platform.Pipe?
  }

  public let name: String
  public let command: ChildCommand
  public let policy: Policy
  private let tell: @Sendable (ProviderEvent) -> Void
  private let state = Mutex(State())

  /// Queries that wait while the program is away; older ones make room.
  static let mostWaiting = 8

  public init(
    name: String, command: ChildCommand, policy: Policy, tell: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    self.name = name
    self.command = command
    self.policy = policy
    self.tell = tell
  }

  deinit { stop() }

  /// Asks. Its answers come as batches, `timedOut`, or as one of the unanswered of `died`.
  public func send(_ query: ProviderQuery) {
    let now = Platform.milliseconds()
    let (starts, rouses) = state.withLock { state -> (Bool, ChildProcess?) in
      guard !state.isStopped else { return (false, nil) }
      state.waiting.append(query)
      state.pending[query.number] = (now + policy.timeout, false)
      state.asked.insert(query.number)
      if state.asked.count > 4096 { state.asked = Set(state.pending.keys) }
      if state.waiting.count > Self.mostWaiting {
        // Superseded long ago; its time-out tells whoever still waits.
        state.waiting.removeFirst()
      }
      defer { state.isRunning = true }
      return (!state.isRunning, state.child)
    }
    rouses?.rouse()
    if starts, !Platform.startThread({ [self] in run() }) {
      state.withLock { $0.isRunning = false }
    }
  }

  /// Says that nobody waits for the answer any more.
  public func cancel(_ number: Int) {
    state.withLock { state in
      guard let entry = state.pending.removeValue(forKey: number) else { return }
      state.waiting.removeAll { $0.number == number }
      if entry.isSent {
        state.child?.write(ProviderQuery.cancellation(of: number), limit: policy.outgoingLimit)
      }
    }
  }

  /// Ends the program: closes its input, asks it to end, kills it if it does not. Nothing is told any more.
  public func stop() {
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

  /// Whether a program is running now.
  public var isAlive: Bool { state.withLock { $0.child != nil } }

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
        if state.isStopped || state.waiting.isEmpty {
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
    let child: ChildProcess
    do throws(ChildFault) {
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
    var reader = ProviderReader(name: name, lineLimit: policy.lineLimit)
    let status = child.pump(
      .init(
        output: { [self] bytes in reader.output(bytes) { hear($0) } },
        errors: { [self] bytes in reader.errors(bytes) { hear($0) } },
        tick: { [self] now in
          pass(to: child)
          return giveUpLateQueries(now)
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
    guard case .batch(let batch) = event else { return emit(event) }
    let isKnown = state.withLock { state in
      if batch.isComplete { state.pending[batch.query] = nil }
      state.failures = 0
      return state.asked.contains(batch.query)
    }
    if isKnown {
      emit(event)
    } else {
      emit("the program answered a query that was never asked", details: "\(batch.query)")
    }
  }

  /// Returns when to look again.
  private func giveUpLateQueries(_ now: Int) -> Int? {
    let (late, next) = state.withLock { state -> ([Int], Int?) in
      let late = state.pending.filter { $0.value.due <= now }.map(\.key).sorted()
      for number in late { state.pending[number] = nil }
      state.waiting.removeAll { late.contains($0.number) }
      return (late, state.pending.values.map(\.due).min())
    }
    for number in late {
      emit("no answer within \(policy.timeout) ms", details: "query \(number)")
      emit(.timedOut(query: number))
    }
    return next
  }

  private func die(_ status: ChildStatus?, _ lastError: String?) {
    let now = Platform.milliseconds()
    let (unanswered, pause) = state.withLock { state -> ([Int], Int) in
      state.child = nil
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

/// Makes events of what a program prints.
private struct ProviderReader {
  /// In one life of the program.
  static let mostComplaints = 20

  let name: String
  private var lines: LineSplitter
  private var errorLines = LineSplitter(limit: 1 << 14)
  private var count = 0
  private var dropped = 0
  private var complaints = 0
  private(set) var lastError: String?

  init(name: String, lineLimit: Int) {
    self.name = name
    lines = LineSplitter(limit: lineLimit)
  }

  mutating func output(_ bytes: [UInt8], _ hear: (ProviderEvent) -> Void) {
    var taken: [[UInt8]] = []
    lines.take(bytes) { taken.append(Array($0)) }
    for line in taken { read(line, hear) }
    if lines.dropped > dropped {
      dropped = lines.dropped
      count += 1
      hear(
        .problem(
          SourceProblem(source: name, line: count, "longer than \(lines.limit) bytes; the line is dropped")))
    }
  }

  private mutating func read(_ line: [UInt8], _ hear: (ProviderEvent) -> Void) {
    count += 1
    guard line.contains(where: { $0 > 0x20 }) else { return }
    var problems = SourceProblems(source: name, limit: 5)
    let batch = ProviderLine.read(line[...], number: count, source: name, problems: &problems)
    for problem in problems.list {
      complaints += 1
      if complaints < Self.mostComplaints { hear(.problem(problem)) }
      if complaints == Self.mostComplaints {
        hear(
          .problem(
            SourceProblem(
              source: name, line: count, "more that is wrong; no more is told until it is started again")))
      }
    }
    if let batch { hear(.batch(batch)) }
  }

  mutating func errors(_ bytes: [UInt8], _ hear: (ProviderEvent) -> Void) {
    var taken: [String] = []
    errorLines.take(bytes) { taken.append(String(decoding: $0, as: UTF8.self)) }
    for line in taken { log(line, hear) }
  }

  private mutating func log(_ line: String, _ hear: (ProviderEvent) -> Void) {
    lastError = line
    hear(.log(line))
  }

  /// The last words, which may lack their line end.
  mutating func finish(_ hear: (ProviderEvent) -> Void) {
    var rest: [[UInt8]] = []
    lines.finish { rest.append(Array($0)) }
    for line in rest { read(line, hear) }
    var words: [String] = []
    errorLines.finish { words.append(String(decoding: $0, as: UTF8.self)) }
    for line in words { log(line, hear) }
  }
}
