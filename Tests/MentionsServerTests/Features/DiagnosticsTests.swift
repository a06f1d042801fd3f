import MentionsTestKit
import Testing

/// What is reported of mentions: pushed as an event of time, or pulled.
@Suite struct DiagnosticsTests {
  typealias Script = FindingScript
  private let change = DamageScript.change

  @Test func `each kind with its severity, code and message, once nobody has edited for a while`() {
    Script(text: "@nobody @ben @gus @countess @acme/ops @ada x").check(
      """
      at 299
      at 300
      \(Script.pushed(1, [
        Script.diagnostic(0, 7, "unknown", #", "severity": 2, "message": "Nobody goes by “@nobody”.", "tags": "∅""#),
        Script.diagnostic(8, 12, "ambiguous", #", "severity": 2, "message": "By “@ben” several may be meant: Ben One (one@x.org), Ben Two (two@x.org).", "relatedInformation": [{"location": {"uri": "file:///d", "range": \#(DamageScript.range(8, 12))}, "message": "Ben One (one@x.org)"}, {"message": "Ben Two (two@x.org)"}]"#),
        Script.diagnostic(13, 17, "left", #", "severity": 3, "message": "Gus Gone has left.", "tags": [2]"#),
        Script.diagnostic(18, 27, "stale", #", "severity": 4, "message": "“@countess” is written “@ada” now.", "tags": [2]"#),
        Script.diagnostic(28, 37, "not-allowed", #", "severity": 1, "message": "Ops Team may not be mentioned here: open an issue.""#),
      ].joined(separator: ", ")))
      """)
  }

  @Test func `off by default, and each kind by itself`() {
    Script(diagnostics: "{}", text: "@nobody @ben @gus").check("at 5000")
    Script(diagnostics: #"{"ambiguous": "hint"}"#, text: "@nobody @ben @gus").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(8, 12, "ambiguous", #", "severity": 4"#)))
      """)
  }

  @Test func `again when somebody has paused, with the new places`() {
    Script(text: "Hi @nobody!").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(3, 10, "unknown")))
      \(change(2, 0, 0, "Oh. "))
      at 500
      \(change(3, 0, 0, "Oh. "))
      at 799
      at 800
      \(Script.pushed(3, Script.diagnostic(11, 18, "unknown")))
      \(change(4, 11, 18, "Ada"))
      at 1100
      \(Script.pushed(4, ""))
      """)
  }

  @Test func `nobody is unknown while the mention is being typed`() {
    Script().check(
      """
      at 300
      type @nob
      at 1000
      complete 1
      < 1 {"items": []}
      ! mentions/didChangeSelection {"textDocument": {"uri": "file:///d"}, "selections": [\(DamageScript.range(0, 0))]}
      at 2000
      \(Script.pushed(5, Script.diagnostic(0, 4, "unknown")))
      """)
  }

  @Test func `not in code, nor where the source does not hold everybody`() {
    Script(text: "`@nobody` and me@nobody.org").check("at 1000")
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {\(Script.pushing)}, "initializationOptions": {"diagnostics": {"unknown": "error"}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": ["Ada"]}, "host": {"type": "client"}}, "triggers": [{"character": "@", "sources": ["team", "host"]}]}}
      < 0 {}
      ! initialized {}
      open markdown @nobody
      at 1000
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test(arguments: [
    "", #", "x": {"type": "fle"}"#, #", "x": {"type": "list", "items": [{"handle": "nobody"}]}"#,
  ])
  func `nobody is unknown where a source was refused or not read whole`(_ source: String) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {\(Script.pushing)}, "initializationOptions": {"diagnostics": {"unknown": "error"}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": ["Ada"]}\(source)}, "triggers": [{"character": "@", "sources": ["*"]}]}}
      < 0 {}
      ! initialized {}
      \(source.isEmpty ? "" : #"< window/showMessage {}"#)
      open markdown @nobody
      at 1000
      \(source.isEmpty ? Script.pushed(1, Script.diagnostic(0, 7, "unknown")) : "")
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `people are known once the source has been read, and known better when it is read again`() {
    Script(text: "@nobody").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(0, 7, "unknown")))
      loaded team [{"name": "No Body", "handle": "nobody"}]
      at 600
      \(Script.pushed(1, ""))
      """)
  }

  @Test func `settings that change what is told`() {
    Script(diagnostics: "{}", text: "@nobody").check(
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
    Script(capabilities: Script.pulling, text: "@nobody").check(
      """
      \(Script.pull(1))
      < 1 {"kind": "full", "resultId": "1.1", "items": [\(Script.diagnostic(0, 7, "unknown", #", "relatedInformation": "∅""#))]}
      \(Script.pull(2, "1.1"))
      < 2 {"kind": "unchanged", "resultId": "1.1", "items": "∅"}
      at 1000
      \(change(2, 0, 0, " "))
      \(Script.pull(3, "1.1"))
      < 3 {"kind": "full", "resultId": "1.2", "items": [\(Script.diagnostic(1, 8, "unknown"))]}
      \(Script.pull(4, "1.1"))
      < 4 {"kind": "full", "resultId": "1.3", "items": ["…"]}
      at 5000
      """)
  }

  @Test func `whoever pulls is told to pull again when other people are known`() {
    Script(capabilities: Script.pulling, text: "@nobody").check(
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
    Script(capabilities: Script.pulling, text: "@nobody").check(
      """
      \(open)
      \(Script.pull(1))
      < 1 {"items": ["…"]}
      ?2 textDocument/diagnostic {"textDocument": {"uri": "file:///e"}}
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
    Script(
      team: #"[{"id": "cleo", "name": "Cleo New"}, {"id": "gus", "name": "Gus Gone", "gone": true}]"#,
      text: "Cleo Old"
    ).check(
      """
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": \(DamageScript.range(0, 8)), "text": "Cleo Old", "entity": \(person)}]}
      < 1 {"added": 1}
      at 1000
      \(Script.pushed(1, Script.diagnostic(0, 8, "stale", #", "message": "“Cleo Old” is written “Cleo New” now.""#)))
      """)
  }

  @Test func `a former handle in another case`() {
    Script(text: "@Countess x").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(0, 9, "stale", #", "message": "“@Countess” is written “@ada” now.""#)))
      """)
  }

  @Test func `what was kept of a document whose people have changed since`() {
    let old =
      #"{"id": "cleo", "name": "Cleo Old", "handle": "cleo", "email": "cleo@x.org", "source": "team"}"#
    Script(team: "[\(old)]", text: "Cleo Old").check(
      """
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": \(DamageScript.range(0, 8)), "text": "Cleo Old", "entity": \(old)}]}
      < 1 {"added": 1}
      at 5000
      ! textDocument/didClose {"textDocument": {"uri": "file:///d"}}
      loaded team [{"name": "Cleo New", "handle": "cleonew", "email": "cleo@x.org"}]
      open markdown Cleo Old
      at 9000
      \(Script.pushed(1, Script.diagnostic(0, 8, "stale", #", "message": "“Cleo Old” is written “Cleo New” now.""#)))
      """)
  }

  @Test func `who has gone from a source that lists everybody is unknown in an open document too`() {
    Script(text: "Hi @ada and @countess").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(12, 21, "stale")))
      loaded team [{"name": "Zed", "handle": "zed"}]
      at 1000
      \(Script.pushed(1, [
        Script.diagnostic(3, 7, "unknown", #", "message": "Nobody goes by “@ada”.""#),
        Script.diagnostic(12, 21, "unknown"),
      ].joined(separator: ", ")))
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      at 2000
      \(Script.pushed(1, Script.diagnostic(12, 21, "unknown")))
      """)
  }

  @Test func `whom no source lists is not unknown`() {
    for source in [#", "source": "tickets""#, ""] {
      Script(text: "Hi @eda").check(
        """
        ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": \(DamageScript.range(3, 7)), "text": "@eda", "entity": {"id": "eda", "name": "Eda", "handle": "eda"\(source)}}]}
        < 1 {"added": 1}
        at 5000
        """)
    }
  }

  @Test func `a link to somebody who has another handle`() {
    Script(
      text: "See [Ada Lovelace](https://x.org/ada) x",
      insert: #"{"markdown": "[«{name}»](https://x.org/{handle})"}"#
    )
    .check(
      """
      at 300
      loaded team [{"id": "ada", "name": "Ada Lovelace", "handle": "aking", "aliases": ["@ada"]}]
      at 1000
      \(Script.pushed(1, Script.diagnostic(5, 17, "stale", #", "message": "“Ada Lovelace” is written “[Ada Lovelace](https://x.org/aking)” now.""#)))
      ?1 textDocument/codeAction {"textDocument": {"uri": "file:///d"}, "range": \(DamageScript.range(6, 6)), "context": {"diagnostics": [], "only": ["quickfix"]}}
      < 1 [{"title": "Write “[Ada Lovelace](https://x.org/aking)”"}, {}]
      """)
  }

  @Test func `a people file says what people go by, whatever language it is opened in`() {
    let failures = SessionScript.play(
      """
      ?0 initialize {"rootUri": "file:///w", "capabilities": {\(Script.pushing)}, "initializationOptions": {"diagnostics": \(Script.all), "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.txt"}}}}
      < 0 {}
      ! initialized {}
      loaded team \(Script.team)
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/team.txt", "languageId": "plaintext", "version": 1, "text": "Ada Lovelace @ada @countess @nobody"}}
      at 1000
      ! textDocument/didOpen {"textDocument": {"uri": "file:///w/other.txt", "languageId": "plaintext", "version": 1, "text": "Ada Lovelace @ada @countess"}}
      at 2000
      < textDocument/publishDiagnostics {"uri": "file:///w/other.txt", "diagnostics": [\(Script.diagnostic(18, 27, "stale"))]}
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `a link to somebody under a former name`() {
    Script(
      text: "[Ada Byron](https://x.org/ada), [her page](https://x.org/ada)",
      insert: #"{"markdown": "[«{name}»]({url})"}"#
    )
    .check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(1, 10, "stale", #", "message": "“Ada Byron” is written “Ada Lovelace” now.""#)))
      """)
  }

  @Test func `who made no commit for so long`() {
    let team = """
      [{"name": "Ida", "handle": "ida", "metadata": {"lastCommit": "2020-01-02", "inactiveMonths": 36}}, \
      {"name": "Joe", "handle": "joe", "metadata": {"lastCommit": "2022-01-02", "inactiveMonths": 12}}]
      """
    Script(diagnostics: #"{"left": "hint", "leftAfter": 24}"#, team: team, text: "@ida @joe x").check(
      """
      at 300
      \(Script.pushed(1, Script.diagnostic(0, 4, "left", #", "message": "Ida has left (last commit: 2020-01-02).""#)))
      """)
  }

  @Test func `damaged mentions by their own severity, and not at all`() {
    for (setting, expected) in [("error", 1), ("hint", 4)] {
      Script(diagnostics: #"{"damaged": "\#(setting)"}"#, text: "Hi Ada Lovelace").check(
        """
        \(HandlerScript.add("Ada Lovelace", 3, id: 1))
        \(change(2, 14, 15, ""))
        \(Script.pushed(2, Script.diagnostic(3, 14, "damaged", #", "severity": \#(expected)"#)))
        """)
    }
    Script(diagnostics: #"{"damaged": "off"}"#, text: "Hi Ada Lovelace").check(
      """
      \(HandlerScript.add("Ada Lovelace", 3, id: 1))
      \(change(2, 14, 15, ""))
      """)
  }
}
