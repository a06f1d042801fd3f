import Entities
import Testing

@testable import EntitySources

/// Programs that print without end: what is logged is bounded, what is counted is exact.
@Suite struct ProviderFloodTests {
  /// Feeds lines at these times and returns what is logged.
  private func told(_ pieces: [(at: Int, text: String)], perSecond: Int = 3) -> [String] {
    var lines = ErrorLines(perSecond: perSecond)
    var told: [String] = []
    for piece in pieces {
      if piece.text.isEmpty {
        _ = lines.tellMore(at: piece.at) { told.append($0) }
      } else {
        lines.take(Array(piece.text.utf8), at: piece.at) { told.append($0) }
      }
    }
    lines.finish { told.append($0) }
    return told
  }

  @Test func `lines within the rate are logged unchanged`() {
    #expect(
      told([(0, "a\r\nb\n"), (500, "c"), (600, "\n"), (1000, "d\n"), (2500, "e")]) == [
        "a", "b", "c", "d", "e",
      ])
  }

  @Test func `lines beyond the rate are counted`() {
    let flood = String(repeating: "x\n", count: 12_003)
    #expect(told([(0, flood)]) == ["x", "x", "x", "… 12,000 more lines"])
    #expect(told([(0, "1\n2\n3\n4\n"), (1000, "")]) == ["1", "2", "3", "… 1 more line"])
  }

  @Test func `count is reported when its second is over`() {
    var lines = ErrorLines(perSecond: 1)
    var told: [String] = []
    lines.take(Array("a\nb\n".utf8), at: 100) { told.append($0) }
    #expect(lines.tellMore(at: 200) { told.append($0) } == 1100)
    #expect(told == ["a"])
    #expect(lines.tellMore(at: 1100) { told.append($0) } == nil)
    #expect(told == ["a", "… 1 more line"])
  }

  @Test func `endless line is cut`() {
    let long = String(repeating: "x", count: 3_000_000)
    #expect(
      told([(0, long), (1, long + "\nnext\n")]) == [String(repeating: "x", count: 4096) + "…", "next"])
  }

  @Test func `numbers are grouped`() {
    let grouped = [0, 12, 999, 1000, 54_321, 1_234_567].map(ErrorLines.grouped)
    #expect(grouped == ["0", "12", "999", "1,000", "54,321", "1,234,567"])
  }

  @Test func `flood of errors is counted and the answer comes`() throws {
    let stage = Stage(
      """
      read -r line
      yes rubbish | head -n 200000 >&2
      echo '{"query": 1, "entities": [{"name": "Ada"}], "isComplete": true}'
      """)
    stage.ask(1)
    let events = stage.wait(for: "died")
    #expect(events.contains("1: Ada last"))
    let logged = events.filter { $0.hasPrefix("log ") }
    let counted = logged.compactMap { $0.hasPrefix("log … ") ? $0.filter(\.isNumber) : nil }.compactMap {
      Int($0)
    }
    #expect(logged.count - counted.count + counted.reduce(0, +) == 200_000)
    // 51 in each second that the machine takes for it.
    #expect(logged.count < 51 * 60, "\(logged.count) lines are told")
  }

  @Test func `endless answer is cut and ends the query`() {
    let stage = Stage(
      """
      read -r line
      yes '{"query": 1, "entities": [{"name": "Ada"}, {"name": "Bob"}]}' | head -n 4000
      echo '{"query": 2, "entities": [{"name": "Carol"}], "isComplete": true}'
      """, policy: .init(timeout: 60_000, firstBackOff: 1, longestBackOff: 5, entityLimit: 1001))
    stage.ask(2)
    stage.ask(1)
    let events = stage.wait(for: "died")
    let batches = events.filter { $0.hasPrefix("1: ") }
    #expect(batches.reduce(0) { $0 + $1.split(separator: ",").count } == 1001)
    #expect(batches.last?.hasSuffix(" last") == true)
    #expect(batches.count < 100, "\(batches.count) batches")
    #expect(
      events.contains(
        "! ldap: the program answered a query with more than 1001 entities; the rest is left out: query 1"))
    #expect(events.contains("2: Carol last"))
  }

  @Test func `batches after the last are dropped`() {
    let stage = Stage(
      """
      read -r line
      echo '{"query": 1, "entities": [{"name": "Ada"}], "isComplete": true}'
      yes '{"query": 1, "entities": [{"name": "Bob"}]}' | head -n 2000
      yes '{"query": 99, "entities": [{"name": "Bob"}]}' | head -n 2000
      """)
    stage.ask(1)
    let events = stage.wait(for: "died")
    #expect(events.filter { $0.hasPrefix("1:") } == ["1: Ada last"])
    #expect(events.filter { $0.contains("unknown query") }.count == 1)
  }

  @Test func `command that prints too much is ended and reported`() {
    // Lines long enough for both limits to be reached by few of them.
    let other = String(repeating: "x", count: 700)
    let (listener, source) = CommandSourceTests.source(
      "exec yes '{\"name\": \"Ada\", \"id\": 1, \"other\": \"\(other)\"}'")
    source.send(ProviderQuery(number: 1, key: ""))
    let events = listener.wait(for: "1:")
    #expect(events.contains("! find: “./find” printed more than 8388608 bytes; the rest is dropped"))
    #expect(
      events.contains {
        $0.hasPrefix("! find: the answer has more than 10000 entities; the rest is left out: ")
      })
    #expect(events.last?.split(separator: ",").count == 10_000)
  }
}
