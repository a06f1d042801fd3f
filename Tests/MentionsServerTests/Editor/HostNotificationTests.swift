import MentionsTestKit
import Testing

/// What a host that opted in hears of the chooser, in order (the behaviour, section 10).
@Suite struct HostNotificationTests {
  private func check(_ script: String) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {}, "initializationOptions": {"notifications": true, "implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": ["Ada", "Ben"]}}, "triggers": [{"character": "@", "sources": ["team"]}]}}
      < 0 {}
      ! initialized {}
      open markdown
      \(script)
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `creation is told before its chooser`() {
    check(
      """
      type @
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "count": 2}
      type b
      < mentions/chooser {"event": "changed", "count": 1}
      """)
  }

  @Test func `a chooser that hides for want of results has not changed afterwards`() {
    check(
      """
      type @
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "count": 2}
      type q
      < mentions/chooser {"event": "hidden", "count": 0}
      """)
  }

  @Test func `the chooser of one creation is hidden before the next one's is shown`() {
    check(
      """
      type @b @a
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "count": 2}
      < mentions/chooser {"event": "changed", "count": 1}
      < mentions/chooser {"event": "hidden", "count": 0}
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "count": 2}
      < mentions/chooser {"event": "changed", "count": 1}
      ?1 textDocument/completion {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 2}}
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "hidden"}
      < mentions/chooser {"event": "willShow", "count": 1}
      < mentions/chooser {"event": "shown", "count": 1}
      < 1 {"items": [{"label": "Ben"}]}
      """)
  }
}
