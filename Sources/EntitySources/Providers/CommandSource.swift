import Entities
import Synchronization
import SystemCalls

/// A program that is run for each query (`"type": "command"`), without a shell. See ``KeyArguments`` for the
/// placeholders of the key string.
package final class CommandSource: AnsweringSource {
  package let name: String
  /// The program and its arguments, with placeholders. The command's deadline limits the time of each answer.
  package let command: ChildCommand
  /// The format of standard output.
  package let format: EntityFileFormat
  private let runner: QueryRunner

  package init(
    name: String, command: ChildCommand, format: EntityFileFormat = .jsonl,
    tell: @escaping @Sendable (ProviderEvent) -> Void
  ) {
    var command = command
    command.outputLimit = AnswerEntities.outputLimit
    self.name = name
    self.command = command
    self.format = format
    let parsed = Result { () throws(KeyArguments.Fault) in try KeyArguments(command.arguments) }
    runner = QueryRunner(name: name, program: command.program, tell: tell) {
      [command] query, problems, execute throws(ChildError) in
      var command = command
      let arguments: KeyArguments
      do throws(KeyArguments.Fault) {
        arguments = try parsed.get()
      } catch {
        problems.add(.error, field: "command[\(error.index)]", "expected \(error.expected)")
        return nil
      }
      switch arguments.filled(with: query.key) {
      case .arguments(let words): command.arguments = words
      case .refused:
        problems.add(
          .warning,
          "“\(command.program)” would interpret a search key that begins with “-” as an option; put “--” before {key}"
        )
        return nil
      case .nothing: return nil
      }
      return try execute(command)
    } read: { output, problems in
      var answer = AnswerEntities()
      FileSource.read(output, as: format, shownAs: nil, problems: &problems) { answer.take($0) }
      answer.finish(&problems)
      return answer.entities
    }
  }

  package func send(_ query: ProviderQuery) { runner.send(query) }
  package func cancel(_ number: Int) { runner.cancel(number) }
  package func stop() { runner.stop() }
}

/// Runs the commands of each query, on a separate thread, until the query is answered or cancelled.
final class QueryRunner: Sendable {
  /// Runs one program to completion. May be called several times for one query.
  typealias Execute = (ChildCommand) throws(ChildError) -> ChildResult

  private struct State {
    var isStopped = false
    /// The numbers of the queries that may still be answered.
    var wanted: Set<Int> = []
    var running: [Int: ChildProcess] = [:]
  }

  let name: String
  private let tell: @Sendable (ProviderEvent) -> Void
  private let program: String
  private let perform:
    @Sendable (ProviderQuery, inout SourceProblems, Execute) throws(ChildError) -> ChildResult?
  private let read: @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the program's name, for messages.
  ///   - perform: runs the commands of a query and returns the result of the last command; nil if no command was
  ///     needed.
  ///   - read: parses the output into entities.
  init(
    name: String, program: String, tell: @escaping @Sendable (ProviderEvent) -> Void,
    perform:
      @escaping @Sendable (ProviderQuery, inout SourceProblems, Execute) throws(ChildError) -> ChildResult?,
    read: @escaping @Sendable ([UInt8], inout SourceProblems) -> [Entity]
  ) {
    self.name = name
    self.program = program
    self.tell = tell
    self.perform = perform
    self.read = read
  }

  deinit { stop() }

  func send(_ query: ProviderQuery) {
    let isWanted = state.withLock { state in
      !state.isStopped && state.wanted.insert(query.number).inserted
    }
    if isWanted, !Platform.startThread({ [self] in run(query) }) {
      finish(query, [.died(nil, unanswered: [query.number])])
    }
  }

  func cancel(_ number: Int) {
    let child = state.withLock { state in
      state.wanted.remove(number)
      return state.running.removeValue(forKey: number)
    }
    child?.kill()
  }

  func stop() {
    let children = state.withLock { state in
      state.isStopped = true
      state.wanted = []
      defer { state.running = [:] }
      return state.running.values
    }
    for child in children { child.kill() }
  }

  private func run(_ query: ProviderQuery) {
    var problems = SourceProblems(source: name)
    let performed: ChildResult?
    do throws(ChildError) {
      performed = try perform(query, &problems) { [self] command throws(ChildError) in
        try ChildProcess.run(command) { adopt($0, for: query) }
      }
    } catch {
      finish(
        query,
        [.problem(SourceProblem(.error, source: name, "\(error)")), .died(nil, unanswered: [query.number])])
      return
    }
    guard let result = performed else {
      let empty = SourceBatch(query: query.number, entities: [], dedupe: true, isComplete: true)
      return finish(query, problems.list.map { .problem($0) } + [.batch(empty)])
    }
    if result.stop == .deadline { return finish(query, [.timedOut(query: query.number)]) }
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
    let batch = SourceBatch(query: query.number, entities: entities, dedupe: true, isComplete: true)
    finish(query, problems.list.map { .problem($0) } + [.batch(batch)])
  }

  /// Registers the running program of a query, and kills it if the query is no longer wanted.
  private func adopt(_ child: ChildProcess, for query: ProviderQuery) {
    let isWanted = state.withLock { state in
      guard state.wanted.contains(query.number) else { return false }
      state.running[query.number] = child
      return true
    }
    if !isWanted { child.kill() }
  }

  private func finish(_ query: ProviderQuery, _ events: [ProviderEvent]) {
    let isWanted = state.withLock { state in
      state.running[query.number] = nil
      return state.wanted.remove(query.number) != nil
    }
    if isWanted { for event in events { tell(event) } }
  }
}

/// The entities of one answer, limited to a useful number.
struct AnswerEntities {
  /// The maximum number of entities kept per query; a chooser shows a few dozen.
  private static let limit = ProviderProcess.Policy().entityLimit
  /// The maximum number of bytes of output per query.
  static let outputLimit = 1 << 23

  private(set) var entities: [Entity] = []
  private var leftOut = 0

  mutating func take(_ entity: Entity) -> EntityReception {
    if entities.count < Self.limit { entities.append(entity) } else { leftOut += 1 }
    return .kept
  }

  /// Reports a problem if there were too many entities.
  func finish(_ problems: inout SourceProblems) {
    guard leftOut > 0 else { return }
    problems.add(
      .warning, "the answer has more than \(Self.limit) entities; the rest is left out", details: "\(leftOut)"
    )
  }
}
