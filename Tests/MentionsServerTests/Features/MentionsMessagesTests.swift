import Testing

/// `mentions/…`: annotations, and what is being created.
@Suite struct MentionsMessagesTests {
  @Test func `mentions that cannot be added are refused by their index`() {
    HandlerScript(text: "Ada").check(
      """
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 9}}, "text": "Ada", "entity": {"name": "Ada"}}, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "Ada", "entity": {}}, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "Bob", "entity": {"name": "Bob"}}, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "Ada", "entity": {"name": "Ada"}}]}
      < 1 {"added": 1, "refused": [{"index": 0, "reason": "the range is out of bounds"}, {"index": 1}, {"index": 2}]}
      """)
  }

  @Test func `the state says what is being created`() {
    HandlerScript(text: "Hi ").check(
      """
      type @be
      ?1 mentions/state {"textDocument": {"uri": "file:///d"}}
      < 1 {"state": "creating", "kind": "explicit", "controlCharacter": "@", "keyString": "be", "range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 6}}, "chooser": {"visible": true, "loading": false, "count": 1}}
      """)
  }

  @Test func `all mentions are removed, or those in the ranges`() {
    HandlerScript(text: "Ada and Ben").check(
      """
      \(HandlerScript.add("Ada", 0, id: 1))
      \(HandlerScript.add("Ben", 8, id: 2))
      ?3 mentions/remove {"textDocument": {"uri": "file:///d"}, "ranges": [{"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 7}}]}
      < 3 {"removed": 0}
      ?4 mentions/remove {"textDocument": {"uri": "file:///d"}}
      < 4 {"removed": 2}
      """)
  }

  @Test func `where nothing is offered, it says why`() {
    HandlerScript(text: "`a`").check(
      """
      ?1 mentions/explain {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 2}}
      < 1 {"offered": false, "rule": "code-span"}
      """)
  }
}
