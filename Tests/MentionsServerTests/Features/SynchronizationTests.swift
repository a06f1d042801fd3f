import Testing

/// `textDocument/didOpen`, `didChange`, `didClose`.
@Suite struct SynchronizationTests {
  /// Adds a mention of a text that the script's own copy of the document does not have: its changes were sent as they are.
  private func added(_ text: String, at range: String) -> String {
    """
    ?1 mentions/add {"textDocument": {"uri": "file:///d"},
      "mentions": [{"range": \(range), "text": "\(text)", "entity": {"name": "\(text)"}}]}
    < 1 {"added": 1}
    """
  }

  @Test func `changes of one notification follow each other`() {
    ServerScript(text: "Ada").check(
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2},
        "contentChanges": [{"range": 0:0-0, "text": "Hi "}, {"range": 0:6-6, "text": "!"}]}
      \(added("Ada", at: "0:3-6"))
      """)
  }

  @Test func `a change without a range replaces the whole text`() {
    ServerScript(text: "Ada").check(
      """
      change /d * ‘By Ben’
      add /d 0:3-6 {"name": "Ben"}
      """)
  }

  @Test func `opened twice, the second text holds`() {
    ServerScript(text: "Ada").check(
      """
      open /d Ben
      add /d 0:0-3 {"name": "Ben"}
      """)
  }

  @Test func `documents that are not open are ignored`() {
    ServerScript(text: "").check(
      """
      ! textDocument/didChange {"textDocument": {"uri": "file:///none", "version": 2}, "contentChanges": [{"text": "x"}]}
      ! didClose /none
      ! didClose /d
      ! didClose /d
      ?1 mentions/list /d
      < 1 error -32602 is not open
      """)
  }

  @Test func `versions begin at 0, jump, and begin again`() {
    func inserts(_ text: String, version: Int) -> String {
      #"! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": \#(version)}, "contentChanges": [{"range": 0:0-0, "text": "\#(text)"}]}"#
    }
    ServerScript(text: "Ada").check(
      """
      \(inserts("a ", version: 0))
      \(inserts("b ", version: 70))
      \(inserts("c ", version: 0))
      \(added("Ada", at: "0:6-9"))
      """)
  }
}
