import Testing

/// `mentions/…`: annotations, and what is being created.
@Suite struct MentionsMessagesTests {
  @Test func `mentions that cannot be added are refused by their index`() {
    ServerScript(text: "Ada").check(
      """
      ?1 mentions/add /d {"mentions": [{"range": 0:0-9, "text": "Ada", "entity": {"name": "Ada"}},
        {"range": 0:0-3, "text": "Ada", "entity": {}}, {"range": 0:0-3, "text": "Bob", "entity": {"name": "Bob"}},
        {"range": 0:0-3, "text": "Ada", "entity": {"name": "Ada"}}]}
      < 1 {"added": 1, "refused": [{"index": 0, "reason": "the range is out of bounds"}, {"index": 1}, {"index": 2}]}
      """)
  }

  @Test func `the state says what is being created`() {
    ServerScript(text: "Hi ").check(
      """
      type @be
      ?1 mentions/state /d
      < 1 {"state": "creating", "kind": "explicit", "controlCharacter": "@", "keyString": "be", "range": 0:3-6,
        "chooser": {"visible": true, "loading": false, "count": 1}}
      """)
  }

  @Test func `all mentions are removed, or those in the ranges`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      add /d 0:8-11 {"name": "Ben"}
      ?3 mentions/remove /d {"ranges": [0:4-7]}
      < 3 {"removed": 0}
      ?4 mentions/remove /d
      < 4 {"removed": 2}
      """)
  }

  @Test func `where nothing is offered, it says why`() {
    ServerScript(text: "`a`").check(
      """
      ?1 mentions/explain /d 0:2
      < 1 {"offered": false, "rule": "code-span"}
      """)
  }
}
