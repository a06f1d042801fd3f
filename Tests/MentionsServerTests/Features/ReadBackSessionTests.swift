import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer
import Testing

@testable import MentionsTestKit
@testable import ScriptedEditing

/// Behaviour, section 9: what a format has written is a mention again when the document opens, when its source has
/// been read, and when it is pasted.
@Suite struct ReadBackSessionTests {
  private static func person(_ name: String, _ handle: String) -> JSONValue {
    ["name": .string(name), "handle": .string(handle)]
  }

  private func keeping(
    _ items: [JSONValue] = [person("Ada Lovelace", "ada"), person("Bob", "bob")],
    insert: JSONValue = "@{handle}", notifies: Bool = false
  ) -> Keeping {
    let keeping = Keeping([
      "sources": ["team": ["type": "list", "items": .array(items)]],
      "triggers": [["character": "@", "sources": ["team"], "insert": ["default": insert]]],
      "implicit": ["minimumLength": 0], "notifications": .bool(notifies),
    ])
    // What is read back needs no store.
    return keeping
  }

  private func check(
    _ text: String, language: String = "markdown", insert: JSONValue = "@{handle}", expects: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    keeping(insert: insert).session { editor throws(EditorError) in
      try editor.open("/w/a.md", language, text)
      expectRow(try editor.annotatedText(), expects, sourceLocation: sourceLocation)
    }
  }

  @Test func `when the document opens`() {
    check("Ask @ada or @bob, not @nobody.", expects: "Ask «@ada» or «@bob», not @nobody.|")
    check("[@ada](x)", insert: "[«@{handle}»](x)", expects: "[«@ada»](x)|")
    check("Ada Lovelace", insert: "{name}", expects: "Ada Lovelace|")
  }

  @Test func `offered only in prose`() {
    check("`@ada` <a @ada>\n```\n@bob\n```\n@bob", expects: "`@ada` <a @ada>\n```\n@bob\n```\n«@bob»|")
    check(
      "@ada\nf() # ask @ada\ns = '@bob'\n", language: "python",
      expects: "@ada\nf() # ask «@ada»\ns = '@bob'\n|")
    check("mail x@ada or https://h/@ada", expects: "mail x@ada or https://h/@ada|")
  }

  @Test func `two candidates are ambiguous`() {
    keeping([Self.person("Ada Lovelace", "ada"), ["id": "2", "name": "Ada Yonath", "handle": "ada"]]).session
    {
      editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "@ada")
      try editor.expect("@ada|")
    }
  }

  @Test func `when its source has been read, not before all have been`() {
    let script = SessionScript.play(
      """
      ?1 initialize {"processId": null, "rootUri": "file:///w",
        "capabilities": {"workspace": {"semanticTokens": {"refreshSupport": true}}},
        "initializationOptions": {"sources": {"one": {"type": "file", "path": "/w/one.jsonl"},
        "two": {"type": "file", "path": "/w/two.jsonl"}},
        "triggers": [{"character": "@", "sources": ["one", "two"], "insert": {"default": "@{handle}"}}]}}
      < 1 {}
      ! initialized {}
      open markdown Ask @ada and @bob.
      ?2 mentions/list /d
      < 2 {"mentions": []}
      loaded one [{"name": "Ada Lovelace", "handle": "ada"}, {"name": "Bob Kahn", "handle": "bob", "id": "1"}]
      ?3 mentions/list /d
      < 3 {"mentions": []}
      loaded two [{"name": "Bob Floyd", "handle": "robert"}]
      < ?1 workspace/semanticTokens/refresh
      ?4 mentions/list /d
      < 4 {"mentions": [{"text": "@ada", "entity": {"name": "Ada Lovelace"}},
        {"text": "@bob", "entity": {"name": "Bob Kahn"}}]}
      """)
    #expect(script.isEmpty, "\(script)")
  }

  @Test func `when it is pasted, even around the cursor`() {
    keeping().session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Hi ")
      try editor.paste("@ada, and\n(@bob) ")
      try editor.expect("Hi «@ada», and\n(«@bob») |")
      try editor.paste("`@ada` @nobody")
      try editor.expect("Hi «@ada», and\n(«@bob») `@ada` @nobody|")
    }
  }

  @Test func `what a paste completes is not copied by it`() {
    keeping(insert: "[«@{handle|name}»](u:{id})").session { editor throws(EditorError) in
      let copied = "](u:bob) [@bo"
      try editor.open("/w/a.md", "markdown", copied + "\nAd")
      try editor.change([(13..<13, copied), (27..<27, copied)], cursor: 40)
      try editor.expect("](u:bob) [«@bo»](u:bob) [@bo\n](u:bob) [@bo|Ad")
    }
  }

  @Test(arguments: [
    ("markdown", "`", "`"), ("markdown", "```\n", "\n```\n"), ("markdown", "x", ".com"),
    ("python", "", "\ndef f(): ..."),
  ])
  func `a copy of what was read is a mention only where it is read`(
    language: String, before: String, after: String
  ) {
    // The host does not hear of it either.
    keeping(notifies: true).session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Ask @ada")
      try editor.expect("Ask «@ada»|")
      try editor.open("/w/b", language, before + after)
      try editor.move(to: before.utf8.count)
      try editor.paste("@ada")
      try editor.expect(before + "@ada|" + after)
      for method in [Method.mentionsDidChangeState, .mentionsChooser] { _ = try editor.notifications(method) }
    }
  }

  @Test func `a copy in a language without the trigger is stored`() {
    let keeping = Keeping([
      "sources": ["team": ["type": "list", "items": [Self.person("Ada Lovelace", "ada")]]],
      "triggers": [["character": "@", "languages": ["markdown"]]],
    ])
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Ask @ada")
      try editor.open("/w/b.txt", "plaintext", "Ask ")
      try editor.paste("@ada")
      try editor.expect("Ask «@ada»|")
      try editor.close()
      try editor.open("/w/b.txt", "plaintext", "Ask @ada")
      try editor.expect("Ask «@ada»|")
    }
  }

  @Test(arguments: [("Ask ", ""), ("```\n", "\n```\n")])
  func `a copy of the text of a link is stored`(before: String, after: String) {
    keeping(insert: "[«{name}»](u:{id})").session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "[Ada Lovelace](u:ada)")
      try editor.expect("[«Ada Lovelace»](u:ada)|")
      try editor.open("/w/b.md", "markdown", before + after)
      try editor.move(to: before.utf8.count)
      try editor.paste("Ada Lovelace")
      try editor.expect(before + "«Ada Lovelace»|" + after)
      try editor.close()
      try editor.open("/w/b.md", "markdown", before + "Ada Lovelace" + after)
      try editor.expect(before + "«Ada Lovelace»" + after + "|")
    }
  }

  @Test func `a longer word that only begins like a mention is not one`() {
    keeping().session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.paste("@ad")
      try editor.type("am ")
      try editor.expect("@adam |")
    }
  }

  @Test func `plain text stays plain, in this run and the next`() {
    let keeping = keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "@ada and @bob and @ada")
      try editor.toPlainText(0..<4)
      try editor.expect("@ada and «@bob» and «@ada»|")
      try editor.close()
      try editor.open("/w/a.md", "markdown", "@ada and @bob and @ada")
      try editor.expect("@ada and «@bob» and «@ada»|")
      try editor.move(to: 0)
      try editor.paste("Tell ")
      try editor.expect("Tell |@ada and «@bob» and «@ada»")
    }
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Now @ada and @bob and @ada")
      try editor.expect("Now @ada and «@bob» and «@ada»|")
    }
  }

  @Test func `plain text that is cut and pasted stays plain`() {
    keeping().session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Hi @ada")
      try editor.toPlainText(3..<7)
      try editor.delete("@ada")
      try editor.paste("@ada")
      try editor.expect("Hi @ada|")
    }
  }

  @Test func `plain text becomes a mention again on the user's request`() {
    keeping().session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "@ada ")
      try editor.toPlainText(0..<4)
      try editor.delete("@ada ")
      try editor.accept(typing: "@ad", "Ada Lovelace")
      try editor.close()
      try editor.open("/w/a.md", "markdown", "@ada")
      try editor.expect("«@ada»|")
    }
  }

  @Test func `new settings are used for reading back at once`() {
    let script = SessionScript.play(
      """
      ?1 initialize {"processId": null, "rootUri": null, "capabilities": {},
        "initializationOptions": {"sources": {"l": {"type": "list", "items": [{"name": "Ada", "handle": "ada"}]}},
        "triggers": [{"character": "@"}]}}
      < 1 {}
      ! initialized {}
      open markdown Hi +ada
      ! workspace/didChangeConfiguration {"settings": {"triggers": [{"character": "+", "sources": ["l"],
        "insert": {"default": "+{handle}"}}]}}
      < window/showMessage {"type": 3}
      ?2 mentions/list /d
      < 2 {"mentions": [{"text": "+ada"}]}
      """)
    #expect(script.isEmpty, "\(script)")
  }
}

extension ScriptedEditor {
  /// `mentions.toPlainText` for a stretch of the first line, in UTF-16 code units.
  func toPlainText(_ columns: Swift.Range<Int>) throws(EditorError) {
    let range = LanguageProtocol.Range(
      start: Position(line: 0, character: columns.lowerBound),
      end: Position(line: 0, character: columns.upperBound))
    let params = MentionsRemoveParams(textDocument: try document, ranges: [range])
    let _: JSONValue = try request(
      .executeCommand,
      ExecuteCommandParams(
        command: .toPlainText, arguments: [try! JSONParser.parse(JSONWriter.bytes(of: params))]))
  }
}
