import MentionsTestKit
import Testing

/// `mentions/attributes`: named ranges of the host, listed, moved with edits and shown as tokens.
@Suite struct AttributesTests {
  private static func attributes(_ id: Int, _ members: String = "") -> String {
    #"?\#(id) mentions/attributes {"textDocument": {"uri": "file:///d"}\#(members)}"#
  }

  private static func add(_ id: Int, _ additions: String...) -> String {
    attributes(id, #", "add": [\#(additions.joined(separator: ", "))]"#)
  }

  private static func one(_ start: Int, _ end: Int, _ name: String, _ more: String = "") -> String {
    #"{"range": \#(DamageScript.range(start, end)), "name": "\#(name)"\#(more)}"#
  }

  private static func tokens(_ id: Int, _ data: String) -> String {
    """
    ?\(id) textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
    < \(id) {"data": [\(data)]}
    """
  }

  @Test func `the legend has eight styles and a type for attributes`() {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {}}
      < 0 {"capabilities": {"semanticTokensProvider": {"legend": {"tokenTypes": ["decorator", "attribute"],
        "tokenModifiers": ["trimmed", "litUp", "unknown", "style1", "style2", "style3", "style4", "style5",
        "style6", "style7", "style8"]}}}}
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `they are added, listed and stripped`() {
    ServerScript(text: "Ada and Ben").check(
      """
      \(Self.add(1, Self.one(4, 7, "todo", #", "value": {"by": 3}"#), Self.one(0, 11, "line")))
      < 1 {"attributes": [\(Self.one(0, 11, "line")), \(Self.one(4, 7, "todo", #", "value": {"by": 3}"#))],
        "styles": [{"name": "todo", "modifier": "style1"}, {"name": "line", "modifier": "style2"}], "refused": []}
      \(Self.attributes(2, #", "strip": {"names": ["todo"]}"#))
      < 2 {"attributes": [\(Self.one(0, 11, "line"))], "styles": [{"name": "line", "modifier": "style2"}]}
      \(Self.attributes(3, #", "strip": {"ranges": [0:2-9]}"#))
      < 3 {"attributes": [\(Self.one(0, 2, "line")), \(Self.one(9, 11, "line"))]}
      \(Self.attributes(4, #", "strip": {}"#))
      < 4 {"attributes": [], "styles": []}
      """)
  }

  @Test func `they move with edits, each by its policy`() {
    ServerScript(text: "Ada and Ben").check(
      """
      \(Self.add(1, Self.one(0, 3, "grow", #", "whenTypedAt": "grow""#), Self.one(4, 7, "strip", #", "whenChanged": "strip""#), Self.one(8, 11, "keep")))
      < 1 {"refused": []}
      change /d 0:3-3 ‘m’
      change /d 0:9-12 ‘Bens’
      \(Self.attributes(2))
      < 2 {"attributes": [\(Self.one(0, 4, "grow")), \(Self.one(5, 8, "strip")), \(Self.one(9, 12, "keep"))]}
      change /d 0:6-6 ‘-’
      \(Self.attributes(3))
      < 3 {"attributes": [\(Self.one(0, 4, "grow")), \(Self.one(10, 13, "keep"))]}
      """)
  }

  @Test func `what is wrong is refused, and the rest is added`() {
    ServerScript(text: "Ada").check(
      """
      \(Self.add(1, Self.one(0, 0, "a"), Self.one(0, 1, ""), Self.one(0, 1, "b", #", "whenTypedAt": "shrink""#), Self.one(0, 1, "c", #", "whenChanged": "grow""#), Self.one(0, 9, "d"), Self.one(3, 1, "d"), Self.one(1, 3, "e")))
      < 1 {"attributes": [\(Self.one(1, 3, "e"))],
        "refused": [{"index": 0, "reason": "the range is empty"}, {"index": 1, "reason": "the name is empty"},
        {"index": 2, "reason": "whenTypedAt is \\"shrink\\", expected \\"grow\\" or \\"keep\\""},
        {"index": 3, "reason": "whenChanged is \\"grow\\", expected \\"keep\\" or \\"strip\\""},
        {"index": 4, "reason": "the range is out of bounds"}, {"index": 5, "reason": "the range is out of bounds"}]}
      ?2 mentions/attributes /none
      < 2 error -32602 not open
      """)
  }

  @Test func `tokens carry them, beside mentions and within`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      \(Self.add(2, Self.one(2, 5, "todo"), Self.one(4, 7, "note")))
      < 2 {}
      \(Self.tokens(3, "0, 0, 2, 0, 0, 0, 2, 1, 0, 8, 0, 1, 1, 1, 8, 0, 1, 1, 1, 24, 0, 1, 2, 1, 16"))
      ?4 textDocument/semanticTokens/range {"textDocument": {"uri": "file:///d"}, "range": 0:5-7}
      < 4 {"data": [0, 4, 3, 1, 16]}
      \(Self.attributes(5, #", "strip": {"names": ["todo"]}"#))
      < 5 {}
      ?6 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 6 {"edits": [{}]}
      \(Self.tokens(7, "0, 0, 3, 0, 0, 0, 4, 3, 1, 16"))
      \(Self.attributes(8, #", "strip": {}"#))
      < 8 {}
      ?9 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "3"}
      < 9 {"edits": [{"start": 5, "deleteCount": 5, "data": []}]}
      """)
  }

  @Test func `clients are asked to fetch tokens anew`() {
    ServerScript(capabilities: #"{"workspace": {"semanticTokens": {"refreshSupport": true}}}"#, text: "Ada")
      .check(
        """
        \(Self.add(1, Self.one(0, 3, "todo")))
        < ?1 workspace/semanticTokens/refresh
        < 1 {}
        =1 null
        \(Self.attributes(2))
        < 2 {}
        """)
  }

  @Test func `beyond eight names there are no modifiers, but names`() {
    let names = (1...9).map { Self.one(0, 3, "n\($0)") }
    ServerScript(text: "Ada").check(
      """
      \(Self.attributes(1, #", "add": [\#(names.joined(separator: ", "))]"#))
      < 1 {"styles": [{"name": "n1", "modifier": "style1"}, {}, {}, {}, {}, {}, {},
        {"name": "n8", "modifier": "style8"}, {"name": "n9"}]}
      \(Self.tokens(2, "0, 0, 3, 1, 2040"))
      """)
  }
}
