import MentionsTestKit
import Testing

/// `textDocument/inlayHint` and `textDocument/codeLens`: beside mentions by the settings, and of the host's accessories.
@Suite struct HintsAndLensesTests {
  private typealias Kit = AccessoryScript

  private func check(
    _ script: String, text: String, options: String, capabilities: String = "{}", announced: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: capabilities, people: "", sources: #""host": {"type": "client"}"#, lists: #"["host"]"#,
      settings: #""implicit": {}, \#(options)"#, announces: #"{"capabilities": {\#(announced)}}"#
    ).check(
      """
      ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "markdown", "version": 1,
        "text": "\(text)"}}
      \(script)
      """, sourceLocation: sourceLocation)
  }

  private static func add(_ id: Int, _ name: String, _ start: Int, line: Int = 0, _ more: String = "")
    -> String
  {
    """
    ?\(id) mentions/add /d {"mentions": [{"range": {"start": \(Kit.at(start, line: line)),
      "end": \(Kit.at(start + name.utf16.count, line: line))}, "text": "\(name)",
      "entity": {"name": "\(name)"\(more)}}]}
    < \(id) {"added": 1}
    """
  }

  private static let hint = #""inlayHint": "{detail|metadata.zone}""#

  // MARK: Announcing

  @Test func `they are announced where they are of use, or could not be later`() {
    func check(_ capabilities: String, _ options: String, hints: Bool, lenses: Bool) {
      for (name, isThere) in [("inlayHintProvider", hints), ("codeLensProvider", lenses)] {
        let failures = SessionScript.play(
          """
          ?0 initialize {"capabilities": \(capabilities), "initializationOptions": {\(options)}}
          < 0 {"capabilities": {"\(name)": {"resolveProvider": true}}}
          """)
        #expect(isThere ? failures.isEmpty : failures.contains(".\(name): missing"), "\(failures)")
      }
    }
    check("{}", "", hints: false, lenses: false)
    check("{}", #""nameHints": true"#, hints: false, lenses: false)
    check(Kit.dynamic, "", hints: false, lenses: false)
    check(Kit.dynamic, #""nameHints": true"#, hints: true, lenses: false)
    check(
      #"{"textDocument": {"inlayHint": {"dynamicRegistration": false}, "codeLens": {}}}"#, "", hints: true,
      lenses: true)
    check("{}", #"\#(Self.hint), "codeLens": "paragraph""#, hints: true, lenses: true)
    check(Kit.dynamic, #""codeLens": "document""#, hints: false, lenses: true)
  }

  @Test func `settings that want them later have them registered`() {
    check(
      """
      ! workspace/didChangeConfiguration {"settings": {"mentions": {\(Self.hint)}}}
      < ?1 client/registerCapability {"registrations": [{"method": "textDocument/inlayHint"}]}
      < ?2 workspace/inlayHint/refresh
      =1 null
      =2 null
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"inlayHint": "", "codeLens": "document"}}}
      < ?3 workspace/inlayHint/refresh
      < ?4 client/registerCapability {"registrations": [{"method": "textDocument/codeLens"}]}
      < ?5 workspace/codeLens/refresh
      =3 null
      =4 null
      =5 null
      """, text: "Ada", options: #""limit": 10"#, capabilities: Kit.dynamic)
  }

  // MARK: Inlay hints

  @Test func `after each mention in the range whose entity has something to say`() {
    check(
      """
      \(Self.add(1, "Ada", 0, #", "detail": "Analyst\nin London""#))
      \(Self.add(2, "Ben", 4))
      \(Self.add(3, "Eve", 8, #", "metadata": {"zone": "GMT"}"#))
      \(Kit.hints(4, 0, 11))
      < 4 [{"position": \(Kit.at(3)), "label": "Analyst in London", "tooltip": {"kind": "plaintext"},
        "paddingLeft": true}, {"position": \(Kit.at(11)), "label": "GMT"}]
      \(Kit.hints(5, 4, 10))
      < 5 []
      ?6 inlayHint /none 0:0-1
      < 6 []
      """, text: "Ada Ben Eve", options: Self.hint, announced: #""inlayHintProvider": {}"#)
  }

  @Test func `the tooltip comes when it is asked for, with what the host knows of the entity`() {
    check(
      """
      \(Self.add(1, "Ada", 0, #", "detail": "Analyst", "source": "host""#))
      \(Kit.hints(2, 0, 3))
      < 2 [{"position": \(Kit.at(3)), "label": "Analyst", "paddingLeft": true, "data": [1, 1]}]
      ?3 inlayHint/resolve {"position": \(Kit.at(3)), "label": "Analyst", "data": [1, 1]}
      < ?1 mentions/resolveEntity {"entity": {"name": "Ada"}}
      =1 {"entity": {"name": "Ada", "detail": "Analyst, away until noon"}}
      < 3 {"label": "Analyst", "tooltip": {"value": "Ada\\n\\nAnalyst, away until noon\\n\\nSource: host"}}
      ?4 inlayHint/resolve {"position": \(Kit.at(3)), "label": "Analyst", "data": [1, 7]}
      < 4 {"label": "Analyst", "data": [1, 7]}
      ?5 inlayHint/resolve {"position": \(Kit.at(3)), "label": [{"value": "x"}]}
      < 5 {"label": [{"value": "x"}]}
      """, text: "Ada", options: Self.hint, capabilities: Kit.dynamic)
  }

  @Test func `the host's own, by position, range and mention`() {
    check(
      """
      \(Self.add(1, "Ada", 0, #", "detail": "Analyst""#))
      \(Kit.change(2, add: Kit.one("a", Kit.at(5), "here", "after", #", "tooltip": "tip""#), Kit.one("b", DamageScript.range(4, 7), "there", "after", #", "command": {"title": "t", "command": "go", "arguments": [1]}, "tooltip": "run""#), Kit.one("c", #""mention""#, "({detail})", "after"), Kit.one("d", Kit.at(5), "above", "above")))
      < 2 {}
      \(Kit.hints(3, 0, 7))
      < 3 [{"position": \(Kit.at(3)), "label": "Analyst"}, {"position": \(Kit.at(3)), "label": "(Analyst)"},
        {"position": \(Kit.at(5)), "label": "here", "tooltip": "tip"},
        {"position": \(Kit.at(7)), "label": [{"value": "there", "tooltip": "run",
        "command": {"title": "", "command": "go", "arguments": [1]}}]}]
      \(Kit.hints(4, 4, 6))
      < 4 [{"label": "here"}]
      """, text: "Ada and Ben", options: Self.hint)
  }

  @Test func `a client that has asked is told to ask again when mentions come or go without an edit`() {
    check(
      """
      \(Self.add(1, "Ada", 0, #", "detail": "Analyst""#))
      \(Kit.hints(2, 0, 7))
      < 2 [{"label": "Analyst"}]
      \(Kit.lenses(3))
      < 3 [{"range": 0:0-0, "data": [1]}]
      ?4 mentions/remove /d
      < ?1 workspace/inlayHint/refresh
      < ?2 workspace/codeLens/refresh
      < 4 {"removed": 1}
      =1 null
      =2 null
      \(Self.add(5, "Ben", 4))
      """, text: "Ada Ben", options: #"\#(Self.hint), "codeLens": "document""#, capabilities: Kit.dynamic)
  }

  // MARK: Code lenses

  @Test func `above each paragraph how many it mentions`() {
    check(
      """
      \(Self.add(1, "Ada", 0))
      \(Self.add(2, "Core", 0, line: 1, #", "kind": "team""#))
      \(Self.add(3, "Ada", 5, line: 1))
      \(Self.add(4, "Ben", 9, line: 1))
      \(Self.add(5, "Desk", 0, line: 3, #", "kind": "room""#))
      \(Kit.lenses(6))
      < 6 [{"range": 0:0-0, "data": [1, 0]},
        {"range": {"start": \(Kit.at(0, line: 3)), "end": \(Kit.at(0, line: 3))}, "data": [1, 3]}]
      ?7 codeLens/resolve {"range": 0:0-0, "data": [1, 0]}
      < 7 {"range": 0:0-0, "command": {"title": "2 people, 1 team", "command": ""}}
      ?8 codeLens/resolve {"range": 0:0-0, "data": [1, 3]}
      < 8 {"command": {"title": "1 mention", "command": ""}}
      ?9 codeLens/resolve {"range": 0:0-0, "data": [1, 2]}
      < 9 {"command": {"title": "no mentions", "command": ""}}
      ?10 codeLens/resolve {"range": 0:0-0, "data": [7, 0]}
      < 10 {"data": [7, 0]}
      """, text: #"Ada\nCore Ada Ben\n\nDesk"#, options: #""codeLens": "paragraph""#,
      announced: #""codeLensProvider": {"resolveProvider": true}"#)
  }

  @Test func `above the document how many it mentions`() {
    check(
      """
      \(Kit.lenses(1))
      < 1 []
      \(Self.add(2, "Ada", 0, line: 1))
      \(Self.add(3, "Desk", 0, line: 3, #", "kind": "room""#))
      \(Kit.lenses(4))
      < 4 [{"range": 0:0-0, "data": [1]}]
      ?5 codeLens/resolve {"range": 0:0-0, "data": [1]}
      < 5 {"command": {"title": "1 person, 1 other", "command": ""}}
      """, text: #"\nAda\n\nDesk"#, options: #""codeLens": "document""#)
  }

  @Test func `the host's own above a position, a range and mentions`() {
    check(
      """
      \(Self.add(1, "Ada", 0, line: 1, #", "detail": "Analyst""#))
      \(Self.add(2, "Ben", 4, line: 1))
      \(Kit.change(3, add: Kit.one("a", Kit.at(1, line: 1), "here", "above"), Kit.one("b", DamageScript.range(0, 1), "there", "above", #", "command": {"title": "t", "command": "go"}"#), Kit.one("c", #""mention""#, "{detail}", "above")))
      < 3 {}
      \(Kit.lenses(4))
      < 4 [{"range": {"start": \(Kit.at(1, line: 1)), "end": \(Kit.at(1, line: 1))},
        "command": {"title": "here", "command": ""}},
        {"range": 0:0-0, "command": {"title": "there", "command": "go"}},
        {"range": {"start": \(Kit.at(0, line: 1)), "end": \(Kit.at(0, line: 1))},
        "command": {"title": "Analyst", "command": ""}}]
      """, text: #"x\nAda Ben"#, options: #""limit": 10"#)
  }
}
