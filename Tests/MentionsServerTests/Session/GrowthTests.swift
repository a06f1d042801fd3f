import JSONText
import LanguageProtocol
import Mentions
import MentionsTestKit
import SessionSimulation
import Testing

@testable import MentionsServer

/// Costs grow as what there is: at twice as much, twice the steps. Counted, not timed.
@Suite struct GrowthTests {
  private func check(
    _ steps: (Int) throws -> Int, of sizes: [Int], location: SourceLocation = #_sourceLocation
  ) throws {
    let counts = try sizes.map(steps)
    #expect(counts.allSatisfy { $0 > 0 }, "nothing is counted", sourceLocation: location)
    for (at, (small, large)) in zip(counts, counts.dropFirst()).enumerated() {
      let isLinear = Double(large) <= Double(small) * 2.2
      #expect(isLinear, "\(sizes[at]): \(small) steps, \(sizes[at + 1]): \(large)", sourceLocation: location)
    }
  }

  private func waiting() throws -> SessionTalk {
    let talk = try SessionTalk(
      options: [
        "sources": [
          "git": nil, "codeowners": nil, "people": nil, "out": ["type": "process", "command": ["./p"]],
        ]
      ])
    return talk
  }

  @Test func `waiting completions in one document`() throws {
    try check(
      { count in
        let talk = try waiting()
        try talk.open("")
        try talk.type("@")
        let before = talk.transport.steps
        for _ in 0..<count { _ = try talk.send("textDocument/completion", talk.here()) }
        talk.transport.pause(milliseconds: 3000)
        let answers = try talk.listen().filter { if case .response = $0 { true } else { false } }
        #expect(answers.count == count)
        return talk.transport.steps - before
      }, of: [250, 500, 1000])
  }

  @Test func `cancelled requests`() throws {
    try check(
      { count in
        let talk = try waiting()
        try talk.open("")
        try talk.type("@")
        let before = talk.transport.steps
        for _ in 0..<count {
          guard case .integer(let id) = try talk.send("textDocument/completion", talk.here()) else {
            continue
          }
          try talk.tell("$/cancelRequest", ["id": .integer(id)])
        }
        let answers = try talk.listen().filter { if case .response = $0 { true } else { false } }
        #expect(answers.count == count)
        return talk.transport.steps - before
      }, of: [250, 500, 1000])
  }

  @Test func `workspace folders`() throws {
    try check(
      { count in
        let talk = try SessionTalk(roots: (0..<count).map { "/w/\($0)" })
        try talk.tell("workspace/didChangeConfiguration", ["settings": ["mentions": ["limit": 7]]])
        try talk.open("", uri: "file:///w/\(count - 1)/d")
        try talk.type("@a", uri: "file:///w/\(count - 1)/d")
        return talk.transport.steps
      }, of: [40, 80, 160])
  }

  @Test func `due events come in order`() {
    var due = DueTimes<Int>()
    for (value, time) in [5, 3, 9, 3, 1, 7, 3].enumerated() {
      due.add(value, at: Instant(milliseconds: Int64(time)))
    }
    var taken: [Int] = []
    #expect(due.take(at: Instant(milliseconds: 0)) == nil)
    while let value = due.take(at: Instant(milliseconds: 7)) { taken.append(value) }
    #expect(taken == [4, 1, 3, 6, 0, 5])
    #expect(due.next == Instant(milliseconds: 9))
  }
}
