import ChooserWidgets
import Entities
import JSONText
import Mentions
import Testing
import TextModel

/// A chooser over a document, as an editor without a server has it.
@Suite struct DocumentChooserTests {
  /// An editor with one line of text, whose people answer at once or when told.
  final class Editor {
    var document = MentionsDocument(text: [], languageID: "markdown", policy: .standard)
    let chooser: DocumentChooser
    var recent: [String] = []
    var events: [String] = []
    private var now = Instant(milliseconds: 0)
    private var asked: Query?

    init(_ type: any ChooserWidget.Type = ListChooser.self) throws {
      var registry = ChooserRegistry()
      try registry.register("chooser", type)
      let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 60, rows: 6))
      var age: (Entity) -> Int? = { _ in nil }
      chooser = DocumentChooser(
        try registry.makeHost("chooser", room: room) { Issue.record("\($0)") }, age: { age($0) })
      age = { [weak self] entity in self?.recent.firstIndex(of: entity.name).map { $0 + 1 } }
    }

    var text: String { document.text.buffer.string(in: document.text.buffer.range) }
    var picture: String { chooser.host.lines.map { $0.text.trimmed }.joined(separator: "\n") }

    func take(_ report: DocumentReport) {
      for effect in report.effects {
        switch effect {
        case .ask(let query): asked = query
        case .chooser(let event): events.append(event.rawValue)
        case .didSelect(let entity, let index): events.append("selected \(entity.name) at \(index)")
        default: break
        }
      }
      let further = chooser.follow(report, in: &document)
      if !further.effects.isEmpty { take(further) }
    }

    func change(_ edits: [TextReplacement]) {
      now = now.advanced(by: 10)
      document.beginChanges()
      for edit in edits { document.splice(edit) }
      take(document.finishChanges(now: now))
    }

    func type(_ text: String) {
      for character in text {
        let end = document.text.buffer.end
        change([TextReplacement(range: TextRange(at: end), replacement: Array(String(character).utf8))])
      }
    }

    func answer(_ names: String..., isComplete: Bool = true) throws {
      let query = try #require(asked)
      take(document.beginQuery(queryID: query.id, sources: ["team"]))
      let entries = names.map { name in
        var entity = Entity(id: name, name: name)
        entity.source = "team"
        return ChooserEntry(entity: entity, matches: [0..<query.key.utf8.count])
      }
      take(
        document.deliver(
          ResultBatch(
            queryID: query.id, source: "team", entries: entries, isRanked: true, dedupe: true,
            isComplete: isComplete, more: false), now: now))
    }

    func press(_ key: ChooserKey) -> Bool {
      switch chooser.press(key, in: &document) {
      case .ignored: return false
      case .taken: return true
      case .select(let edit, let additional):
        change(additional.reversed() + [edit])
        return true
      }
    }
  }

  @Test func `shown, filled, picked from, hidden`() throws {
    let editor = try Editor()
    editor.type("Hi @a")
    #expect(editor.picture == "")
    #expect(!editor.press(.accept), "nothing is shown")
    try editor.answer("Ada Lovelace", "Alan Turing", isComplete: false)
    #expect(editor.picture == "> Ada Lovelace\n  Alan Turing\n  Searching…")
    #expect(editor.chooser.host.content.search == ChooserSearch(keyString: "a", controlCharacter: "@"))
    editor.type("l")
    try editor.answer("Alan Turing", "Al Gore")
    #expect(editor.picture == "> Alan Turing\n  Al Gore")
    #expect(editor.press(.down) && editor.press(.accept))
    #expect(editor.text == "Hi Al Gore")
    #expect(editor.document.annotations.map(\.entity.name) == ["Al Gore"])
    #expect(editor.picture == "" && !editor.chooser.host.isVisible)
    #expect(editor.events == ["willShow", "shown", "changed", "changed", "selected Al Gore at 1", "hidden"])
  }

  @Test func `cancelled by the text: the widget goes`() throws {
    let editor = try Editor()
    editor.type("@a")
    try editor.answer("Ada Lovelace")
    #expect(editor.picture == "> Ada Lovelace")
    editor.take(editor.document.cancel(now: Instant(milliseconds: 5000)))
    #expect(editor.picture == "")
    #expect(!editor.press(.accept))
    #expect(editor.text == "@a")
  }

  @Test func `the slider measures how long ago a person was mentioned`() throws {
    let editor = try Editor(RecencySlider.self)
    editor.recent = ["Ben", "Ada"]
    editor.type("@")
    try editor.answer("Ada", "Ben", "Cid")
    #expect(editor.picture.hasSuffix("> Ada\n  Ben\n  Cid"))
    for _ in 0..<9 { #expect(editor.press(.left)) }
    #expect(editor.picture == "  ●━●─────────────────────  0 to 1 mentions ago\n> Ben")
    #expect(editor.press(.accept))
    #expect(editor.text == "Ben")
  }

  @Test func `selecting after the mention has ended does nothing`() throws {
    let editor = try Editor()
    editor.type("@a")
    try editor.answer("Ada")
    // The document moved on, and the chooser was not told.
    _ = editor.document.cancel(now: Instant(milliseconds: 5000))
    #expect(editor.chooser.press(.accept, in: &editor.document) == .taken)
    #expect(editor.text == "@a")
  }
}
