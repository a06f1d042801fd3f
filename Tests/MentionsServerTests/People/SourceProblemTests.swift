import Entities
import EntitySources
import JSONText
import MentionsServer
import ScriptedEditing
import SessionSimulation
import Testing

/// What the user hears of a source that cannot be read.
@Suite struct SourceProblemTests {
  private func problem(_ line: Int, _ severity: SourceProblem.Severity = .warning) -> SourceProblem {
    // In a second folder a source has another key than name.
    SourceProblem(severity, source: "name of team", file: "team.jsonl", line: line, field: "name", "no name")
  }

  private func loaded(_ problems: [SourceProblem]) -> LoadedSource {
    LoadedSource(catalog: .empty, problems: problems, watchedPaths: ["/w/team.jsonl"])
  }

  private func session(
    _ problems: [SourceProblem], settings: JSONValue = ["sources": ["team": ["type": "git"]]]
  ) throws(EditorError) -> (editor: ScriptedEditor, transport: SessionTransport) {
    var options = EditorOptions()
    options.initializationOptions = settings
    options.root = "/w"
    let transport = SessionTransport(sources: ["team": loaded(problems), "git": loaded([problem(1, .note)])])
    let editor = ScriptedEditor(transport, options)
    try editor.start()
    return (editor, transport)
  }

  @Test func `a few problems are reported one by one, the rest in one more message`() throws {
    let (editor, _) = try session((1...9).map { problem($0) })
    #expect(
      editor.readMessages()
        == (1...5).map { "mentions: team: team.jsonl:\($0): name: no name" } + [
          "mentions: team: there are more problems; see the log"
        ])
    try editor.finish()
  }

  @Test func `why a configured source has nobody is reported`() throws {
    let (editor, _) = try session([problem(1, .note)])
    #expect(editor.readMessages() == ["mentions: team: team.jsonl:1: name: no name"])
    try editor.finish()
  }

  @Test func `for a default source it is not reported`() throws {
    let (editor, _) = try session([], settings: [:])
    #expect(editor.readMessages() == [])
    try editor.finish()
  }

  @Test func `a problem that was fixed and returns is reported again, one that persists is not`() throws {
    let (editor, transport) = try session([problem(1), problem(2)])
    #expect(editor.readMessages().count == 2)
    transport.sources["team"] = loaded([problem(2)])
    transport.handle(.filesChanged(["/w/team.jsonl"]))
    try editor.open("untitled:one", "markdown", "")
    #expect(editor.readMessages() == [])
    transport.sources["team"] = loaded([problem(1), problem(2)])
    transport.handle(.filesChanged(["/w/team.jsonl"]))
    try editor.type("x")
    #expect(editor.readMessages() == ["mentions: team: team.jsonl:1: name: no name"])
    try editor.finish()
  }
}
