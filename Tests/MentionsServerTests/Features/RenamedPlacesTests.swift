import Testing

/// Which files a rename changes: those where the same person is meant, each once, or none.
@Suite struct RenamedPlacesTests {
  private func check(
    _ script: String, people: String = "/w/team.jsonl", sources: String = "", lists: String = #"["team"]"#,
    settings: String = "", folders: [String] = ["w"], annotates: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let annotating = annotates ? #", "changeAnnotationSupport": {}"# : ""
    ServerScript(
      capabilities: #"{"workspace": {"workspaceEdit": {"documentChanges": true\#(annotating)}}}"#,
      folders: folders,
      people: people, sources: sources, lists: lists, insert: "@{handle}", settings: settings
    ).check(script, sourceLocation: sourceLocation)
  }

  private let people = #"""
    loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
    text team.jsonl {"name": "Ada Lovelace", "handle": "ada"}
    """#

  /// Every folder has a people file of its own, which the server knows of by itself.
  private static let defaults = """
    "implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null}, \
    "triggers": [{"character": "@", "sources": ["people"], "insert": {"default": "@{handle}"}}]
    """

  /// Where Ada is written down.
  private func place(_ path: String = "/w/team.jsonl", source: String = "team") -> String {
    #"""
    {"source": "\#(source)", "path": "\#(path)", "line": 0, "text": "{\"name\": \"Ada Lovelace\", \"handle\": \"ada\"}", \#
    "record": [0, 41], "values": [{"field": "name", "range": [9, 23], "notation": "json"}, \#
    {"field": "handle", "range": [35, 40], "notation": "json"}]}
    """#
  }

  private let rename = #"?2 rename a.md 0:5 {"newName": "countess"}"#

  private func edited(_ file: String, _ count: Int = 1) -> String {
    let edits = Array(repeating: "{}", count: count).joined(separator: ", ")
    return #"{"textDocument": {"uri": "file:///w/\#(file)"}, "edits": [\#(edits)]}"#
  }

  @Test func `people of another folder who have the same name are others`() {
    check(
      """
      loaded people [{"name": "Ada Lovelace", "handle": "ada"}]
      loaded w2/people [{"name": "Ada Other", "handle": "ada"}]
      text people.jsonl {"name": "Ada Lovelace", "handle": "ada"}
      text d.md @ada
      text /w2/c.md @ada
      open a.md Ask @ada
      open /w2/b.md Ask @ada
      \(rename)
      scanned
      located 1 \(place("/w/people.jsonl", source: "people"))
      < 2 {"documentChanges": [\(edited("people.jsonl")), \(edited("a.md")), \(edited("d.md"))]}
      """, people: "", settings: Self.defaults, folders: ["w", "w2"])
  }

  @Test func `while sources are read again, renaming is refused: mentions in closed files are not known`() {
    check(
      """
      \(people)
      text b.md @ada
      open a.md Ask @ada
      \(rename)
      scanned
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"sources": {\(Self.more)},
        "triggers": [{"character": "@", "sources": ["team", "more"], "insert": {"default": "@{handle}"}}]}}}
      located 1 \(place())
      < 2 error -32803 cannot rename while the sources are being read; try again
      """)
  }

  @Test func `a file that has several names is edited once`() {
    check(
      """
      \(people)
      text b.md @ada and @ada
      link a-link.md b.md
      text c.md @ada
      link link.md c.md
      open a.md Ask @ada
      open link.md @ada
      \(rename)
      scanned
      located 1 \(place())
      < 2 {"documentChanges": [\(edited("team.jsonl")), \(edited("a.md")), \(edited("link.md")), \(edited("a-link.md", 2))]}
      """)
  }

  @Test func `so is one that writes somebody down and is known by another name`() {
    check(
      #"""
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      text docs/team.jsonl {"name": "Ada Lovelace", "handle": "ada"}\n@ada
      link team.jsonl docs/team.jsonl
      open a.md Ask @ada
      \#(rename)
      scanned
      located 1 \#(place())
      < 2 {"documentChanges": [\#(edited("team.jsonl", 2)), \#(edited("a.md"))]}
      """#)
  }

  private static let more = #""more": {"type": "file", "path": "/w/more.jsonl"}"#

  @Test func `everything that writes the same handle down is edited`() {
    check(
      """
      \(people)
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      text more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      open a.md Ask @ada
      \(rename)
      scanned
      located 1 [\(place("/w/more.jsonl", source: "more")), \(place()),
        \(place("/w/other.jsonl", source: "more").replacing(#"\"ada\"}""#, with: #"\"bob\"}""#)),
        \(place("/else/more.jsonl", source: "more"))]
      < 2 {"documentChanges": [\(edited("team.jsonl")), \(edited("more.jsonl")), \(edited("a.md"))]}
      """, sources: Self.more, lists: #"["team", "more"]"#)
  }

  @Test func `who is mentioned by another trigger out of one of these files follows`() {
    check(
      #"""
      \#(people)
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      text more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      text b.md +ada
      open a.md Ask @ada and +ada
      \#(rename)
      scanned
      located 1 [\#(place()), \#(place("/w/more.jsonl", source: "more"))]
      < 2 {"documentChanges": [\#(edited("team.jsonl")), \#(edited("more.jsonl")),
        \#(edited("a.md", 2)), \#(edited("b.md"))]}
      """#, sources: Self.more,
      settings: """
        "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}, \
        {"character": "+", "sources": ["more"], "insert": {"default": "+{handle}"}}]
        """)
  }

  @Test func `an equal name with an equal handle, in any case, follows`() {
    check(
      #"""
      \#(people)
      loaded more [{"name": "Ada Lovelace", "handle": "ADA"}]
      text more.jsonl {"name": "Ada Lovelace", "handle": "ADA"}
      text b.md +Ada Lovelace
      open a.md Ask @Ada Lovelace
      ?2 rename a.md 0:6 {"newName": "Ada King"}
      scanned
      located 1 [\#(place()), \#(place("/w/more.jsonl", source: "more").replacing(#"\"ada\""#, with: #"\"ADA\""#))]
      < 2 {"documentChanges": [\#(edited("team.jsonl")), \#(edited("more.jsonl")),
        \#(edited("a.md")), \#(edited("b.md"))]}
      """#, sources: Self.more,
      settings: """
        "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{name}"}}, \
        {"character": "+", "sources": ["more"], "insert": {"default": "+{name}"}}]
        """)
  }

  @Test func `whoever comes from elsewhere is not renamed in other files alone`() {
    check(
      """
      loaded more [{"name": "A. Lovelace", "handle": "ada"}]
      open a.md Ask @ada
      \(rename)
      scanned
      located 1 \(place("/w/more.jsonl", source: "more"))
      < 2 error -32803 Ada Lovelace is defined in the settings (source “team”) and can be renamed only there
      """,
      people: #"[{"name": "Ada Lovelace", "handle": "ada"}]"#, sources: Self.more, lists: #"["team", "more"]"#
    )
  }

  @Test func `what another source has filled in is changed there`() {
    check(
      """
      loaded team [{"name": "Ada Lovelace", "email": "ada@x.org"}]
      loaded more [{"name": "A. Lovelace", "email": "ada@x.org", "handle": "ada"}]
      text more.jsonl {"name": "A. Lovelace", "handle": "ada"}
      open a.md Ask @ada
      \(rename)
      scanned
      located 1 \(place("/w/more.jsonl", source: "more"))
      < 2 {"documentChanges": [\(edited("more.jsonl")), \(edited("a.md"))]}
      """, sources: Self.more, lists: #"["team", "more"]"#)
  }

  @Test func `where not all files are searched nothing is renamed`() {
    check(
      """
      \(people)
      beyond 2
      open a.md Ask @ada
      \(rename)
      scanned
      < window/showMessage {"type": 2}
      < 2 error -32803 cannot rename: the workspace has 3 text files, but only 1 of them are searched
      """)
  }

  @Test func `that files are not searched at all is told`() {
    check(
      """
      \(people)
      open a.md Ask @ada
      \(rename)
      located 1 \(place())
      < 2 {"changeAnnotations": {"closed": {"description": "some edits are in files that are not open; \
      files that are not open are not searched for mentions (setting “index”)"}}}
      """, settings: #""index": false"#, annotates: true)
  }

  @Test func `a document that cannot be saved refuses the whole rename`() {
    check(
      """
      \(people)
      protect a.md the file cannot be written
      open a.md Ask @ada
      open b.md nobody
      \(rename)
      scanned
      located 1 \(place())
      < 2 error -32803 cannot rename: /w/a.md: the file cannot be written
      """)
  }

  @Test func `a request that comes before the people are known waits for them`() {
    check(
      """
      open a.md Ask @ada
      ?1 prepareRename a.md 0:5
      \(rename)
      \(people)
      scanned
      located 1 \(place())
      < 1 {"placeholder": "ada"}
      located 2 \(place())
      < 2 {"documentChanges": [\(edited("team.jsonl")), \(edited("a.md"))]}
      """)
  }

  /// A record on three lines, as the file and as the client has it.
  private func checkOpen(_ text: String, line: Int, _ start: Int, _ end: Int) {
    let place = #"""
      {"source": "team", "path": "/w/team.json", "line": 0,
        "text": "[{\"name\": \"Ada\",\r\n  \"handle\":\r\n \"ada\"}]",
        "record": [1, 38], "values": [{"field": "handle", "range": [32, 37], "notation": "json"}]}
      """#
    check(
      #"""
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      open a.md Ask @ada
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/team.json", "languageId": "markdown", "version": 1,
        "text": "\#(text)"}}
      \#(rename)
      scanned
      located 1 \#(place)
      < 2 {"documentChanges": [\#(edited("a.md")),
        {"edits": [{"range": \#(line):\#(start)-\#(end), "newText": "\"countess\""}]}]}
      """#)
  }

  @Test func `a text that the client ends lines otherwise in, or gives a byte order mark, has not changed`() {
    checkOpen(#"[{\"name\": \"Ada\",\n  \"handle\":\n \"ada\"}]"#, line: 2, 1, 6)
    checkOpen(#"\ufeff[{\"name\": \"Ada\",\r\n  \"handle\":\r\n \"ada\"}]\r\n"#, line: 2, 1, 6)
  }
}
