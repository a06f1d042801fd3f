import EntitySources
import Foundation
import Testing

/// `events`: what the user did, from a transcript.
@Suite struct EventsTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  private static let transcript = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/typing.jsonl").path

  @Test func `one of everything`() throws {
    let events = try program.run("events", Self.transcript)
    #expect(events.errors == "")
    #expect(events.status == .exited(0))
    try expectGolden(events.output, "typing.txt")
  }

  @Test func `a transcript that begins late is read as well`() throws {
    let lines = try String(contentsOfFile: Self.transcript, encoding: .utf8).split(separator: "\n")
    let late = lines.filter { !$0.contains("initialize") && !$0.contains("\"server\"") }
    let path = try program.room.write("late.jsonl", late.map { $0 + "\n" }.joined())
    let events = try program.run("events", path)
    #expect(events.status == .exited(0))
    #expect(events.output.contains("notes.md:3:1"))
    #expect(events.output.contains("undone"))
  }

  @Test func `a session in which nothing was typed has no events`() throws {
    let path = try program.room.write("nothing.jsonl", #"{"t":0,"from":"clock","tick":true}"# + "\n")
    let events = try program.run("events", path)
    #expect(events.status == .exited(0))
    #expect(events.output == "")
  }

  @Test func `what acts on a terminal is not shown`() throws {
    func line(_ method: String, _ params: String) -> String {
      #"{"t":0,"from":"client","message":{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}}"# + "\n"
    }
    let opened =
      #"{"textDocument":{"uri":"file:///a","languageId":"markdown","version":1,"text":""}}"#
    let changed =
      #"{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"text":"\#(#"\u001b[31m\u202eab"#)"}]}"#
    let path = try program.room.write(
      "hostile.jsonl", line("textDocument/didOpen", opened) + line("textDocument/didChange", changed))
    let events = try program.run("events", path)
    #expect(events.status == .exited(0))
    #expect(events.output.contains("\"b\""))
    #expect(!events.output.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
  }

  @Test func `what is no transcript is reported`() throws {
    let missing = try program.run("events", "gone.jsonl")
    #expect(missing.status == .exited(2))
    #expect(missing.errors == "mentions-lsp: cannot read gone.jsonl: there is no such file\n")
    let other = try program.run("events", try program.room.write("text.txt", "hello\n"))
    #expect(other.status == .exited(2))
    #expect(other.errors.contains("is not a transcript"))
    let none = try program.run("events")
    #expect(none.status == .exited(2))
  }
}
