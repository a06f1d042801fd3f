import JSONText
import LanguageProtocol
import MentionsTestKit
import Testing

/// The behaviour, section 5, last row: a document that has another name now keeps its mentions.
@Suite struct RenameTests {
  private func mention(_ name: String, _ editor: ScriptedEditor) throws(EditorFault) {
    try editor.open(name, "markdown", "By ")
    try editor.accept(typing: "@don", "Donald Knuth")
    try editor.save()
  }

  private func reopen(_ name: String, _ editor: ScriptedEditor) throws(EditorFault) {
    try editor.open(name, "markdown", "By Donald Knuth")
    try editor.expect("By «Donald Knuth»|")
  }

  /// The old name keeps nothing, the new one does, also for the next server.
  private func check(
    _ keeping: Keeping, new: String = "/w/b.md", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(keeping.store.text(of: "file:///w/a.md") == nil, sourceLocation: sourceLocation)
    #expect(
      keeping.store.text(of: "file://\(new)")?.contains("Donald Knuth") == true,
      sourceLocation: sourceLocation)
    keeping.session { editor throws(EditorFault) in try reopen(new, editor) }
  }

  @Test func `told before the old name is closed`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `told between closing and opening`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.rename("/w/a.md", to: "/w/b.md")
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `told after the new name is open`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.open("/w/b.md", "markdown", "# By Donald Knuth")
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.expect("# By «Donald Knuth»|")
      try editor.save()
    }
    #expect(keeping.store.text(of: "file:///w/a.md") == nil)
  }

  @Test func `the new name opened before the old one is closed`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.open("/w/b.md", "markdown", "By Donald Knuth")
      try editor.show("/w/a.md")
      try editor.close()
      try editor.show("/w/b.md")
      try editor.expect("By «Donald Knuth»|")
    }
    check(keeping)
  }

  @Test func `of a document that is not open, by a server that never saw it`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in try mention("/w/a.md", editor) }
    keeping.session { editor throws(EditorFault) in try editor.rename("/w/a.md", to: "/w/b.md") }
    check(keeping)
  }

  @Test func `not told at all: closed and opened under another name`() {
    Keeping().session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.close()
      try reopen("/w/b.md", editor)
    }
  }

  @Test func `a new document that is saved under a name`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("untitled:one", editor)
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `not told, and the text is another: nothing is guessed`() {
    Keeping().session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.open("/w/b.md", "markdown", "By Donald Knuth!")
      try editor.expect("By Donald Knuth!|")
    }
  }

  @Test func `the folder round open documents`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorFault) in
      try mention("/w/a.md", editor)
      try editor.rename("/w", to: "/v")
      try editor.close()
      try editor.open("/v/a.md", "markdown", "By Donald Knuth")
      try editor.expect("By «Donald Knuth»|")
    }
    check(keeping, new: "/v/a.md")
  }
}
