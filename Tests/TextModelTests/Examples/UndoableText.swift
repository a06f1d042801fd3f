import TextModel

/// The text of an editor, with undo.
struct UndoableText {
  private(set) var text: IndexedText
  private var done: [AppliedEdit] = []

  init(_ string: String) { text = IndexedText(string) }

  /// Makes an edit, unless it changes nothing. Only its core is kept for undo.
  mutating func replace(_ range: TextRange, with replacement: String) {
    let edit = TextReplacement(range, replacement).trimmed(in: text)
    if !edit.isEmpty { done.append(text.apply(edit)) }
  }

  mutating func undo() {
    if let last = done.popLast() { text.apply(last.inverse) }
  }
}
