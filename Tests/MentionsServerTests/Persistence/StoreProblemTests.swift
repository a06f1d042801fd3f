import JSONText
import LanguageProtocol
import MentionsServer
import ScriptedEditing
import SessionSimulation
import Testing

/// Behaviour, section 9: a store that cannot be read or written is one warning, and editing goes on.
@Suite struct StoreProblemTests {
  private static let path = VirtualStore.path(of: "file:///w/a.md")

  /// Opens, mentions and saves twice; afterwards the file must be what it was.
  private func check(_ contents: String, says part: String, sourceLocation: SourceLocation = #_sourceLocation)
  {
    let keeping = Keeping()
    keeping.store.files[Self.path] = Array(contents.utf8)
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.save()
      try editor.type("!")
      try editor.save()
      try editor.expect("«Donald Knuth»!|")
      try editor.close()
      // Until the server ends it is kept in memory.
      try editor.open("/w/a.md", "markdown", "Donald Knuth!")
      try editor.expect("«Donald Knuth»!|")
    }
    #expect(keeping.shown.count == 1, "\(keeping.shown)", sourceLocation: sourceLocation)
    #expect(keeping.shown.first?.contains(part) == true, "\(keeping.shown)", sourceLocation: sourceLocation)
    #expect(keeping.store.files[Self.path] == Array(contents.utf8), sourceLocation: sourceLocation)
    #expect(keeping.store.writings.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `damaged`() {
    check("{\"version\": 1, \"docu", says: "damaged")
    check("", says: "damaged")
    check("[]", says: "damaged")
    check("{}", says: "version")
    check("{\"version\": 1, \"document\": \"file:///w/a.md\"}", says: "states")
    check("{\"version\": \"one\"}", says: "version")
    check(
      #"{"version": 1, "document": "file:///w/a.md", "states": [{"mentions": [{"start": 0, "text": "a", "same": 4}]}]}"#,
      says: "same")
    check(
      #"{"version": 1, "document": "file:///w/a.md", "states": [{"mentions": [{"start": 0, "text": "a", "entity": {}}]}]}"#,
      says: "entity")
    for start in ["-7", "9223372036854775807"] {
      check(
        #"{"version": 1, "document": "file:///w/a.md", "states": [{"mentions": [{"start": \#(start), "text": "a", "entity": {"id": "a", "name": "A"}}]}]}"#,
        says: "mentions[0]: expected a start")
    }
  }

  @Test func `written by a newer version`() {
    check("{\"version\": 2, \"anything\": []}", says: "newer version")
  }

  @Test func `of another document`() {
    check("{\"version\": 1, \"document\": \"file:///w/b.md\", \"states\": []}", says: "file:///w/b.md")
  }

  @Test func `unreadable`() {
    let keeping = Keeping()
    keeping.store.unreadable[Self.path] = "Permission denied"
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.save()
      try editor.expect("«Donald Knuth»|")
    }
    #expect(keeping.shown.count == 1 && keeping.shown[0].contains("Permission denied"))
    #expect(keeping.store.writings.isEmpty)
  }

  @Test func `unwritable: one warning, however often`() {
    let keeping = Keeping()
    keeping.store.refusal = "/home/ada/.local/state/mentions-lsp: Read-only file system"
    keeping.session { editor throws(EditorError) in
      for name in ["/w/a.md", "/w/b.md"] {
        try editor.open(name, "markdown", "")
        try editor.accept(typing: "@don", "Donald Knuth")
        try editor.save()
        try editor.type("!")
        try editor.save()
        try editor.close()
        try editor.open(name, "markdown", "Donald Knuth!")
        try editor.expect("«Donald Knuth»!|")
        try editor.close()
      }
    }
    #expect(keeping.shown.count == 1 && keeping.shown[0].contains("Read-only file system"))
    #expect(keeping.store.files.isEmpty)
  }
}
