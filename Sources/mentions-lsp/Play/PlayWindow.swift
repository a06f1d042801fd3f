import ChooserWidgets
import ScriptedEditing
import ServerHost
import TerminalUI
import TextModel

/// All of the screen: the pages' names above, the page, its keys below.
final class PlayWindow {
  private let editor: ScriptedEditor
  private let tabs: [any PlayTab]
  private var current = 0
  private var painter: ScreenPainter
  /// What went wrong last.
  private var problem: String?

  /// What a key asks of the program.
  enum Wish { case goOn, end, suspend }

  private static let firstRow = 2

  /// - Parameters:
  ///   - editor: has none of the pages' documents open yet.
  ///   - tab: the name of the page to begin with.
  ///   - hasColours: whether the terminal may show them.
  init(_ editor: ScriptedEditor, tab: String, hasColours: Bool) throws(EditorError) {
    self.editor = editor
    tabs = [TextTab(editor), ConsoleTab(editor), try MentionsTab(editor)]
    for tab in tabs { try editor.open(tab.document, "markdown", "") }
    current = tabs.count - 1
    painter = ScreenPainter(colours: hasColours ? PlayRoles.colours : PlayRoles.plain)
    if let first = tabs.firstIndex(where: { $0.name == tab }) { show(first) }
  }

  private func show(_ tab: Int) {
    guard tab != current else { return }
    attempt { _ throws(EditorError) in try editor.show(tabs[tab].document) }
    current = tab
  }

  // MARK: Events

  func handle(_ event: TerminalEvent) -> Wish {
    switch event {
    case .key(.character("q"), .control), .key(.character("c"), .control): return .end
    case .key(.character("z"), .control): return .suspend
    case .key(.character("l"), .control): painter.forget()
    case .key(.function(9), _): show((current + 1) % tabs.count)
    case .key(.character(let digit), .alt) where digit.wholeNumberValue.map { 1...tabs.count ~= $0 } ?? false:
      show((digit.wholeNumberValue ?? 1) - 1)
    case .mouse(let mouse) where mouse.row < Self.firstRow:
      if mouse.action == .press, mouse.row == 0, let tab = tab(at: mouse.column) { show(tab) }
    default:
      guard let event = event.moved(up: Self.firstRow) else { break }
      problem = nil
      attempt { tab throws(EditorError) in _ = try tab.handle(event) }
    }
    return .goOn
  }

  func serverSpoke() {
    attempt { tab throws(EditorError) in try tab.serverSpoke() }
  }

  private func attempt(_ body: (any PlayTab) throws(EditorError) -> Void) {
    do throws(EditorError) {
      try body(tabs[current])
      // What the console does not show nobody reads.
      if !(tabs[current] is ConsoleTab) { _ = try editor.textEvents() }
    } catch {
      problem = "\(error)"
    }
  }

  // MARK: Drawing

  private func label(_ index: Int) -> String { " \(index + 1) \(tabs[index].title) " }

  private func tab(at column: Int) -> Int? {
    var start = 0
    for index in tabs.indices {
      let width = CellWidth.columns(of: label(index))
      if (start..<start + width).contains(column) { return index }
      start += width + 1
    }
    return nil
  }

  /// What makes the terminal show the window.
  func paint(_ size: CellSize) -> String {
    var top = StyledLine()
    for index in tabs.indices {
      top.append(label(index), index == current ? PlayRoles.currentTab : PlayRoles.tab)
      top.append(" ")
    }
    let room = CellSize(columns: size.columns, rows: max(1, size.rows - Self.firstRow - 1))
    var view = PlayView(lines: [])
    attempt { tab throws(EditorError) in view = try tab.view(room) }
    var lines = [top, StyledLine()] + view.lines.prefix(room.rows)
    lines += Array(repeating: StyledLine(), count: max(0, size.rows - 1 - lines.count))
    let keys = tabs[current].keys + " · Alt+1–3 pages · Ctrl+Q quits"
    lines.append(problem.map { StyledLine($0, PlayRoles.problem) } ?? StyledLine(keys, .status))
    let cursor = view.cursor.map { (column: $0.column, row: $0.row + Self.firstRow) }
    return painter.paint(lines, cursor: cursor, size: size)
  }

  /// The screen may show something else now.
  func forgetScreen() { painter.forget() }
}
