import Testing

/// `textDocument/didOpen`, `didChange`, `didClose`.
@Suite struct SynchronizationTests {
  @Test func `changes of one notification follow each other`() {
    HandlerScript(text: "Ada").check(
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2}, "contentChanges": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "Hi "}, {"range": {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 6}}, "text": "!"}]}
      \(HandlerScript.add("Ada", 3, id: 1))
      """)
  }

  @Test func `a change without a range replaces the whole text`() {
    HandlerScript(text: "Ada").check(
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2}, "contentChanges": [{"text": "By Ben"}]}
      \(HandlerScript.add("Ben", 3, id: 1))
      """)
  }

  @Test func `opened twice, the second text holds`() {
    HandlerScript(text: "Ada").check(
      """
      ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "markdown", "version": 1, "text": "Ben"}}
      \(HandlerScript.add("Ben", 0, id: 1))
      """)
  }

  @Test func `documents that are not open are ignored`() {
    HandlerScript().check(
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///none", "version": 2}, "contentChanges": [{"text": "x"}]}
      ! textDocument/didClose {"textDocument": {"uri": "file:///none"}}
      ! textDocument/didClose {"textDocument": {"uri": "file:///d"}}
      ! textDocument/didClose {"textDocument": {"uri": "file:///d"}}
      ?1 mentions/list {"textDocument": {"uri": "file:///d"}}
      < 1 error -32602 is not open
      """)
  }

  @Test func `versions begin at 0, jump, and begin again`() {
    func inserts(_ text: String, version: Int) -> String {
      #"! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": \#(version)}, "contentChanges": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "\#(text)"}]}"#
    }
    HandlerScript(text: "Ada").check(
      """
      \(inserts("a ", version: 0))
      \(inserts("b ", version: 70))
      \(inserts("c ", version: 0))
      \(HandlerScript.add("Ada", 6, id: 1))
      """)
  }
}
