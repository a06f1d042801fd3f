import JSONText
import LanguageProtocol
import SessionSimulation
import Testing

@testable import ScriptedEditing

/// Behaviour, section 5, row by row, as editors see it: in every encoding, and by whole documents. What is pasted
/// as a copy is tested in ``CopyTests``, reopening and renaming in ``ReopeningTests`` and ``RenameTests``.
@Suite struct AnnotationLifeTests {
  /// How the editor sends its text.
  enum Client: String, CaseIterable, CustomTestStringConvertible {
    case utf8, utf16, utf32, wholeDocuments

    var testDescription: String { rawValue }

    var options: EditorOptions {
      var options = EditorOptions()
      switch self {
      case .utf8: options.encoding = .utf8
      case .utf16: options.encoding = .utf16
      case .utf32: options.encoding = .utf32
      case .wholeDocuments: options.sendsWholeDocument = true
      }
      return options
    }
  }

  private func play(_ client: Client, _ script: (ScriptedEditor) throws(EditorError) -> Void) {
    let keeping = Keeping()
    keeping.options = client.options
    keeping.options.initializationOptions = ["demo": true]
    keeping.session { editor throws(EditorError) in
      // Two mentions behind what is longer in one encoding than in another.
      try editor.open("/w/a.md", "markdown", "😀 é: ")
      try editor.accept(typing: "@don", "Donald Knuth")
      try editor.type(" & ")
      try editor.accept(typing: "@ken t", "Ken Thompson")
      try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson»|")
      try script(editor)
    }
  }

  // MARK: Edits round it and in it

  @Test(arguments: Client.allCases) func `an edit before it moves it`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.move(to: 0)
      try editor.paste("So 😀:\n")
      try editor.expect("So 😀:\n|😀 é: «Donald Knuth» & «Ken Thompson»")
      try editor.replace("😀:\n😀 é", with: "")
      try editor.expect("So |: «Donald Knuth» & «Ken Thompson»")
    }
  }

  @Test(arguments: Client.allCases) func `an insertion at an edge never makes it grow`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.type("s")
      try editor.move(after: "é: ")
      try editor.paste("x")
      try editor.move(after: "Knuth")
      try editor.paste("y")
      try editor.expect("😀 é: x«Donald Knuth»y| & «Ken Thompson»s")
    }
  }

  @Test(arguments: Client.allCases)
  func `an insertion that joins graphemes across the edge bleaches it`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.paste("\u{301}")
      try editor.expect("😀 é: «Donald Knuth» & Ken Thompson\u{301}|")
    }
  }

  @Test(arguments: Client.allCases) func `a change inside or across an edge bleaches that one`(client: Client)
  {
    play(client) { editor throws(EditorError) in
      try editor.replace("Thom", with: "Sim")
      try editor.expect("😀 é: «Donald Knuth» & Ken Sim|pson")
    }
    play(client) { editor throws(EditorError) in
      try editor.replace("th & ", with: "")
      try editor.expect("😀 é: Donald Knu|«Ken Thompson»")
    }
  }

  @Test(arguments: Client.allCases) func `the space after it is replaced by punctuation`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.type(" ")
      try editor.replace("Thompson ", with: "Thompson. ")
      try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson». |")
    }
  }

  // MARK: The same text written again

  @Test(arguments: Client.allCases) func `a formatter rewrites the paragraph`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.paste(" and so on")
      let old = editor.text
      try editor.replace(old, with: "😀 é:\n  Donald Knuth\n  & Ken Thompson and\n  so on")
      try editor.expect("😀 é:\n  «Donald Knuth»\n  & «Ken Thompson» and\n  so on|")
      // A name that is wrapped stays the mention; a token is no longer than a line.
      let new = editor.text
      try editor.replace(new, with: "😀 é: Donald\nKnuth & Ken Thompson and so on")
      try editor.expect("😀 é: «Donald»\n«Knuth» & «Ken Thompson» and so on|")
    }
  }

  @Test(arguments: Client.allCases) func `line ends are converted, and back`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.paste("\nfoo\n")
      for (old, new) in [("\n", "\r\n"), ("\r\n", "\r"), ("\r", "\n")] {
        try editor.replace(editor.text, with: editor.text.replacing(old, with: new))
        try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson»\(new)foo\(new)|")
      }
    }
  }

  @Test(arguments: Client.allCases) func `several cursors at once, last position first`(client: Client) {
    play(client) { editor throws(EditorError) in
      let places = try ["😀 ", "é: ", " & "].map { text throws(EditorError) in
        try editor.move(after: text)
        return try editor.current().cursor
      }
      try editor.change(places.reversed().map { ($0..<$0, "ß") }, cursor: 0)
      try editor.expect("|😀 ßé: ß«Donald Knuth» & ß«Ken Thompson»")
      // One of the cursors is in a mention.
      try editor.change([(10..<10, "-"), (0..<1, "")], cursor: 0)
      try editor.expect("| ßé: ßDon-ald Knuth & ß«Ken Thompson»")
    }
  }

  // MARK: Gone and back

  @Test(arguments: Client.allCases) func `cut and pasted elsewhere, as often as wanted`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.delete(" & Ken Thompson")
      try editor.move(to: 0)
      for _ in 0..<2 { try editor.paste(" & Ken Thompson") }
      try editor.expect(" & «Ken Thompson» & «Ken Thompson»|😀 é: «Donald Knuth»")
    }
  }

  @Test(arguments: Client.allCases) func `undone, redone, and undone again`(client: Client) {
    play(client) { editor throws(EditorError) in
      let text = editor.text
      for _ in 0..<3 {
        try editor.replace("Donald Knuth & Ken Thompson", with: "nobody")
        try editor.expect("😀 é: nobody|")
        try editor.replace("nobody", with: "Donald Knuth & Ken Thompson")
        try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson»|")
      }
      // As one edit that spans the whole text.
      try editor.replace(text, with: "")
      try editor.replace("", with: text)
      try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson»|")
    }
  }

  // MARK: New ones over old ones

  @Test(arguments: Client.allCases) func `accepted over a selection that holds one`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.replace("Donald Knuth & Ken", with: "@")
      try editor.type("ritch")
      try editor.accept("Dennis Ritchie")
      try editor.expect("😀 é: «Dennis Ritchie»| Thompson")
    }
  }

  @Test(arguments: Client.allCases) func `accepted over another one`(client: Client) {
    play(client) { editor throws(EditorError) in
      try editor.replace("Donald Knuth", with: "@")
      try editor.type("ritch")
      try editor.accept("Dennis Ritchie")
      try editor.expect("😀 é: «Dennis Ritchie»| & «Ken Thompson»")
      #expect(try editor.mentions().map(\.entity.name) == ["Dennis Ritchie", "Ken Thompson"])
    }
  }

  @Test func `added over others, which are bleached first`() {
    play(.utf16) { editor throws(EditorError) in
      try editor.add(13..<23, id: "kk", name: "Knuth & Ke")
      try editor.expect("😀 é: Donald «Knuth & Ke»n Thompson|")
    }
  }

  @Test func `refused, with the reason, and nothing changes`() {
    play(.utf16) { editor throws(EditorError) in
      let wishes: [(Swift.Range<Int>, String, reason: String)] = [
        (6..<12, "Ronald", "“Donald”, not “Ronald”"), (6..<6, "", "empty"),
        (30..<90, "son", "out of bounds"), (1..<2, "x", "out of bounds"),
      ]
      for (columns, text, reason) in wishes {
        do {
          try editor.add(columns, id: "x", name: "x", text: text)
          Issue.record("“\(text)” at \(columns) is taken")
        } catch {
          #expect("\(error)".contains(reason), "\(error)")
        }
      }
      try editor.expect("😀 é: «Donald Knuth» & «Ken Thompson»|")
    }
  }

  // MARK: Bounds

  @Test func `many that are removed one by one are all remembered`() {
    let names = (0..<300).map { "N\($0)x" }
    let keeping = Keeping()
    keeping.session { editor throws(EditorError) in
      try editor.open("/w/a.md", "markdown", names.joined(separator: " "))
      var column = 0
      for name in names {
        try editor.add(column..<column + name.count, id: name, name: name)
        column += name.count + 1
      }
      for name in names { try editor.replace(name, with: "") }
      for name in ["N0x", "N1x", "N65x", "N299x"] {
        try editor.paste("\n" + name)
        #expect(try editor.mentions().contains { $0.text == name }, "\(name)")
      }
    }
  }
}
