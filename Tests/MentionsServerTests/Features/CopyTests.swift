import JSONText
import LanguageProtocol
import SessionSimulation
import Testing

@testable import ScriptedEditing

/// Behaviour, section 5: paste of a cut, paste of a copy of an annotated stretch of any open document.
@Suite struct CopyTests {
  private static let by = "By Donald Knuth, and Ken Thompson."

  /// `/w/a.md` says ``by`` with two mentions.
  private func play(
    _ name: String = "scripted editor", _ script: (ScriptedEditor) throws(EditorError) -> Void
  ) {
    let keeping = Keeping()
    keeping.options.name = name
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", "By ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.type(", and ")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.type(".")
      try script(editor)
    }
  }

  @Test func `copied inside the document`() {
    play { editor throws(EditorError) in
      try editor.paste("\n" + Self.by)
      try editor.expect("By «Donald Knuth», and «Ken Thompson».\nBy «Donald Knuth», and «Ken Thompson».|")
      try editor.paste(" Donald Knuth")
      try editor.expect(
        "By «Donald Knuth», and «Ken Thompson».\nBy «Donald Knuth», and «Ken Thompson». «Donald Knuth»|")
    }
  }

  @Test func `a part copied to another open document, with other text around it`() {
    play { editor throws(EditorError) in
      try editor.open("/w/b.md", "markdown", "")
      try editor.paste("Donald Knuth, and Ken")
      try editor.expect("«Donald Knuth», and Ken|")
      try editor.paste("\n\n" + Self.by + "\n")
      try editor.expect("«Donald Knuth», and Ken\n\nBy «Donald Knuth», and «Ken Thompson».\n|")
    }
  }

  @Test func `copied again and again, and over a selection`() {
    play { editor throws(EditorError) in
      try editor.open("/w/b.md", "markdown", "Dear Dennis")
      for _ in 0..<3 { try editor.paste(" Donald Knuth") }
      try editor.expect("Dear Dennis «Donald Knuth» «Donald Knuth» «Donald Knuth»|")
      try editor.replace("Dennis", with: "Donald Knuth")
      try editor.expect("Dear «Donald Knuth»| «Donald Knuth» «Donald Knuth» «Donald Knuth»")
    }
  }

  @Test func `cut here, pasted into another open document`() {
    play { editor throws(EditorError) in
      try editor.delete(", and Ken Thompson.")
      try editor.open("/w/b.md", "markdown", "So: ")
      try editor.paste(", and Ken Thompson.")
      try editor.expect("So: , and «Ken Thompson».|")
    }
  }

  @Test func `text that no open document annotates names nobody`() {
    play { editor throws(EditorError) in
      try editor.paste(" Donald E. Knuth and Ken Thompsons")
      try editor.expect("By «Donald Knuth», and «Ken Thompson». Donald E. Knuth and Ken Thompsons|")
      try editor.close()
      try editor.open("/w/b.md", "markdown", "")
      try editor.paste("Donald Knuth")
      try editor.expect("Donald Knuth|")
    }
  }

  @Test func `candidates that name different entities are ambiguous`() {
    play { editor throws(EditorError) in
      try editor.open("/w/b.md", "markdown", "Donald Knuth")
      try editor.add(0..<12, id: "another", name: "Donald Knuth")
      try editor.expect("«Donald Knuth»|")
      try editor.paste(", Donald Knuth")
      try editor.expect("«Donald Knuth», Donald Knuth|")
      // More of it tells which one is meant.
      try editor.paste("\nBy Donald Knuth, and")
      try editor.expect("«Donald Knuth», Donald Knuth\nBy «Donald Knuth», and|")
    }
  }

  @Test func `a name typed by hand is not a copy`() {
    play { editor throws(EditorError) in
      try editor.type(" Donald Knuth")
      try editor.expect("By «Donald Knuth», and «Ken Thompson». Donald Knuth|")
    }
  }

  @Test func `a short name from a client that batches keys is not a copy, a long one is`() {
    play("Neovim") { editor throws(EditorError) in
      try editor.open("/w/b.md", "markdown", "Ken T")
      try editor.add(0..<5, id: "k", name: "Ken T")
      try editor.paste(" ")
      try editor.paste("Ken T")
      try editor.expect("«Ken T» Ken T|")
      try editor.paste("\nDonald Knuth")
      try editor.expect("«Ken T» Ken T\n«Donald Knuth»|")
    }
  }
}

extension ScriptedEditor {
  /// `mentions/add` in the first line, in UTF-16 code units.
  func add(
    _ columns: Swift.Range<Int>, id: String, name: String, text: String? = nil
  ) throws(EditorError) {
    let range = LanguageProtocol.Range(
      start: Position(line: 0, character: columns.lowerBound),
      end: Position(line: 0, character: columns.upperBound))
    let result: MentionsAddResult = try request(
      .mentionsAdd,
      MentionsAddParams(
        textDocument: try document,
        mentions: [
          MentionAddition(
            range: range, text: text ?? name, entity: ["id": .string(id), "name": .string(name)])
        ]))
    guard result.refused.isEmpty else { throw EditorError("\(result.refused[0].reason)") }
  }

  /// Replaces the first such text by another, as a paste over a selection does.
  func replace(_ text: String, with new: String) throws(EditorError) {
    try move(after: text)
    let end = try current().cursor
    let start = end - text.unicodeScalars.count
    try change([(start..<end, new)], cursor: start + new.unicodeScalars.count)
    chooser = .closed
  }
}
