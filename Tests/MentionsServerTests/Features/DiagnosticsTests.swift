import MentionsTestKit
import Testing

/// What is reported of mentions: pushed as an event of time, or pulled.
@Suite struct DiagnosticsTests {
  typealias Script = FindingScript

  @Test func `each kind with its severity, code and message, once nobody has edited for a while`() {
    ServerScript.findings(text: "@nobody @ben @gus @countess @acme/ops @ada x").check(
      """
      at 299
      at 300
      \(Script.pushed(1, [
        Script.diagnostic(0, 7, "unknown", #", "severity": 2, "message": "No one is known as “@nobody”.", "tags": "∅""#),
        Script.diagnostic(8, 12, "ambiguous", #", "severity": 2, "message": "“@ben” is ambiguous: Ben One (one@x.org), Ben Two (two@x.org).", "relatedInformation": [{"location": {"uri": "file:///d", "range": 0:8-12}, "message": "Ben One (one@x.org)"}, {"message": "Ben Two (two@x.org)"}]"#),
        Script.diagnostic(13, 17, "left", #", "severity": 3, "message": "Gus Gone has left.", "tags": [2]"#),
        Script.diagnostic(18, 27, "stale", #", "severity": 4, "message": "“@countess” is now written “@ada”.", "tags": [2]"#),
        Script.diagnostic(28, 37, "not-allowed", #", "severity": 1, "message": "Ops Team may not be mentioned here: open an issue.""#),
      ].joined(separator: ", ")))
      """)
  }

  @Test func `off by default, and each kind by itself`() {
    ServerScript.findings(diagnostics: "{}", text: "@nobody @ben @gus").check("at 5000")
    ServerScript.findings(diagnostics: #"{"ambiguous": "hint"}"#, text: "@nobody @ben @gus").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(8, 12, "ambiguous", #", "severity": 4"#)))
      """)
  }

  @Test func `again when somebody has paused, with the new places`() {
    ServerScript.findings(text: "Hi @nobody!").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(3, 10, "unknown")))
      change /d 0:0-0 ‘Oh. ’
      at 500
      change /d 0:0-0 ‘Oh. ’
      at 799
      at 800
      \(Script.pushed(3, Script.diagnostic(11, 18, "unknown")))
      change /d 0:11-18 ‘Ada’
      at 1100
      \(Script.pushed(4, ""))
      """)
  }

  @Test func `nobody is unknown while the mention is being typed`() {
    ServerScript.findings().check(
      """
      at 300
      type @nob
      at 1000
      complete 1
      < 1 {"items": []}
      ! mentions/didChangeSelection /d {"selections": [0:0-0]}
      at 2000
      \(Script.pushed(5, Script.diagnostic(0, 4, "unknown")))
      """)
  }

  @Test func `not in code, nor where the source does not hold everybody`() {
    ServerScript.findings(text: "`@nobody` and me@nobody.org").check("at 1000")
    ServerScript(
      capabilities: "{\(Script.pushing)}", people: #"["Ada"]"#, sources: #""host": {"type": "client"}"#,
      lists: #"["team", "host"]"#, settings: #""diagnostics": {"unknown": "error"}, "implicit": {}"#,
      text: "@nobody"
    ).check(
      """
      at 1000
      """)
  }

  @Test(arguments: [
    "", #", "x": {"type": "fle"}"#, #", "x": {"type": "list", "items": [{"kind": "person"}]}"#,
  ])
  func `nobody is unknown where a source was refused or not read whole`(_ source: String) {
    ServerScript(
      capabilities: "{\(Script.pushing)}", people: #"["Ada"]"#, sources: String(source.dropFirst(2)),
      lists: #"["*"]"#,
      settings: #""diagnostics": {"unknown": "error"}, "implicit": {}"#
    ).check(
      """
      \(source.isEmpty ? "" : #"< window/showMessage {}"#)
      open markdown @nobody
      at 1000
      \(source.isEmpty ? Script.pushed(1, Script.diagnostic(0, 7, "unknown")) : "")
      """)
  }

  @Test func `people are known once the source has been read, and known better when it is read again`() {
    ServerScript.findings(text: "@nobody").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(0, 7, "unknown")))
      loaded team [{"name": "No Body", "handle": "nobody"}]
      at 600
      \(Script.pushed(1, ""))
      """)
  }

  @Test func `settings that change what is told`() {
    ServerScript.findings(diagnostics: "{}", text: "@nobody").check(
      """
      at 300
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"diagnostics": {"unknown": "error"}}}}
      at 600
      \(Script.pushed(1, Script.diagnostic(0, 7, "unknown", #", "severity": 1"#)))
      ! workspace/didChangeConfiguration {"settings": {"mentions": {}}}
      at 900
      \(Script.pushed(1, ""))
      """)
  }

  // MARK: Pulled

  @Test func `pulled at once, unchanged where nothing is new, and never pushed`() {
    ServerScript.findings(capabilities: Script.pulling, text: "@nobody").check(
      """
      \(Script.pull(1))
      < 1 {"kind": "full", "resultId": "1.1",
        "items": [\(Script.diagnostic(0, 7, "unknown", #", "relatedInformation": "∅""#))]}
      \(Script.pull(2, "1.1"))
      < 2 {"kind": "unchanged", "resultId": "1.1", "items": "∅"}
      at 1000
      change /d 0:0-0 ‘ ’
      \(Script.pull(3, "1.1"))
      < 3 {"kind": "full", "resultId": "1.2", "items": [\(Script.diagnostic(1, 8, "unknown"))]}
      \(Script.pull(4, "1.1"))
      < 4 {"kind": "full", "resultId": "1.3", "items": ["…"]}
      at 5000
      """)
  }

  @Test func `whoever pulls is told to pull again when other people are known`() {
    ServerScript.findings(capabilities: Script.pulling, text: "@nobody").check(
      """
      \(Script.pull(1))
      < 1 {"items": ["…"]}
      loaded team [{"name": "No Body", "handle": "nobody"}]
      at 1000
      < ?1 workspace/diagnostic/refresh
      \(Script.pull(2, "1.1"))
      < 2 {"kind": "full", "items": []}
      loaded team [{"name": "No Body", "handle": "nobody"}, {"name": "Some Body", "handle": "somebody"}]
      at 2000
      """)
  }

  @Test func `one word to pull again is enough for all documents`() {
    let open =
      #"! textDocument/didOpen {"textDocument": {"uri": "file:///e", "languageId": "markdown", "version": 1, "text": "@nobody"}}"#
    ServerScript.findings(capabilities: Script.pulling, text: "@nobody").check(
      """
      \(open)
      \(Script.pull(1))
      < 1 {"items": ["…"]}
      ?2 diagnostic /e
      < 2 {"items": ["…"]}
      loaded team [{"name": "No Body", "handle": "nobody"}]
      at 1000
      < ?1 workspace/diagnostic/refresh
      at 2000
      """)
  }

  // MARK: What is no annotation any more

  @Test func `annotations too: who has left, and who is written otherwise now`() {
    let person = #"{"id": "cleo", "name": "Cleo Old", "source": "team"}"#
    ServerScript.findings(
      team: #"[{"id": "cleo", "name": "Cleo New"}, {"id": "gus", "name": "Gus Gone", "gone": true}]"#,
      text: "Cleo Old"
    ).check(
      """
      add /d 0:0-8 \(person)
      at 1000
      \(Script.pushed(1, Script.diagnostic(0, 8, "stale", #", "message": "“Cleo Old” is now written “Cleo New”.""#)))
      """)
  }

  @Test func `a former handle in another case`() {
    ServerScript.findings(text: "@Countess x").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(0, 9, "stale", #", "message": "“@Countess” is now written “@ada”.""#)))
      """)
  }

  @Test func `what was kept of a document whose people have changed since`() {
    let old =
      #"{"id": "cleo", "name": "Cleo Old", "handle": "cleo", "email": "cleo@x.org", "source": "team"}"#
    ServerScript.findings(team: "[\(old)]", text: "Cleo Old").check(
      """
      add /d 0:0-8 \(old)
      at 5000
      ! didClose /d
      loaded team [{"name": "Cleo New", "handle": "cleonew", "email": "cleo@x.org"}]
      open markdown Cleo Old
      at 9000
      \(Script.pushed(1, Script.diagnostic(0, 8, "stale", #", "message": "“Cleo Old” is now written “Cleo New”.""#)))
      """)
  }

  @Test func `who has gone from a source that lists everybody is unknown in an open document too`() {
    ServerScript.findings(text: "Hi @ada and @countess").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(12, 21, "stale")))
      loaded team [{"name": "Zed", "handle": "zed"}]
      at 1000
      \(Script.pushed(1, [
        Script.diagnostic(3, 7, "unknown", #", "message": "No one is known as “@ada”.""#),
        Script.diagnostic(12, 21, "unknown"),
      ].joined(separator: ", ")))
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      at 2000
      \(Script.pushed(1, Script.diagnostic(12, 21, "unknown")))
      """)
  }

  @Test func `whom no source lists is not unknown`() {
    for source in [#", "source": "tickets""#, ""] {
      ServerScript.findings(text: "Hi @eda").check(
        """
        add /d 0:3-7 {"id": "eda", "name": "Eda", "handle": "eda"\(source)}
        at 5000
        """)
    }
  }

  @Test func `a link to somebody who has another handle`() {
    ServerScript.findings(
      text: "See [Ada Lovelace](https://x.org/ada) x",
      insert: #"{"markdown": "[«{name}»](https://x.org/{handle})"}"#
    )
    .check(
      """
      at 300
      loaded team [{"id": "ada", "name": "Ada Lovelace", "handle": "aking", "aliases": ["@ada"]}]
      at 1000
      \(Script.pushed(1, Script.diagnostic(5, 17, "stale", #", "message": "“Ada Lovelace” is now written “[Ada Lovelace](https://x.org/aking)”.""#)))
      ?1 codeAction /d 0:6-6 {"context": {"diagnostics": [], "only": ["quickfix"]}}
      < 1 [{"title": "Replace with “[Ada Lovelace](https://x.org/aking)”"}, {}]
      """)
  }

  @Test func `a people file says what people go by, whatever language it is opened in`() {
    ServerScript(
      capabilities: "{\(Script.pushing)}", folders: ["w"], people: "/w/team.txt",
      settings: #""diagnostics": \#(Script.all)"#
    ).check(
      """
      loaded team \(Script.team)
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/team.txt", "languageId": "plaintext", "version": 1,
        "text": "Ada Lovelace @ada @countess @nobody"}}
      at 1000
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/other.txt", "languageId": "plaintext",
        "version": 1, "text": "Ada Lovelace @ada @countess"}}
      at 2000
      < textDocument/publishDiagnostics {"uri": "file:///w/other.txt",
        "diagnostics": [\(Script.diagnostic(18, 27, "stale"))]}
      """)
  }

  @Test func `a link to somebody under a former name`() {
    ServerScript.findings(
      text: "[Ada Byron](https://x.org/ada), [her page](https://x.org/ada)",
      insert: #"{"markdown": "[«{name}»]({url})"}"#
    )
    .check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(1, 10, "stale", #", "message": "“Ada Byron” is now written “Ada Lovelace”.""#)))
      """)
  }

  @Test func `who made no commit for so long`() {
    let team = """
      [{"name": "Ida", "handle": "ida", "metadata": {"lastCommit": "2020-01-02", "inactiveMonths": 36}}, \
      {"name": "Joe", "handle": "joe", "metadata": {"lastCommit": "2022-01-02", "inactiveMonths": 12}}]
      """
    ServerScript.findings(diagnostics: #"{"left": "hint", "leftAfter": 24}"#, team: team, text: "@ida @joe x")
      .check(
        """
        at 300
        \(Script.pushed(1, Script.diagnostic(0, 4, "left", #", "message": "Ida has left (last commit: 2020-01-02).""#)))
        """)
  }

  @Test func `damaged mentions by their own severity, and not at all`() {
    for (setting, expected) in [("error", 1), ("hint", 4)] {
      ServerScript.findings(diagnostics: #"{"damaged": "\#(setting)"}"#, text: "Hi Ada Lovelace").check(
        """
        add /d 0:3-15 {"name": "Ada Lovelace"}
        change /d 0:14-15 ‘’
        \(Script.pushed(2, Script.diagnostic(3, 14, "damaged", #", "severity": \#(expected)"#)))
        """)
    }
    ServerScript.findings(diagnostics: #"{"damaged": "off"}"#, text: "Hi Ada Lovelace").check(
      """
      add /d 0:3-15 {"name": "Ada Lovelace"}
      change /d 0:14-15 ‘’
      """)
  }
}
