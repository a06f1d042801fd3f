import Testing

/// `textDocument/references`: open documents as they are, the other files of the workspace as they were scanned.
@Suite struct ReferencesTests {
  @Test func `mentions in open and closed files are found once the workspace has been searched`() {
    ServerScript.workspace().check(
      """
      text a.md Old @ada
      open a.md Ask «@|ada»
      text b.md Nobody⏎😀 «@ada» and @bob
      ?1 references |
      effect scan
      scanned
      < 1 «»
      ?2 references a.md 0:0
      < 2 null
      """)
  }

  @Test func `former handles, and handles in another case, count in open and closed files alike`() {
    ServerScript.workspace(more: #", "aliases": ["countess", "@byron"]"#).check(
      """
      open a.md «@|ada», «@countess», «@Ada»
      text b.md «@ADA», «@countess», «@byron»
      ?1 references |
      scanned
      < 1 «»
      ?2 references a.md 0:8
      < 2 «»
      """)
  }

  @Test(arguments: [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
  func `columns count in the units agreed on`(encoding: String, start: Int) {
    ServerScript.workspace(capabilities: #"{"general": {"positionEncodings": ["\#(encoding)"]}}"#).check(
      """
      text b.md 😀 @ada
      open a.md @ada
      ?1 references a.md 0:1
      scanned
      < 1 [a.md:0:0-4, b.md:0:\(start)-\(start + 4)]
      """)
  }

  @Test func `what the user made plain text is not a mention, and one that only an editor knows is`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada» met «Ada»
      add a.md 0:9-12 {"name": "Ada Lovelace", "uniqueID": "lovelace"}
      ?2 mentions/list a.md
      < 2 {}
      ?3 references |
      scanned
      < 3 «»
      ?4 workspace/executeCommand {"command": "mentions.toPlainText",
        "arguments": [{"textDocument": {"uri": "file:///w/a.md"}, "ranges": [0:0-4]}]}
      < 4 {"removed": 1}
      ?5 references |
      < 5 null
      """)
  }

  // MARK: What an earlier server found

  @Test func `what an earlier server found is told at once, of files as they are now`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      text b.md «@ada»
      text c.md @ada
      text d.md @ada
      text e.md nobody
      remember
      text c.md so «@ada»
      text d.md
      text e.md @ada
      ?1 references |
      effect scan
      scanned earlier
      at 250
      < 1 «»
      ?3 workspace/symbol {"query": "ada"}
      at 500
      < 3 [{}, {}, {}]
      text e.md «@ada»
      ?5 references |
      scanned
      < 5 «»
      ?4 references |
      < 4 «»
      """)
  }

  /// The client watches files, and tells of those of the workspace once they have been asked for.
  private let watching = ServerScript.workspace(
    capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#)

  @Test func `what has changed since the server listens is not answered out of what an earlier one found`() {
    watching.check(
      """
      < ?1 client/registerCapability {}
      =1 null
      open a.md «@|ada»
      text b.md «@ada»
      remember
      ?1 references |
      < ?2 client/registerCapability {}
      =2 null
      effect scan
      text c.md «@ada»
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/c.md", "type": 1}]}
      scanned earlier
      scanned part
      scanned
      < 1 «»
      """)
  }

  @Test func `files that the client tells of are looked at again, and no others`() {
    watching.check(
      """
      < ?1 client/registerCapability {}
      =1 null
      open a.md «@|ada»
      text b.md «@ada»
      text c.md nobody
      ?1 references |
      < ?2 client/registerCapability {"registrations": [{"id": "mentions-workspace",
        "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": [{"globPattern": "**/*"}]}}]}
      =2 null
      effect scan
      scanned
      < 1 «»
      text b.md
      text c.md so «@ada»
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/b.md", "type": 3},
        {"uri": "file:///w/c.md", "type": 2}]}
      ?2 references |
      effect scan /w/b.md /w/c.md
      scanned
      < 2 «»
      ?3 references |
      < 3 «»
      """)
  }

  @Test func `without watching, what was found is trusted for two seconds`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      ?1 references |
      effect scan
      scanned
      < 1 «»
      at 1999
      ?2 references |
      < 2 «»
      at 2000
      ?3 references |
      effect scan
      scanned
      < 3 «»
      """)
  }

  @Test func `a document that is closed is known as its file is, if that is one of the workspace`() {
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      text b.md @bob «@ada»
      open b.md @bob «@ada»
      ?1 references |
      scanned
      < 1 «»
      open /else/c.md @ada
      ! didClose b.md
      ! didClose /else/c.md
      ?2 references |
      scanned
      < 2 «»
      """)
  }

  @Test func `with the setting off, only open documents are searched`() {
    ServerScript.workspace(settings: #""index": false"#).check(
      """
      text b.md @ada
      open a.md «@|ada»
      ?1 references |
      < 1 «»
      """)
  }

  /// People are in a file of the workspace, which the server waits for.
  private let reading = ServerScript(
    folders: ["w"], people: "/w/team.jsonl", insert: "@{handle}")

  @Test func `who is meant is waited for as long as sources are being read`() {
    reading.check(
      """
      open a.md «@|ada»
      text b.md «@ada»
      ?1 references |
      ?2 references none.md 0:1
      < 2 null
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      effect scan
      scanned
      located 1
      < 1 «»
      ?3 references |
      located 2
      < 3 «»
      loaded team [{"name": "Bob Kahn", "handle": "bob"}]
      ?4 references |
      < 4 null
      ?5 references none.md 0:1
      < 5 null
      """)
  }

  // MARK: Where somebody is written down

  private func checkWritten(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    reading.check(
      """
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      text CODEOWNERS docs/ @ada
      open a.md «@|ada»
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static func place(_ path: String, _ start: Int, _ end: Int) -> String {
    """
    {"path": "\(path)", "line": 0, "text": "123456789 123456789", "record": [0, 19], \
    "values": [{"field": "handle", "range": [\(start), \(end)], "notation": "owner"}]}
    """
  }

  @Test func `where they are written down comes first, if the client wants it, and once`() {
    checkWritten(
      """
      ?1 references | {"context": {"includeDeclaration": true}}
      scanned
      effect locate 1 ada in team
      located 1 [\(Self.place("/w/team.jsonl", 2, 5)), \(Self.place("/w/CODEOWNERS", 7, 10))]
      < 1 [team.jsonl:0:2-5, CODEOWNERS:0:7-10, a.md:0:0-4]
      """)
  }

  @Test func `a mention that is where they are written down is none if the client does not want it`() {
    checkWritten(
      """
      ?1 references |
      scanned
      effect locate 1 ada in team
      located 1 [\(Self.place("/w/team.jsonl", 2, 5)), \(Self.place("/w/CODEOWNERS", 7, 10))]
      < 1 «»
      ?2 references |
      located 2
      < 2 [a.md:0:0-4, CODEOWNERS:0:6-10]
      ?3 references |
      ! $/cancelRequest {"id": 3}
      < 3 error -32800
      located 3
      """)
  }

  // MARK: What changes meanwhile

  @Test func `a source that changes while the search is under way begins it again`() {
    let settings = """
      {"sources": {"more": {"type": "list", "items": [{"name": "Eve", "handle": "eve"}]}}, \
      "triggers": [{"character": "@", "sources": ["team", "more"], "insert": {"default": "@{handle}"}}]}
      """
    ServerScript.workspace().check(
      """
      open a.md «@|ada»
      text b.md «@ada» @eve
      file /w/.mentions.json \(settings)
      ?1 references |
      effect scan
      changed /w/.mentions.json
      effect cancel scan
      effect scan
      scanned
      < 1 «»
      """)
  }

  @Test func `a file that changes after the search began is looked at for the request that came afterwards`()
  {
    watching.check(
      """
      < ?1 client/registerCapability {}
      =1 null
      open a.md «@|ada»
      ?1 references |
      < ?2 client/registerCapability {}
      =2 null
      effect scan
      text b.md @ada
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/b.md", "type": 1}]}
      ?2 references |
      text b.md
      scanned
      < 1 «»
      effect scan /w/b.md
      text b.md «@ada»
      scanned
      < 2 «»
      """)
  }
}
