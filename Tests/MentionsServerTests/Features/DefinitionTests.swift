import MentionsTestKit
import Testing

/// `textDocument/definition`, `textDocument/declaration` and `workspace/textDocumentContent`.
@Suite struct DefinitionTests {
  /// A conversation about a mention of Ada, who comes from a people file.
  private func check(
    _ script: String, capabilities: String = #"{"textDocument": {"definition": {}, "declaration": {}}}"#,
    announces: String = #"{"capabilities": {"definitionProvider": true, "declarationProvider": true}}"#,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": \(capabilities), "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/people.csv"}, "notes": {"type": "directory", "path": "/w/notes"}, "words": {"type": "list", "items": ["Cy"]}}, "triggers": [{"character": "@", "sources": ["team", "notes", "words"]}]}}
      < 0 \(announces)
      ! initialized {}
      open markdown So Ada!
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 6}}, "text": "Ada", "entity": {"id": "1", "name": "Ada", "handle": "ada", "source": "team"}}]}
      < 1 {"added": 1}
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private static func ask(_ method: String, _ id: Int, at character: Int = 4, in document: String = "d")
    -> String
  {
    """
    ?\(id) textDocument/\(method) {"textDocument": {"uri": "file:///\(document)"}, "position": {"line": 0, "character": \(character)}}
    """
  }

  private static let place = """
    {"path": "/w/pe ople.csv", "line": 7, "text": "1,Zoë🙂,\\"Ada\\",x\\n", "record": [0, 17], "values": [{"field": "name", "range": [11, 16], "notation": "comma"}]}
    """

  @Test func `a mention leads to its line of the people file`() {
    check(
      """
      \(Self.ask("definition", 2))
      effect locate 1 1 in team notes
      located 1 \(Self.place)
      < 2 {"uri": "file:///w/pe%20ople.csv", "range": {"start": {"line": 7, "character": 8}, "end": {"line": 7, "character": 13}}}
      \(Self.ask("declaration", 3))
      effect locate 2 1 in team notes
      located 2 \(Self.place)
      < 3 {"uri": "file:///w/pe%20ople.csv", "range": {"start": {"line": 7, "character": 8}}}
      """)
  }

  @Test func `a client that takes links hears what leads there`() {
    check(
      """
      \(Self.ask("definition", 2, at: 6))
      effect locate 1 1 in team notes
      located 1 \(Self.place)
      < 2 [{"originSelectionRange": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 6}}, "targetUri": "file:///w/pe%20ople.csv", "targetRange": {"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 14}}, "targetSelectionRange": {"start": {"line": 7, "character": 8}, "end": {"line": 7, "character": 13}}}]
      """, capabilities: #"{"textDocument": {"definition": {"linkSupport": true}}}"#,
      announces: #"{"capabilities": {"definitionProvider": true}}"#)
  }

  @Test func `whoever is written down in several files has several places, the nearest file first`() {
    let near = Self.place.replacing("/w/pe ople.csv", with: "/w/docs/near.csv")
    let far = Self.place.replacing("/w/pe ople.csv", with: "/far.csv")
    check(
      """
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/docs/a.md", "languageId": "markdown", "version": 1, "text": "Ada"}}
      ?2 mentions/add {"textDocument": {"uri": "file:///w/docs/a.md"}, "mentions": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "Ada", "entity": {"id": "1", "name": "Ada", "source": "team"}}]}
      < 2 {"added": 1}
      \(Self.ask("definition", 3, at: 1, in: "w/docs/a.md"))
      located 1 [\(far), \(Self.place), \(near), \(far)]
      < 3 [{"uri": "file:///w/docs/near.csv", "range": {}}, {"uri": "file:///w/pe%20ople.csv"}, {"uri": "file:///far.csv"}]
      """)
  }

  @Test func `in a people file with unsaved changes it is where the line stands now, or nowhere`() {
    let place = """
      {"path": "/w/people.csv", "line": 0, "text": "1,Ada,x", "record": [0, 7], "values": [{"field": "name", "range": [2, 5], "notation": "comma"}]}
      """
    func change(_ version: Int, _ text: String) -> String {
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/people.csv", "version": \(version)}, "contentChanges": [{"text": "\(text)"}]}
      """
    }
    check(
      #"""
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/people.csv", "languageId": "csv", "version": 1, "text": "1,Ada,x\n"}}
      \#(change(2, "0,Bob,x\\n1,Ada,x\\n"))
      \#(Self.ask("definition", 2))
      located 1 \#(place)
      < 2 {"uri": "file:///w/people.csv", "range": {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 5}}}
      \#(change(3, "0,Bob,x\\n1,Ada,xy\\n"))
      \#(Self.ask("definition", 3))
      located 2 \#(place)
      < 3 null
      \#(change(4, "0,Bob,x\\n1,Ada,x\\n1,Ada,x"))
      \#(Self.ask("definition", 4))
      located 3 \#(place)
      < 4 null
      """#)
  }

  @Test func `beside mentions and in unknown documents there is nothing`() {
    check(
      """
      \(Self.ask("definition", 2, at: 1))
      < 2 null
      \(Self.ask("definition", 3, in: "none"))
      < 3 null
      \(Self.ask("definition", 4))
      effect locate 1 1 in team notes
      located 1
      < 4 null
      """)
  }

  @Test func `an answer that comes after the client has cancelled is dropped`() {
    check(
      """
      \(Self.ask("definition", 2))
      effect locate 1 1 in team notes
      ! $/cancelRequest {"id": 2}
      < 2 error -32800
      located 1 \(Self.place)
      located 1 \(Self.place)
      located 9
      """)
  }

  @Test func `who is in no file has a card, as a document of its own`() {
    check(
      """
      \(Self.ask("definition", 2))
      effect locate 1 1 in team notes
      located 1
      < 2 {"uri": "mentions:/1/Ada.md", "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}}
      ?3 workspace/textDocumentContent {"uri": "mentions:/1/Ada.md"}
      < 3 {"text": "**Ada**\\n\\n- Handle: ada\\n- Source: team\\n"}
      ?4 workspace/textDocumentContent {"uri": "mentions:/2/Ada.md"}
      < 4 error -32602
      ?5 workspace/textDocumentContent {"uri": "file:///1/Ada.md"}
      < 5 error -32602
      \(Self.ask("definition", 6))
      effect locate 2 1 in team notes
      located 2
      < 6 {"uri": "mentions:/1/Ada.md"}
      """,
      capabilities: #"{"textDocument": {"definition": {}}, "workspace": {"textDocumentContent": {}}}"#,
      announces:
        #"{"capabilities": {"definitionProvider": true, "workspace": {"textDocumentContent": {"schemes": ["mentions"]}}}}"#
    )
  }
}
