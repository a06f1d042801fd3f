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
    ServerScript(
      capabilities: capabilities, people: "/w/people.csv",
      sources:
        #""notes": {"type": "directory", "path": "/w/notes"}, "words": {"type": "list", "items": ["Cy"]}"#,
      lists: #"["team", "notes", "words"]"#, announces: announces, text: "So Ada!"
    ).check(
      """
      add /d 0:3-6 {"id": "1", "name": "Ada", "handle": "ada", "source": "team"}
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static let place = """
    {"path": "/w/pe ople.csv", "line": 7, "text": "1,Zoë🙂,\\"Ada\\",x\\n", "record": [0, 17],
      "values": [{"field": "name", "range": [11, 16], "notation": "comma"}]}
    """

  @Test func `a mention leads to its line of the people file`() {
    check(
      """
      ?2 definition /d 0:4
      effect locate 1 1 in team notes
      located 1 \(Self.place)
      < 2 {"uri": "file:///w/pe%20ople.csv", "range": 7:8-13}
      ?3 declaration /d 0:4
      effect locate 2 1 in team notes
      located 2 \(Self.place)
      < 3 {"uri": "file:///w/pe%20ople.csv", "range": {"start": 7:8}}
      """)
  }

  @Test func `a client that takes links hears what leads there`() {
    check(
      """
      ?2 definition /d 0:6
      effect locate 1 1 in team notes
      located 1 \(Self.place)
      < 2 [{"originSelectionRange": 0:3-6, "targetUri": "file:///w/pe%20ople.csv", "targetRange": 7:0-14,
        "targetSelectionRange": 7:8-13}]
      """, capabilities: #"{"textDocument": {"definition": {"linkSupport": true}}}"#,
      announces: #"{"capabilities": {"definitionProvider": true}}"#)
  }

  @Test func `whoever is written down in several files has several places, the nearest file first`() {
    let near = Self.place.replacing("/w/pe ople.csv", with: "/w/docs/near.csv")
    let far = Self.place.replacing("/w/pe ople.csv", with: "/far.csv")
    check(
      """
      open docs/a.md Ada
      add docs/a.md 0:0-3 {"id": "1", "name": "Ada", "source": "team"}
      ?3 definition docs/a.md 0:1
      located 1 [\(far), \(Self.place), \(near), \(far)]
      < 3 [{"uri": "file:///w/docs/near.csv", "range": {}}, {"uri": "file:///w/pe%20ople.csv"},
        {"uri": "file:///far.csv"}]
      """)
  }

  @Test func `in a people file with unsaved changes it is where the line stands now, or nowhere`() {
    let place = """
      {"path": "/w/people.csv", "line": 0, "text": "1,Ada,x", "record": [0, 7], "values": [{"field": "name", "range": [2, 5], "notation": "comma"}]}
      """
    func change(_ version: Int, _ text: String) -> String {
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///w/people.csv", "version": \(version)},
        "contentChanges": [{"text": "\(text)"}]}
      """
    }
    check(
      #"""
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/people.csv", "languageId": "csv", "version": 1,
        "text": "1,Ada,x\n"}}
      \#(change(2, "0,Bob,x\\n1,Ada,x\\n"))
      ?2 definition /d 0:4
      located 1 \#(place)
      < 2 {"uri": "file:///w/people.csv", "range": 1:2-5}
      \#(change(3, "0,Bob,x\\n1,Ada,xy\\n"))
      ?3 definition /d 0:4
      located 2 \#(place)
      < 3 null
      \#(change(4, "0,Bob,x\\n1,Ada,x\\n1,Ada,x"))
      ?4 definition /d 0:4
      located 3 \#(place)
      < 4 null
      """#)
  }

  @Test func `beside mentions and in unknown documents there is nothing`() {
    check(
      """
      ?2 definition /d 0:1
      < 2 null
      ?3 definition /none 0:4
      < 3 null
      ?4 definition /d 0:4
      effect locate 1 1 in team notes
      located 1
      < 4 null
      """)
  }

  @Test func `an answer that comes after the client has cancelled is dropped`() {
    check(
      """
      ?2 definition /d 0:4
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
      ?2 definition /d 0:4
      effect locate 1 1 in team notes
      located 1
      < 2 {"uri": "mentions:/1/Ada.md", "range": 0:0-0}
      ?3 workspace/textDocumentContent {"uri": "mentions:/1/Ada.md"}
      < 3 {"text": "**Ada**\\n\\n- Handle: ada\\n- Source: team\\n"}
      ?4 workspace/textDocumentContent {"uri": "mentions:/2/Ada.md"}
      < 4 error -32602
      ?5 workspace/textDocumentContent {"uri": "file:///1/Ada.md"}
      < 5 error -32602
      ?6 definition /d 0:4
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
