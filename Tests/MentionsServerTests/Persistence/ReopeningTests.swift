import JSONText
import LanguageProtocol
import MentionsServer
import ScriptedEditing
import SessionSimulation
import Testing

/// Behaviour, section 5, *Reopening*, and section 9: a document closed and opened again.
@Suite struct ReopeningTests {
  private static let text = "Thanks to Donald Knuth and Ken Thompson."

  /// Two mentions that only the store knows, in `/w/a.md`.
  private func mention(_ editor: ScriptedEditor) throws(EditorError) {
    try editor.open("/w/a.md", "markdown", "Thanks to ")
    try editor.accept(typing: "@don", "Donald Knuth")
    try editor.type(" and ")
    try editor.accept(typing: "@ken t", "Ken Thompson")
    try editor.type(".")
    try editor.save()
  }

  @Test func `closed and opened again in the same run`() {
    Keeping().session { editor throws(EditorError) in
      try mention(editor)
      try editor.close()
      try editor.open("/w/a.md", "markdown", Self.text)
      try editor.expect("Thanks to «Donald Knuth» and «Ken Thompson».|")
    }
  }

  @Test func `a text that is as it was saved is kept in one state`() throws {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Thanks to ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.type(" and Ken Thompson")
      try editor.save()
      try editor.delete("Ken Thompson")
      try editor.accept(typing: "@ken t", "Ken Thompson")
    }
    let record = try #require(keeping.store.text(of: "file:///w/a.md"))
    #expect(record.ranges(of: #""hash""#).count == 1)
  }

  @Test func `what is not found in another text is kept for the old one, until the other one is saved`() {
    for isSaved in [false, true] {
      let keeping = Keeping()
      keeping.session(mention)
      // The second time, the store has a state of this text.
      for _ in 1...2 {
        keeping.session { editor throws(EditorError) in
          try editor.open("/w/a.md", "markdown", "Thanks to Donald Knuths and Ken Thompson.")
          try editor.expect("Thanks to Donald Knuths and «Ken Thompson».|")
          if isSaved { try editor.save() }
        }
      }
      keeping.session { editor throws(EditorError) in
        try editor.open("/w/a.md", "markdown", Self.text)
        try editor.expect("Thanks to \(isSaved ? "Donald Knuth" : "«Donald Knuth»") and «Ken Thompson».|")
      }
    }
  }

  @Test func `what was read from the text and cannot be read any more is kept`() {
    Keeping([
      "demo": true, "triggers": [["character": "@", "insert": ["default": "[«@{handle|name}»](u:{id})"]]],
    ]).session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "By [@Don](u:knuth) ")
      try editor.expect("By [«@Don»](u:knuth) |")
      try editor.move(after: "]")
      try editor.type("!")
      try editor.expect("By [«@Don»]!|(u:knuth) ")
      try editor.close()
      try editor.open("/w/a.md", "markdown", "By [@Don]!(u:knuth) ")
      try editor.expect("By [«@Don»]!(u:knuth) |")
    }
  }

  @Test(arguments: ["state", "workspace"]) func `opened again by another server`(place: String) {
    let keeping = Keeping(["demo": true, "annotationStore": .string(place)])
    keeping.options.root = "/w"
    keeping.session(mention)
    #expect(keeping.store.files.count == 1)
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", Self.text)
      try editor.expect("Thanks to «Donald Knuth» and «Ken Thompson».|")
      let mentions = try editor.mentions()
      #expect(mentions.map(\.entity.name) == ["Donald Knuth", "Ken Thompson"])
    }
  }

  @Test func `off keeps nothing on the disk, and until the server ends in memory`() {
    let keeping = Keeping(["demo": true, "annotationStore": "off"])
    keeping.session { editor throws(EditorError) in
      try mention(editor)
      try editor.close()
      try editor.open("/w/a.md", "markdown", Self.text)
      try editor.expect("Thanks to «Donald Knuth» and «Ken Thompson».|")
    }
    #expect(keeping.store.files.isEmpty && keeping.store.writings.isEmpty)
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", Self.text)
      try editor.expect("Thanks to Donald Knuth and Ken Thompson.|")
    }
  }

  @Test func `a document without a file is kept in memory only`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("untitled:one", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.close()
      try editor.open("untitled:one", "markdown", "Donald Knuth")
      try editor.expect("«Donald Knuth»|")
    }
    #expect(keeping.store.writings.isEmpty)
  }

  @Test func `text that changed meanwhile: by quotation and surroundings, else dropped with a log line`() {
    let keeping = Keeping()
    keeping.session(mention)
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "# New\n\nMany thanks to Donald Knuth and others.")
      try editor.expect("# New\n\nMany thanks to «Donald Knuth» and others.|")
    }
    #expect(
      keeping.log.contains {
        $0.contains("Ken Thompson is not restored: its text is no longer in the document")
      })
  }

  @Test func `two places that fit equally well are ambiguous`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
    }
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "\n- Donald Knuth\n- Donald Knuth\n")
      try editor.expect("\n- Donald Knuth\n- Donald Knuth\n|")
    }
  }

  @Test func `changes discarded: the mentions are those of the saved text`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention(editor)
      try editor.move(after: "Donald Knuth")
      try editor.delete("Thanks to Donald Knuth")
      try editor.expect("| and «Ken Thompson».")
    }
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", Self.text)
      try editor.expect("Thanks to «Donald Knuth» and «Ken Thompson».|")
    }
  }

  @Test func `mentions removed by a saved change do not come back`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try mention(editor)
      try editor.move(after: "Donald Knuth")
      try editor.delete("Donald Knuth")
      try editor.save()
    }
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Thanks to  and Ken Thompson.")
      try editor.type(" Donald Knuth")
      try editor.expect("Thanks to  and «Ken Thompson». Donald Knuth|")
    }
  }

  @Test func `a document without mentions keeps no file`() {
    let keeping = Keeping()
    keeping.session(mention)
    #expect(keeping.store.files.count == 1)
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Nobody.")
      try editor.save()
    }
    #expect(keeping.store.files.isEmpty)
  }

  @Test func `written after a delay, not on each key; a crash loses nothing older`() {
    let keeping = Keeping()
    let transport = SessionTransport(store: keeping.store)
    do {
      let editor = ScriptedEditor(transport, keeping.options)
      try editor.start()
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.type(" wrote a lot")
      #expect(transport.store.writings.isEmpty)
      transport.pause(milliseconds: 3000)
      #expect(transport.store.writings.count == 1)
      try editor.type(" and then some more")
      transport.pause(milliseconds: 10_000)
      #expect(transport.store.writings.count == 1)
      try editor.save()
      #expect(transport.store.writings.count == 2)
    } catch {
      Issue.record("\(error)")
    }
    keeping.store = transport.store
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Donald Knuth wrote a lot")
      try editor.expect("«Donald Knuth» wrote a lot|")
    }
  }

  @Test func `written when the server ends without shutdown`() {
    let keeping = Keeping()
    let transport = SessionTransport()
    do {
      let editor = ScriptedEditor(transport, keeping.options)
      try editor.start()
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@don", "Donald Knuth")
      transport.handle(.ending(.inputEnded))
    } catch {
      Issue.record("\(error)")
    }
    #expect(transport.store.text(of: "file:///w/a.md")?.contains("Donald Knuth") == true)
  }
}
