import Testing

/// What a host asks that draws the chooser itself.
@Suite struct ChooserMessagesTests {
  @Test func `items come from where they are asked for`() {
    ServerScript(text: "").check(
      """
      type @
      ?1 mentions/chooserItems /d {"start": 1, "count": 5}
      < 1 {"generation": 1, "items": [{"entity": {"name": "Ben", "source": "team"}, "label": "Ben", "matches": []}],
        "total": 2, "loading": false}
      ?2 mentions/chooserItems /d {"start": 9, "count": 5}
      < 2 {"items": [], "total": 2}
      ?3 mentions/chooserItems /d {"start": -1, "count": -1}
      < 3 {"items": [], "total": 2}
      """)
  }

  @Test func `an item found by its handle says where that matched`() {
    ServerScript(people: #"[{"name": "Donald Knuth", "handle": "taocp"}]"#, text: "").check(
      """
      type @tao
      ?1 mentions/chooserItems /d {"start": 0, "count": 5}
      < 1 {"items": [{"label": "Donald Knuth", "matches": [], "handleMatches": [[0, 3]]}]}
      """)
  }

  @Test func `without a chooser there are no items`() {
    ServerScript(text: "Hi").check(
      """
      ?1 mentions/chooserItems /d {"start": 0, "count": 5}
      < 1 {"items": [], "total": 0, "loading": false}
      """)
  }

  @Test func `selecting returns the edit, and a stale selection is refused`() {
    ServerScript(text: "").check(
      """
      type @b
      ?1 mentions/chooserItems /d {"start": 0, "count": 5}
      < 1 {"generation": 2, "items": [{"label": "Ben", "matches": [[0, 1]]}], "total": 1}
      ?2 mentions/select /d {"generation": 2, "index": 0}
      < 2 {"edit": {"range": 0:0-2, "newText": "Ben"}, "additionalEdits": [], "version": 3}
      ?3 mentions/select /d {"generation": 1, "index": 0}
      < 3 error -32801 item 0 of generation 1 is no longer offered
      """)
  }

  @Test func `cancelling closes the chooser`() {
    ServerScript(text: "").check(
      """
      type @b
      ! mentions/cancel /d
      ?1 mentions/state /d
      < 1 {"state": "stalled", "chooser": {"visible": false, "count": 0}}
      """)
  }
}
