/// Makes events of what a program prints: no more of them than somebody could read, whatever it prints.
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
