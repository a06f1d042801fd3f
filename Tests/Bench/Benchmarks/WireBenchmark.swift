import Entities
import JSONText
import LanguageProtocol

/// Messages to values and values to bytes.
enum WireBenchmark {
  static func rows(_ bench: Bench) throws(BenchError) -> [Row] {
    let rounds = bench.rounds(2000, quick: 200)
    let change = LocalSession.bytes(
      Messages.didChange("file:///people/notes.md", version: 7, line: 120, column: 33, "a"))
    let list = completionList(count: 200)
    return [
      try repeated(
        "one didChange from bytes to a value", .microseconds, rounds: rounds, inner: 20
      ) { () throws(BenchError) in
        guard case .notification(_, let params) = RPCMessage.decode(change),
          let read = try? params.params(DidChangeTextDocumentParams.self)
        else { throw BenchError("a didChange of ours cannot be read") }
        return read.textDocument.version
      },
      try repeated(
        "200 completion items to bytes", .microseconds, rounds: rounds, inner: 1
      ) { () throws(BenchError) in
        RPCEncoder.response(id: 7, result: list).count
      },
    ]
  }

  /// Times `inner` runs at once, so that the clock's own cost is not what is measured.
  private static func repeated(
    _ work: String, _ unit: Row.Unit, rounds: Int, inner: Int, _ body: () throws(BenchError) -> Int
  ) throws(BenchError) -> Row {
    var sample = Sample()
    var sum = 0
    let clock = ContinuousClock()
    for round in -rounds / 10..<rounds {
      let start = clock.now
      for _ in 0..<inner { sum &+= try body() }
      let duration = start.duration(to: clock.now)
      if round >= 0 { sample.add(duration.microseconds / Double(inner)) }
    }
    // Read, so that nothing is left out.
    guard sum != 0 else { throw BenchError("\(work) yields nothing") }
    return Row(work, unit, ours: .measured(sample))
  }

  private static func completionList(count: Int) -> CompletionList {
    var directory = Directory()
    let range = LanguageProtocol.Range(
      start: Position(line: 12, character: 4), end: Position(line: 12, character: 8))
    let items = (0..<count).map { index in
      let entity = directory.entity(index)
      var item = CompletionItem(label: entity.name)
      item.kind = .reference
      item.labelDetails = CompletionItemLabelDetails(
        detail: entity.handle.map { " @\($0)" }, description: entity.detail)
      item.filterText = "@ada \(entity.name) \(entity.handle ?? "")"
      item.sortText = String(1000 + index)
      item.textEdit = TextEdit(range: range, newText: entity.name)
      item.data = [1, 7, .integer(index)]
      return item
    }
    return CompletionList(isIncomplete: true, items: items)
  }
}
