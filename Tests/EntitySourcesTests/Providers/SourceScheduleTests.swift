import Testing

@testable import EntitySources

/// Plays a script, a step a line, and writes what the schedule does behind each: `0 submit a → send a#1`. A second asker
/// is named behind the query: `0 submit a by B`.
private func play(
  _ script: String, cooldown: Int = 100, firstBackOff: Int = 500, longestBackOff: Int = 3000,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var schedule = SourceSchedule<String, String>(
    policy: .init(cooldown: cooldown, firstBackOff: firstBackOff, longestBackOff: longestBackOff))
  var out: [String] = []
  for line in script.split(separator: "\n") {
    let step = line.split(separator: "→")[0].trimmingSpaces()
    let words = step.split(separator: " ").map(String.init)
    let now = Int(words[0]) ?? -1
    let asker = words.firstIndex(of: "by").map { words[$0 + 1] } ?? "A"
    var effects: [SourceSchedule<String, String>.Effect] = []
    var said: [String] = []
    switch words[1] {
    case "submit": effects = schedule.submit(words[2], by: asker, now: now)
    case "tick": effects = schedule.tick(now: now)
    case "cancel": effects = schedule.cancel(asker) { _ in true }
    case "batch":
      let answer = schedule.received(
        number: Int(words[2]) ?? -1, count: Int(words[3]) ?? -1, isComplete: words.contains("last"))
      said = [answer.map { "to \($0.query)" + ($0.isLast ? ", last" : "") } ?? "ignored"]
      effects = answer?.effects ?? []
    case "fail":
      let (query, follow) = schedule.failed(words[2], number: Int(words[3]) ?? -1, now: now)
      said = [query.map { "\($0) has failed" } ?? "not wanted"]
      effects = follow
    default: Issue.record("unknown step \(step)", sourceLocation: sourceLocation)
    }
    said += effects.map { effect in
      switch effect {
      case .send(let query, let number): "send \(query)#\(number)"
      case .cancel(let number): "cancel #\(number)"
      case .wait(let until): "wait \(until)"
      case .report(let fault, let isNew): (isNew ? "tell " : "log ") + fault
      }
    }
    out.append(said.isEmpty ? step : "\(step) → \(said.joined(separator: ", "))")
  }
  #expect(out.joined(separator: "\n") == script, sourceLocation: sourceLocation)
}

extension Substring {
  fileprivate func trimmingSpaces() -> String { split(separator: " ").joined(separator: " ") }
}

@Suite struct SourceScheduleTests {
  @Test func `keys typed in the cooldown coalesce into one query at its end`() {
    play(
      """
      0 submit a → send a#1
      30 submit ab → wait 100
      60 submit abc → wait 100
      99 tick → wait 100
      100 tick → send abc#2
      150 tick
      """)
  }

  @Test func `cooldown restarts with each query`() {
    play(
      """
      0 submit a → send a#1
      50 submit b → wait 100
      120 tick → send b#2
      130 submit c → wait 220
      220 tick → cancel #2, send c#3
      """)
  }

  @Test func `without a cooldown each key is a query`() {
    play(
      """
      0 submit a → send a#1
      0 submit ab → send ab#2
      1 submit abc → cancel #2, send abc#3
      """, cooldown: 0)
  }

  @Test func `each asker has a cooldown and a waiting query of its own`() {
    play(
      """
      0 submit a by A → send a#1
      10 submit b by B → send b#2
      20 submit aa by A → wait 100
      30 submit bb by B → wait 110
      100 tick → send aa#3, wait 110
      110 tick → send bb#4
      """)
  }

  @Test func `the oldest query and the newest go on, those between are cancelled`() {
    play(
      """
      0 submit a → send a#1
      200 submit ab → send ab#2
      400 submit abc → cancel #2, send abc#3
      500 batch 1 3 last → to a, last
      600 submit abcd → send abcd#4
      700 batch 4 1 last → to abcd, last, cancel #3
      710 batch 3 1 last → ignored
      """)
  }

  @Test func `any number of batches until the last`() {
    play(
      """
      0 submit a → send a#1
      1 batch 1 3 → to a
      2 batch 1 2 → to a
      3 batch 1 1 last → to a, last
      4 batch 1 3 → ignored
      5 batch 7 3 → ignored
      """)
  }

  @Test func `empty batch finalises whatever the flag`() {
    play(
      """
      0 submit a → send a#1
      1 batch 1 0 → to a, last
      2 batch 1 3 → ignored
      """)
  }

  @Test func `cancelled query does not wait and is not answered`() {
    play(
      """
      0 submit a → send a#1
      10 submit ab → wait 100
      15 submit x by B → send x#2
      20 cancel by A → cancel #1
      100 tick
      110 batch 1 3 → ignored
      120 batch 2 3 → to x
      """)
  }

  @Test func `failed source is reported once per distinct fault and logged each time`() {
    play(
      """
      0 submit a → send a#1
      1 fail dead 1 → a has failed, tell dead
      1000 submit b → send b#2
      1001 fail dead 2 → b has failed, log dead
      9000 submit c → send c#3
      9001 fail rubbish 3 → c has failed, tell rubbish
      """)
  }

  @Test func `failed source is retried with back off up to a cap`() {
    play(
      """
      0 submit a → send a#1
      0 fail x 1 → a has failed, tell x
      0 submit b → wait 500
      500 tick → send b#2
      500 fail x 2 → b has failed, log x
      500 submit c → wait 1500
      1500 tick → send c#3
      1500 fail x 3 → c has failed, log x
      1500 submit d → wait 3500
      3500 tick → send d#4
      3500 fail x 4 → d has failed, log x
      3500 submit e → wait 6500
      6500 tick → send e#5
      6500 fail x 5 → e has failed, log x
      6500 submit f → wait 9500
      """)
  }

  @Test func `answer ends the back off`() {
    play(
      """
      0 submit a → send a#1
      0 fail x 1 → a has failed, tell x
      0 submit b → wait 500
      500 tick → send b#2
      510 batch 2 1 last → to b, last
      600 submit c → send c#3
      600 fail x 3 → c has failed, log x
      600 submit d → wait 1100
      """)
  }

  @Test func `failure of one asker's query makes the others wait`() {
    play(
      """
      0 submit a by A → send a#1
      50 submit b by B → send b#2
      60 submit bb by B → wait 150
      70 fail x 1 → a has failed, tell x, wait 570
      570 tick → send bb#3
      """)
  }

  @Test func `a query that a newer one has replaced does not fail the source`() {
    play(
      """
      0 submit a → send a#1
      10 submit ab → wait 100
      20 fail late 1 → not wanted
      100 tick → send ab#2
      200 submit abc → send abc#3
      210 fail late 2 → not wanted
      220 batch 3 1 last → to abc, last
      400 submit abcd → send abcd#4
      """)
  }

  @Test func `large times do not overflow`() {
    var schedule = SourceSchedule<String, String>(
      policy: .init(cooldown: .max, firstBackOff: .max, longestBackOff: .max))
    #expect(schedule.submit("a", by: "A", now: 5) == [.send("a", number: 1)])
    #expect(schedule.submit("b", by: "A", now: 6) == [.wait(until: .max)])
    #expect(schedule.submit("c", by: "B", now: 6) == [.send("c", number: 2)])
    _ = schedule.failed("x", number: 2, now: .max)
    #expect(schedule.tick(now: .max - 1) == [.wait(until: .max)])
  }
}
