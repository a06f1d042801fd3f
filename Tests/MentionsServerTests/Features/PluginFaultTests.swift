import MentionsTestKit
import Testing

/// What becomes of programs of plug-ins that do wrong: one message each, and unregistered after three faults.
@Suite struct PluginFaultTests {
  @Test func `after three faults a plug-in is unregistered`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      says quiet rubbish
      < window/showMessage {"type": 2, "message": "mentions: plug-in quiet: expected one JSON object per line"}
      told quiet {"event": "refused", "reason": "expected one JSON object per line"}
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 1},
        "edits": [{"range": 0:7-9, "newText": "x"}]}}
      < window/showMessage {"message": "mentions: plug-in quiet: edit: edits[0].range: 0:7 to 0:9 is not in the document"}
      floods quiet
      < window/showMessage {"message": "mentions: plug-in quiet: sends more than 200 lines per second, or a line that is too long"}
      < window/showMessage {"type": 1, "message": "mentions: plug-in quiet: unregistered after 3 faults"}
      told quiet {"event": "cleanUp"}
      effect stop quiet
      type c
      says quiet rubbish
      told quiet
      """)
  }

  @Test func `the same fault is told once, and counts each time`() {
    ServerScript.plugins().check(
      """
      says quiet {}
      says quiet 1
      < window/showMessage {"message": "mentions: plug-in quiet: expected one JSON object per line"}
      says quiet 2
      says quiet 3
      < window/showMessage {"type": 1, "message": "mentions: plug-in quiet: unregistered after 3 faults"}
      """)
  }

  @Test func `what is not decided within 50 ms is allowed, and is a fault`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      type @
      complete 1
      at 50
      < window/showMessage {"message": "mentions: plug-in quiet: no decision within 50 ms, so the action is allowed"}
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      says quiet {"decide": 1, "allow": false}
      complete 2
      < 2 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test func `a question about an earlier creation is never late`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      type @
      at 10
      type . @
      says quiet {"decide": 2, "allow": true}
      complete 1
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      at 60
      """)
  }

  @Test func `a search that waits for a plug-in goes on when its program ends`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      type @
      complete 1
      ends quiet the program ended (exit status 1)
      < window/showMessage {"message": "mentions: plug-in quiet: the program ended (exit status 1)"}
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test func `an edit for a version that has long been outdated, or never was, is a fault`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      type c
      at 1001
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 1}, "edits": []}}
      < window/showMessage {"message": "mentions: plug-in quiet: edit: the document is at version 2, not at 1"}
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 9}, "edits": []}}
      < window/showMessage {"message": "mentions: plug-in quiet: edit: the document is at version 2, not at 9"}
      """)
  }

  @Test(arguments: [
    (#"{"decide": 7, "allow": true}"#, "decide: there is no question with this number"),
    (#"{"controls": "mentions", "edits": {}}"#, "edits: unknown; did you mean “edit”?"),
    (
      #"{"edit": {"textDocument": {"uri": "file:///d", "version": 1}}}"#,
      "edit: edits: missing"
    ),
    (
      #"{"edit": {"textDocument": {"uri": "file:///d", "version": null}, "edits": []}}"#,
      "edit.textDocument.version: missing"
    ),
    (
      #"{"transform": {"textDocument": {"uri": "file:///e", "version": 1}, "range": 0:0-0, "name": "upper"}}"#,
      "transform.textDocument: the plug-in was not set up for file:///e"
    ),
    (
      #"{"transform": {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-0, "name": "uper"}}"#,
      "transform: name: there is no transform “uper”; did you mean “upper”?"
    ),
    (
      #"{"attributes": {"textDocument": {"uri": "file:///d", "version": 1}, "add": [{"range": 0:3-9, "name": "todo"}]}}"#,
      "attributes: add[0]: the range is out of bounds"
    ),
  ])
  func `a message that is wrong is named`(message: String, fault: String) {
    ServerScript.plugins().check(
      """
      says quiet {}
      says quiet \(message)
      < window/showMessage {"type": 2, "message": "mentions: plug-in quiet: \(fault)"}
      told quiet {"event": "refused", "reason": "\(fault)"}
      """)
  }

  @Test func `an answer without a decision is a fault, and the search goes on`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      type @
      complete 1
      says quiet {"decide": 1}
      < window/showMessage {"message": "mentions: plug-in quiet: allow: expected true or false"}
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test func `a plug-in that ends is started again, until its third fault`() {
    ServerScript.plugins().check(
      """
      effect start quiet quiet -v
      told quiet {"event": "setUp"}
      ends quiet the program ended (exit status 1)
      < window/showMessage {"message": "mentions: plug-in quiet: the program ended (exit status 1)"}
      effect start quiet quiet -v
      told quiet {"event": "setUp"}
      ends quiet the program ended (exit status 1)
      effect start quiet quiet -v
      told quiet {"event": "setUp"}
      ends quiet the program ended (exit status 1)
      < window/showMessage {"type": 1, "message": "mentions: plug-in quiet: unregistered after 3 faults"}
      type a
      told quiet
      """)
  }

  @Test func `a plug-in that does not read is a fault each time that something is lost`() {
    ServerScript.plugins().check(
      """
      says quiet {}
      stuck quiet
      < window/showMessage {"message": "mentions: plug-in quiet: does not read its input"}
      stuck quiet
      stuck quiet
      < window/showMessage {"type": 1, "message": "mentions: plug-in quiet: unregistered after 3 faults"}
      """)
  }

  @Test func `a plug-in whose setup never ends is unregistered`() {
    ServerScript.plugins().check(
      """
      at 4999
      type a
      at 5000
      < window/showMessage {"type": 1, "message": "mentions: plug-in quiet: unregistered because it did not answer setUp within 5000 ms"}
      told quiet {"event": "cleanUp"}
      told quiet
      effect stop quiet
      """)
  }
}
