import JSONText
import LanguageProtocol
import ScriptedEditing
import SessionSimulation
import Testing

/// Behaviour, section 5, *Reopening*: a document that has another name now keeps its mentions.
@Suite struct RenameTests {
  private func mention(_ name: String, _ editor: ScriptedEditor) throws(EditorError) {
    try editor.open(name, "markdown", "By ")
    try editor.accept(typing: "@don", "Donald Knuth")
    try editor.save()
  }

  private func reopen(_ name: String, _ editor: ScriptedEditor) throws(EditorError) {
    try editor.open(name, "markdown", "By Donald Knuth")
    try editor.expect("By «Donald Knuth»|")
  }

  /// The old name keeps nothing, the new one does, also for the next server.
  private func check(
    _ keeping: Keeping, old: String = "/w/a.md", new: String = "/w/b.md",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(keeping.store.text(of: "file://\(old)") == nil, sourceLocation: sourceLocation)
    #expect(
      keeping.store.text(of: "file://\(new)")?.contains("Donald Knuth") == true,
      sourceLocation: sourceLocation)
    keeping.session { editor throws(EditorError) in try reopen(new, editor) }
  }

  @Test func `notified before the old name is closed`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `notified between closing and opening`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.rename("/w/a.md", to: "/w/b.md")
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `notified after the new name is open`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.open("/w/b.md", "markdown", "# By Donald Knuth")
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.expect("# By «Donald Knuth»|")
      try editor.save()
    }
    #expect(keeping.store.text(of: "file:///w/a.md") == nil)
  }

  @Test func `notified after the new name is open, with mentions read from its text`() {
    let keeping = Keeping([
      "demo": true,
      "triggers": [
        ["character": "@", "sources": ["demo"]],
        ["character": "+", "sources": ["demo"], "insert": ["default": "+{handle}"]],
      ],
    ])
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.type(" and ")
      try editor.accept(typing: "+hopc", "John Hopcroft")
      try editor.expect("By «Donald Knuth» and «+hopcroft»|")
      try editor.save()
      try editor.close()
      try editor.open("/w/b.md", "markdown", "# By Donald Knuth and +hopcroft")
      try editor.expect("# By Donald Knuth and «+hopcroft»|")
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.expect("# By «Donald Knuth» and «+hopcroft»|")
      try editor.save()
    }
    #expect(keeping.store.text(of: "file:///w/a.md") == nil)
  }

  @Test func `a name older than the last is forgotten`() {
    Keeping().session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.type(", ")
      try editor.accept(typing: "@hopc", "John Hopcroft")
      try editor.save()
      try editor.close()
      try editor.rename("/w/a.md", to: "/w/b.md")
      try editor.open("/w/b.md", "markdown", "By Donald Knuth, John Hopcroft")
      try editor.expect("By «Donald Knuth», «John Hopcroft»|")
      let first = try editor.mentions()[0].range
      let removed: MentionsRemoveResult = try editor.request(
        .mentionsRemove,
        MentionsRemoveParams(
          textDocument: TextDocumentIdentifier(uri: DocumentURI("file:///w/b.md")), ranges: [first]))
      #expect(removed.removed == 1)
      try editor.close()
      // Not told: known by its text, which was closed under two names with different mentions.
      try editor.open("/w/c.md", "markdown", "By Donald Knuth, John Hopcroft")
      try editor.expect("By Donald Knuth, «John Hopcroft»|")
    }
  }

  @Test func `the new name opened before the old one is closed`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
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
    keeping.session { editor throws(EditorError) in try mention("/w/a.md", editor) }
    keeping.session { editor throws(EditorError) in try editor.rename("/w/a.md", to: "/w/b.md") }
    check(keeping)
  }

  @Test func `no notification: closed and opened under another name`() {
    Keeping().session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.close()
      try reopen("/w/b.md", editor)
    }
  }

  @Test func `a new document that is saved under a name`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention("untitled:one", editor)
      try editor.close()
      try reopen("/w/b.md", editor)
    }
    check(keeping)
  }

  @Test func `no notification and another text: nothing is guessed`() {
    Keeping().session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.close()
      try editor.open("/w/b.md", "markdown", "By Donald Knuth!")
      try editor.expect("By Donald Knuth!|")
    }
  }

  @Test(arguments: ["state", "workspace", "off"])
  func `the folder around closed documents`(place: String) {
    let keeping = Keeping(["demo": true, "annotationStore": .string(place)])
    keeping.options.root = "/w"
    keeping.session { editor throws(EditorError) in
      for name in ["/w/old/a.md", "/w/old/deep/b c.md", "/w/older/c.md"] {
        try mention(name, editor)
        try editor.close()
      }
      try editor.rename("/w/old", to: "/w/new")
      for name in ["/w/new/a.md", "/w/new/deep/b c.md", "/w/older/c.md"] {
        try reopen(name, editor)
        try editor.type("!")
        try editor.close()
      }
      try editor.open("/w/old/a.md", "markdown", "Or Donald Knuth")
      try editor.expect("Or Donald Knuth|")
    }
    #expect(keeping.shown.isEmpty)
    #expect(keeping.store.files.count == (place == "off" ? 0 : 3))
    if place == "state" { #expect(keeping.store.text(of: "file:///w/new/deep/b%20c.md") != nil) }
  }

  @Test(arguments: ["state", "workspace"])
  func `the folder around documents that this server never saw, to another folder and back`(place: String) {
    let keeping = Keeping(["demo": true, "annotationStore": .string(place)])
    keeping.options.root = "/w"
    keeping.session { editor throws(EditorError) in
      try mention("/w/old/a.md", editor)
      try mention("/w/old/b.md", editor)
    }
    let before = keeping.store.files
    keeping.session { editor throws(EditorError) in
      try editor.rename("/w/old/", to: "/w/new/")
      try editor.rename("/w/new", to: "/w/x/new")
    }
    #expect(keeping.store.files.count == 2)
    keeping.session { editor throws(EditorError) in
      try reopen("/w/x/new/a.md", editor)
      try editor.rename("/w/x/new", to: "/w/old")
      // The editor closes the old name when it will.
      try editor.close()
      try reopen("/w/old/b.md", editor)
      try editor.close()
      try reopen("/w/old/a.md", editor)
    }
    #expect(keeping.store.files.keys == before.keys)
  }

  @Test func `a file of the store that cannot be read stays where it is when its folder is renamed`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in try mention("/w/old/a.md", editor) }
    let damaged = Array(#"{"version": 1, "document": "file:///w/old/b.md", "states": 5}"#.utf8)
    let newer = Array(#"{"version": 2, "document": "file:///w/old/c.md", "states": []}"#.utf8)
    let (b, c) = (VirtualStore.path(of: "file:///w/old/b.md"), VirtualStore.path(of: "file:///w/old/c.md"))
    keeping.store.files[b] = damaged
    keeping.store.files[c] = newer
    keeping.session { editor throws(EditorError) in try editor.rename("/w/old", to: "/w/new") }
    #expect(keeping.store.files[b] == damaged && keeping.store.files[c] == newer)
    #expect(keeping.store.files.count == 3)
    check(keeping, old: "/w/old/a.md", new: "/w/new/a.md")
  }

  @Test func `the folder around open documents`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention("/w/a.md", editor)
      try editor.rename("/w", to: "/v")
      try editor.close()
      try editor.open("/v/a.md", "markdown", "By Donald Knuth")
      try editor.expect("By «Donald Knuth»|")
    }
    check(keeping, new: "/v/a.md")
  }
}
