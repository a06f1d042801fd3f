import ChooserWidgets
import JSONText
import LanguageProtocol
import ScriptedEditing
import ServerHost
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

  /// The index of the button that an event presses; nil if it presses none.
  ///
  /// - Parameters:
  ///   - event: the event; a mouse position is in the same cells as `row`.
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

// MARK: - Text events

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

// MARK: - Mentions

/// The third page: mentions of 25 winners of the Turing Award, created while typing.
final class MentionsTab: PlayTab {
  let name = "mentions"
  let title = "Mentions"
  let document = "untitled:mentions"
  var keys: String {
    guard editor.chooser.isOpen else { return "@, + or 3 letters · Alt+U undo · F5 F6" }
    return current == 1 ? "↑ ↓ Enter Esc · ← → slider · F5 F6" : "↑ ↓ Enter Esc · F5 chooser · F6 place"
  }

  private let editor: ScriptedEditor
  private var field: PlayField
  private let choosers: [ChooserHost]
  private var current = 0
  /// The row of the chooser that the user last selected.
  private var picked = Picked()
  private var layout = MentionsLayout(mode: .enclosedTop, room: .zero)
  private static let fieldRow = 2

  private final class Picked { var row: Int? }

  init(_ editor: ScriptedEditor) throws(EditorError) {
    self.editor = editor
    field = PlayField(editor)
    do {
      var registry = ChooserRegistry()
      try registry.register("list", ListChooser.self)
      try registry.register("slider", RecencySlider.self, model: ["minimumValue": 1])
      let report = { (problem: ChooserProblem) in HostProcess.complain("mentions-lsp: \(problem)\n") }
      choosers = [
        try registry.makeHost("list", room: .zero, onProblem: report),
        try registry.makeHost("slider", room: .zero, onProblem: report),
      ]
    } catch {
      throw EditorError("\(error)")
    }
    for host in choosers { host.didSelect = { [picked] in picked.row = $0 } }
  }

  private var chooser: ChooserHost { choosers[current] }

  // MARK: Events

  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool {
    if case .key(.function(5), _) = event {
      chooser.hide()
      current = (current + 1) % choosers.count
      try follow()
      return true
    }
    if case .key(.function(6), _) = event {
      let modes = ChooserPositionMode.allCases
      let next = ((modes.firstIndex(of: layout.mode) ?? 0) + 1) % modes.count
      layout = MentionsLayout(mode: modes[next], room: layout.room)
      return true
    }
    if editor.chooser.isOpen, try choose(event) { return true }
    guard let event = event.moved(up: Self.fieldRow + layout.textView.row) else { return false }
    let wasOpen = editor.chooser.isOpen
    let isTaken = try field.handle(event)
    // A search key may consist of several words, so completion is requested again after a space.
    if wasOpen, event == .text(" ") { try editor.complete() }
    try follow()
    return isTaken
  }

  /// Handles a key or the mouse in the open chooser.
  private func choose(_ event: TerminalEvent) throws(EditorError) -> Bool {
    let key: ChooserKey
    switch event {
    case .mouse(let mouse): return try choose(mouse)
    case .key(.escape, _):
      try editor.escape()
      try follow()
      return true
    case .key(.up, []), .key(.character("p"), .control): key = .up
    case .key(.down, []), .key(.character("n"), .control): key = .down
    case .key(.pageUp, []): key = .pageUp
    case .key(.pageDown, []): key = .pageDown
    case .key(.tab, .shift): key = .next
    case .key(.left, []) where current == 1: key = .left
    case .key(.right, []) where current == 1: key = .right
    case .key(.enter, []), .key(.tab, []): key = .accept
    default: return false
    }
    picked.row = nil
    guard chooser.press(key) else { return false }
    try acceptPicked()
    return true
  }

  private func choose(_ mouse: TerminalMouse) throws(EditorError) -> Bool {
    let phase: ChooserTouch.Phase
    switch mouse.action {
    case .press: phase = .began
    case .drag: phase = .moved
    case .release: phase = .ended
    case .wheelUp: phase = .scrolled(by: -1)
    case .wheelDown: phase = .scrolled(by: 1)
    }
    picked.row = nil
    if chooser.touch(ChooserTouch(phase, column: mouse.column, row: mouse.row - Self.fieldRow)) {
      try acceptPicked()
      return true
    }
    // A click on the only visible line of the text cancels the mention that is being created.
    guard mouse.action == .press, layout.lockedRow == mouse.row - Self.fieldRow else { return false }
    try editor.escape()
    try follow()
    return true
  }

  private func acceptPicked() throws(EditorError) {
    guard let row = picked.row else { return }
    let before = field.state
    try editor.accept(at: row)
    field.note(before)
    field.deselect()
    try follow()
  }

  func serverSpoke() throws(EditorError) { try editor.settle() }

  /// Shows the rows of the editor's chooser in the current widget; hides the widget if the editor's chooser is closed.
  private func follow() throws(EditorError) {
    guard editor.chooser.isOpen else { return chooser.hide() }
    let mentioned = try editor.tokens().map(\.text)
    chooser.setContent(ChooserContent(objects: editor.chooser.objects(mentioned: mentioned)))
    chooser.show()
  }

  // MARK: Drawing

  func view(_ size: CellSize) throws(EditorError) -> PlayView {
    let room = CellSize(columns: size.columns, rows: max(1, size.rows - Self.fieldRow))
    layout = MentionsLayout(mode: layout.mode, room: room)
    let textView = layout.textView
    let locked = chooser.isVisible ? layout.lockedRow : nil
    let drawn = field.draw(
      textView.size, try editor.tokens(), placeholder: "Thanks to @don … or just three letters of a name",
      isLocked: locked != nil)
    let first = locked ?? textView.row
    var lines = Array(repeating: StyledLine(), count: first) + drawn.lines
    lines += Array(repeating: StyledLine(), count: max(0, room.rows - lines.count))
    let cursor = (column: drawn.cursor.column, row: drawn.cursor.row + first)
    if chooser.isVisible { drawChooser(&lines, cursor) }
    let top = [
      StyledLine("Mention one of 25 winners of the Turing Award.", PlayRoles.title),
      StyledLine(layout.description, .status),
    ]
    return PlayView(lines: top + lines, cursor: (cursor.column, cursor.row + Self.fieldRow))
  }

  private func drawChooser(_ lines: inout [StyledLine], _ cursor: (column: Int, row: Int)) {
    // The typed text may begin in a row before that of the cursor.
    let start = field.place(of: editor.chooser.rows.first?.range.lowerBound ?? editor.cursor)
    let end = field.place(of: editor.cursor)
    let firstRow =
      layout.lockedRow == nil ? max(layout.textView.row, cursor.row - (end.row - start.row)) : cursor.row
    guard
      let placement = layout.placement(
        typed: min(firstRow, cursor.row)...cursor.row, column: start.row == end.row ? start.column : 0)
    else { return }
    chooser.setPlacement(placement)
    let frame = chooser.frame
    for (at, line) in chooser.lines.enumerated() where lines.indices.contains(frame.row + at) {
      lines[frame.row + at] = lines[frame.row + at].fitted(to: frame.column) + line
    }
  }
}

/// The division of the mentions page between the text and a chooser in one of Hakawai's position modes.
///
/// In the custom modes the host determines the position of the chooser. This host uses a separate part of the page:
/// above the text if the arrow points down, else below it.
private struct MentionsLayout {
  let mode: ChooserPositionMode
  /// The size of the page below its title.
  let room: CellSize

  private static let customRows = 8
  private static let customColumns = 50
  /// The number of columns by which a custom chooser begins to the left of the mention.
  private static let customIndent = 6

  /// The name of the mode in Hakawai, and its description in words.
  var description: String {
    let text =
      switch mode.viewport {
      case .top: "the current line stays at the top"
      case .bottom: "the current line stays at the bottom"
      case nil: "the text is not moved"
      }
    return "\(mode.rawValue): \(text)"
  }

  /// The number of rows reserved for the chooser.
  private var panelRows: Int { mode.isEnclosed ? 0 : max(0, min(Self.customRows, room.rows - 1)) }

  private var isPanelAbove: Bool { mode.arrow == .pointingDown }

  /// The part of the page that shows text.
  var textView: CellFrame {
    CellFrame(
      column: 0, row: isPanelAbove ? panelRows : 0,
      size: CellSize(columns: room.columns, rows: room.rows - panelRows))
  }

  /// The row to which the current line is locked while the chooser is open; nil if the text does not move.
  var lockedRow: Int? {
    switch mode.viewport {
    case .top: textView.row
    case .bottom: textView.row + max(0, textView.size.rows - 1)
    case nil: nil
    }
  }

  /// The placement of the chooser.
  ///
  /// - Parameters:
  ///   - typed: the rows of the text typed for the mention.
  ///   - column: the column where the mention begins.
  func placement(typed: ClosedRange<Int>, column: Int) -> ChooserPlacement? {
    ChooserPlacement(
      mode, in: textView, typed: typed, column: column, attachment: attachment(typed, column: column))
  }

  private func attachment(_ typed: ClosedRange<Int>, column: Int) -> CellFrame {
    let columns = min(Self.customColumns, room.columns)
    let start = max(0, min(column - Self.customIndent, room.columns - columns))
    switch mode.arrow {
    case .pointingDown:
      let first = max(0, typed.lowerBound - panelRows)
      return CellFrame(
        column: start, row: first, size: CellSize(columns: columns, rows: typed.lowerBound - first))
    case .pointingUp:
      let first = typed.upperBound + 1
      return CellFrame(
        column: start, row: first, size: CellSize(columns: columns, rows: min(panelRows, room.rows - first)))
    case nil:
      let first = room.rows - panelRows
      return CellFrame(column: 0, row: first, size: CellSize(columns: columns, rows: panelRows))
    }
  }
}
