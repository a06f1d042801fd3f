import ChooserWidgets
import JSONText
import LanguageProtocol
import ScriptedEditing
import ServerHost
import TerminalUI

/// The third page: mentions of 25 winners of the Turing Award, made as one types.
final class MentionsTab: PlayTab {
  let name = "mentions"
  let title = "Mentions"
  let document = "untitled:mentions"
  var keys: String {
    editor.chooser.isOpen
      ? "↑ ↓ Enter Esc · F5 other chooser"
      : "@ or + or three letters · F5 other chooser"
  }

  private let editor: ScriptedEditor
  private var field: PlayField
  private let choosers: [ChooserHost]
  private var current = 0
  /// The row of the list that the user took.
  private var picked = Picked()
  private static let fieldRow = 2
  private static let chooserRows = 8

  private final class Picked { var row: Int? }

  init(_ editor: ScriptedEditor) throws(EditorError) {
    self.editor = editor
    field = PlayField(editor)
    do {
      var registry = ChooserRegistry()
      try registry.register("list", ListChooser.self)
      try registry.register("slider", RecencySlider.self, model: ["minimumValue": 1])
      let report = { (problem: ChooserProblem) in HostProcess.complain("mentions-lsp: \(problem)\n") }
      let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 60, rows: Self.chooserRows))
      choosers = [
        try registry.makeHost("list", room: room, onProblem: report),
        try registry.makeHost("slider", room: room, onProblem: report),
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
    if editor.chooser.isOpen, try choose(event) { return true }
    guard let event = event.moved(up: Self.fieldRow) else { return false }
    let wasOpen = editor.chooser.isOpen
    let isTaken = try field.handle(event)
    // A key of several words goes on behind a space.
    if wasOpen, event == .text(" ") { try editor.complete() }
    try follow()
    return isTaken
  }

  /// What a key means to the open chooser.
  private func choose(_ event: TerminalEvent) throws(EditorError) -> Bool {
    let key: ChooserKey
    switch event {
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
    if let row = picked.row {
      try editor.accept(at: row)
      field.deselect()
      try follow()
    }
    return true
  }

  func serverSpoke() throws(EditorError) { try editor.settle() }

  /// Shows in the widget what the editor would show.
  private func follow() throws(EditorError) {
    guard editor.chooser.isOpen else { return chooser.hide() }
    let mentioned = try editor.tokens().map(\.text)
    chooser.setContent(ChooserContent(objects: editor.chooser.objects(mentioned: mentioned)))
    chooser.show()
  }

  // MARK: Drawing

  func view(_ size: CellSize) throws(EditorError) -> PlayView {
    let room = CellSize(columns: size.columns, rows: max(1, size.rows - Self.fieldRow))
    let drawn = field.draw(
      room, try editor.tokens(), placeholder: "Thanks to @don … or just three letters of a name")
    var lines = drawn.lines + Array(repeating: StyledLine(), count: max(0, room.rows - drawn.lines.count))
    if chooser.isVisible { place(&lines, drawn.cursor, room) }
    let title = StyledLine("Mention one of 25 winners of the Turing Award.", PlayRoles.title)
    return PlayView(
      lines: [title, StyledLine()] + lines, cursor: (drawn.cursor.column, drawn.cursor.row + Self.fieldRow))
  }

  /// Puts the chooser below the cursor's row, or above it where there is more room.
  private func place(_ lines: inout [StyledLine], _ cursor: (column: Int, row: Int), _ room: CellSize) {
    let below = room.rows - cursor.row - 1
    let isBelow = below >= min(Self.chooserRows, cursor.row)
    let rows = min(Self.chooserRows, isBelow ? below : cursor.row)
    guard rows > 0 else { return }
    chooser.setBorderMode(isBelow ? .top : .bottom)
    chooser.setRoom(
      CellFrame(
        column: 0, row: isBelow ? cursor.row + 1 : cursor.row - rows,
        size: CellSize(columns: min(60, room.columns), rows: rows)))
    for (at, line) in chooser.lines.enumerated() where lines.indices.contains(chooser.frame.row + at) {
      lines[chooser.frame.row + at] = line
    }
  }
}
