import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TextModel

/// The content of a page.
struct PlayView {
  var lines: [StyledLine]
  /// The cursor's cell, from the page's upper left corner; nil hides the cursor.
  var cursor: (column: Int, row: Int)?
}

/// One of the pages of `play`, each with its own document.
protocol PlayTab: AnyObject {
  /// The name on the command line.
  var name: String { get }
  var title: String { get }
  /// The name of its document.
  var document: String { get }
  /// The keys and their effects, for the last line of the screen.
  var keys: String { get }

  /// Handles a key or the mouse. Events without effect are passed to the window.
  ///
  /// - Parameter event: the event; the mouse is in cells of the page.
  /// - Returns: whether it had an effect.
  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool

  /// Handles messages that the server sent on its own.
  func serverSpoke() throws(EditorError)

  func view(_ size: CellSize) throws(EditorError) -> PlayView
}

extension PlayTab {
  func serverSpoke() throws(EditorError) {}
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

extension TerminalEvent {
  /// The event relative to a part of the page that begins a number of rows further down; nil for a position above it.
  func moved(up rows: Int) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    mouse.row -= rows
    return mouse.row < 0 ? nil : .mouse(mouse)
  }
}

/// The second page: the text events derived from typing and deleting, line by line.
final class ConsoleTab: PlayTab {
  let name = "console"
  let title = "Console"
  let document = "untitled:console"
  let keys = "Type and delete · Alt+U undo · F4 clears"

  private var field: PlayField
  private var events: [StyledLine] = []
  /// The maximum number of events; older ones are dropped.
  private static let mostEvents = 500

  init(_ editor: ScriptedEditor) { field = PlayField(editor) }

  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool {
    if case .key(.function(4), _) = event {
      events = []
      return true
    }
    guard let event = event.moved(up: 2) else { return false }
    return try field.handle(event)
  }

  func serverSpoke() throws(EditorError) {
    for event in try field.editor.textEvents() { events.append(Self.line(event)) }
    if events.count > Self.mostEvents { events.removeFirst(events.count - Self.mostEvents) }
  }

  func view(_ size: CellSize) throws(EditorError) -> PlayView {
    let fieldRows = max(1, min(6, size.rows / 3))
    let room = CellSize(columns: size.columns, rows: fieldRows)
    let drawn = field.draw(room, try field.editor.tokens(), placeholder: "Type, delete, select, paste …")
    // Includes events that arrived with the answer to the request for tokens.
    try serverSpoke()
    var lines = [StyledLine("Your actions are listed below.", PlayRoles.title), StyledLine()]
    lines += drawn.lines + Array(repeating: StyledLine(), count: max(0, fieldRows - drawn.lines.count))
    lines.append(StyledLine(String(repeating: "─", count: size.columns), .border))
    lines += events.suffix(max(0, size.rows - lines.count))
    return PlayView(lines: lines, cursor: (drawn.cursor.column, drawn.cursor.row + 2))
  }

  private static func line(_ event: MentionsTextEventParams) -> StyledLine {
    let start = event.range.start
    var line = StyledLine("\(start.line + 1):\(start.character + 1)  ", .status)
    line.append(event.event.rawValue, .match)
    line.append("  \(TextEventLine.text(of: event))  ")
    line.append(TextEventLine.source(of: event), .status)
    return line
  }
}
