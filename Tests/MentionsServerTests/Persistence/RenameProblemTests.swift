import JSONText
import LanguageProtocol
import ScriptedEditing
import SessionSimulation
import Testing

/// A rename loses nothing: what cannot be read stays as it is, and what is kept under the old name goes once it is
/// kept under the new one.
@Suite struct RenameProblemTests {
  private let a = VirtualStore.path(of: "file:///w/a.md")
  private let b = VirtualStore.path(of: "file:///w/b.md")
  private static let unreadable = [
    #"{"version": 99, "document": "file:///w/b.md", "secret": 1}"#, "garbage", "",
    #"{"version": 1, "document": "file:///w/c.md", "states": []}"#,
  ]
  private let text = "By Donald Knuth"

  private func mention(_ name: String, _ editor: ScriptedEditor) throws(EditorError) {
    try editor.open(name, "markdown", "By ")
    try editor.accept(typing: "@don", "Donald Knuth")
    try editor.save()
  }

  private func reopen(_ name: String, _ editor: ScriptedEditor) throws(EditorError) {
    try editor.open(name, "markdown", text)
    try editor.expect("By «Donald Knuth»|")
  }

  /// Mentions of `/w/a.md` in its file.
  private func kept() -> Keeping {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in try mention("/w/a.md", editor) }
    return keeping
  }

  // MARK: The new name's file cannot be read

  @Test(arguments: unreadable)
  func `closed, over a file that cannot be read`(contents: String) {
    let keeping = kept()
    let before = keeping.store.files[a]
    keeping.store.files[b] = Array(contents.utf8)
    keeping.session { editor throws(EditorError) in
      try editor.rename("/w/a.md", to: "/w/b.md")
      // Until the server ends it is kept in memory.
      try reopen("/w/b.md", editor)
    }
    #expect(keeping.store.files[a] == before && keeping.store.files[b] == Array(contents.utf8))
    #expect(keeping.shown.count == 1 && keeping.shown[0].contains(b), "\(keeping.shown)")
  }

  @Test(arguments: unreadable)
  func `open, over a file that cannot be read`(contents: String) {
    let keeping = kept()
    let before = keeping.store.files[a]
    keeping.store.files[b] = Array(contents.utf8)
    keeping.session { editor throws(EditorError) in
      try reopen("/w/a.md", editor)
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.save()
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    #expect(keeping.store.files[a] == before && keeping.store.files[b] == Array(contents.utf8))
    #expect(keeping.shown.count == 1, "\(keeping.shown)")
  }

  @Test(arguments: unreadable, [false, true])
  func `over a document that is open and whose file cannot be read`(contents: String, isOpen: Bool) {
    let keeping = kept()
    let before = keeping.store.files[a]
    keeping.store.files[b] = Array(contents.utf8)
    keeping.session { editor throws(EditorError) in
      if isOpen { try reopen("/w/a.md", editor) }
      try editor.open("/w/b.md", "markdown", text)
      try editor.rename("/w/a.md", to: "/w/b.md")
      if isOpen {
        try editor.show("/w/a.md")
        try editor.save()
        try editor.close()
        try editor.show("/w/b.md")
      }
      try editor.expect("By «Donald Knuth»|")
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    #expect(keeping.store.files[a] == before && keeping.store.files[b] == Array(contents.utf8))
    #expect(keeping.store.writings.count { $0 == b } == 0)
  }

  @Test func `an unreadable file`() {
    let keeping = kept()
    let before = keeping.store.files
    keeping.store.unreadable[b] = "Permission denied"
    keeping.session { editor throws(EditorError) in try editor.rename("/w/a.md", to: "/w/b.md") }
    #expect(keeping.store.files == before)
    #expect(keeping.shown.count == 1 && keeping.shown[0].contains("Permission denied"), "\(keeping.shown)")
  }

  // MARK: The new name's file cannot be written

  @Test(arguments: [false, true])
  func `over a read-only file`(isOpen: Bool) {
    let keeping = kept()
    let before = keeping.store.files[a]
    let other = Array(#"{"version": 1, "document": "file:///w/b.md", "states": []}"#.utf8)
    keeping.store.files[b] = other
    keeping.store.readOnly = [b]
    keeping.session { editor throws(EditorError) in
      if isOpen { try reopen("/w/a.md", editor) }
      try editor.rename("/w/a.md", to: "/w/b.md")
      if isOpen { try editor.close() }
      try reopen("/w/b.md", editor)
    }
    #expect(keeping.store.files[a] == before && keeping.store.files[b] == other)
    #expect(keeping.shown.count == 1 && keeping.shown[0].contains("read-only"), "\(keeping.shown)")
  }

  @Test func `the old file is removed after the new one is written, not before`() {
    let keeping = kept()
    keeping.session { editor throws(EditorError) in try editor.rename("/w/a.md", to: "/w/b.md") }
    #expect(keeping.store.writings.suffix(2) == [b, a])
    keeping.session { editor throws(EditorError) in
      try reopen("/w/b.md", editor)
      try editor.rename("/w/b.md", to: "/w/a.md")
      try editor.close()
    }
    #expect(keeping.store.writings.suffix(2) == [a, b])
    #expect(Array(keeping.store.files.keys) == [a])
  }

  @Test func `mentions that could not be moved are there when the old name is reopened`() {
    let keeping = kept()
    keeping.store.files[b] = Array("garbage".utf8)
    keeping.session { editor throws(EditorError) in
      try editor.rename("/w/a.md", to: "/w/b.md")
      try reopen("/w/a.md", editor)
    }
    #expect(keeping.store.text(of: "file:///w/a.md")?.contains("Donald Knuth") == true)
  }

  // MARK: The new name is open

  @Test(arguments: [false, true])
  func `into a document that already has a mention`(isOpen: Bool) {
    let keeping = kept()
    keeping.session { editor throws(EditorError) in
      if isOpen { try reopen("/w/a.md", editor) }
      try editor.open("/w/b.md", "markdown", text + " and ")
      try editor.accept(typing: "@hopc", "John Hopcroft")
      try editor.rename("/w/a.md", to: "/w/b.md")
      if isOpen {
        try editor.show("/w/a.md")
        try editor.close()
        try editor.show("/w/b.md")
      }
      try editor.expect("By «Donald Knuth» and «John Hopcroft»|")
    }
    #expect(Array(keeping.store.files.keys) == [b])
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/b.md", "markdown", text + " and John Hopcroft")
      try editor.expect("By «Donald Knuth» and «John Hopcroft»|")
    }
  }

  @Test func `a crash right after the rename into an open document loses nothing`() {
    let keeping = kept()
    let transport = SessionTransport(store: keeping.store)
    do {
      let editor = ScriptedEditor(transport, keeping.options)
      try editor.start()
      try editor.open("/w/b.md", "markdown", text)
      try editor.rename("/w/a.md", to: "/w/b.md")
    } catch {
      Issue.record("\(error)")
    }
    #expect(transport.store.writings.suffix(2) == [b, a])
    keeping.store = transport.store
    keeping.session { editor throws(EditorError) in try reopen("/w/b.md", editor) }
  }

  // MARK: The old name's file cannot be read

  @Test(arguments: [false, true])
  func `mentions kept in memory for an unreadable file move along`(isClosedFirst: Bool) {
    let keeping = Keeping()
    let garbage = Array("garbage".utf8)
    keeping.store.files[a] = garbage
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      if isClosedFirst { try editor.close() }
      try editor.rename("/w/a.md", to: "/w/b.md")
      if !isClosedFirst { try editor.close() }
      try reopen("/w/b.md", editor)
      try editor.close()
      // Another document under the old name.
      try editor.open("/w/a.md", "markdown", text)
      try editor.expect("By Donald Knuth|")
    }
    #expect(keeping.store.files[a] == garbage)
    keeping.session { editor throws(EditorError) in try reopen("/w/b.md", editor) }
  }
}
