import Entities
import EntitySources
import JSONText
import LanguageProtocol
import ScriptedEditing
import SessionSimulation
import Testing

/// Sources that answer by themselves, seen from the editor.
@Suite struct EditorProviderTests {
  private let settings: JSONValue = [
    "sources": ["out": ["type": "process", "command": ["./provider"], "cooldown": 0]],
    "triggers": [["character": "@", "sources": ["out"]]],
  ]

  private func entity(_ name: String) -> Entity {
    var entity = Entity(id: name, name: name)
    entity.source = "out"
    return entity
  }

  private func editor(
    _ provider: @escaping SessionTransport.Provider
  ) throws(EditorError) -> ScriptedEditor {
    try session(provider).editor
  }

  private func session(
    _ provider: @escaping SessionTransport.Provider
  ) throws(EditorError) -> (editor: ScriptedEditor, transport: SessionTransport) {
    var options = EditorOptions()
    options.initializationOptions = settings
    let transport = SessionTransport(providers: ["out": provider])
    let editor = ScriptedEditor(transport, options)
    try editor.start()
    try editor.open("untitled:one", "markdown", "")
    return (editor, transport)
  }

  @Test func `answers are shown in the order in which they come`() throws {
    let editor = try editor { query in
      [
        .batch(SourceBatch(query: query.number, entities: [entity("Zoe")], dedupe: true, isComplete: false)),
        .batch(SourceBatch(query: query.number, entities: [entity("Abe")], dedupe: true, isComplete: true)),
      ]
    }
    try editor.type("@")
    #expect(editor.chooser.labels == ["Zoe", "Abe"])
    try editor.accept("Abe")
    #expect(try editor.annotatedText() == "«Abe»|")
    try editor.finish()
  }

  @Test func `one that never answers does not block the editor`() throws {
    let editor = try editor { _ in [] }
    try editor.type("@")
    #expect(!editor.chooser.isOpen)
    #expect(editor.progress.count == 1, "a search that lasts is shown")
    try editor.escape()
    #expect(editor.progress.isEmpty)
    try editor.finish()
  }

  @Test func `one that dies is reported once`() throws {
    let editor = try editor { [.died(nil, unanswered: [$0.number])] }
    try editor.type("@ab")
    let messages = editor.readMessages()
    #expect(messages.count == 1)
    #expect(messages.first?.contains("out") == true)
    try editor.finish()
  }

  @Test func `one that says itself why it ended is reported once, however long it is left alone`() throws {
    let (editor, transport) = try session { query in
      [
        .problem(
          SourceProblem(source: "out", "the program ended", details: "again after \(query.number) ms")),
        .died(nil, unanswered: [query.number]),
      ]
    }
    try editor.type("@")
    transport.pause(milliseconds: 60_000)
    try editor.type("a")
    #expect(editor.readMessages() == ["mentions: out: the program ended: again after 1 ms"])
    try editor.finish()
  }

  @Test func `garbage is reported once, whatever it is and wherever it occurs`() throws {
    let editor = try editor { query in
      [
        .problem(
          SourceProblem(
            source: "out", line: query.number, "the program printed a line that is not JSON",
            details: "“\(query.key)”")),
        .problem(
          SourceProblem(
            source: "out", line: query.number, field: "entities[\(query.number)].name",
            "an entity needs a name")),
        .batch(
          SourceBatch(query: query.number, entities: [entity("Abe")], dedupe: true, isComplete: true)),
      ]
    }
    try editor.type("@ab")
    #expect(
      editor.readMessages() == [
        "mentions: out: line 1: the program printed a line that is not JSON: “”",
        "mentions: out: line 1: entities[1].name: an entity needs a name",
      ])
    #expect(editor.chooser.labels == ["Abe"])
    try editor.finish()
  }
}
