import ChooserWidgets
import ScriptedEditing

/// What happens in the demonstration, and what must come of it.
struct DemoStep: Sendable {
  let caption: String
  let play: @Sendable (ScriptedEditor) throws(EditorError) -> Void
  /// The text with `|` at the cursor and `«…»` round the mentions.
  let text: String
  /// The first row of the chooser, and nil for a closed one.
  let first: String?
  /// What draws the chooser.
  let widget: DemoWidget

  init(
    _ caption: String, text: String, first: String? = nil, widget: DemoWidget = .list,
    play: @escaping @Sendable (ScriptedEditor) throws(EditorError) -> Void
  ) {
    self.caption = caption
    self.play = play
    self.text = text
    self.first = first
    self.widget = widget
  }

  /// Whether the server did as it should.
  func check(_ editor: ScriptedEditor) throws(EditorError) {
    let shown = try editor.annotatedText()
    guard shown.utf8.elementsEqual(text.utf8) else {
      throw EditorError("after “\(caption)” the text is\n  \(shown)\nand should be\n  \(text)")
    }
    guard editor.chooser.labels.first == first else {
      throw EditorError(
        "after “\(caption)” the chooser begins with \(editor.chooser.labels.first ?? "nothing")"
          + " and should begin with \(first ?? "nothing")")
    }
    if let message = editor.readMessages().first { throw EditorError("the server complains: \(message)") }
  }
}

enum DemoScript {
  static let steps: [DemoStep] = [
    DemoStep(
      "An explicit mention begins with a control character: everybody is offered.",
      text: "Thanks to @|", first: "Alan Perlis"
    ) { editor throws(EditorError) in try editor.type("Thanks to @") },
    DemoStep(
      "Each letter narrows the choice; any part of a name will do.",
      text: "Thanks to @knu|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.type("knu") },
    DemoStep(
      "The choice becomes a mention: one unit that remembers the person.",
      text: "Thanks to «Donald Knuth»|"
    ) { editor throws(EditorError) in try editor.accept("Donald Knuth") },
    DemoStep(
      "A key may have several words.",
      text: "Thanks to «Donald Knuth» and @donald k|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.type(" and @donald k") },
    DemoStep(
      "Backspace takes the key back, and another one is typed.",
      text: "Thanks to «Donald Knuth» and @|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.backspace("donald k".count) },
    DemoStep(
      "The first letters of the words are enough.",
      text: "Thanks to «Donald Knuth» and @kt|", first: "Ken Thompson"
    ) { editor throws(EditorError) in try editor.type("kt") },
    DemoStep(
      "Accepted.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson»|"
    ) { editor throws(EditorError) in try editor.accept("Ken Thompson") },
    DemoStep(
      "An implicit mention: three letters of a name, no control character.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», Nik|", first: "Niklaus Wirth"
    ) { editor throws(EditorError) in try editor.type(", Nik") },
    DemoStep(
      "Accepted in the same way.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth»|"
    ) { editor throws(EditorError) in try editor.accept("Niklaus Wirth") },
    DemoStep(
      "Nobody is found: the chooser closes, the text stays.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @zzz|"
    ) { editor throws(EditorError) in try editor.type(" @zzz") },
    DemoStep(
      "The letters are taken back: everybody again, those just mentioned first.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @|", first: "Niklaus Wirth"
    ) { editor throws(EditorError) in
      try editor.backspace(3)
      try editor.complete()
    },
    DemoStep(
      "The same in a chooser of another kind: its slider leaves those of the last two mentions.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @|", first: "Niklaus Wirth",
      widget: .slider(keys: Array(repeating: .left, count: 8))
    ) { _ in },
    DemoStep(
      "Esc cancels; what is typed next is plain text.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @ho|"
    ) { editor throws(EditorError) in
      try editor.escape()
      try editor.type("ho")
    },
    DemoStep(
      "The word is deleted again.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth»|"
    ) { editor throws(EditorError) in try editor.delete(" @ho") },
    DemoStep(
      "Deleting the last word of a mention trims it: it still means the same person.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus»|"
    ) { editor throws(EditorError) in try editor.delete(" Wirth") },
    DemoStep(
      "A backspace into a mention bleaches it: plain text, and the others stay.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», Niklau|"
    ) { editor throws(EditorError) in try editor.backspace() },
    DemoStep(
      "Mentions move with the text before them.",
      text: "Many thanks| to «Donald Knuth» and «Ken Thompson», Niklau"
    ) { editor throws(EditorError) in
      try editor.move(to: 0)
      try editor.type("Many ")
      try editor.move(to: 6)
      try editor.delete("T")
      try editor.type("t")
      try editor.move(after: "thanks")
    },
  ]
}
