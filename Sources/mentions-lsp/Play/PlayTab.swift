import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TextModel

/// Content of a tab.
struct PlayView {
  var lines: [StyledLine]
  /// From the tab's upper left corner, in cells; nil hides it.
  var cursor: (column: Int, row: Int)?
}

/// One of the pages of `play`, each with a document of its own.
protocol PlayTab: AnyObject {
  /// Its name on the command line.
  var name: String { get }
  var title: String { get }
  /// The name of its document.
  var document: String { get }
  /// Which keys do what, for the last line.
  var keys: String { get }

  /// Does what a key or the mouse means; what means nothing is left to the window.
  ///
  /// - Parameter event: the mouse in cells of the tab.
  /// - Returns: whether it meant something.
  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool

  /// The server has sent something by itself.
  func serverSpoke() throws(EditorError)

  func view(_ size: CellSize) throws(EditorError) -> PlayView
}

extension PlayTab {
  func serverSpoke() throws(EditorError) {}
}

/// Buttons side by side: pressed by a function key or the mouse.
private struct PlayButtons {
  /// Each with its key, `F2` say.
  let buttons: [(key: Int, title: String)]

  var line: StyledLine {
    var line = StyledLine()
    for (key, title) in buttons {
      line.append(" F\(key) \(title) ", PlayRoles.button)
      line.append("  ")
    }
    return line
  }

  /// The button that an event presses, counted from 0.
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

/// The first page: a text field, and buttons that transform what is selected in it.
final class TextTab: PlayTab {
  let name = "text"
  let title = "Text"
  let document = "untitled:text"
  let keys = "Shift+arrows select · Alt+U undo · F2 F3"

  private var field: PlayField
  private let buttons = PlayButtons(buttons: [(2, "Reverse"), (3, "ROT13")])
  private static let transforms = ["reverse", "rot13"]
  /// Result of the last transform.
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
  /// The event for what begins so many rows further down; nil for a place above that.
  func moved(up rows: Int) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    mouse.row -= rows
    return mouse.row < 0 ? nil : .mouse(mouse)
  }
}

/// The second page: what the abstraction layer makes of what is typed and deleted, line by line.
final class ConsoleTab: PlayTab {
  let name = "console"
  let title = "Console"
  let document = "untitled:console"
  let keys = "Type and delete · Alt+U undo · F4 clears"

  private var field: PlayField
  private var events: [StyledLine] = []
  /// Older ones are forgotten.
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
    // What came with the answer to the question for the mentions, too.
    try serverSpoke()
    var lines = [StyledLine("What you do is told below.", PlayRoles.title), StyledLine()]
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
