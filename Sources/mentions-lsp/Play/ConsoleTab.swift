import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import TextModel

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
