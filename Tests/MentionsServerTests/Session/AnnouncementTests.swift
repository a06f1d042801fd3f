import MentionsTestKit
import Testing

/// What the client is told when settings change while it runs.
@Suite struct AnnouncementTests {
  private func check(
    capabilities: String, _ script: String, location: SourceLocation = #_sourceLocation
  ) {
    let failures = SessionScript.play(
      """
      ?1 initialize {"processId": null, "capabilities": {\(capabilities)}}
      < 1 {"capabilities": {"completionProvider": {"triggerCharacters": ["@", "-", ".", "/", " ", "'", "’"]}}}
      ! initialized {}
      \(script)
      """, sourceLocation: location)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: location)
  }

  private func change(_ characters: String...) -> String {
    let triggers = characters.map { #"{"character": "\#($0)"}"# }.joined(separator: ", ")
    return #"! workspace/didChangeConfiguration {"settings": {"mentions": {"triggers": [\#(triggers)]}}}"#
  }

  private let dynamic = #""textDocument": {"completion": {"dynamicRegistration": true}}"#

  @Test func `a trigger character that new settings add is registered, alone`() {
    check(
      capabilities: dynamic,
      """
      \(change("@", "#"))
      < ?1 client/registerCapability {"registrations": [{"id": "mentions-trigger-#",
        "method": "textDocument/completion",
        "registerOptions": {"triggerCharacters": ["#"], "resolveProvider": true}}]}
      =1 null
      \(change("@", "#"))
      \(change("@", "#", "[["))
      < ?2 client/registerCapability {"registrations": [{"id": "mentions-trigger-[",
        "method": "textDocument/completion", "registerOptions": {"triggerCharacters": ["["]}}]}
      =2 null
      \(change("@", "[["))
      < ?3 client/unregisterCapability {"unregisterations": [{"id": "mentions-trigger-#",
        "method": "textDocument/completion"}]}
      =3 null
      """)
  }

  @Test func `a client that cannot register is told so, and so is one that refuses`() {
    check(
      capabilities: "",
      """
      \(change("@", "#"))
      < window/showMessage {"type": 3}
      \(change("@", "#"))
      """)
    check(
      capabilities: dynamic,
      """
      \(change("@", "#"))
      < ?1 client/registerCapability {}
      =1 error -32603
      < window/showMessage {"type": 3}
      """)
  }

  @Test func `a client that pulls diagnostics without having declared it is pushed none`() {
    ServerScript.damage(
      capabilities: #""textDocument": {"publishDiagnostics": {}}"#
    ).check(
      """
      change /d 0:14-15 ‘’
      < textDocument/publishDiagnostics {"diagnostics": [{"code": "damaged-mention"}]}
      ?2 diagnostic /d
      < textDocument/publishDiagnostics {"diagnostics": []}
      < 2 {"kind": "full", "items": [{"code": "damaged-mention"}]}
      """)
  }

  @Test func `a client of the first LSP version gets quick fixes as commands`() {
    ServerScript.damage(capabilities: #""workspace": {"applyEdit": true}"#).check(
      """
      change /d 0:14-15 ‘’
      ?2 codeAction /d 0:3-3 {"context": {"diagnostics": []}}
      < 2 [{"title": "Restore the mention “Ada Lovelace”", "command": "mentions.restore"},
        {"command": "mentions.trim"}, {"command": "mentions.delete"}]
      """)
  }

  @Test func `inline completion is announced to clients that declare it, other requests to all`() {
    let toAll =
      #""definitionProvider": "…", "declarationProvider": "…", "documentSymbolProvider": "…", "documentLinkProvider": "…", "selectionRangeProvider": "…", "foldingRangeProvider": "…", "linkedEditingRangeProvider": "…""#
    for (declared, announced) in [("{}", "∅"), (#"{"textDocument": {"inlineCompletion": {}}}"#, "…")] {
      let failures = SessionScript.play(
        """
        ?1 initialize {"processId": null, "rootUri": null, "capabilities": \(declared)}
        < 1 {"capabilities": {\(toAll), "inlineCompletionProvider": "\(announced)"}}
        """)
      #expect(failures.isEmpty, "\(failures)")
    }
  }
}
