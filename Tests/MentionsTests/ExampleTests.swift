import Entities
import Mentions
import Testing
import TextModel

@Suite struct ExampleTests {
  @Test func `a field offers people and writes a mention`() {
    let people = ["Ada Lovelace", "Adam Smith", "Bob Kahn"].map { Entity(id: $0, name: $0) }
    var field = MentionField(EntityCatalog(source: "people", people))
    for letter in "Ask @ada" {
      let end = field.document.text.buffer.range.end
      field.edit([TextReplacement(TextRange(at: end), String(letter))], now: .zero)
    }
    #expect(field.offered == ["Adam Smith", "Ada Lovelace"])
    field.choose(2, now: .zero)
    #expect(field.mentioned.isEmpty)
    field.choose(1, now: .zero)
    #expect(field.text == "Ask Ada Lovelace")
    #expect(field.mentioned.map(\.id) == ["Ada Lovelace"])
    #expect(field.offered.isEmpty)
  }

  @Test func `a plug-in writes smileys until it is switched off`() throws {
    var document = MentionsDocument(text: [], languageID: "plaintext", policy: .standard)
    let (id, _) = try document.register(Smileys(), now: .zero)
    let menu = PluginMenu(smileys: id)
    #expect(menu.lines(for: document) == ["Smileys"])
    func type(_ text: String) -> [TextReplacement] {
      document.beginChanges()
      document.splice(TextReplacement(TextRange(at: document.text.buffer.end), text))
      for case .changeByPlugin(let edits) in document.finishChanges(now: .zero).effects { return edits }
      return []
    }
    #expect(type("Hi :)") == [TextReplacement(TextRange(3, 5), "☺")])
    #expect(menu.toggleSmileys(in: &document, now: .zero) == false)
    #expect(type(" :)") == [])
    _ = document.unregister(id, now: .zero)
    #expect(menu.toggleSmileys(in: &document, now: .zero) == nil)
    #expect(menu.lines(for: document) == [])
  }

  @Test func `a text is made anonymous`() {
    var document = MentionsDocument(
      text: Array("Ask Ada and Bob.".utf8), languageID: "plaintext", policy: .standard)
    let added = document.add([
      AddRequest(range: TextRange(4, 7), text: nil, entity: Entity(id: "1", name: "Ada")),
      AddRequest(range: TextRange(12, 15), text: nil, entity: Entity(id: "2", name: "Bob")),
    ])
    #expect(added.refused.isEmpty)
    let plan = anonymized(document.text.buffer.range, of: document)
    #expect(plan.faults.isEmpty)
    _ = document.apply(plan, now: .zero)
    #expect(document.text.buffer.string(in: document.text.buffer.range) == "Ask … and ….")
    #expect(document.annotations.isEmpty)
  }
}
