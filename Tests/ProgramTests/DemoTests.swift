import EntitySources
import Foundation
import JSONText
import Testing

/// `demo`, and `replay` of what it recorded.
@Suite struct DemoTests {
  let program: BuiltProgram
  init() throws { program = try BuiltProgram() }

  @Test func `demo shows what a user would see`() throws {
    let demo = try program.run("demo")
    #expect(demo.errors == "")
    #expect(demo.status == .exited(0))
    try expectGolden(demo.output, "demo.txt")
  }

  @Test func `demo's transcript contains every message and replays`() throws {
    let demo = try program.run("demo", "--json")
    #expect(demo.status == .exited(0))
    #expect(demo.errors == "")
    let lines = demo.output.split(separator: "\n")
    #expect(lines.count > 100)
    for line in lines {
      let value = try JSONParser.parse(String(line))
      #expect(value["t"]?.doubleValue != nil && value["from"]?.stringValue != nil)
    }
    let path = try program.room.write("demo.jsonl", demo.output)
    let replay = try program.run("replay", path)
    #expect(replay.status == .exited(0), "\(replay.output)\(replay.errors)")
    #expect(replay.output == "no differences in \(lines.count) lines\n")
  }

  @Test func `a changed transcript differs, and is reduced`() throws {
    let demo = try program.run("demo", "--json")
    var lines = demo.output.split(separator: "\n").map(String.init)
    let at = try #require(
      lines.firstIndex { $0.contains("\"label\":\"Donald Knuth\"") && !$0.contains("Alan Perlis") })
    lines[at] = lines[at].replacing("\"label\":\"Donald Knuth\"", with: "\"label\":\"Somebody Else\"")
    let path = try program.room.write("changed.jsonl", lines.map { $0 + "\n" }.joined())

    let replay = try program.run("replay", path)
    #expect(replay.status == .exited(1))
    #expect(replay.output.contains("line \(at + 1): the answer to request"))
    #expect(replay.output.contains("recorded: \"Somebody Else\"\n  sent:     \"Donald Knuth\""))

    let reduced = try program.run("replay", path, "--reduce")
    #expect(reduced.status == .exited(1))
    #expect(reduced.errors.contains("/label"))
    let left = reduced.output.split(separator: "\n")
    #expect(left.count <= 30, "reduced to \(left.count) of \(lines.count) lines")
    let again = try program.run("replay", program.room.write("reduced.jsonl", reduced.output))
    #expect(again.status == .exited(1))
    #expect(again.output.contains("recorded: \"Somebody Else\"\n  sent:     \"Donald Knuth\""))
  }
}
