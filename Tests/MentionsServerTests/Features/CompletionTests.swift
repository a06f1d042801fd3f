import Testing

/// `textDocument/completion` and `completionItem/resolve`.
@Suite struct CompletionTests {
  @Test func `the names for the trigger are offered`() {
    ServerScript(text: "").check(
      """
      type @b
      complete 1
      < 1 {"isIncomplete": true, "items": [{"label": "Ben", "textEdit": "…"}]}
      """)
  }

  @Test func `where code is written, the empty list is complete: the client need not ask again`() {
    ServerScript(language: "swift", text: "let a = b // |").check(
      """
      type c
      complete 1
      < 1 {"isIncomplete": true, "items": []}
      """)
    ServerScript(language: "swift", text: "let a = |").check(
      """
      type c
      complete 1
      < 1 {"isIncomplete": false, "items": []}
      """)
  }

  @Test(arguments: [
    "Visual Studio Code", "Neovim", "helix", "emacs", "Eglot", "vim-lsp", "Zed", "Sublime Text LSP",
    "Kakoune",
    "another one",
  ])
  func `a list of people is incomplete for every client`(client: String) {
    ServerScript(client: client, text: "Hi |").check(
      """
      type @
      complete 1
      < 1 {"isIncomplete": true, "items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test(arguments: [("helix", #""∅""#), ("Eglot", #""∅""#), ("Neovim", #"{"command": "mentions.accept"}"#)])
  func `an item has a command where the client may run it`(client: String, command: String) {
    ServerScript(client: client, text: "Hi |").check(
      """
      type @b
      complete 1
      < 1 {"items": [{"label": "Ben", "command": \(command)}]}
      """)
  }

  @Test func `nothing is offered where there is no document or no such place`() {
    ServerScript(text: "Hi").check(
      """
      ?1 completion /none 0:0
      < 1 {"items": []}
      ?2 completion /d 0:99
      < 2 {"items": []}
      """)
  }

  @Test func `an item of a document that was closed comes back as it came`() {
    ServerScript(text: "").check(
      """
      type @b
      complete 1
      < 1 {"items": [{"label": "Ben", "data": [1, "…", 0]}]}
      ! didClose /d
      ?2 completionItem/resolve {"label": "Ben", "data": [1, 2, 0]}
      < 2 {"label": "Ben", "data": [1, 2, 0]}
      ?3 workspace/executeCommand {"command": "mentions.accept", "arguments": [[1, 2, 0]]}
      < 3 null
      """)
  }

  @Test func `an item is resolved by its data alone, whatever was typed since`() {
    let item = #""documentationFormat": ["plaintext"], "resolveSupport": {"properties": ["documentation"]}"#
    ServerScript(
      capabilities: #"{"textDocument": {"completion": {"completionItem": {\#(item)}}}}"#, text: ""
    ).check(
      """
      type @b
      complete 1
      < 1 {"items": [{"label": "Ben", "data": [1, 2, 0], "documentation": "∅"}]}
      type en, and more
      ?2 completionItem/resolve {"label": "Ben", "data": [1, 2, 0]}
      < 2 {"label": "Ben", "documentation": "…"}
      """)
  }

  @Test func `an item without data comes back as it came`() {
    ServerScript(text: "").check(
      """
      ?1 completionItem/resolve {"label": "x", "data": {"strange": 1}}
      < 1 {"label": "x", "data": {"strange": 1}}
      """)
  }

  @Test func `yegappan's lsp is given each item's own range: it would insert the label`() {
    let capabilities =
      #"{"textDocument": {"completion": {"completionList": {"itemDefaults": ["editRange"]}}}}"#
    for (client, items) in [
      (
        "test",
        #""itemDefaults": {"editRange": {"start": 0:0, "end": 0:3}}, "items": [{"textEditText": "@Ada"}]"#
      ),
      ("Vim", #""items": [{"textEdit": {"range": {"start": 0:0, "end": 0:3}, "newText": "@Ada"}}]"#),
    ] {
      ServerScript(capabilities: capabilities, client: client, insert: "@{name}", text: "").check(
        "type @ad\ncomplete 2\n< 2 {\(items)}")
    }
  }

  @Test func `of equal names the address tells entities apart, else the source, else the id`() {
    func check(_ item: String, _ expected: (String, String) -> String) {
      ServerScript(
        capabilities: #"{"textDocument": {"completion": {"completionItem": {\#(item)}}}}"#,
        people: #"""
          [{"name": "Kim", "id": "1", "email": "kim@x.org", "detail": "Oslo"},
          {"name": "Kim", "id": "2", "email": "kim@y.org"}, {"name": "Kim", "id": "3"}, {"name": "Kim", "id": "4"},
          {"name": "Lee", "email": "lee@x.org", "detail": "Rome"}]
          """#, sources: #""more": {"type": "list", "items": [{"name": "Kim", "id": "5"}]}"#,
        lists: #"["team", "more"]"#, text: ""
      ).check(
        """
        type @
        complete 1
        < 1 {"items": [\(expected("kim@x.org", "Oslo")), \(expected("kim@y.org", "")), \(expected("3", "")),
          \(expected("4", "")), {"label": "Lee", "detail": "Rome"}, \(expected("more", ""))]}
        """)
    }
    check(#""labelDetailsSupport": true"#) { difference, detail in
      #"{"label": "Kim", "labelDetails": {"description": "\#(difference)"}, "detail": "\#(detail.isEmpty ? "∅" : detail)"}"#
    }
    check("") { difference, detail in
      #"{"label": "Kim", "labelDetails": "∅", "detail": "\#(difference)\#(detail.isEmpty ? "" : " · " + detail)"}"#
    }
  }

  @Test func `who has left is marked as deprecated, as the client understands it, and ranked as before`() {
    func check(_ item: String, _ expected: String) {
      ServerScript(
        capabilities: #"{"textDocument": {"completion": {"completionItem": {\#(item)}}}}"#,
        people: #"[{"name": "Ada", "gone": true}, "Adam"]"#, text: ""
      ).check(
        """
        type @ad
        complete 1
        < 1 {"items": [{"label": "Ada"\(expected)}, {"label": "Adam", "tags": "∅", "deprecated": "∅"}]}
        """)
    }
    check(
      #""tagSupport": {"valueSet": [1]}, "deprecatedSupport": true"#, #", "tags": [1], "deprecated": "∅""#)
    check(
      #""tagSupport": {"valueSet": []}, "deprecatedSupport": true"#, #", "tags": "∅", "deprecated": true"#)
    check("", #", "tags": "∅", "deprecated": "∅""#)
  }

  @Test func `so is who has not committed anything for as long as the settings say`() {
    func check(_ months: Int, _ tags: String) {
      ServerScript(
        capabilities:
          #"{"textDocument": {"completion": {"completionItem": {"tagSupport": {"valueSet": [1]}}}}}"#,
        people: #"[{"name": "Ada", "metadata": {"inactiveMonths": 12}}]"#,
        settings: #""diagnostics": {"leftAfter": \#(months)}"#, text: ""
      ).check(
        """
        type @ad
        complete 1
        < 1 {"items": [{"label": "Ada", "tags": \(tags)}]}
        """)
    }
    check(12, "[1]")
    check(13, #""∅""#)
    check(0, #""∅""#)
  }
}
