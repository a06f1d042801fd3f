import MentionsTestKit
import Testing

/// Code actions on a plain name and on a mention.
@Suite struct MentionActionsTests {
  typealias Script = FindingScript

  private let team = """
    [{"id": "ada", "name": "Ada Lovelace", "handle": "ada"}, {"id": "adam", "name": "Adam Ant", "aliases": ["Prince"]}, \
    {"id": "b1", "name": "Ben", "email": "one@x.org"}, {"id": "b2", "name": "Ben", "email": "two@x.org"}]
    """

  private func check(
    _ text: String, _ script: String, team: String? = nil, insert: String = "{}",
    language: String = "markdown",
    _ location: SourceLocation = #_sourceLocation
  ) {
    ServerScript.findings(
      diagnostics: "{}", team: team ?? self.team, text: text, insert: insert, language: language
    )
    .check(script, sourceLocation: location)
  }

  private static let one = ["refactor.rewrite.mentions.mention"]
  private static let all = one + ["refactor.rewrite.mentions.mentionAll", "refactor.rewrite.mentions.change"]
  private let mention = #"{"title": "Mention Ada Lovelace"}"#

  private func ask(_ id: Int, _ start: Int, _ end: Int, _ kinds: [String] = all) -> String {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"},
      "range": \(DamageScript.range(start, end)),
      "context": {"diagnostics": [], "only": \(kinds)}}
    """
  }

  @Test func `no mention is offered in a language without triggers if implicit mentions are off`() {
    let triggers = #""triggers": [{"character": "@", "languages": ["html"]}]"#
    for (implicit, offered) in [(0, "[]"), (3, "[\(mention)]")] {
      ServerScript(
        capabilities: "{\(FindingScript.pushing)}", people: team,
        settings: #"\#(triggers), "implicit": {"minimumLength": \#(implicit)}"#, text: "Ada Lovelace"
      ).check("\(ask(1, 0, 12, Self.one))\n< 1 \(offered)")
    }
  }

  @Test func `a name under the cursor or selected, in the genitive, by another name`() {
    func mentions(_ title: String) -> String {
      #"[{"title": "Mention \#(title)", "kind": "refactor.rewrite.mentions.mention"}]"#
    }
    check(
      "So Ada Lovelace's, Prince, Adam and @ada",
      """
      \(ask(1, 5, 5, Self.one))
      < 1 \(mentions("Ada Lovelace"))
      \(ask(2, 3, 15, Self.one))
      < 2 \(mentions("Ada Lovelace"))
      \(ask(3, 20, 20, Self.one))
      < 3 \(mentions("Adam Ant"))
      \(ask(4, 28, 28, Self.one))
      < 4 []
      \(ask(5, 3, 6, Self.one))
      < 5 []
      \(ask(6, 38, 38, Self.one))
      < 6 []
      \(ask(7, 0, 0, Self.one))
      < 7 []
      """)
  }

  @Test func `a name that is a part of an address, a file or a path is left alone`() {
    check(
      "see ada@example.org, src/ada/x or ada.py; ada",
      """
      \(ask(1, 5, 5, Self.one))
      < 1 []
      \(ask(2, 4, 7, Self.one))
      < 2 []
      \(ask(3, 26, 26, Self.one))
      < 3 []
      \(ask(4, 35, 35, Self.one))
      < 4 []
      \(ask(5, 43, 43, Self.one))
      < 5 [{"title": "Mention Ada Lovelace"}]
      """)
  }

  @Test func `all of this name, and nothing that only holds it`() {
    let text =
      "ada wrote ada-lovelace.md, ada.py, https://x.org/ada, ada@example.org, src/ada/x and @ada and foo@ada."
    let entity = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    check(
      text,
      """
      ?1 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-3, "entity": \(entity),
        "everywhere": true}]}
      < ?1 workspace/applyEdit {"edit": {"documentChanges": [{"edits": [\(TransformScript.replaces(0, 3, "Ada Lovelace"))]}]}}
      < 1 {}
      """)
  }

  @Test func `what stays as it is becomes a mention without an edit`() {
    let action = #"{"title": "Mention Ada Lovelace", "command": {"command": "mentions.write"}, "data": "∅"}"#
    let entity = #"{"id": "ada", "name": "Ada Lovelace", "source": "team"}"#
    check(
      "So Ada Lovelace",
      """
      \(ask(1, 5, 5, Self.one))
      < 1 [\(action)]
      ?2 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:3-15, "entity": \(entity)}]}
      < 2 {"mentions": [], "version": 1}
      \(DamageScript.lists(3, #"{"text": "Ada Lovelace", "range": 0:3-15}"#))
      \(ask(4, 5, 5, Self.one))
      < 4 []
      """)
  }

  @Test func `each of two of one name, and none in code`() {
    check(
      "Ben and `Ben`",
      """
      \(ask(1, 1, 1, Self.one))
      < 1 [{"title": "Mention Ben (one@x.org)"}, {"title": "Mention Ben (two@x.org)"}]
      \(ask(2, 10, 10, Self.one))
      < 2 []
      """)
  }

  @Test func `all of this name in one edit`() {
    let entity = #"{"id": "adam", "name": "Adam Ant", "aliases": ["Prince"], "source": "team"}"#
    check(
      "Prince and `Prince`, Prince, Princess",
      """
      \(ask(1, 1, 1))
      < 1 [{"title": "Mention Adam Ant"},
        {"title": "Turn Every “Prince” into a Mention of Adam Ant", "kind": "refactor.rewrite.mentions.mentionAll"}]
      ?2 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-6, "entity": \(entity),
        "everywhere": true}]}
      < ?1 workspace/applyEdit {"label": "Mention", "edit": {"documentChanges": [{"edits": ["…", "…"]}]}}
      < 2 {}
      =1 {"applied": true}
      ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": 2},
        "contentChanges": [{"range": 0:21-27, "text": "Adam Ant"}, {"range": 0:0-6, "text": "Adam Ant"}]}
      \(DamageScript.lists(3, #"{"text": "Adam Ant"}, {"text": "Adam Ant"}"#))
      """)
  }

  @Test func `somebody else for a mention: namesakes and who is called nearly so`() {
    let ada = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    check(
      "Hi Ben",
      """
      add /d 0:3-6 {"id": "b1", "name": "Ben", "source": "team"}
      \(ask(2, 4, 4))
      < 2 [{"title": "Change to Ben (two@x.org)", "kind": "refactor.rewrite.mentions.change",
        "command": {"command": "mentions.write"}}]
      \(ask(3, 4, 4, Self.one))
      < 3 []
      ?4 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:3-6, "entity": \(ada)}]}
      < ?1 workspace/applyEdit {"edit": {"documentChanges": [{"edits": [\(TransformScript.replaces(3, 6, "Ada Lovelace"))]}]}}
      < 4 {"mentions": [{"fate": "removed"}]}
      change /d 0:3-6 ‘Ada Lovelace’
      \(DamageScript.lists(5, #"{"text": "Ada Lovelace", "entity": {"id": "ada"}}"#))
      """)
  }

  @Test func `somebody else for a mention: who else is mentioned here, and failing that anybody`() {
    let names = ["Ada", "Ken", "Joan", "Yuri", "Zoe", "Wim", "Ilse"]
    let team = names.map { #"{"id": "\#($0)", "name": "\#($0)", "handle": "\#($0.lowercased())"}"# }
    func check(_ text: String, _ actions: String) {
      self.check(
        text,
        """
        \(ask(1, 1, 1))
        < 1 [\(actions)]
        """, team: "[\(team.joined(separator: ", "))]", insert: #"{"markdown": "@{handle}"}"#)
    }
    check(
      "@ada, @ilse, @ada, @zoe,",
      #"{"title": "Change to Ilse (@ilse)"}, {"title": "Change to Zoe (@zoe)"}"#)
    check(
      "@ada,",
      ["Ken", "Joan", "Yuri", "Zoe", "Wim"].map { #"{"title": "Change to \#($0) (@\#($0.lowercased()))"}"# }
        .joined(separator: ", "))
  }

  @Test func `a mention keeps its form: a link to somebody else is a link`() {
    let team = """
      [{"id": "ada", "name": "Ada Lovelace", "handle": "ada"}, {"id": "adal", "name": "Ada Lovelaze", "handle": "adal"}]
      """
    let change = """
      {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:1-13, "entity": {"id": "adal"}, "trigger": "@"}
      """
    check(
      "[Ada Lovelace](https://x.org/ada)",
      """
      \(ask(1, 4, 4))
      < 1 [{"title": "Change to Ada Lovelaze (@adal)", "data": \(change)}]
      """, team: team, insert: #"{"markdown": "[«{name}»](https://x.org/{handle})"}"#)
  }

  @Test
  func `case, accents and spaces of a name of several words do not count, and a handle is no part of a name`()
  {
    let team = """
      [{"id": "ada", "name": "Ada King Lovelace", "aliases": ["Ada Lovelace"], "handle": "ada"}, \
      {"id": "jose", "name": "José Núñez", "handle": "jose"}, {"id": "mark", "name": "Mark"}]
      """
    let ada = #"{"title": "Mention Ada King Lovelace"}"#
    let jose = #"{"title": "Mention José Núñez"}"#
    for (text, at, expected) in [
      ("ada lovelace", 1, ada), ("ADA  LOVELACE", 1, ada), ("ada king", 1, ""), ("ada", 1, ada),
      ("ada wrote", 1, ada),
      ("Ada", 1, ""), ("king ada", 6, ""), ("Jose\u{301} Nu\u{301}n\u{303}ez", 2, jose), ("a mark", 3, ""),
      ("Jose Nunez", 7, jose),
    ] {
      check(
        text,
        """
        \(ask(1, at, at, Self.one))
        < 1 [\(expected)]
        """, team: team)
    }
  }

  @Test func `a name in the comment of a program, by a trigger's format`() {
    check(
      "# Ada Lovelace wrote",
      """
      \(ask(1, 4, 4, Self.one))
      < 1 [{"title": "Mention Ada Lovelace", "data": {"trigger": "@"}}]
      """, insert: #"{"default": "@{handle}"}"#, language: "python")
    check(
      "x = Ada",
      """
      \(ask(1, 5, 5, Self.one))
      < 1 []
      """, insert: #"{"default": "@{handle}"}"#, language: "python")
  }

  @Test func `not as a link in the text of another one`() {
    let plain = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    check(
      "[Ada Lovelace](http://y.org), Ada Lovelace",
      """
      ?1 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:30-42, "entity": \(plain),
        "trigger": "@", "everywhere": true}]}
      < ?1 workspace/applyEdit {"edit": {"documentChanges": [{"edits": [{"range": 0:30-42,
        "newText": "[Ada Lovelace](https://x.org/ada)"}]}]}}
      < 1 {}
      """, insert: #"{"markdown": "[«{name}»](https://x.org/{handle})"}"#)
  }

  @Test func `in a trailer with the address, and of others with an address only the one that was asked for`()
  {
    let ada = #"{"id": "ada", "name": "Ada Lovelace", "email": "ada@x.org", "source": "team"}"#
    check(
      "Acked-by: Ada Lovelace <old@x.org> Ada Lovelace <two@x.org>",
      """
      \(ask(1, 12, 12))
      < 1 [\(mention), {"title": "Turn Every “Ada Lovelace” into a Mention of Ada Lovelace"}]
      ?2 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:10-22, "entity": \(ada),
        "everywhere": true}]}
      < ?1 workspace/applyEdit {"edit": {"documentChanges": [{"edits": [\(TransformScript.replaces(10, 34, "Ada Lovelace <ada@x.org>"))]}]}}
      < 2 {}
      """, team: "[\(ada)]", language: "gitcommit")
  }

  @Test func `wherever only where it changes something, and nothing is mentioned by looking at an action`() {
    let everywhere =
      #"{"title": "Turn Every “Ada Lovelace” into a Mention of Ada Lovelace", "command": {"command": "mentions.write"}, "data": "∅"}"#
    let ada = #"{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "source": "team"}"#
    let params = """
      {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-12, "entity": \(ada), "everywhere": true}
      """
    check(
      "Ada Lovelace, Ada Lovelace",
      """
      add /d 0:0-12 \(ada)
      ?2 codeAction /d 0:4-4 {"context": {"diagnostics": [], "only": ["refactor.rewrite.mentions.mentionAll"]}}
      < 2 [\(everywhere)]
      ?3 codeAction/resolve {"title": "x", "data": \(params)}
      < 3 {"edit": "∅"}
      \(DamageScript.lists(4, #"{"text": "Ada Lovelace"}"#))
      ?5 workspace/executeCommand {"command": "mentions.write", "arguments": [\(params)]}
      < 5 {}
      \(DamageScript.lists(6, #"{"text": "Ada Lovelace"}, {"text": "Ada Lovelace"}"#))
      ?7 codeAction /d 0:4-4 {"context": {"diagnostics": [], "only": ["refactor.rewrite.mentions.mentionAll"]}}
      < 7 []
      """)
  }
}
