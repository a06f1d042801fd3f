import Entities
import Synchronization
import SystemCalls

/// A program that is run for each query (`"type": "command"`), never through a shell: `{key}` in an argument
/// stands for the key string, whatever is in it. One runs at a time; a newer query ends the one before.
public final class CommandSource: AnsweringSource {
  public let name: String
  /// Program and arguments with `{key}`; its deadline is how long an answer may take.
  public let command: ChildCommand
  /// What it prints.
  public let format: EntityFileFormat
  private let runner: QueryRunner

  public init(
    name: String, command: ChildCommand, format: EntityFileFormat = .jsonl,
    tell: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    self.name = name
    self.command = command
    self.format = format
    runner = QueryRunner(name: name, tell: tell) { query in
      var command = command
      command.arguments = command.arguments.map { Placeholder.fill(["{key}"], in: $0, with: query.key) }
      return command
    } read: { output, problems in
      var entities: [Entity] = []
      FileSource.read(output, as: format, shownAs: nil, problems: &problems) { entity in
        entities.append(entity)
        return .kept
      }
      return entities
    }
  }

  public func send(_ query: ProviderQuery) { runner.send(query) }
  public func cancel(_ number: Int) { runner.cancel(number) }
  public func stop() { runner.stop() }
}

/// Runs one program per query, the newest only.
final class QueryRunner: Sendable {
  private struct State {
    var isStopped = false
    var running: (number: Int, child: ChildProcess)?
    /// The query that counts; answers to others are not told.
    var wanted: Int?
  }

  let name: String
  private let tell: @Sendable (ProviderEvent) -> Void
  private let makeCommand: @Sendable (ProviderQuery) -> ChildCommand
  private let read: @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  private let state = Mutex(State())

  init(
    name: String, tell: @escaping @Sendable (ProviderEvent) -> Void,
    makeCommand: @escaping @Sendable (ProviderQuery) -> ChildCommand,
    read: @escaping @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  ) {
    self.name = name
    self.tell = tell
    self.makeCommand = makeCommand
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
    let command = makeCommand(query)
    let result: ChildResult
    do throws(ChildFault) {
      result = try ChildProcess.run(
        command,
        started: { [self] child in
          let isWanted = state.withLock { state in
            guard state.wanted == query.number else { return false }
            state.running = (query.number, child)
            return true
          }
          if !isWanted { child.kill() }
        })
    } catch {
      finish(
        query,
        [.problem(SourceProblem(.error, source: name, "\(error)")), .died(nil, unanswered: [query.number])])
      return
    }
    if result.stop == .deadline {
      let limit = command.deadline ?? 0
      finish(
        query,
        [
          .problem(SourceProblem(source: name, "“\(command.program)” did not answer within \(limit) ms")),
          .timedOut(query: query.number),
        ])
      return
    }
    var problems = SourceProblems(source: name)
    if result.stop == .outputLimit {
      problems.add(
        .warning, "“\(command.program)” printed more than \(command.outputLimit) bytes; the rest is dropped")
    }
    let entities = read(result.output, &problems)
    if result.stop == .ended, !result.status.isSuccess {
      let words = result.complaint
      problems.add(
        .warning, "“\(command.program)” failed (\(result.status))", details: words.isEmpty ? nil : words)
    }
    let batch = SourceBatch(query: query.number, entities: entities, dedupe: false, isComplete: true)
    finish(query, problems.list.map { .problem($0) } + [.batch(batch)])
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
