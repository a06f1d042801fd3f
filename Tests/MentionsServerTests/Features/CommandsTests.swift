import Testing

/// `workspace/executeCommand`.
@Suite struct CommandsTests {
  @Test func `a command without its arguments names what is missing`() {
    ServerScript(text: "").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.accept", "arguments": []}
      < 1 error -32602 mentions.accept: expected [document, generation, index]
      ?2 workspace/executeCommand {"command": "mentions.explain", "arguments": [{"textDocument": 5}]}
      < 2 error -32602 mentions.explain: arguments[0]: textDocument
      """)
  }

  @Test func `an unknown command is refused`() {
    ServerScript(text: "").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.dance"}
      < 1 error -32601 unknown command mentions.dance
      """)
  }

  @Test func `mentions become plain text`() {
    ServerScript(text: "Ada and Ben").check(
      """
      add /d 0:0-3 {"name": "Ada"}
      add /d 0:8-11 {"name": "Ben"}
      ?3 workspace/executeCommand {"command": "mentions.toPlainText",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "ranges": [0:0-3]}]}
      < 3 {"removed": 1}
      ?4 mentions/list /d
      < 4 {"mentions": [{"text": "Ben"}]}
      """)
  }

  @Test func `a mention that replaces an accepted one is cut and pasted as itself`() {
    ServerScript(people: #"["Ada Lovelace"]"#, text: "Hi ").check(
      """
      type @Ada
      complete 1
      < 1 {"items": [{"label": "Ada Lovelace"}]}
      change /d 0:3-7 ‘Ada Lovelace’
      ?2 mentions/list /d
      < 2 {"mentions": [{"text": "Ada Lovelace"}]}
      add /d 0:3-6 {"name": "Ada"}
      change /d 0:3-6 ‘’
      change /d 0:3-3 ‘Ada’
      ?3 mentions/list /d
      < 3 {"mentions": [{"text": "Ada", "entity": {"name": "Ada"}}]}
      """)
  }

  @Test func `completion by command counts as an explicit request`() {
    ServerScript(text: "Hi @").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.complete",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:4}]}
      < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
      """)
  }

  @Test func `completion by command offers people in code, a completion request does not`() {
    ServerScript(language: "swift", text: "ad").check(
      """
      ?1 textDocument/completion {"textDocument": {"uri": "file:///d"}, "position": 0:2, "context": {"triggerKind": 1}}
      < 1 {"isIncomplete": false, "items": []}
      at 1000
      ?2 textDocument/completion {"textDocument": {"uri": "file:///d"}, "position": 0:2, "context": {"triggerKind": 1}}
      < 2 {"isIncomplete": false, "items": []}
      ?3 workspace/executeCommand {"command": "mentions.complete",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:2}]}
      < 3 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `explaining says by which rule`() {
    ServerScript(text: "Hi").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.explain",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:0}]}
      < 1 {"offered": true, "rule": "prose"}
      ?2 workspace/executeCommand {"command": "mentions.explain",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:2}]}
      < 2 {"offered": false, "rule": "implicit-off"}
      """)
  }

  @Test func `explaining a word without a trigger says what it lacks`() {
    for (text, expected) in [
      ("see Ada", #""offered": true, "rule": "prose""#),
      (
        "see ada",
        #""offered": false, "rule": "lowercase", "reason": "Without a trigger, people are offered only for words that begin with a capital letter.""#
      ),
      (
        "see Ad",
        #""offered": false, "rule": "too-short", "reason": "Without a trigger, people are offered only after 3 letters.""#
      ),
      (
        "see The",
        #""offered": false, "rule": "ignored-word", "reason": "The settings exclude the word “The”.""#
      ),
      ("ada@exa", #""offered": false, "rule": "email-address""#),
      ("`da@exa`", #""offered": false, "rule": "code-span""#),
    ] {
      ServerScript(settings: #""implicit": {"minimumLength": 3}"#, text: text).check(
        "?1 mentions/explain /d 0:7\n< 1 {\(expected)}")
    }
  }

  @Test func `explaining a key that nobody matches says so`() {
    ServerScript(text: "").check(
      """
      type @zzz
      ?1 mentions/explain /d 0:4
      < 1 {"offered": false, "rule": "no-match", "reason": "No one matches “zzz”."}
      """)
  }

  @Test func `sources are loaded again, even without any document`() {
    ServerScript(text: "").check(
      """
      ?1 workspace/executeCommand {"command": "mentions.reloadSources"}
      < 1 null
      ?2 workspace/executeCommand {"command": "mentions.complete",
        "arguments": [{"textDocument": {"uri": "file:///none"}, "position": 0:0}]}
      < 2 error -32602 textDocument.uri: file:///none is not open
      """)
  }
}
