import Testing

/// `workspace/symbol`: people as the chooser finds them, and where they are mentioned.
@Suite struct SymbolsTests {
  private func symbol(_ name: String, _ container: String, _ location: String) -> String {
    #"{"name": "\#(name)", "kind": 15, "containerName": "\#(container)", "location": \#(location)}"#
  }

  @Test func `people are found by their handles, with the first mention in each file`() {
    ServerScript.workspace().check(
      """
      text docs/b.md so @ada and @ada
      text c.md @bob
      ?1 workspace/symbol {"query": "@ada"}
      scanned
      < 1 [\(symbol("Ada Lovelace", "docs/b.md", "docs/b.md:0:3-7"))]
      ?2 workspace/symbol {"query": "nobody at all"}
      < 2 []
      """)
  }

  @Test func `open documents come first, then files by their paths`() {
    ServerScript.workspace().check(
      """
      text b.md @ada
      text a.md @ada
      open z.md so @ada
      ?1 workspace/symbol {"query": "lovelace"}
      scanned
      < 1 [\(symbol("Ada Lovelace", "z.md", "z.md:0:3-7")), {"containerName": "a.md"}, {"containerName": "b.md"}]
      """)
  }

  @Test func `with nothing to search for all are found, those chosen lately first`() {
    ServerScript.workspace().check(
      """
      text a.md @ada @bob
      open z.md
      ?1 workspace/symbol {"query": ""}
      scanned
      < 1 [{"name": "Ada Lovelace"}, {"name": "Bob Kahn"}]
      ?2 mentions/add z.md {"mentions": []}
      < 2 {}
      change z.md 0:0-0 ‘@’
      change z.md 0:1-1 ‘b’
      ?3 completion z.md 0:2
      < 3 {}
      change z.md 0:0-2 ‘@bob’
      ?4 workspace/symbol {"query": "@"}
      < 4 [{"name": "Bob Kahn", "containerName": "z.md"}, {"name": "Bob Kahn", "containerName": "a.md"},
        {"name": "Ada Lovelace"}]
      """)
  }

  @Test func `fifty people at most, and two hundred places of all of them together`() {
    let people = (10..<70).map { #"{"name": "Eve \#($0)", "handle": "eve\#($0)"}"# }
    let all = (10..<70).map { "@eve\($0)" }.joined(separator: " ")
    func check(_ files: Int, _ count: Int) {
      let texts = (0..<files).map { "text \($0).md \(all)" }.joined(separator: "\n")
      let symbols = Array(repeating: #"{"kind": 15}"#, count: count).joined(separator: ", ")
      ServerScript(folders: ["w"], people: "[\(people.joined(separator: ", "))]", insert: "@{handle}").check(
        """
        \(texts)
        ?1 workspace/symbol {"query": "eve"}
        scanned
        < 1 [\(symbols)]
        """)
    }
    check(1, 50)
    check(5, 200)
  }

  @Test func `with a partial result token the symbols come before an empty answer`() {
    ServerScript.workspace().check(
      """
      text a.md @ada
      ?1 workspace/symbol {"query": "ada", "partialResultToken": 4}
      scanned
      < $/progress {"token": 4, "value": [{"name": "Ada Lovelace", "containerName": "a.md"}]}
      < 1 []
      ?2 workspace/symbol {"query": "nobody at all", "partialResultToken": 5}
      < 2 []
      """)
  }

  // MARK: Where people are written down

  private func checkWritten(
    _ script: String, people count: Int = 10, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let people = (0..<count).map { #"{"id": "a\#($0)", "name": "Ada \#($0)", "handle": "ada\#($0)"}"# }
    ServerScript(
      folders: ["w"], people: "/w/team.jsonl", insert: "@{handle}",
      announces: #"{"capabilities": {"workspaceSymbolProvider": {"workDoneProgress": true}}}"#
    ).check(
      """
      loaded team [\(people.joined(separator: ", "))]
      text a.md @ada0
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private func located(_ number: Int) -> String {
    """
    located \(number) {"path": "/w/team.jsonl", "line": 3, "text": "x Ada", "record": [0, 5],
      "values": [{"field": "name", "range": [2, 5], "notation": "contact"}]}
    """
  }

  @Test func `the line is told where somebody is written down, and nothing where they are gone by then`() {
    checkWritten(
      """
      ?1 workspace/symbol {"query": "ada0"}
      scanned
      \(located(1))
      < 1 [{"name": "Ada 0", "kind": 13, "containerName": "team", "location": team.jsonl:3:2-5},
        {"kind": 15, "containerName": "a.md"}]
      ?2 workspace/symbol {"query": "ada0"}
      located 2
      < 2 [{"kind": 15, "containerName": "a.md"}]
      """, people: 1)
  }

  @Test func `a mention that is where somebody is written down is not told twice`() {
    checkWritten(
      """
      ?1 workspace/symbol {"query": "ada0"}
      scanned
      located 1 {"path": "/w/a.md", "line": 0, "text": "@ada0", "record": [0, 5],
        "values": [{"field": "handle", "range": [1, 5], "notation": "owner"}]}
      < 1 [{"containerName": "team", "location": a.md:0:1-5}]
      """, people: 1)
  }

  @Test func `kinds are those that the client knows`() {
    ServerScript.workspace(capabilities: #"{"workspace": {"symbol": {"symbolKind": {"valueSet": [13]}}}}"#)
      .check(
        """
        text a.md @ada
        ?1 workspace/symbol {"query": "ada"}
        scanned
        < 1 [{"kind": 13}]
        """)
  }

  @Test func `only the eight who match best are looked for in their files`() {
    let found = (0..<8).map { _ in #"{"kind": 13}"# }
    checkWritten(
      """
      ?1 workspace/symbol {"query": "ada"}
      scanned
      \((1...8).map(located).joined(separator: "\n"))
      < 1 [{"kind": 13}, {"kind": 15, "containerName": "a.md"}, \(found.dropFirst().joined(separator: ", "))]
      """)
  }

  @Test func `nobody else is looked for once the client has cancelled`() {
    checkWritten(
      """
      ?1 workspace/symbol {"query": "ada"}
      scanned
      \(located(1))
      ! $/cancelRequest {"id": 1}
      < 1 error -32800
      \(located(2))
      """)
  }
}
