import Entities
import Mentions
import SessionSimulation
import TextModel

/// Large edits of documents with many mentions: what twice as many cost. The document alone, without messages.
enum GrowthBenchmark {
  static func rows(_ bench: Bench) -> [Row] {
    let counts = bench.options.isQuick ? [1000, 2000, 4000] : [12_500, 25_000, 50_000, 100_000]
    var rows: [Row] = []
    for work in works {
      var steps: [String] = []
      for count in counts {
        let document = GrowingDocument(count)
        let (duration, cost) = work.run(document)
        steps.append("\(grouped(count)): \(grouped(cost))")
        rows.append(
          Row(
            "\(work.name), \(grouped(count)) mentions", goal: "linear", .milliseconds,
            [duration.milliseconds]))
      }
      bench.note("steps of \(work.name): \(steps.joined(separator: ", "))")
    }
    return rows
  }

  private struct Work {
    let name: String
    let run: @Sendable (GrowingDocument) -> (Duration, steps: Int)
  }

  private static let works = [
    Work(name: "whole document with new indentation") { document in
      document.changed([(nil, document.lines.map { "    " + $0 })])
    },
    Work(name: "whole document with its lines in another order") { document in
      var random = SeededRandom(Bench.seed)
      return document.changed([(nil, document.lines.shuffled(using: &random))])
    },
    Work(name: "new lines in, old lines out, in two notifications") { document in
      var random = SeededRandom(Bench.seed)
      let new = document.lines.map { $0.replacing("task", with: "job") }.shuffled(using: &random)
      let end = document.end
      return document.changed([(TextRange(end, end), new), (TextRange(0, end), [])])
    },
    Work(name: "all text cut and pasted") { document in
      document.changed([(nil, []), (nil, document.lines)])
    },
    Work(name: "opened where the text of kept mentions is gone") { document in
      document.restored(in: document.lines.map { _ in "nobody of them is in this line\n" })
    },
    Work(name: "opened where the lines of kept mentions were sorted") { document in
      document.restored(in: document.lines.sorted())
    },
  ]
}

/// Lines with a mention each; every tenth of the same person.
private struct GrowingDocument {
  let lines: [String]
  private let document: MentionsDocument

  init(_ count: Int) {
    var lines: [String] = []
    var requests: [AddRequest] = []
    var start = 0
    for index in 0..<count {
      let name = index % 10 == 0 ? "Ada Lovelace" : "Person \(index)"
      let before = "- task \(index) for "
      lines.append("\(before)\(name) please\n")
      let from = start + before.utf8.count
      requests.append(
        AddRequest(
          range: TextRange(from, from + name.utf8.count), text: nil, entity: Entity(id: name, name: name)))
      start += lines[index].utf8.count
    }
    self.lines = lines
    var document = MentionsDocument(
      text: Array(lines.joined().utf8), languageID: "markdown", policy: .standard)
    _ = document.add(requests)
    self.document = document
  }

  var end: Int { document.text.buffer.count }

  /// Changes the text, each change a notification of its own; nil means all of it.
  func changed(_ changes: [(range: TextRange?, lines: [String])]) -> (Duration, steps: Int) {
    var document = document
    // The copy is made before the clock runs.
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 0), " "))
    _ = document.finishChanges(now: .zero)
    document.beginChanges()
    document.splice(TextReplacement(TextRange(0, 1), ""))
    _ = document.finishChanges(now: .zero)
    let known = document.steps
    let texts = changes.map { Array($0.lines.joined().utf8) }
    let clock = ContinuousClock()
    let start = clock.now
    for (change, text) in zip(changes, texts) {
      document.beginChanges()
      document.splice(TextReplacement(range: change.range ?? document.text.buffer.range, replacement: text))
      _ = document.finishChanges(now: Instant(milliseconds: 5000))
    }
    return (start.duration(to: clock.now), document.steps - known)
  }

  /// Opens another text in which the mentions are looked for.
  func restored(in lines: [String]) -> (Duration, steps: Int) {
    let archive = document.archive()
    var document = MentionsDocument(
      text: Array(lines.joined().utf8), languageID: "markdown", policy: .standard)
    let clock = ContinuousClock()
    let start = clock.now
    _ = document.restore([archive])
    return (start.duration(to: clock.now), document.steps)
  }
}
