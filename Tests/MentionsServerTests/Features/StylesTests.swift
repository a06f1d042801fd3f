import MentionsTestKit
import Testing

/// `styles` in the settings: which mentions and attributes they are for, and how they are told.
@Suite struct StylesTests {
  private static let styles = """
    [{"when": {"kind": "team"}, "name": "team", "highlight": "@mention.team", "face": "mentions-team", "rounded": true, \
    "decoration": {"borderRadius": "4px", "border": "1px solid #888888"}}, \
    {"when": {"source": "team", "state": "unlit"}, "name": "ours"}, \
    {"when": {"state": "litUp"}, "name": "here"}, {"when": {"state": "trimmed"}, "name": "short"}, \
    {"when": {"kind": "person", "metadata": {"role": "lead", "level": "3"}}, "name": "lead"}, \
    {"when": {"attribute": "todo"}, "name": "task"}]
    """

  private func check(
    _ script: String, text: String, styles: String = Self.styles,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: #"{"workspace": {"semanticTokens": {"refreshSupport": true}}}"#, people: "",
      settings: #""styles": \#(styles)"#, text: text
    ).check(
      """
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static func add(_ id: Int, _ start: Int, _ name: String, _ more: String) -> String {
    """
    ?\(id) mentions/add /d {"mentions": [{"range": \(DamageScript.range(start, start + name.utf16.count)),
      "text": "\(name)", "entity": {"name": "\(name)"\(more)}}]}
    < ?\(id) workspace/semanticTokens/refresh
    < \(id) {"added": 1}
    =\(id) null
    """
  }

  @Test func `by kind, metadata and state`() {
    check(
      """
      \(Self.add(1, 0, "Core", #", "kind": "team""#))
      \(Self.add(2, 5, "Ada", #", "metadata": {"role": "lead", "level": 3}"#))
      \(Self.add(3, 9, "Ben", #", "metadata": {"role": "lead"}"#))
      ?4 mentions/list /d
      < 4 {"mentions": [{"text": "Core", "styles": ["team"]}, {"text": "Ada", "styles": ["lead"]}, {"text": "Ben"}],
        "styles": [{"name": "team", "modifier": "style1", "highlight": "@mention.team", "face": "mentions-team",
        "rounded": true, "decoration": {"borderRadius": "4px", "border": "1px solid #888888"}},
        {"name": "ours", "modifier": "style2"}, {"name": "here", "modifier": "style3"},
        {"name": "short", "modifier": "style4"}, {"name": "lead", "modifier": "style5"},
        {"name": "task", "modifier": "style6"}]}
      ?5 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 5 {"data": [0, 0, 4, 0, 8, 0, 5, 3, 0, 128, 0, 4, 3, 0, 0]}
      ! mentions/didChangeSelection /d {"selections": [0:10-10]}
      < ?4 workspace/semanticTokens/refresh
      =4 null
      ?6 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 6 {"edits": [{"start": 10, "deleteCount": 5, "data": [0, 4, 3, 0, 34]}]}
      """, text: "Core Ada Ben")
  }

  @Test func `by source, and by being whole, trimmed, under the cursor or not`() {
    func lists(_ id: Int, _ styles: String) -> String {
      DamageScript.lists(id, #"{"styles": [\#(styles)]}"#)
    }
    check(
      """
      \(Self.add(1, 0, "Ada Lovelace", #", "source": "team""#))
      \(lists(2, #""ours", "entire", "away""#))
      ! mentions/didChangeSelection /d {"selections": [0:2-2]}
      < ?2 workspace/semanticTokens/refresh
      =2 null
      \(lists(3, #""ours", "entire", "here""#))
      change /d 0:3-12 ‘’
      \(lists(4, #""ours", "short", "away""#))
      """, text: "Ada Lovelace",
      styles: """
        [{"when": {"source": "team"}, "name": "ours"}, {"when": {"source": "other"}, "name": "theirs"}, \
        {"when": {"state": "whole"}, "name": "entire"}, {"when": {"state": "trimmed"}, "name": "short"}, \
        {"when": {"state": "litUp"}, "name": "here"}, {"when": {"state": "unlit"}, "name": "away"}]
        """)
  }

  @Test func `an attribute has the style that the settings give it`() {
    check(
      """
      ?1 mentions/attributes /d {"add": [{"range": 0:0-3, "name": "todo"}, {"range": 0:4-7, "name": "other"}]}
      < ?1 workspace/semanticTokens/refresh
      < 1 {"styles": [{}, {}, {}, {}, {}, {"name": "task", "modifier": "style6"},
        {"name": "other", "modifier": "style7"}]}
      =1 null
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"data": [0, 0, 3, 1, 256, 0, 4, 3, 1, 512]}
      """, text: "one two")
  }

  @Test func `new settings show what there is in another way`() {
    check(
      """
      \(Self.add(1, 0, "Core", #", "kind": "team""#))
      ?2 textDocument/semanticTokens/full {"textDocument": {"uri": "file:///d"}}
      < 2 {"data": [0, 0, 4, 0, 8]}
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"styles": [{"name": "all"},
        {"when": {"kind": "team"}, "name": "team"}]}}}
      < ?2 workspace/semanticTokens/refresh
      =2 null
      ?3 textDocument/semanticTokens/full/delta {"textDocument": {"uri": "file:///d"}, "previousResultId": "1"}
      < 3 {"edits": [{"start": 4, "deleteCount": 1, "data": [24]}]}
      """, text: "Core")
  }
}
