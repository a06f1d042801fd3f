import MentionsTestKit
import Testing

/// The quick fix that adds somebody to a people file.
@Suite struct RememberingPeopleTests {
  private func ask(_ id: Int, _ start: Int, _ end: Int, only: String = "quickfix") -> String {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"}, "range": \(DamageScript.range(start, end)), \
    "context": {"diagnostics": [], "only": ["\(only)"]}}
    """
  }

  private func remember(
    _ capabilities: String, _ sources: String, _ script: String, location: SourceLocation = #_sourceLocation
  ) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"rootUri": "file:///w", "capabilities": {\(capabilities)}, "initializationOptions": {"annotationStore": "off", "diagnostics": {"unknown": "hint"}, "sources": {"git": null, "codeowners": null, \(sources)}}}
      < 0 {}
      ! initialized {}
      \(script)
      """, sourceLocation: location)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: location)
  }

  private let resolving = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}, \
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """
  private let plain = #"{"title": "Leave “@grace” as Plain Text"}"#
  private let start = DamageScript.range(0, 0)
  private let line = #""{\"name\":\"grace\",\"handle\":\"grace\"}\n""#

  @Test func `a line of the people file, which is created where there is none`() {
    remember(
      resolving, #""list": {"type": "list", "items": ["Zed"]}"#,
      """
      loaded people []
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [{"title": "Remember “grace” in people.jsonl", "kind": "quickfix", "edit": {"documentChanges": [{"kind": "create", "uri": "file:///w/people.jsonl", "options": {"ignoreIfExists": true}}, {"textDocument": {"uri": "file:///w/people.jsonl", "version": null}, "edits": [{"range": \(start), "newText": \(line)}]}]}}, \(plain)]
      """)
  }

  @Test func `only in files that are there, for a client that creates none`() {
    let editing = resolving.replacing(#", "resourceOperations": ["create"]"#, with: "")
    remember(
      editing,
      #""people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, "far": {"type": "file", "path": "/elsewhere/far.txt"}"#,
      """
      loaded far ["Far"]
      loaded team ["Zed"]
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [{"title": "Remember “grace” in team.jsonl", "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl"}, "edits": [{"range": \(start), "newText": \(line)}]}]}}, \(plain)]
      """)
    remember(
      editing, #""list": {"type": "list", "items": ["Zed"]}"#,
      """
      loaded people []
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [\(plain)]
      """)
  }

  @Test func `at the end of a file that is open, by its columns`() {
    for (file, text, expected) in [
      ("team.csv", #"handle,name,detail\nzed,Zed,"#, #"\ngrace,grace,\n"#),
      ("team.tsv", #"Name\tE-Mail\nZed\t\n"#, #"grace\t\n"#), ("team.txt", #"Zed\n"#, #"grace\n"#),
    ] {
      remember(
        resolving, #""people": null, "team": {"type": "file", "path": "/w/\#(file)"}"#,
        """
        loaded team ["Zed"]
        ! textDocument/didOpen {"textDocument": {"uri": "file:///w/\(file)", "languageId": "plaintext", "version": 7, "text": "\(text)"}}
        open markdown @grace x
        \(ask(1, 0, 6))
        < 1 [{"title": "Remember “grace” in \(file)", "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/\(file)", "version": 7}, "edits": [{"newText": "\(expected)"}]}]}}, \(plain)]
        """)
    }
  }
}
