import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TerminalUI

/// The first page: a text field, and buttons that transform what is selected in it.
final class TextTab: PlayTab {
  let name = "text"
  let title = "Text"
  let document = "untitled:text"
  let keys = "Shift+arrows and mouse select · F2 F3"

  private var field: PlayField
  private let buttons = PlayButtons(buttons: [(2, "Reverse"), (3, "ROT13")])
  private static let transforms = ["reverse", "rot13"]
  /// What the last transform came to.
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

  /// Transforms what is selected, else all of the text.
  private func transform(_ name: String) throws(EditorError) {
    let editor = field.editor
    let selected = field.selection.isEmpty ? 0..<editor.length : field.selection
    if selected.isEmpty {
      outcome = "Nothing to transform"
      return
    }
    let count = try editor.transform(selected, name)
    field.deselect()
    outcome = count == 0 ? "" : "\(count) mention\(count == 1 ? "" : "s") kept"
  }

  func view(_ size: CellSize) throws(EditorError) -> PlayView {
    var lines = [
      StyledLine("Type something, select a part of it and press a button.", PlayRoles.title), StyledLine(),
      buttons.line, StyledLine(outcome, .status),
    ]
    let room = CellSize(columns: size.columns, rows: max(1, size.rows - Self.fieldRow))
    let drawn = field.draw(room, try field.editor.tokens(), placeholder: "Text with @mentions, if you like …")
    lines += drawn.lines
    return PlayView(lines: lines, cursor: (drawn.cursor.column, drawn.cursor.row + Self.fieldRow))
  }
}

extension TerminalEvent {
  /// The event for what begins so many rows further down; nil for a place above that.
  func moved(up rows: Int) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    mouse.row -= rows
    return mouse.row < 0 ? nil : .mouse(mouse)
  }
}
