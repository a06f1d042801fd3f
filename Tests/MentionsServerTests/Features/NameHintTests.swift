import MentionsTestKit
import Testing

/// `textDocument/inlayHint` of who is meant, and `textDocument/codeLens` of whom nobody knows.
@Suite struct NameHintTests {
  private static let capabilities = """
    {"workspace": {"inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}}, "textDocument": \
    {"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}, "codeLens": {}}}
    """

  private func check(
    _ script: String, options: String = #""nameHints": true"#,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript.workspace(capabilities: Self.capabilities, settings: options).check(
      script, sourceLocation: sourceLocation)
  }

  private func hints(_ id: Int, lines: ClosedRange<Int> = 0...9) -> String {
    """
    ?\(id) inlayHint a.md \(lines.lowerBound):0-\(lines.upperBound):0
    """
  }

  private func hint(_ line: Int, _ column: Int, _ label: String) -> String {
    #"{"position": \#(line):\#(column), "label": "\#(label)", "paddingLeft": true}"#
  }

  @Test func `after a handle comes the name, once a line, and not where the line has it`() {
    check(
      #"""
      open a.md @ada and @bob, then @ada⏎@ada is ada-LOVELACE⏎(@bob)
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace")), \#(hint(0, 13, "Bob Kahn")), \#(hint(2, 5, "Bob Kahn"))]
      \#(hints(2, lines: 1...2))
      < 2 []
      ?3 inlayHint/resolve {"position": 0:4, "label": "Ada Lovelace", "data": [1, 1]}
      < 3 {"label": "Ada Lovelace", "tooltip": {"value": "Ada Lovelace\n\nHandle: ada\nSource: team"}}
      """#)
  }

  @Test func `before what the settings say of the mention`() {
    check(
      #"""
      open a.md @ada
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace")), \#(hint(0, 4, "(ada)"))]
      """#, options: #""nameHints": true, "inlayHint": "({handle})""#)
  }

  @Test func `after a short form comes the rest of the name`() {
    check(
      #"""
      open a.md So Ada Lovelace wrote
      add a.md 0:3-15 {"name": "Ada Lovelace"}
      \#(hints(2))
      < 2 []
      change a.md 0:6-15 ‘’
      \#(hints(3))
      < 3 [{"position": 0:6, "label": "Lovelace", "data": [1, 1]}]
      """#)
  }

  @Test func `a mention that was read in the text has its hint as any other`() {
    ServerScript.workspace(capabilities: Self.capabilities, insert: "{name}", settings: #""nameHints": true"#)
      .check(
        #"""
        open a.md @ada, @Bob Kahn and @nobody
        \#(hints(1))
        < 1 [{"position": 0:4, "label": "Ada Lovelace", "data": [1, 1]}]
        """#)
  }

  @Test func `not while the mention is being typed, nor without the setting`() {
    let typed = #"""
      open a.md
      change a.md 0:0-0 ‘@ada’
      \#(hints(1))
      < 1 []
      """#
    check(typed)
    check(
      #"""
      open a.md @ada
      \#(hints(1))
      < 1 []
      """#, options: "")
  }

  @Test func `a client that has asked is told to ask again when other people are known`() {
    ServerScript(
      capabilities: Self.capabilities, folders: ["w"], people: "/w/team.jsonl",
      settings: #""nameHints": true, "codeLens": "document""#
    ).check(
      #"""
      open a.md @ada and @zoe
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      \#(hints(1))
      < 1 [\#(hint(0, 4, "Ada Lovelace"))]
      \#(lens(2))
      < 2 [{"data": [1]}]
      \#(resolve(3))
      < 3 {"command": {"title": "1 person, 1 unknown"}}
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}, {"name": "Zoe", "handle": "zoe"}]
      < ?1 workspace/inlayHint/refresh
      < ?2 workspace/codeLens/refresh
      =1 null
      =2 null
      \#(hints(4))
      < 4 [\#(hint(0, 4, "Ada Lovelace"))]
      """#)
  }

  // MARK: Code lenses

  private func lens(_ id: Int) -> String {
    #"?\#(id) textDocument/codeLens {"textDocument": {"uri": "file:///w/a.md"}}"#
  }

  private func resolve(_ id: Int, line: Int? = nil) -> String {
    let data = line.map { "[1, \($0)]" } ?? "[1]"
    return """
      ?\(id) codeLens/resolve {"range": 0:0-0, "data": \(data)}
      """
  }

  @Test func `a lens counts whom nobody knows, each name once`() {
    check(
      #"""
      open a.md @ada, @nobody, @bob, @noone and @nobody
      \#(lens(1))
      < 1 [{"data": [1]}]
      \#(resolve(2))
      < 2 {"command": {"title": "2 people, 2 unknown", "command": ""}}
      """#, options: #""codeLens": "document""#)
  }

  @Test func `a lens above a paragraph counts those in it`() {
    check(
      #"""
      open a.md @ada and⏎@nobody⏎⏎@bob⏎⏎@noone
      \#(lens(1))
      < 1 [{"data": [1, 0]}, {"data": [1, 3]}]
      \#(resolve(2, line: 0))
      < 2 {"command": {"title": "1 person, 1 unknown"}}
      \#(resolve(3, line: 3))
      < 3 {"command": {"title": "1 person"}}
      """#, options: #""codeLens": "paragraph""#)
  }

  @Test func `who is unknown cannot be told where a source may know more`() {
    ServerScript(
      capabilities: Self.capabilities, folders: ["w"],
      people: #"[{"name": "Ada Lovelace", "handle": "ada"}]"#,
      sources: #""host": {"type": "client"}"#, lists: #"["team", "host"]"#, insert: "@{handle}",
      settings: #""codeLens": "document""#
    ).check(
      #"""
      open a.md @ada and @nobody
      \#(lens(1))
      < 1 [{"data": [1]}]
      \#(resolve(2))
      < 2 {"command": {"title": "1 person"}}
      """#)
  }
}
