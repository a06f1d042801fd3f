import MentionsTestKit
import Testing

/// `textDocument/references`: open documents as they are, the other files of the workspace as they were scanned.
@Suite struct ReferencesTests {
  private typealias Script = WorkspaceScript

  private func location(_ uri: String, _ line: Int, _ start: Int, _ end: Int) -> String {
    Script.location(uri, line, start, end)
  }

  @Test func `mentions in open and closed files are found once the workspace has been searched`() {
    Script().check(
      """
      text /w/a.md Old @ada
      text /w/b.md Nobody\\n😀 @ada and @bob
      \(Script.open("file:///w/a.md", "Ask @ada"))
      \(Script.references("file:///w/a.md", 5, id: 1))
      effect scan
      scanned
      < 1 [\(location("file:///w/a.md", 0, 4, 8)), \(location("file:///w/b.md", 1, 3, 7))]
      \(Script.references("file:///w/a.md", 0, id: 2))
      < 2 null
      """)
  }

  @Test func `former handles, and handles in another case, count in open and closed files alike`() {
    Script(more: #", "aliases": ["countess", "@byron"]"#).check(
      """
      text /w/b.md @ADA, @countess, @byron
      \(Script.open("file:///w/a.md", "@ada, @countess, @Ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/a.md", 0, 6, 15)), \(location("file:///w/a.md", 0, 17, 21)), \(location("file:///w/b.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 6, 15)), \(location("file:///w/b.md", 0, 17, 23))]
      \(Script.references("file:///w/a.md", 8, id: 2))
      < 2 [{}, {}, {}, {}, {}, {}]
      """)
  }

  @Test(arguments: [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
  func `columns count in the units agreed on`(encoding: String, start: Int) {
    Script(capabilities: #"{"general": {"positionEncodings": ["\#(encoding)"]}}"#).check(
      """
      text /w/b.md 😀 @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, start, start + 4))]
      """)
  }

  @Test func `what the user made plain text is not a mention, and one that only an editor knows is`() {
    Script().check(
      """
      \(Script.open("file:///w/a.md", "@ada met Ada"))
      ?1 mentions/add {"textDocument": {"uri": "file:///w/a.md"}, "mentions": [{"range": {"start": {"line": 0, "character": 9}, "end": {"line": 0, "character": 12}}, "text": "Ada", "entity": {"name": "Ada Lovelace", "uniqueID": "lovelace"}}]}
      < 1 {"added": 1}
      ?2 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 2 {}
      \(Script.references("file:///w/a.md", 1, id: 3))
      scanned
      < 3 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/a.md", 0, 9, 12))]
      ?4 workspace/executeCommand {"command": "mentions.toPlainText", "arguments": [{"textDocument": {"uri": "file:///w/a.md"}, "ranges": [{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 4}}]}]}
      < 4 {"removed": 1}
      \(Script.references("file:///w/a.md", 1, id: 5))
      < 5 null
      """)
  }

  // MARK: What an earlier server found

  @Test func `what an earlier server found is told at once, of files as they are now`() {
    Script().check(
      """
      text /w/b.md @ada
      text /w/c.md @ada
      text /w/d.md @ada
      text /w/e.md nobody
      remember
      text /w/c.md so @ada
      text /w/d.md
      text /w/e.md @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      effect scan
      scanned earlier
      at 250
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4)), \(location("file:///w/c.md", 0, 3, 7))]
      ?3 workspace/symbol {"query": "ada"}
      at 500
      < 3 [{}, {}, {}]
      \(Script.references("file:///w/a.md", 1, id: 5))
      scanned
      < 5 [{}, {}, {}, {}]
      \(Script.references("file:///w/a.md", 1, id: 4))
      < 4 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4)), \(location("file:///w/c.md", 0, 3, 7)), \(location("file:///w/e.md", 0, 0, 4))]
      """)
  }

  @Test func `what has changed since the server listens is not answered out of what an earlier one found`() {
    Script(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#
    ).check(
      """
      < ?1 client/registerCapability {}
      =1 null
      text /w/b.md @ada
      remember
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      < ?2 client/registerCapability {}
      =2 null
      effect scan
      text /w/c.md @ada
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/c.md", "type": 1}]}
      scanned earlier
      scanned part
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4)), \(location("file:///w/c.md", 0, 0, 4))]
      """)
  }

  @Test func `files that the client tells of are looked at again, and no others`() {
    Script(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#
    ).check(
      """
      < ?1 client/registerCapability {}
      =1 null
      text /w/b.md @ada
      text /w/c.md nobody
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      < ?2 client/registerCapability {"registrations": [{"id": "mentions-workspace", "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": [{"globPattern": "**/*"}]}}]}
      =2 null
      effect scan
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      text /w/b.md
      text /w/c.md so @ada
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/b.md", "type": 3}, {"uri": "file:///w/c.md", "type": 2}]}
      \(Script.references("file:///w/a.md", 1, id: 2))
      effect scan /w/b.md /w/c.md
      scanned
      < 2 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/c.md", 0, 3, 7))]
      \(Script.references("file:///w/a.md", 1, id: 3))
      < 3 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/c.md", 0, 3, 7))]
      """)
  }

  @Test func `without watching, what was found is trusted for two seconds`() {
    Script().check(
      """
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      effect scan
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      at 1999
      \(Script.references("file:///w/a.md", 1, id: 2))
      < 2 [\(location("file:///w/a.md", 0, 0, 4))]
      at 2000
      \(Script.references("file:///w/a.md", 1, id: 3))
      effect scan
      scanned
      < 3 [\(location("file:///w/a.md", 0, 0, 4))]
      """)
  }

  @Test func `a document that is closed is known as its file is, if that is one of the workspace`() {
    Script().check(
      """
      text /w/b.md @bob @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.open("file:///w/b.md", "@bob @ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 5, 9))]
      \(Script.open("file:///else/c.md", "@ada"))
      ! textDocument/didClose {"textDocument": {"uri": "file:///w/b.md"}}
      ! textDocument/didClose {"textDocument": {"uri": "file:///else/c.md"}}
      \(Script.references("file:///w/a.md", 1, id: 2))
      scanned
      < 2 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 5, 9))]
      """)
  }

  @Test func `with the setting off, only open documents are searched`() {
    Script(options: #""index": false, "#).check(
      """
      text /w/b.md @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      """)
  }

  @Test func `who is meant is waited for as long as sources are being read`() {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {}, "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}]}}
      < 0 {}
      ! initialized {}
      text /w/b.md @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      \(Script.references("file:///w/none.md", 1, id: 2))
      < 2 null
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      effect scan
      scanned
      located 1
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      \(Script.references("file:///w/a.md", 1, id: 3))
      located 2
      < 3 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      loaded team [{"name": "Bob Kahn", "handle": "bob"}]
      \(Script.references("file:///w/a.md", 1, id: 4))
      effect scan
      scanned
      located 3
      < 4 [{}]
      \(Script.references("file:///w/none.md", 1, id: 5))
      < 5 null
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  // MARK: Where somebody is written down

  private func checkWritten(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {}, "rootUri": "file:///w", "initializationOptions": {"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}]}}
      < 0 {}
      ! initialized {}
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      text /w/CODEOWNERS docs/ @ada
      \(Script.open("file:///w/a.md", "@ada"))
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private static func place(_ path: String, _ start: Int, _ end: Int) -> String {
    """
    {"path": "\(path)", "line": 0, "text": "123456789 123456789", "record": [0, 19], "values": [{"field": "handle", "range": [\(start), \(end)], "notation": "owner"}]}
    """
  }

  @Test func `where they are written down comes first, if the client wants it, and once`() {
    checkWritten(
      """
      \(Script.references("file:///w/a.md", 1, id: 1, declaration: true))
      scanned
      effect locate 1 ada in team
      located 1 [\(Self.place("/w/team.jsonl", 2, 5)), \(Self.place("/w/CODEOWNERS", 7, 10))]
      < 1 [\(location("file:///w/team.jsonl", 0, 2, 5)), \(location("file:///w/CODEOWNERS", 0, 7, 10)), \(location("file:///w/a.md", 0, 0, 4))]
      """)
  }

  @Test func `a mention that is where they are written down is none if the client does not want it`() {
    checkWritten(
      """
      \(Script.references("file:///w/a.md", 1, id: 1))
      scanned
      effect locate 1 ada in team
      located 1 [\(Self.place("/w/team.jsonl", 2, 5)), \(Self.place("/w/CODEOWNERS", 7, 10))]
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      \(Script.references("file:///w/a.md", 1, id: 2))
      located 2
      < 2 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/CODEOWNERS", 0, 6, 10))]
      \(Script.references("file:///w/a.md", 1, id: 3))
      ! $/cancelRequest {"id": 3}
      < 3 error -32800
      located 3
      """)
  }

  // MARK: What changes meanwhile

  @Test func `a source that changes while the search is under way begins it again`() {
    Script().check(
      """
      text /w/b.md @ada @eve
      file /w/.mentions.json {"sources": {"more": {"type": "list", "items": [{"name": "Eve", "handle": "eve"}]}}, "triggers": [{"character": "@", "sources": ["team", "more"], "insert": {"default": "@{handle}"}}]}
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      effect scan
      changed /w/.mentions.json
      effect cancel scan
      effect scan
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      """)
  }

  @Test func `a file that changes after the search began is looked at for the request that came afterwards`()
  {
    Script(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#
    ).check(
      """
      < ?1 client/registerCapability {}
      =1 null
      \(Script.open("file:///w/a.md", "@ada"))
      \(Script.references("file:///w/a.md", 1, id: 1))
      < ?2 client/registerCapability {}
      =2 null
      effect scan
      text /w/b.md @ada
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/b.md", "type": 1}]}
      \(Script.references("file:///w/a.md", 1, id: 2))
      text /w/b.md
      scanned
      < 1 [\(location("file:///w/a.md", 0, 0, 4))]
      effect scan /w/b.md
      text /w/b.md @ada
      scanned
      < 2 [\(location("file:///w/a.md", 0, 0, 4)), \(location("file:///w/b.md", 0, 0, 4))]
      """)
  }
}
