import Entities
import Synchronization
import SystemCalls

/// Runs what one query needs, the newest query only.
final class QueryRunner: Sendable {
  /// Runs one program to its end. May be called several times for one query.
  typealias Execute = (ChildCommand) throws(ChildError) -> ChildResult

  private struct State {
    var isStopped = false
    var running: (number: Int, child: ChildProcess)?
    /// The query that counts; answers to others are not told.
    var wanted: Int?
  }

  let name: String
  private let tell: @Sendable (ProviderEvent) -> Void
  private let program: String
  private let timeout: Int?
  private let perform:
    @Sendable (ProviderQuery, inout SourceProblems, Execute) throws(ChildError) -> ChildResult
  private let read: @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: its name, for messages.
  ///   - timeout: milliseconds that an answer may take, for messages; whoever performs keeps to it.
  ///   - perform: runs what a query needs and returns how the last program ended.
  ///   - read: makes entities of what it printed.
  init(
    name: String, program: String, timeout: Int?, tell: @escaping @Sendable (ProviderEvent) -> Void,
    perform:
      @escaping @Sendable (ProviderQuery, inout SourceProblems, Execute) throws(ChildError) -> ChildResult,
    read: @escaping @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  ) {
    self.name = name
    self.program = program
    self.timeout = timeout
    self.tell = tell
    self.perform = perform
    self.read = read
  }

  deinit { stop() }

  func send(_ query: ProviderQuery) {
    let older = state.withLock { state -> ChildProcess? in
      guard !state.isStopped else { return nil }
      state.wanted = query.number
      return state.running?.child
    }
    older?.kill()
    if !Platform.startThread({ [self] in run(query) }) {
      tell(.died(nil, unanswered: [query.number]))
    }
  }

  func cancel(_ number: Int) {
    let child = state.withLock { state -> ChildProcess? in
      if state.wanted == number { state.wanted = nil }
      return state.running?.number == number ? state.running?.child : nil
    }
    child?.kill()
  }

  func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      state.wanted = nil
      return state.running?.child
    }
    child?.kill()
  }

  private func run(_ query: ProviderQuery) {
    var problems = SourceProblems(source: name)
    let result: ChildResult
    do throws(ChildError) {
      result = try perform(query, &problems) { [self] command throws(ChildError) in
        try ChildProcess.run(command) { adopt($0, for: query) }
      }
    } catch {
      finish(
        query,
        [.problem(SourceProblem(.error, source: name, "\(error)")), .died(nil, unanswered: [query.number])])
      return
    }
    if result.stop == .deadline {
      finish(
        query,
        [
          .problem(SourceProblem(source: name, "“\(program)” did not answer within \(timeout ?? 0) ms")),
          .timedOut(query: query.number),
        ])
      return
    }
    if result.stop == .outputLimit {
      problems.add(
        .warning, "“\(program)” printed more than \(AnswerEntities.outputLimit) bytes; the rest is dropped")
    }
    let entities = read(result.output, &problems)
    if result.stop == .ended, !result.status.isSuccess {
      let words = result.complaint
      problems.add(
        .warning, "“\(program)” failed (\(result.status))", details: words.isEmpty ? nil : words)
    }
    let batch = SourceBatch(query: query.number, entities: entities, dedupe: false, isComplete: true)
    finish(query, problems.list.map { .problem($0) } + [.batch(batch)])
  }

  /// A query that is no longer wanted has its program ended at once.
  private func adopt(_ child: ChildProcess, for query: ProviderQuery) {
    let isWanted = state.withLock { state in
      guard state.wanted == query.number else { return false }
      state.running = (query.number, child)
      return true
    }
    if !isWanted { child.kill() }
  }

  private func finish(_ query: ProviderQuery, _ events: [ProviderEvent]) {
    let isWanted = state.withLock { state in
      if state.running?.number == query.number { state.running = nil }
      guard state.wanted == query.number, !state.isStopped else { return false }
      state.wanted = nil
      return true
    }
    if isWanted { for event in events { tell(event) } }
  }
}
