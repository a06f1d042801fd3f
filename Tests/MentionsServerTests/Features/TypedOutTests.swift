import JSONText
import LanguageProtocol
import MentionsServer
import Testing

@testable import MentionsTestKit
@testable import ScriptedEditing

/// Behaviour, sections 3 and 9: a mention typed out by hand is annotated where it would be on reopening, and
/// nowhere else.
@Suite struct TypedOutTests {
  private static let people: [JSONValue] = ["ada", "bob", "jane-doe"].map {
    ["name": "Somebody", "id": $0, "handle": $0]
  }

  private func keeping() -> Keeping {
    Keeping([
      "sources": ["team": ["type": "list", "items": .array(Self.people)]],
      "triggers": [
        ["character": "@", "sources": ["team"], "insert": ["default": "@{metadata.nick|handle}"]]
      ],
      "implicit": ["minimumLength": 0],
    ])
  }

  private static let annotated = [
    "Ask @ada , ", "Ask @ada, ", "“@ada” ", "(@ada)", "@ada。", "—@ada— ", "@ada's ", "@ada’s ",
    "\u{a0}@ada\u{a0}is ", "\u{3000}@ada\u{3000}is ", "@ada is ", "@ada is here, ", "@ada-", "@ada... ",
    "@ada😀 ", "@jane-doe's ", "@ada @bob ", "你好@ada ", "/@ada/ ", "@ada: @bob; ", "*@ada* ", "@ada! ",
  ]

  private static let plain = [
    "@ada-lovelace ", "@ada.x ", "@ada/x ", "@adam ", "@ada@bob ", "@@ada ", "x@ada ", "@ada你好 ",
  ]

  /// With a line end behind it, which ends every mention that is being made.
  @Test(arguments: annotated + plain)
  func `typed, pasted and opened text follow one rule`(_ text: String) {
    let opened = outcome { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", text + "\n")
    }
    let typed = outcome { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.type(text + "\n")
    }
    let pasted = outcome { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.paste(text)
      try editor.type("\n")
    }
    #expect(typed == opened, "typed")
    #expect(pasted == opened, "pasted")
    #expect(opened.isEmpty == !Self.annotated.contains(text))
  }

  private func outcome(_ body: (ScriptedEditor) throws(EditorError) -> Void) -> [String] {
    var found: [String] = []
    keeping().session { editor throws(EditorError) in
      try body(editor)
      found = try editor.mentions().map { "\($0.text) \($0.range)" }
    }
    return found
  }

  @Test func `a source that has not loaded yet is waited for`() {
    let failures = SessionScript.play(
      """
      ?1 initialize {"processId": null, "rootUri": "file:///w", "capabilities": {},
        "initializationOptions": {"sources": {"git": null, "people": null, "codeowners": null,
        "team": {"type": "file", "path": "/w/team.jsonl"}},
        "triggers": [{"character": "@", "insert": {"default": "@{handle}"}}]}}
      < 1 {}
      ! initialized {}
      open markdown
      type @ada is
      type  it
      ?2 mentions/list /d
      < 2 {"mentions": []}
      loaded team [{"name": "Ada Lovelace", "handle": "ada"}]
      type , so.
      ?3 mentions/list /d
      < 3 {"mentions": [{"text": "@ada"}]}
      """)
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `a person whom reopening would not recognise is not annotated either`() {
    let failures = SessionScript.play(
      """
      ?1 initialize {"processId": null, "rootUri": null, "capabilities": {},
        "initializationOptions": {"sources": {"git": null, "people": null, "codeowners": null,
        "ldap": {"type": "process", "command": ["ldap"]}},
        "triggers": [{"character": "@", "insert": {"default": "@{name}"}}]}}
      < 1 {}
      ! initialized {}
      open markdown
      type @ada
      batch ldap 1 last ["ada"]
      type ,
      ?2 mentions/list /d
      < 2 {"mentions": []}
      """)
    #expect(failures.isEmpty, "\(failures)")
  }
}
