import Testing

@testable import EntitySources

/// What a plug-in's program prints, as events: no more of it than anybody can take.
@Suite struct PluginReaderTests {
  private static let policy = PluginProcess.Policy(lineLimit: 10, linesPerSecond: 3)
  private var reader = PluginReader(policy: Self.policy)

  private mutating func events(_ text: String, at now: Int = 0) -> [PluginEvent] {
    var events: [PluginEvent] = []
    reader.output(Array(text.utf8), at: now) { events.append($0) }
    return events
  }

  private static func lines(_ lines: String...) -> PluginEvent { .lines(lines.map { Array($0.utf8) }) }

  @Test mutating func `lines are split anywhere, and blank ones are none`() {
    #expect(events("{\"a") == [])
    #expect(events("\": 1}\r\n\n \n{}\n{") == [Self.lines("{\"a\": 1}", "{}")])
    var last: [PluginEvent] = []
    reader.finish { last.append($0) }
    #expect(last == [Self.lines("{")])
  }

  @Test mutating func `what comes beyond the limit of a second is dropped, and told once in it`() {
    #expect(events("1\n2\n3\n4\n5\n") == [Self.lines("1", "2", "3"), .flooded])
    #expect(events("6\n", at: 999) == [])
    #expect(events("7\n", at: 1000) == [Self.lines("7")])
    #expect(events("8\n9\n", at: 1500) == [Self.lines("8", "9")])
    #expect(events("0\n1\n", at: 1999) == [.flooded])
  }

  @Test mutating func `a line without end is dropped and told`() {
    #expect(events("12345678") == [])
    #expect(events("90123") == [.flooded])
    #expect(events("4567\n{}\n", at: 2000) == [Self.lines("{}")])
  }

  @Test func `standard error goes to the log, line by line`() {
    var reader = PluginReader(policy: Self.policy)
    var events: [PluginEvent] = []
    reader.errors(Array("so\nand".utf8), at: 0) { events.append($0) }
    #expect(events == [.log("so")])
  }
}
