import Testing

/// `mentions/accessories`: what the host shows beside the text, listed, moved with edits, and shown by hints and lenses.
@Suite struct AccessoriesTests {
  private typealias Kit = AccessoryScript

  @Test func `they are added, listed, moved and removed`() {
    ServerScript(text: "Ada and Ben").check(
      """
      \(Kit.change(1, add: Kit.one("a", Kit.at(3), "first", "after", #", "tooltip": "tip", "command": {"title": "", "command": "go", "arguments": [1]}"#), Kit.one("b", DamageScript.range(4, 7), "second", "above"), Kit.one("c", #""mention""#, "{detail}", "after")))
      < 1 {"accessories": [{"id": "a", "at": \(Kit.at(3)), "label": "first", "tooltip": "tip",
        "command": {"command": "go", "arguments": [1]}, "place": "after"},
        {"id": "b", "at": 0:4-7, "label": "second", "place": "above"},
        {"id": "c", "at": "mention", "label": "{detail}", "place": "after"}]}
      ?2 mentions/accessories /d {"remove": ["b"], "move": [{"id": "a", "at": 0:8-11}],
        "add": [\(Kit.one("b", Kit.at(0), "again", "above"))]}
      < 2 {"accessories": [{"id": "a", "at": 0:8-11}, {"id": "c"}, {"id": "b", "at": \(Kit.at(0)), "label": "again"}]}
      \(Kit.list(3))
      < 3 {"accessories": [{"id": "a"}, {"id": "c"}, {"id": "b"}]}
      """)
  }

  @Test func `they move with edits, and go with their text`() {
    ServerScript(text: "Ada and Ben").check(
      """
      \(Kit.change(1, add: Kit.one("a", Kit.at(3), "x", "after"), Kit.one("b", Kit.at(3), "x", "above"), Kit.one("c", DamageScript.range(4, 7), "x", "after")))
      < 1 {}
      change /d 0:3-3 ‘m’
      \(Kit.list(2))
      < 2 {"accessories": [{"at": \(Kit.at(3))}, {"at": \(Kit.at(4))}, {"at": 0:5-8}]}
      change /d 0:4-9 ‘’
      \(Kit.list(3))
      < 3 {"accessories": [{"id": "a", "at": \(Kit.at(3))}, {"id": "b", "at": \(Kit.at(4))}]}
      """)
  }

  @Test func `a request with a fault names it and changes nothing`() {
    func refused(_ id: Int, _ members: String, _ reason: String) -> String {
      """
      ?\(id) mentions/accessories /d {\(members)}
      < \(id) error -32602 \(reason)
      """
    }
    func added(_ id: Int, _ one: String, _ reason: String) -> String {
      refused(id, #""add": [\#(Kit.one("fine", Kit.at(0), "l", "after")), \#(one)]"#, reason)
    }
    ServerScript(text: "Ada").check(
      """
      \(Kit.change(1, add: Kit.one("a", Kit.at(1), "l", "after")))
      < 1 {}
      \(added(2, Kit.one("", Kit.at(0), "l", "after"), "add[1]: the id is empty"))
      \(added(3, Kit.one("b", Kit.at(0), "", "after"), "add[1]: the label is empty"))
      \(added(4, Kit.one("a", Kit.at(0), "l", "after"), "add[1]: the id “a” is in use"))
      \(added(5, Kit.one("fine", Kit.at(0), "l", "after"), "add[1]: the id “fine” is in use"))
      \(added(6, Kit.one("b", Kit.at(4), "l", "after"), "add[1].at: outside of the document"))
      \(added(7, Kit.one("b", DamageScript.range(2, 1), "l", "after"), "add[1].at: outside of the document"))
      \(added(8, Kit.one("b", Kit.at(0), "l", "below"), #"add[1].place: expected "after" or "above", found "below""#))
      \(added(9, Kit.one("b", #""mentions""#, "l", "after"), #"expected a position, a range or "mention", found "mentions""#))
      \(added(10, Kit.one("b", #""mention""#, "{nobody}", "after"), "add[1]: the label is not a valid format: at 1: expected name"))
      \(added(11, Kit.one("b", Kit.at(0), "l", "after", #", "command": {"title": "go"}"#), "add[1].command: expected a command"))
      \(refused(12, #""remove": ["a", "a"]"#, "remove[1]: there is no accessory “a”"))
      \(refused(13, #""move": [{"id": "b", "at": \#(Kit.at(0))}]"#, "move[0]: there is no accessory “b”"))
      \(refused(14, #""move": [{"id": "a", "at": \#(Kit.at(9))}]"#, "move[0].at: outside of the document"))
      \(refused(15, #""add": [\#((0..<1000).map { Kit.one("n\($0)", Kit.at(0), "l", "after") }.joined(separator: ", "))]"#, "add[999]: the document already has 1000 accessories"))
      \(Kit.list(16))
      < 16 {"accessories": [{"id": "a", "at": \(Kit.at(1))}]}
      ?17 mentions/accessories /none
      < 17 error -32602 not open
      """)
  }

  @Test func `the first one has the client ask for hints and lenses`() {
    ServerScript(capabilities: Kit.dynamic, text: "Ada").check(
      """
      \(Kit.change(1, add: Kit.one("a", Kit.at(1), "l", "after")))
      < ?1 client/registerCapability {"registrations": [{"id": "mentions-textDocument/inlayHint",
        "method": "textDocument/inlayHint", "registerOptions": {"documentSelector": null, "resolveProvider": true}}]}
      < ?2 workspace/inlayHint/refresh
      < 1 {}
      =1 null
      =2 null
      \(Kit.change(2, add: Kit.one("b", Kit.at(1), "l", "above")))
      < ?3 client/registerCapability {"registrations": [{"method": "textDocument/codeLens"}]}
      < ?4 workspace/codeLens/refresh
      < 2 {}
      =3 null
      =4 null
      ?3 mentions/accessories /d {"remove": ["a"]}
      < ?5 workspace/inlayHint/refresh
      < 3 {}
      =5 null
      \(Kit.list(4))
      < 4 {"accessories": [{"id": "b"}]}
      """)
  }
}
