import Testing

@testable import EntitySources

/// Plays a script, a step a line, and writes what the schedule does behind each: `0 submit a → send a#1`.
private func play(
  _ script: String, cooldown: Int = 100, firstBackOff: Int = 500, longestBackOff: Int = 3000,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var schedule = SourceSchedule<String>(
    policy: .init(cooldown: cooldown, firstBackOff: firstBackOff, longestBackOff: longestBackOff))
  var out: [String] = []
  for line in script.split(separator: "\n") {
    let step = line.split(separator: "→")[0].trimmingSpaces()
    let words = step.split(separator: " ").map(String.init)
    let now = Int(words[0]) ?? -1
    var effects: [SourceSchedule<String>.Effect] = []
    var said = ""
    switch words[1] {
    case "submit": effects = schedule.submit(words.count > 2 ? words[2] : "", now: now)
    case "tick": effects = schedule.tick(now: now)
    case "cancel": schedule.cancel()
    case "batch":
      let verdict = schedule.received(
        number: Int(words[2]) ?? -1, count: Int(words[3]) ?? -1, isComplete: words.contains("last"))
      said =
        switch verdict {
        case .current(isLast: true): "current, last"
        case .current(isLast: false): "current"
        case .older: "older"
        case .ignored: "ignored"
        }
    case "fail":
      effects = schedule.failed(words[2], number: words.count > 3 ? Int(words[3]) : nil, now: now)
    case "pending": said = schedule.isPending ? "yes" : "no"
    default: Issue.record("unknown step \(step)", sourceLocation: sourceLocation)
    }
    let shown = effects.map { effect in
      switch effect {
      case .send(let query, let number): "send \(query)#\(number)"
      case .wait(let until): "wait \(until)"
      case .report(let fault, let isNew): (isNew ? "tell " : "log ") + fault
      }
    }
    said += shown.joined(separator: ", ")
    out.append(said.isEmpty ? step : "\(step) → \(said)")
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
      220 tick → send c#3
      500 submit d → send d#4
      """)
  }

  @Test func `without a cooldown each key is a query`() {
    play(
      """
      0 submit a → send a#1
      0 submit ab → send ab#2
      1 submit abc → send abc#3
      """, cooldown: 0)
  }

  @Test func `any number of batches until the last`() {
    play(
      """
      0 submit a → send a#1
      1 pending → yes
      1 batch 1 3 → current
      2 batch 1 2 → current
      3 batch 1 1 last → current, last
      4 pending → no
      """)
  }

  @Test func `after the last further batches are ignored`() {
    play(
      """
      0 submit a → send a#1
      1 batch 1 3 last → current, last
      2 batch 1 3 → ignored
      3 batch 7 3 → ignored
      """)
  }

  @Test func `empty batch finalises whatever the flag`() {
    play(
      """
      0 submit a → send a#1
      1 batch 1 0 → current, last
      2 batch 1 3 → ignored
      """)
  }

  @Test func `batch for an older query is older until its own last`() {
    play(
      """
      0 submit a → send a#1
      100 submit ab → send ab#2
      101 batch 1 3 → older
      102 batch 1 1 last → older
      103 batch 1 1 → ignored
      104 pending → yes
      105 batch 2 1 last → current, last
      """)
  }

  @Test func `cancelled query does not wait and its answers are outdated`() {
    play(
      """
      0 submit a → send a#1
      10 submit ab → wait 100
      20 cancel
      30 pending → no
      100 tick
      110 batch 1 3 → older
      """)
  }

  @Test func `failed source is reported once per distinct fault and logged each time`() {
    play(
      """
      0 submit a → send a#1
      1 fail dead → tell dead
      1000 submit b → send b#2
      1001 fail dead → log dead
      9000 submit c → send c#3
      9001 fail rubbish → tell rubbish
      """)
  }

  @Test func `failed source is retried with back off up to a cap`() {
    play(
      """
      0 submit a → send a#1
      0 fail x → tell x
      0 submit b → wait 500
      500 tick → send b#2
      500 fail x → log x
      500 submit c → wait 1500
      1500 tick → send c#3
      1500 fail x → log x
      1500 submit d → wait 3500
      3500 tick → send d#4
      3500 fail x → log x
      3500 submit e → wait 6500
      6500 tick → send e#5
      6500 fail x → log x
      6500 submit f → wait 9500
      """)
  }

  @Test func `answer ends the back off`() {
    play(
      """
      0 submit a → send a#1
      0 fail x → tell x
      0 submit b → wait 500
      500 tick → send b#2
      510 batch 2 1 last → current, last
      600 submit c → send c#3
      600 fail x → log x
      600 submit d → wait 1100
      """)
  }

  @Test func `failure ends the query and keeps what waits`() {
    play(
      """
      0 submit a → send a#1
      50 submit b → wait 100
      60 fail x → tell x, wait 560
      60 pending → yes
      560 tick → send b#2
      570 batch 1 3 → ignored
      """)
  }

  @Test func `one query's failure does not affect the others`() {
    play(
      """
      0 submit a → send a#1
      0 submit b → send b#2
      5 fail late 1 → tell late
      5 pending → yes
      6 batch 2 1 last → current, last
      """, cooldown: 0)
  }

  @Test func `large times do not overflow`() {
    var schedule = SourceSchedule<String>(
      policy: .init(cooldown: .max, firstBackOff: .max, longestBackOff: .max))
    #expect(schedule.submit("a", now: 5) == [.send("a", number: 1)])
    #expect(schedule.submit("b", now: 6) == [.wait(until: .max)])
    for _ in 0..<100 { _ = schedule.failed("x", now: .max) }
    #expect(schedule.readyAt == .max)
  }
}
