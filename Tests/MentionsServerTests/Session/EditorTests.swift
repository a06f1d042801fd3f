import Entities
import EntitySources
import JSONText
import LanguageProtocol
import ScriptedEditing
import SessionSimulation
import Testing

/// Sessions as an editor has them: typed, accepted, deleted; at the end both sides have the same text, and nothing is
/// left unanswered or unread.
@Suite struct EditorTests {
  /// Plays a session on the built-in directory and finishes it.
  func play(
    _ options: EditorOptions = EditorOptions(), text: String = "", language: String = "markdown",
    _ script: (ScriptedEditor) throws(EditorError) -> Void
  ) {
    do {
      var options = options
      options.initializationOptions = options.initializationOptions ?? ["demo": true]
      let editor = ScriptedEditor(SessionTransport(), options)
      try editor.start()
      try editor.open("untitled:one", language, text)
      try script(editor)
      try editor.finish()
    } catch {
      Issue.record("\(error)")
    }
  }

  func expect(_ editor: ScriptedEditor, _ marked: String) throws(EditorError) {
    let shown = try editor.annotatedText()
    #expect(shown.utf8.elementsEqual(marked.utf8), "\(shown)")
  }

  static let styles: [EditorOptions] = {
    var all: [EditorOptions] = []
    for encoding in [PositionEncodingKind.utf8, .utf16, .utf32] {
      for style in EditorOptions.AcceptStyle.allCases {
        for (insertReplace, itemDefaults) in [(false, false), (true, false), (false, true), (true, true)] {
          var options = EditorOptions()
          options.encoding = encoding
          options.acceptStyle = style
          options.insertReplace = insertReplace
          options.itemDefaults = itemDefaults
          options.runsCommands = style == .oneChange
          options.sendsWholeDocument = encoding == .utf32 && style == .oneChange
          all.append(options)
        }
      }
    }
    return all
  }()

  @Test(arguments: styles) func `accepted in every style and encoding`(options: EditorOptions) {
    play(options, text: "👩‍👩‍👧 e\u{301}: ") { editor throws(EditorError) in
      try editor.type("@don")
      #expect(editor.chooser.labels.first == "Donald Knuth")
      try editor.accept("Donald Knuth")
      try expect(editor, "👩‍👩‍👧 e\u{301}: «Donald Knuth»|")
      try editor.type(" and @ken t")
      try editor.accept("Ken Thompson")
      try expect(editor, "👩‍👩‍👧 e\u{301}: «Donald Knuth» and «Ken Thompson»|")
    }
  }

  @Test func `implicit mention after three letters`() {
    play { editor throws(EditorError) in
      try editor.type("Ni")
      #expect(!editor.chooser.isOpen)
      try editor.type("k")
      #expect(editor.chooser.labels == ["Niklaus Wirth"])
      try editor.accept("Niklaus Wirth")
      try expect(editor, "«Niklaus Wirth»|")
    }
  }

  @Test func `an e-mail address is not a mention`() {
    play { editor throws(EditorError) in
      try editor.type("ada@don")
      #expect(!editor.chooser.isOpen)
      try expect(editor, "ada@don|")
    }
  }

  @Test func `nobody is found, and the next space cancels`() {
    play { editor throws(EditorError) in
      try editor.type("@zzz")
      #expect(!editor.chooser.isOpen)
      #expect(try editor.state().state == .creating)
      try editor.type(" ")
      #expect(try editor.state().state != .creating)
      try expect(editor, "@zzz |")
    }
  }

  @Test func `closing the chooser cancels`() {
    play { editor throws(EditorError) in
      try editor.type("@d")
      #expect(editor.chooser.isOpen)
      try editor.escape()
      #expect(try editor.state().state == .stalled)
      try editor.type("on")
      #expect(!editor.chooser.isOpen)
    }
  }

  @Test func `a word after the cursor is removed by the acceptance`() {
    play(text: "Hopcroft") { editor throws(EditorError) in
      try editor.move(to: 0)
      try editor.type("@")
      #expect(editor.chooser.labels.first == "John Hopcroft")
      try editor.accept("John Hopcroft")
      try expect(editor, "«John Hopcroft»|")
    }
  }

  @Test(arguments: [false, true])
  func `a word after the cursor is in the range for clients that want it`(
    insertReplace: Bool
  ) {
    var options = EditorOptions()
    options.insertReplace = insertReplace
    options.initializationOptions = ["demo": true, "replacesWordBehind": true]
    play(options, text: "Hopcroft, too") { editor throws(EditorError) in
      try editor.move(to: 0)
      try editor.type("@")
      #expect(editor.chooser.rows.first?.item.additionalTextEdits == nil)
      try editor.accept("John Hopcroft")
      try expect(editor, "«John Hopcroft»|, too")
      try editor.type(" and @knu")
      try editor.accept("Donald Knuth")
      try expect(editor, "«John Hopcroft» and «Donald Knuth»|, too")
    }
  }

  @Test(arguments: [("{name}", nil), ("**{name}**", "**Donald Knuth**")] as [(String, String?)])
  func `an item leaves its text out where the list has the range and the text is the label`(
    template: String, text: String?
  ) {
    var options = EditorOptions()
    options.itemDefaults = true
    options.initializationOptions = [
      "demo": true,
      "triggers": [["character": "@", "sources": ["demo"], "insert": ["default": .string(template)]]],
    ]
    play(options) { editor throws(EditorError) in
      try editor.type("@knu")
      let item = editor.chooser.rows.first?.item
      #expect(item?.label == "Donald Knuth")
      #expect(item?.textEdit == nil)
      #expect(item?.textEditText == text)
      try editor.accept("Donald Knuth")
      #expect(editor.text == text ?? "Donald Knuth")
    }
  }

  @Test func `a mention moves with text before it, and is bleached by a change inside`() {
    play(text: "\r\n") { editor throws(EditorError) in
      try editor.type("@knu")
      try editor.accept("Donald Knuth")
      try editor.move(to: 0)
      try editor.paste("# Title 😀\r\n")
      try expect(editor, "# Title 😀\r\n|\r\n«Donald Knuth»")
      try editor.move(after: "Donald")
      try editor.type("o")
      try expect(editor, "# Title 😀\r\n\r\nDonaldo| Knuth")
    }
  }

  @Test func `deleted whole it is removed, pasted again it is back`() {
    play { editor throws(EditorError) in
      try editor.type("@knu")
      try editor.accept("Donald Knuth")
      try editor.delete("Donald Knuth")
      try expect(editor, "|")
      try editor.paste("Donald Knuth")
      try expect(editor, "«Donald Knuth»|")
    }
  }

  @Test func `deleted down to a short form, it is trimmed`() {
    play { editor throws(EditorError) in
      try editor.type("@knu")
      try editor.accept("Donald Knuth")
      try editor.delete(" Knuth")
      let mentions = try editor.mentions()
      #expect(mentions.map(\.text) == ["Donald"])
      #expect(mentions.map(\.state) == [.trimmed])
      #expect(try editor.tokens().map(\.modifiers) == [["trimmed"]])
    }
  }

  @Test func `in code nothing is offered`() {
    play(text: "`") { editor throws(EditorError) in
      try editor.type("@don")
      #expect(!editor.chooser.isOpen)
    }
  }

  @Test func `an editor that is asked for its settings sends them`() {
    var options = EditorOptions()
    options.configuration = ["triggers": [["character": "!", "sources": ["*"]]]]
    play(options) { editor throws(EditorError) in
      #expect(editor.serverRequests.contains(.configuration))
      let messages = editor.readMessages()
      #expect(messages.count == 1, "\(messages)")
      #expect(
        messages.first?.contains("does not offer completions automatically after `!`") == true, "\(messages)")
      try editor.type("!knu")
      try editor.complete()
      try editor.accept("Donald Knuth")
      try expect(editor, "«Donald Knuth»|")
    }
  }
}
