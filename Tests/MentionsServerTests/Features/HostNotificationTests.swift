import MentionsTestKit
import Testing

/// What a host that opted in hears of the chooser, in order (Behaviour, section 10).
@Suite struct HostNotificationTests {
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    ServerScript(
      settings: #""notifications": true"#, text: ""
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  @Test func `a host that did not opt in hears nothing`() {
    ServerScript(text: "").check(
      """
      type @b
      complete 1
      < 1 {"items": [{"label": "Ben"}]}
      type  x
      """)
  }

  @Test func `mentions that the host adds are not reported`() {
    check(
      """
      type Ada
      add /d 0:0-3 {"name": "Ada"}
      """)
  }

  @Test func `creation is reported before its chooser`() {
    check(
      """
      type @
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "count": 2}
      type b
      < mentions/chooser {"event": "changed", "count": 1}
      """)
  }

  @Test func `border and background of the settings reach the chooser`() {
    ServerScript(
      settings: #""notifications": true, "borderMode": "top", "background": "navy""#, text: ""
    ).check(
      """
      type @
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "willShow", "borderMode": "top", "background": "navy"}
      """)
  }

  @Test func `a selected entity is reported and listed in full`() {
    let entity =
      #"{"id": "g", "name": "Grace", "handle": "grace", "aliases": ["Amazing Grace"], "email": "g@example.org", "detail": "compilers", "kind": "person", "url": "https://example.org/g", "avatar": "https://example.org/g.png", "shortName": "G", "canTrim": false, "metadata": {"rank": [1, {"navy": true}]}, "source": "host"}"#
    ServerScript(
      people: "", sources: #""host": {"type": "client"}"#, lists: #"["host"]"#,
      settings: #""notifications": true"#,
      text: ""
    ).check(
      """
      type @
      < mentions/didChangeState {"state": "creating"}
      < ?1 mentions/retrieveEntities {"queryID": 1}
      =1 {"entities": [\(entity)], "dedupe": true, "isComplete": true}
      < mentions/chooser {"event": "willShow", "count": 1}
      ?2 mentions/chooserItems /d {"start": 0, "count": 9}
      < mentions/chooser {"event": "shown", "count": 1}
      < 2 {"items": [{"entity": \(entity)}]}
      ?3 mentions/select /d {"generation": 1, "index": 0}
      < 3 {"edit": {"newText": "Grace"}}
      change /d 0:0-1 ‘Grace’
      < mentions/didCreate {"mention": {"entity": \(entity)}}
      < mentions/didSelect {"entity": \(entity), "index": 0}
      < mentions/didChangeState {"state": "quiescent"}
      < mentions/chooser {"event": "hidden"}
      ?4 mentions/list /d
      < 4 {"mentions": [{"entity": \(entity)}]}
      """)
  }

  @Test func `a selection highlights nothing, a cursor does, also where the selection ended`() {
    ServerScript(text: "Ken Thompson").check(
      """
      add /d 0:0-12 {"name": "Ken Thompson"}
      ! mentions/didChangeSelection /d {"selections": [0:1-3]}
      ?2 mentions/list /d
      < 2 {"mentions": [{"litUp": false}]}
      ! mentions/didChangeSelection /d {"selections": [0:3-3]}
      ?3 mentions/list /d
      < 3 {"mentions": [{"litUp": true}]}
      """)
  }

  @Test func `a chooser that hides for lack of results reports no change afterwards`() {
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
      ?1 completion /d 0:2
      < mentions/didChangeState {"state": "creating"}
      < mentions/chooser {"event": "hidden"}
      < mentions/chooser {"event": "willShow", "count": 1}
      < mentions/chooser {"event": "shown", "count": 1}
      < 1 {"items": [{"label": "Ben"}]}
      """)
  }
}
