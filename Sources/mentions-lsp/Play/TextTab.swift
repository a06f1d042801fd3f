import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TextModel

/// The first page: a text field, and buttons that transform the selected text.
final class TextTab: PlayTab {
  let name = "text"
  let title = "Text"
  let document = "untitled:text"
  let keys = "Shift+arrows select · Alt+U undo · F2 F3"

  private var field: PlayField
  private let buttons = PlayButtons(buttons: [(2, "Reverse"), (3, "ROT13")])
  private static let transforms = ["reverse", "rot13"]
  /// The result of the last transform.
  private var outcome = ""
  private static let fieldRow = 4

  init(_ editor: ScriptedEditor) { field = PlayField(editor) }

  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool {
    if let button = buttons.pressed(by: event, row: 2) {
      try transform(Self.transforms[button])
      return true
    }
    guard let event = event.moved(up: Self.fieldRow) else { return false }
    outcome = ""
    return try field.handle(event)
  }

  /// Transforms the selection, or else the whole text.
  private func transform(_ name: String) throws(EditorError) {
    let editor = field.editor
    let selected = field.selection.isEmpty ? 0..<editor.length : field.selection
    if selected.isEmpty {
      outcome = "Nothing to transform"
      return
    }
    let before = field.state
    let count = try editor.transform(selected, name)
    field.note(before)
    field.deselect()
    outcome = count == 0 ? "" : "\(count) mention\(count == 1 ? "" : "s") kept"
  }

  func view(_ size: CellSize) throws(EditorError) -> PlayView {
    var lines = [
      StyledLine("Type something, select a part of it and press a button.", PlayRoles.title), StyledLine(),
      buttons.line, StyledLine(outcome, .status),
    ]
    let room = CellSize(columns: size.columns, rows: max(1, size.rows - Self.fieldRow))
    let drawn = field.draw(room, try field.editor.tokens(), placeholder: "Some text …")
    lines += drawn.lines
    return PlayView(lines: lines, cursor: (drawn.cursor.column, drawn.cursor.row + Self.fieldRow))
  }
}

/// Buttons in a row, pressed by a function key or the mouse.
private struct PlayButtons {
  /// The titles, each with the number of its function key: 2 for F2.
  let buttons: [(key: Int, title: String)]

  var line: StyledLine {
    var line = StyledLine()
    for (key, title) in buttons {
      line.append(" F\(key) \(title) ", PlayRoles.button)
      line.append("  ")
    }
    return line
  }

  /// The index of the button that an event presses.
  ///
  /// - Parameters:
  ///   - event: the mouse in the same cells as the row.
  ///   - row: the row of the buttons.
  func pressed(by event: TerminalEvent, row: Int) -> Int? {
    switch event {
    case .key(.function(let number), _): return buttons.firstIndex { $0.key == number }
    case .mouse(let mouse) where mouse.action == .press && mouse.row == row:
      var column = 0
      for (index, (key, title)) in buttons.enumerated() {
        let width = CellWidth.columns(of: " F\(key) \(title) ")
        if (column..<column + width).contains(mouse.column) { return index }
        column += width + 2
      }
      return nil
    default: return nil
    }
  }
}
