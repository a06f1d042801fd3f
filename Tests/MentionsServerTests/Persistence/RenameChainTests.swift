import JSONText
import LanguageProtocol
import ScriptedEditing
import SessionSimulation
import Testing

/// A document that stays open is followed through all the names that its file gets.
@Suite struct RenameChainTests {
  private let text = "By Donald Knuth"

  /// A session with `/w/a.md` open and saved; the client says nothing but renames until it closes it.
  private func check(
    _ renames: [(String, String)], last: String, opening: String = "/w/a.md",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for isSaved in [false, true] {
      let keeping = Keeping()
      keeping.session { editor throws(EditorError) in
        try editor.open(opening, "markdown", "By ")
        try editor.accept(typing: "@don", "Donald Knuth")
        try editor.save()
        for (old, new) in renames {
          try editor.rename(old, to: new)
          // What is saved in between is written under the name at that time.
          if isSaved { try editor.save() }
        }
        try editor.close()
        try editor.open(last, "markdown", text)
        try editor.expect("By «Donald Knuth»|", sourceLocation: sourceLocation)
      }
      #expect(
        Array(keeping.store.files.keys) == [VirtualStore.path(of: "file://\(last)")], "saved: \(isSaved)",
        sourceLocation: sourceLocation)
      keeping.session { editor throws(EditorError) in
        try editor.open(last, "markdown", text)
        try editor.expect("By «Donald Knuth»|", sourceLocation: sourceLocation)
      }
      #expect(keeping.shown.isEmpty, sourceLocation: sourceLocation)
    }
  }

  @Test func `to a third name`() {
    check([("/w/a.md", "/w/c.md"), ("/w/c.md", "/w/e.md")], last: "/w/e.md")
  }

  @Test func `there and back`() {
    check([("/w/a.md", "/w/c.md"), ("/w/c.md", "/w/a.md")], last: "/w/a.md")
  }

  @Test func `to itself`() {
    check([("/w/a.md", "/w/a.md")], last: "/w/a.md")
  }

  @Test func `with the folder that it was moved to`() {
    check([("/w/a.md", "/w/x/a.md"), ("/w/x", "/w/y")], last: "/w/y/a.md")
  }

  @Test func `with its folder, and then alone`() {
    check([("/w/x", "/w/y"), ("/w/y/a.md", "/w/b.md")], last: "/w/b.md", opening: "/w/x/a.md")
  }

  @Test func `with its folder, there and back`() {
    check([("/w/x", "/w/y"), ("/w/y", "/w/x")], last: "/w/x/a.md", opening: "/w/x/a.md")
  }

  @Test func `with a settings change in between`() {
    let keeping = Keeping()
    keeping.options.root = "/w"
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "By ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.notify(
        .didChangeConfiguration,
        ["settings": ["mentions": ["demo": true, "annotationStore": "workspace"]]] as JSONValue)
      try editor.close()
      try editor.open("/w/b.md", "markdown", text)
      try editor.expect("By «Donald Knuth»|")
    }
    #expect(Array(keeping.store.files.keys) == [VirtualStore.path(of: "b.md", inWorkspace: "/w")])
  }

  @Test func `a closed document, to itself`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "By ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.close()
      try editor.rename("/w/a.md", to: "/w/a.md")
      try editor.open("/w/a.md", "markdown", text)
      try editor.expect("By «Donald Knuth»|")
    }
    #expect(keeping.store.files.count == 1)
  }
}
