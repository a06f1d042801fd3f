import JSONText
import LanguageProtocol

/// Reading a large directory: from `initialized` until its last line is offered, and the memory held then.
enum DirectoryBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let count = bench.rounds(1_000_000, quick: 100_000)
    let file = try DirectoryFile.make(count, bench)
    var time = Row("directory of \(grouped(count)) ready", goal: "≤ 1300 ms", .milliseconds)
    var work = Row("processors until then, asking included", goal: "≤ 1900 ms", .milliseconds)
    var memory = Row("resident memory with it", goal: "≤ 250 MiB", .mebibytes)
    var anonymous = Row("anonymous memory with it", .mebibytes)
    for round in -1..<bench.rounds(3, quick: 1) {
      let child = try ChildServer(bench.ours)
      defer { child.end() }
      let uri = bench.uri("directory.md")
      try child.initialize(folder: bench.folder, options: file.settings)
      let start = ContinuousClock().now
      try child.open(uri, "Hello \n")
      let end = try untilRead(child, uri, line: 1, column: 0)
      guard round >= 0 else { continue }
      time.ours.add((end - start).milliseconds)
      if let spent = child.processorTime { work.ours.add(spent) }
      if let held = child.residentMemory { memory.ours.add(held) }
      if let held = child.anonymousMemory { anonymous.ours.add(held) }
    }
    bench.note(
      "the directory is a JSON Lines file of \(Report.figure(Double(file.bytes) / 1_000_000)) MB, "
        + "in the system's cache when it is read")
    return [time, work, memory, anonymous]
  }

  /// Asks for who is in the last line until that is offered; returns when, with the text taken away again.
  static func untilRead(
    _ child: ChildServer, _ uri: DocumentURI, line: Int, column: Int
  ) throws(BenchError) -> ContinuousClock.Instant {
    let text = "@" + DirectoryFile.last
    child.queue(Messages.didChange(uri, version: 1, line: line, column: column, text))
    let end = column + text.utf16.count
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(120)
    while clock.now < deadline {
      let answer = try child.ask(.completion, Messages.place(uri, line: line, column: end))
      guard case .success(let payload) = answer, let list = try? payload.value() else {
        throw BenchError("completion was refused")
      }
      if let items = list["items"]?.arrayValue, !items.isEmpty {
        let found = child.arrival
        child.queue(
          Messages.didChange(uri, version: 2, line: line, column: column, removing: text.utf16.count, ""))
        return found
      }
    }
    throw BenchError("the directory was not read in two minutes")
  }
}
