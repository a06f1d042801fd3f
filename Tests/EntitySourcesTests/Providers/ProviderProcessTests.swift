import Entities
import Foundation
import Synchronization
import Testing

@testable import EntitySources

/// A provider written as a script, and what it has brought about so far, a line an event.
final class Stage: Sendable {
  let scratch = Scratch()
  let provider: ProviderProcess
  private let events: Events

  private final class Events: Sendable {
    let lines = Mutex<[String]>([])
    let arrived = DispatchSemaphore(value: 0)
  }

  init(
    _ script: String,
    policy: ProviderProcess.Policy = .init(timeout: 60_000, firstBackOff: 1, longestBackOff: 5)
  ) {
    scratch.write("provider", "#!/bin/sh\n" + script, executable: true)
    let events = Events()
    self.events = events
    provider = ProviderProcess(
      name: "ldap", command: ChildCommand(["./provider"], directory: scratch.path), policy: policy
    ) { event in
      let text: String =
        switch event {
        case .started: "started"
        case .batch(let batch):
          "\(batch.query): " + batch.entities.map(line).joined(separator: ", ")
            + (batch.dedupe ? " dedupe" : "") + (batch.isComplete ? " last" : "")
        case .problem(let problem): "! \(problem)"
        case .timedOut(let query): "\(query) timed out"
        case .died(let status, let unanswered): "died \(status.map { "\($0)" } ?? "unborn") \(unanswered)"
        case .log(let text): "log \(text)"
        }
      events.lines.withLock { $0.append(text) }
      events.arrived.signal()
    }
  }

  deinit { provider.stop() }

  /// Waits until an event reads like that; all events up to it.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    while true {
      let lines = events.lines.withLock { $0 }
      if let at = lines.firstIndex(where: { $0.hasPrefix(text) }) { return Array(lines[...at]) }
      if events.arrived.wait(timeout: .now() + 60) == .timedOut {
        Issue.record("no “\(text)” among \(lines)", sourceLocation: sourceLocation)
        return lines
      }
    }
  }

  func ask(_ number: Int, _ key: String = "ad") {
    provider.send(ProviderQuery(number: number, key: key, controlCharacter: "@", languageID: "markdown"))
  }
}

@Suite struct ProviderProcessTests {
  @Test func `is started at the first query and gets it as a line`() {
    let stage = Stage(
      """
      read -r line
      printf '%s' "$line" > got
      echo '{"query": 7, "entities": [{"name": "Ada"}], "dedupe": true, "isComplete": true}'
      read -r line
      """)
    stage.ask(7)
    #expect(stage.wait(for: "7:") == ["started", "7: Ada dedupe last"])
    #expect(
      (try? String(contentsOfFile: stage.scratch.path + "/got", encoding: .utf8))
        == #"{"query":7,"key":"ad","searchType":"explicit","invoked":false,"controlCharacter":"@","languageId":"markdown"}"#
    )
  }

  @Test func `any number of batches in the order in which they come`() {
    let stage = Stage(
      """
      read -r line
      echo '{"query": 1, "entities": [{"name": "Ada"}, {"name": "Bob"}]}'
      echo '{"query": 1, "entities": [{"name": "Carol"}], "isComplete": false}'
      echo '{"query": 1, "entities": null}'
      read -r line
      """)
    stage.ask(1)
    #expect(stage.wait(for: "1:  last") == ["started", "1: Ada, Bob", "1: Carol", "1:  last"])
  }

  @Test func `keeps running for the next query`() {
    let stage = Stage(
      """
      n=0
      while read -r line; do
        n=$((n + 1))
        echo "{\\"query\\": $n, \\"entities\\": [{\\"name\\": \\"Answer $n\\"}], \\"isComplete\\": true}"
      done
      """)
    stage.ask(1)
    stage.wait(for: "1: Answer 1 last")
    stage.ask(2)
    #expect(stage.wait(for: "2:") == ["started", "1: Answer 1 last", "2: Answer 2 last"])
  }

  @Test func `garbage is a problem and the rest is kept`() {
    let stage = Stage(
      """
      read -r line
      echo 'hello there'
      echo '{"query": "x"}'
      echo '{"query": 1, "entities": 7, "isComplete": false}'
      echo '{"query": 2, "entities": [{"name": "Ada"}, {"id": "b"}], "isComplete": "yes"}'
      echo '{"query": 1, "entities": [{"name": "Ada"}], "isComplete": true}'
      read -r line
      """)
    stage.ask(2)
    stage.ask(1)
    let lines = stage.wait(for: "1: Ada last")
    #expect(
      lines.contains {
        $0.hasPrefix("! ldap: line 1: the program printed a line that is not JSON: column 1: ")
          && $0.hasSuffix("“hello there”")
      })
    #expect(
      lines.contains("! ldap: line 2: query: expected an object whose “query” is the number of a query"))
    #expect(lines.contains("! ldap: line 3: entities: expected an array, found a number"))
    let needs = "an entity needs a name, a handle or an e-mail address; left out"
    #expect(lines.contains("! ldap: line 4: entities[1].name: \(needs)"))
    #expect(lines.contains("! ldap: line 4: isComplete: expected true or false, found a string"))
    #expect(lines.contains("2: Ada"))
  }

  @Test func `answer to a query that was never asked is a problem`() {
    let stage = Stage("read -r line\necho '{\"query\": 99, \"entities\": []}'\nread -r line\n")
    stage.ask(1)
    #expect(stage.wait(for: "!").last == "! ldap: the program answered an unknown query: 99")
  }

  @Test func `program that never answers times out and may still answer late`() {
    let stage = Stage(
      """
      read -r line
      read -r line
      echo '{"query": 1, "entities": [{"name": "Late"}], "isComplete": true}'
      read -r line
      """, policy: .init(timeout: 30, firstBackOff: 1, longestBackOff: 5))
    stage.ask(1)
    #expect(
      stage.wait(for: "1 timed out").filter { $0 != "started" }
        == ["1 timed out"])
    stage.ask(2)
    stage.wait(for: "1: Late last")
  }

  @Test func `program that dies is started again at the next query`() {
    let stage = Stage(
      """
      read -r line
      if [ -e born ]; then
        echo '{"query": 2, "entities": [{"name": "Again"}], "isComplete": true}'
        read -r line
      fi
      touch born
      echo 'cannot go on' >&2
      exit 4
      """)
    stage.ask(1)
    let lines = stage.wait(for: "died")
    #expect(
      lines == [
        "started", "log cannot go on",
        "! ldap: the program ended (exit status 4): cannot go on; the next query restarts it, at the earliest after 1 ms",
        "died exit status 4 [1]",
      ])
    stage.ask(2)
    #expect(stage.wait(for: "2: Again last").filter { $0 == "started" }.count == 2)
  }

  @Test func `missing program is reported clearly`() {
    let stage = Stage("")
    let events = Mutex<[ProviderEvent]>([])
    _ = stage
    let died = DispatchSemaphore(value: 0)
    let box = EventBox()
    let provider = ProviderProcess(
      name: "ldap", command: ChildCommand(["no-such-provider"]), policy: .init()
    ) { event in
      box.add(event)
      if case .died = event { died.signal() }
    }
    provider.send(ProviderQuery(number: 3, key: ""))
    #expect(died.wait(timeout: .now() + 60) == .success)
    #expect(
      box.all == [
        .problem(SourceProblem(.error, source: "ldap", "the program “no-such-provider” was not found")),
        .died(nil, unanswered: [3]),
      ])
    events.withLock { $0 = [] }
    provider.stop()
  }

  @Test func `last line may lack its end`() {
    let stage = Stage(
      "read -r line\nprintf '{\"query\": 1, \"entities\": [{\"name\": \"Ada\"}], \"isComplete\": true}'\n")
    stage.ask(1)
    #expect(stage.wait(for: "died").filter { $0 == "1: Ada last" }.count == 1)
  }

  @Test func `cancellation is passed on`() {
    let stage = Stage(
      """
      read -r line
      echo started >&2
      read -r line
      echo "$line" >&2
      read -r line
      """)
    stage.ask(1)
    stage.wait(for: "log started")
    stage.provider.cancel(1)
    #expect(stage.wait(for: "log {").last == #"log {"cancel":1}"#)
  }

  @Test func `program that does not read never blocks the caller`() {
    let stage = Stage(
      "echo up >&2\nexec sleep 1000\n",
      policy: .init(timeout: 60_000, firstBackOff: 1, longestBackOff: 5, outgoingLimit: 200_000))
    stage.ask(0)
    stage.wait(for: "log up")
    let long = String(repeating: "x", count: 50_000)
    for number in 1...40 { stage.ask(number, long) }
    #expect(
      stage.wait(for: "!").last?.hasPrefix("! ldap: the program does not read its input: query") == true)
  }

  @Test func `stop ends the program and everything it started`() throws {
    let stage = Stage("sleep 1000 &\necho \"$$\" >&2\ntrap '' TERM\nwhile :; do wait; sleep 1000; done\n")
    stage.ask(1)
    let last = try #require(stage.wait(for: "log").last)
    let process = try #require(Int32(last.dropFirst(4)))
    stage.provider.stop()
    #expect(ProcessFacts.isGone(process))
  }
}

private final class EventBox: Sendable {
  private let events = Mutex<[ProviderEvent]>([])
  func add(_ event: ProviderEvent) { events.withLock { $0.append(event) } }
  var all: [ProviderEvent] { events.withLock { $0 } }
}
