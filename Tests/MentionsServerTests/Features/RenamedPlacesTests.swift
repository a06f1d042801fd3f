import MentionsTestKit
import Testing

/// Which files a rename changes: those where the same person is meant, each once, or none.
@Suite struct RenamedPlacesTests {
  private typealias Script = WorkspaceScript

  private func check(
    _ script: String, sources: String = Self.team, sourceLists: String = #"["team"]"#, more: String = "",
    folders: [String] = ["w"], annotates: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let folders = folders.map { #"{"uri": "file:///\#($0)", "name": "\#($0)"}"# }.joined(separator: ", ")
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true\(annotates ? #", "changeAnnotationSupport": {}"# : "")}}}, "workspaceFolders": [\(folders)], "initializationOptions": {\(more)"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null\(sources)}, "triggers": [{"character": "@", "sources": \(sourceLists), "insert": {"default": "@{handle}"}}]}}
      < 0 {}
      ! initialized {}
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private static let team = #", "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}"#
  private let people = #"""
    loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
    text /w/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
    """#

  /// Where Ada is written down.
  private func place(_ path: String = "/w/team.jsonl", source: String = "team") -> String {
    #"""
    {"source": "\#(source)", "path": "\#(path)", "line": 0, "text": "{\"name\": \"Ada Lovelace\", \"handle\": \"ada\"}", "record": [0, 41], "values": [{"field": "name", "range": [9, 23], "notation": "json"}, {"field": "handle", "range": [35, 40], "notation": "json"}]}
    """#
  }

  private func rename(_ uri: String = "file:///w/a.md", id: Int = 2, at column: Int = 5) -> String {
    """
    ?\(id) textDocument/rename {"textDocument": {"uri": "\(uri)"}, "position": {"line": 0, "character": \(column)}, "newName": "countess"}
    """
  }

  private func edited(_ uri: String, _ count: Int = 1) -> String {
    let edits = Array(repeating: "{}", count: count).joined(separator: ", ")
    return #"{"textDocument": {"uri": "file://\#(uri)"}, "edits": [\#(edits)]}"#
  }

  @Test func `people of another folder who have the same name are others`() {
    check(
      """
      loaded people [{"name": "Ada Lovelace", "handle": "ada"}]
      loaded w2/people [{"name": "Ada Other", "handle": "ada"}]
      text /w/people.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      text /w/d.md @ada
      text /w2/c.md @ada
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(Script.open("file:///w2/b.md", "Ask @ada"))
      \(rename())
      scanned
      located 1 \(place("/w/people.jsonl", source: "people"))
      < 2 {"documentChanges": [\(edited("/w/people.jsonl")), \(edited("/w/a.md")), \(edited("/w/d.md"))]}
      """, sources: "", sourceLists: #"["people"]"#, folders: ["w", "w2"])
  }

  @Test func `while people are read anew nothing is renamed: who is mentioned in closed files is not known`()
  {
    check(
      """
      \(people)
      text /w/b.md @ada
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      scanned
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"sources": {"more": {"type": "file", "path": "/w/more.jsonl"}}, "triggers": [{"character": "@", "sources": ["team", "more"], "insert": {"default": "@{handle}"}}]}}}
      located 1 \(place())
      < 2 error -32803 nothing is renamed: people are being read anew; try again
      """)
  }

  @Test func `a file that has several names is edited once`() {
    check(
      """
      \(people)
      text /w/b.md @ada and @ada
      link /w/a-link.md /w/b.md
      text /w/c.md @ada
      link /w/link.md /w/c.md
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(Script.open("file:///w/link.md", "@ada"))
      \(rename())
      scanned
      located 1 \(place())
      < 2 {"documentChanges": [\(edited("/w/team.jsonl")), \(edited("/w/a.md")), \(edited("/w/link.md")), \(edited("/w/a-link.md", 2))]}
      """)
  }

  @Test func `so is one that writes somebody down and is known by another name`() {
    check(
      #"""
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      text /w/docs/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}\n@ada
      link /w/team.jsonl /w/docs/team.jsonl
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(rename())
      scanned
      located 1 \#(place())
      < 2 {"documentChanges": [\#(edited("/w/team.jsonl", 2)), \#(edited("/w/a.md"))]}
      """#)
  }

  private static let two = """
    , "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, "more": {"type": "file", "path": "/w/more.jsonl"}
    """

  @Test func `everything that writes the same handle down is edited`() {
    check(
      """
      \(people)
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      text /w/more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      scanned
      located 1 [\(place("/w/more.jsonl", source: "more")), \(place()), \(place("/w/other.jsonl", source: "more").replacing(#"\"ada\"}""#, with: #"\"bob\"}""#)), \(place("/else/more.jsonl", source: "more"))]
      < 2 {"documentChanges": [\(edited("/w/team.jsonl")), \(edited("/w/more.jsonl")), \(edited("/w/a.md"))]}
      """, sources: Self.two, sourceLists: #"["team", "more"]"#)
  }

  @Test func `who is mentioned by another trigger out of one of these files follows`() {
    let failures = SessionScript.play(
      #"""
      ?0 initialize {"capabilities": {"workspace": {"workspaceEdit": {"documentChanges": true}}}, "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null\#(Self.two)}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}, {"character": "+", "sources": ["more"], "insert": {"default": "+{handle}"}}]}}
      < 0 {}
      ! initialized {}
      \#(people)
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      text /w/more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      text /w/b.md +ada
      \#(Script.open("file:///w/a.md", "Ask @ada and +ada"))
      \#(rename())
      scanned
      located 1 [\#(place()), \#(place("/w/more.jsonl", source: "more"))]
      < 2 {"documentChanges": [\#(edited("/w/team.jsonl")), \#(edited("/w/more.jsonl")), \#(edited("/w/a.md", 2)), \#(edited("/w/b.md"))]}
      """#)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `whoever comes from elsewhere is not renamed in other files alone`() {
    check(
      """
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      scanned
      located 1 \(place("/w/more.jsonl", source: "more"))
      < 2 error -32803 Ada Lovelace is in the settings (source “team”)
      """,
      sources: """
        , "people": null, "team": {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada"}]}, "more": {"type": "file", "path": "/w/more.jsonl"}
        """, sourceLists: #"["team", "more"]"#)
  }

  @Test func `what another source has filled in is changed there`() {
    check(
      """
      loaded team [{"name": "Ada Lovelace", "email": "ada@x.org"}]
      loaded more [{"name": "A. Lovelace", "email": "ada@x.org", "handle": "ada"}]
      text /w/more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      scanned
      located 1 \(place("/w/more.jsonl", source: "more"))
      < 2 {"documentChanges": [\(edited("/w/more.jsonl")), \(edited("/w/a.md"))]}
      """, sources: Self.two, sourceLists: #"["team", "more"]"#)
  }

  @Test func `where not all files are searched nothing is renamed`() {
    check(
      """
      \(people)
      beyond 2
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      scanned
      < window/showMessage {"type": 2}
      < 2 error -32803 nothing is renamed: the workspace has 3 text files, only 1 of which are searched
      """)
  }

  @Test func `that files are not searched at all is told`() {
    check(
      """
      \(people)
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(rename())
      located 1 \(place())
      < 2 {"changeAnnotations": {"closed": {"description": "in files that are not open; files that are not open are not searched for mentions (setting index)"}}}
      """, more: #""index": false, "#, annotates: true)
  }

  @Test func `a document that cannot be saved refuses the whole rename`() {
    check(
      """
      \(people)
      protect /w/a.md the file cannot be written
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(Script.open("file:///w/b.md", "nobody"))
      \(rename())
      scanned
      located 1 \(place())
      < 2 error -32803 nothing is renamed: /w/a.md: the file cannot be written
      """)
  }

  @Test func `a request that comes before the people are known waits for them`() {
    check(
      """
      \(Script.open("file:///w/a.md", "Ask @ada"))
      ?1 textDocument/prepareRename {"textDocument": {"uri": "file:///w/a.md"}, "position": {"line": 0, "character": 5}}
      \(rename())
      \(people)
      scanned
      located 1 \(place())
      < 1 {"placeholder": "ada"}
      located 2 \(place())
      < 2 {"documentChanges": [\(edited("/w/team.jsonl")), \(edited("/w/a.md"))]}
      """)
  }

  /// A record on three lines, as the file and as the client has it.
  private func checkOpen(_ text: String, line: Int, _ start: Int, _ end: Int) {
    let place = #"""
      {"source": "team", "path": "/w/team.json", "line": 0, "text": "[{\"name\": \"Ada\",\r\n  \"handle\":\r\n \"ada\"}]", "record": [1, 38], "values": [{"field": "handle", "range": [32, 37], "notation": "json"}]}
      """#
    check(
      #"""
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      \#(Script.open("file:///w/a.md", "Ask @ada"))
      \#(Script.open("file:///w/team.json", text))
      \#(rename())
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [\#(edited("/w/a.md")), {"edits": [{"range": {"start": {"line": \#(line), "character": \#(start)}, "end": {"line": \#(line), "character": \#(end)}}, "newText": "\"countess\""}]}]}
      """#)
  }

  @Test func `a text that the client ends lines otherwise in, or gives a byte order mark, has not changed`() {
    checkOpen(#"[{\"name\": \"Ada\",\n  \"handle\":\n \"ada\"}]"#, line: 2, 1, 6)
    checkOpen(#"\ufeff[{\"name\": \"Ada\",\r\n  \"handle\":\r\n \"ada\"}]\r\n"#, line: 2, 1, 6)
  }
}
