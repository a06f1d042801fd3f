import Entities
import JSONText
import LanguageProtocol
import MentionsTestKit
import ScriptedEditing
import SessionSimulation
import Testing

@testable import EntitySources
@testable import MentionsServer

/// Names that attack the client that shows them, by every way in which entities reach a session.
@Suite struct HostileNameTests {
  /// All texts in a message, with their places.
  private func texts(in value: JSONValue, at path: String = "") -> [(path: String, text: String)] {
    switch value {
    case .string(let text): [(path, text)]
    case .array(let items): items.enumerated().flatMap { texts(in: $1, at: "\(path)[\($0)]") }
    case .object(let object):
      object.members.flatMap { member in
        [("\(path).\(member.name) (the name)", member.name)]
          + texts(in: member.value, at: "\(path).\(member.name)")
      }
    case .null, .bool, .integer, .double: []
    }
  }

  private func json(_ value: some JSONWritable) -> JSONValue {
    (try? JSONParser.parse(JSONWriter.bytes(of: value))) ?? .null
  }

  /// The parts of an item or a hover that a client shows or inserts.
  private func check(_ value: JSONValue, _ attack: HostileNames.Attack, _ location: SourceLocation) {
    for (path, text) in texts(in: value) {
      // A card has several lines; they are ours.
      let isCard = path.hasSuffix("documentation.value") || path.hasSuffix("contents.value")
      let found = HostileNames.forbidden(in: isCard ? text.replacing("\n", with: "") : text)
      #expect(found == [], "\(attack): \(path): \(text.debugDescription)", sourceLocation: location)
    }
  }

  private func entity(_ attack: HostileNames.Attack) -> JSONValue {
    let text = JSONValue.string(attack.text)
    return [
      "name": text, "id": text, "uniqueID": text, "handle": text, "aliases": [text], "email": text,
      "detail": text,
      "kind": text, "url": text, "avatar": text, "shortName": text,
    ]
  }

  private func play(_ options: JSONValue, _ settings: SessionTransport, _ attack: HostileNames.Attack) throws
  {
    var editorOptions = EditorOptions()
    editorOptions.initializationOptions = options
    let editor = ScriptedEditor(settings, editorOptions)
    try editor.start()
    try editor.open("untitled:one", "markdown", "")
    try editor.type("@")
    let row = try #require(editor.chooser.rows.first, "\(attack): nobody is offered")
    check(json(row.item), attack, #_sourceLocation)
    try editor.accept(row.label)
    #expect(HostileNames.forbidden(in: editor.text) == [], "\(attack)")
    let mention = try #require(try editor.mentions().first, "\(attack): nobody is mentioned")
    check(json(mention), attack, #_sourceLocation)
    for message in editor.readMessages() { #expect(HostileNames.forbidden(in: message) == []) }
    try editor.finish()
  }

  @Test(arguments: HostileNames.all) func `from a list in the settings`(attack: HostileNames.Attack) throws {
    let options: JSONValue = [
      "sources": [
        "git": nil, "codeowners": nil, "people": nil, "l": ["type": "list", "items": [entity(attack)]],
      ],
      "triggers": [
        [
          "character": "@",
          "insert": ["default": "{name} {handle} {id} {email} {url} {kind} {shortName}"],
        ]
      ],
    ]
    try play(options, SessionTransport(), attack)
  }

  @Test(arguments: HostileNames.all) func `from a provider process`(attack: HostileNames.Attack) throws {
    let options: JSONValue = [
      "sources": ["out": ["type": "process", "command": ["./p"]]],
      "triggers": [["character": "@", "sources": ["out"]]],
    ]
    let transport = SessionTransport(providers: [
      "out": { query in
        let answer: JSONValue = [
          "query": .integer(query.number), "entities": [entity(attack)], "isComplete": true,
        ]
        var problems = SourceProblems(source: "out")
        let batch = ProviderLine.read(
          JSONWriter.bytes(of: answer)[...], number: 1, source: "out", problems: &problems)
        return [
          .batch(batch ?? SourceBatch(query: query.number, entities: [], dedupe: false, isComplete: true))
        ]
      }
    ])
    try play(options, transport, attack)
  }

  @Test(arguments: HostileNames.all) func `by mentions/add`(attack: HostileNames.Attack) throws {
    let session = try SessionTalk()
    try session.open("Eve")
    let added = try session.ask(
      "mentions/add",
      [
        "textDocument": ["uri": "file:///d"],
        "mentions": [
          [
            "range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 3]],
            "text": "Eve",
            "entity": entity(attack),
          ]
        ],
      ])
    #expect(added["added"] == .integer(1), "\(attack): \(added)")
    check(try session.ask("mentions/list", ["textDocument": ["uri": "file:///d"]]), attack, #_sourceLocation)
    let hover = try session.ask(
      "textDocument/hover", ["textDocument": ["uri": "file:///d"], "position": ["line": 0, "character": 1]])
    #expect(hover["contents"] != nil)
    check(hover, attack, #_sourceLocation)
  }

  @Test func `metadata is passed on unchanged, and inserted without active characters`() throws {
    let metadata: JSONObject = ["note": "two\nlines\u{202E}"]
    let options: JSONValue = [
      "sources": [
        "git": nil, "codeowners": nil, "people": nil,
        "l": ["type": "list", "items": [["name": "Eve", "metadata": .object(metadata)]]],
      ],
      "triggers": [["character": "@", "insert": ["default": "{metadata.note} {name}"]]],
    ]
    var editorOptions = EditorOptions()
    editorOptions.initializationOptions = options
    let editor = ScriptedEditor(SessionTransport(), editorOptions)
    try editor.start()
    try editor.open("untitled:one", "markdown", "")
    try editor.type("@")
    try editor.accept("Eve")
    #expect(try editor.annotatedText() == "«two lines Eve»|")
    #expect(try editor.mentions().first?.entity.fields["metadata"] == .object(metadata))
    try editor.finish()
  }
}
