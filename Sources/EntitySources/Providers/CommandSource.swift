import Entities

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
    var command = command
    command.outputLimit = AnswerEntities.outputLimit
    self.name = name
    self.command = command
    self.format = format
    runner = QueryRunner(name: name, program: command.program, timeout: command.deadline, tell: tell) {
      [command] query, _, execute throws(ChildError) in
      var command = command
      command.arguments = command.arguments.map { Placeholder.fill(["{key}"], in: $0, with: query.key) }
      return try execute(command)
    } read: { output, problems in
      var answer = AnswerEntities()
      FileSource.read(output, as: format, shownAs: nil, problems: &problems) { answer.take($0) }
      answer.finish(&problems)
      return answer.entities
    }
  }

  public func send(_ query: ProviderQuery) { runner.send(query) }
  public func cancel(_ number: Int) { runner.cancel(number) }
  public func stop() { runner.stop() }
}
