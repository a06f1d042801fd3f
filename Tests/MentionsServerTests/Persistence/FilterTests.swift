import JSONText
import LanguageProtocol
import SessionSimulation
import Testing

@testable import ScriptedEditing

/// Behaviour, section 5, as editors send it: filters, sorting, wrapping, letters put back, and what the log says.
@Suite struct FilterTests {
  /// Two lines with a mention each, in a document of four.
  private func play(
    whole: Bool = false, _ script: (ScriptedEditor) throws(EditorError) -> Void
  ) -> Keeping {
    let keeping = Keeping()
    keeping.options.name = "Neovim"
    keeping.options.sendsWholeDocument = whole
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "- zero\n- foo ")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.paste("\n- foo ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.paste("\n- one\n")
      editor.transport.pause(milliseconds: 5000)
      try script(editor)
    }
    return keeping
  }

  /// As Neovim does with `:%!…`: the new lines come behind the old ones, then the old ones go.
  private func filter(_ editor: ScriptedEditor, to new: String, after milliseconds: Int = 2)
    throws(EditorError)
  {
    let old = try editor.current().text.count
    try editor.change([(old..<old, new)], cursor: 0)
    editor.transport.pause(milliseconds: milliseconds)
    try editor.change([(0..<old, "")], cursor: 0)
  }

  @Test func `sorted by a filter, in two notifications`() {
    _ = play { editor throws(EditorError) in
      try filter(editor, to: "- foo Donald Knuth\n- foo Ken Thompson\n- one\n- zero\n")
      try editor.expect("|- foo «Donald Knuth»\n- foo «Ken Thompson»\n- one\n- zero\n")
    }
  }

  @Test func `changed by a filter, in two notifications`() {
    _ = play { editor throws(EditorError) in
      try filter(editor, to: "- zero\n- bar Ken Thompson\n- bar Donald Knuth\n- one\n")
      try editor.expect("|- zero\n- bar «Ken Thompson»\n- bar «Donald Knuth»\n- one\n")
    }
  }

  @Test func `changed and sorted by a filter in one notification`() {
    _ = play { editor throws(EditorError) in
      let old = try editor.current().text.count
      try editor.change(
        [(old..<old, "- bar Donald Knuth\n- bar Ken Thompson\n- one\n- zero\n"), (0..<old, "")], cursor: 0)
      try editor.expect("|- bar «Donald Knuth»\n- bar «Ken Thompson»\n- one\n- zero\n")
    }
  }

  @Test(arguments: [true, false]) func `filled by a filter`(inTwo: Bool) {
    _ = play { editor throws(EditorError) in
      let new = "- zero - foo Ken\nThompson - foo Donald Knuth\n- one\n"
      if inTwo { try filter(editor, to: new) } else { try editor.replace(editor.text, with: new) }
      try editor.move(to: 0)
      try editor.expect("|- zero - foo «Ken»\n«Thompson» - foo «Donald Knuth»\n- one\n")
    }
  }

  /// How one run of white space becomes another.
  enum Order: String, CaseIterable, CustomTestStringConvertible {
    case whole, replaced, deletedFirst, insertedFirst, allInsertedFirst, allDeletedFirst
    var testDescription: String { rawValue }

    /// The edits, one after the other, that turn one text into another which differs in white space only.
    func edits(_ old: String, _ new: String) -> [ScriptedEditor.Change] {
      let (from, to) = (Array(old), Array(new))
      if self == .whole { return [(0..<from.count, new)] }
      if self == .allInsertedFirst { return [(from.count..<from.count, new), (0..<from.count, "")] }
      if self == .allDeletedFirst { return [(0..<from.count, ""), (0..<0, new)] }
      return from.indices.filter { from[$0] != to[$0] }.flatMap { at -> [ScriptedEditor.Change] in
        let space = String(to[at])
        return switch self {
        case .deletedFirst: [(at..<at + 1, ""), (at..<at, space)]
        case .insertedFirst: [(at..<at, space), (at + 1..<at + 2, "")]
        default: [(at..<at + 1, space)]
        }
      }
    }
  }

  @Test(arguments: Order.allCases, [true, false])
  func `wrapped, joined and wrapped at another width, and undone`(order: Order, inOne: Bool) {
    let keeping = Keeping()
    keeping.options.name = "Neovim"
    let texts = [
      "Thanks to Ken Thompson and to Donald Knuth for it\n",
      "Thanks to Ken\nThompson and to Donald\nKnuth for it\n",
      "Thanks to Ken Thompson\nand to Donald Knuth\nfor it\n",
      "Thanks\nto Ken\nThompson\nand to\nDonald\nKnuth\nfor it\n",
    ]
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "Thanks to ")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.paste(" and to ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.paste(" for it\n")
      for step in [0, 1, 0, 2, 1, 3, 0, 3, 1, 2, 0, 1, 0] {
        editor.transport.pause(milliseconds: 5000)
        let edits = order.edits(editor.text, texts[step])
        for edits in inOne ? [edits] : edits.map({ [$0] }) {
          try editor.change(edits, cursor: 0)
          editor.transport.pause(milliseconds: 2)
        }
        let names = try editor.mentions().map(\.entity.name)
        #expect(editor.text == texts[step])
        #expect(names == ["Ken Thompson", "Donald Knuth"], "became \(texts[step])")
      }
    }
  }

  @Test func `a whole-document client sorts`() {
    _ = play(whole: true) { editor throws(EditorError) in
      try editor.replace(editor.text, with: "- foo Donald Knuth\n- foo Ken Thompson\n- one\n- zero\n")
      try editor.expect("- foo «Donald Knuth»\n- foo «Ken Thompson»\n- one\n- zero\n|")
    }
  }

  @Test func `after more than a second the old lines are different lines`() {
    _ = play { editor throws(EditorError) in
      try filter(editor, to: "- zero\n- bar Ken Thompson\n- bar Donald Knuth\n- one\n", after: 1001)
      try editor.expect("|- zero\n- bar Ken Thompson\n- bar Donald Knuth\n- one\n")
    }
  }

  @Test func `two letters at the start are deleted one by one and restored`() {
    _ = play { editor throws(EditorError) in
      let start = "- zero\n- foo ".unicodeScalars.count
      for _ in 0..<2 {
        try editor.change([(start..<start + 1, "")], cursor: start)
        editor.transport.pause(milliseconds: 300)
      }
      try editor.expect("- zero\n- foo |n Thompson\n- foo «Donald Knuth»\n- one\n")
      for letter in ["e", "K"] {
        try editor.change([(start..<start, letter)], cursor: start)
        editor.transport.pause(milliseconds: 300)
      }
      try editor.expect("- zero\n- foo |«Ken Thompson»\n- foo «Donald Knuth»\n- one\n")
    }
  }

  /// The client's changes include text that stays, and the removal ends inside the line that was inserted.
  @Test func `quoted by a filter, in two wide notifications`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "\n ")
      try editor.move(to: 2)
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.paste("\n")
      editor.transport.pause(milliseconds: 5000)
      try editor.change([(0..<15, "\n Ken Thompson\n!! \n!!  Ken Thompson\n")], cursor: 0)
      editor.transport.pause(milliseconds: 400)
      try editor.change([(0..<34, "!! \n!!  Ken Thompso")], cursor: 0)
      try editor.expect("|!! \n!!  «Ken Thompson»\n")
    }
  }

  /// The rest of the name, and the same first word on the line before, are an older mention again for a moment.
  @Test func `letters put back restore a mention whose rest completed another one`() {
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.paste(" b\n")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.change([(15..<27, "")], cursor: 15)
      try editor.change([(3..<3, "\nX")], cursor: 5)
      editor.transport.pause(milliseconds: 100)
      try editor.change([(4..<14, "")], cursor: 4)
      try editor.paste("Ken Thompson")
      try editor.expect("Ken\n«Ken Thompson»| b\n")
      for _ in 0..<3 { try editor.change([(4..<5, "")], cursor: 4) }
      try editor.expect("«Ken»\n|« Thompson» b\n")
      for letter in ["n", "e", "K"] { try editor.change([(4..<4, letter)], cursor: 4) }
      try editor.expect("Ken\n|«Ken Thompson» b\n")
    }
  }

  @Test func `letters put back restore the latest mention, not an older one with the same beginning`() {
    let keeping = Keeping([
      "sources": ["team": ["type": "list", "items": [["name": "Ada"], ["name": "Adam"]]]],
      "triggers": [["character": "@", "sources": ["team"]]], "implicit": ["sources": ["team"]],
    ])
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "")
      try editor.accept(typing: "@ada", "Ada")
      try editor.change([(0..<1, "")], cursor: 0)
      try editor.change([(0..<2, "")], cursor: 0)
      try editor.accept(typing: "Adam", "Adam")
      try editor.change([(4..<4, "\n")], cursor: 5)
      editor.transport.pause(milliseconds: 2000)
      for _ in 0..<2 { try editor.change([(0..<1, "")], cursor: 0) }
      for letter in ["d", "A"] { try editor.change([(0..<0, letter)], cursor: 0) }
      try editor.expect("|«Adam»\n")
    }
  }

  @Test func `deleting a word in two notifications leaves the short form`() {
    _ = play { editor throws(EditorError) in
      try editor.move(after: "Ken Thompson")
      let end = try editor.current().cursor
      try editor.change([(end - 4..<end, "")], cursor: end - 4)
      editor.transport.pause(milliseconds: 6)
      try editor.change([(end - 8..<end - 4, "")], cursor: end - 8)
      try editor.expect("- zero\n- foo «Ken» |\n- foo «Donald Knuth»\n- one\n")
    }
  }

  @Test func `the log says which rule made a mention plain text, and no name`() {
    let keeping = play { editor throws(EditorError) in
      try editor.replace("Thom", with: "Sim")
      try editor.replace("- foo Donald Knuth", with: "")
    }
    let lines = keeping.log.filter { $0.contains("plain text") }
    #expect(
      lines.contains("info: 1 mention became plain text in file:///w/a.md: the text was changed inside"))
    #expect(lines.contains("info: 1 mention became plain text in file:///w/a.md: deleted as a whole"))
    #expect(!lines.contains { $0.contains("Knuth") || $0.contains("Ken") })
  }
}
