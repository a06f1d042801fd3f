import ChooserWidgets
import JSONText
import ScriptedEditing
import ServerHost
import TextModel

/// `play`: the demonstration of Hakawai in a terminal, with a real server process.
enum Play {
  static let tabs = ["text", "console", "mentions"]

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let tab = try arguments.value("--tab") ?? tabs[2]
    let record = try arguments.value("--record")
    try arguments.finish()
    guard tabs.contains(tab) else {
      throw .invalid("page", tab, expected: tabs)
    }
    do {
      try play(tab, record: record)
      return 0
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 1
    }
  }

  private static func play(_ tab: String, record: String?) throws {
    guard HostProcess.isInputTerminal, HostProcess.isOutputTerminal else {
      throw UnusableTerminal(
        reason: "play needs a terminal at standard input and output; `demo` and `events` do not")
    }
    guard let program = HostProcess.executablePath else {
      throw EditorError("the path of this program is unknown")
    }
    var arguments = [program, "serve", "--log-level", "error"]
    if let record { arguments += ["--record", record] }
    // Ignores the user's own settings.
    let server = try ServerProcess(arguments, environment: ["HOME": nil, "XDG_CONFIG_HOME": nil])
    var options = EditorOptions()
    options.name = "play"
    options.pace = 0
    options.initializationOptions = [
      "demo": true, "textEvents": true, "annotationStore": "off", "learning": false,
      "triggers": [["character": "@"], ["character": "+"]],
    ]
    let editor = ScriptedEditor(server, options)
    try editor.start()
    let window = try PlayWindow(editor, tab: tab, hasColours: Terminal.standardOutput.hasStyles)
    let terminal = try HostTerminal(enter: ScreenPainter.enter, leave: ScreenPainter.leave)
    defer { terminal.leave() }
    loop(window, terminal, server)
    terminal.leave()
    try editor.finish()
  }

  /// The number of milliseconds without input after which an escape byte counts as the Escape key, rather than as the
  /// start of a sequence.
  private static let escapeDelay = 30

  private static func loop(_ window: PlayWindow, _ terminal: HostTerminal, _ server: ServerProcess) {
    var input = TerminalInput()
    while true {
      let (columns, rows) = terminal.size
      guard terminal.write(window.paint(CellSize(columns: columns, rows: rows))) else { return }
      var events: [TerminalEvent] = []
      switch terminal.wait(also: server.wakeDescriptor, milliseconds: input.isWaiting ? escapeDelay : nil) {
      case .input(let bytes): events = input.feed(bytes)
      case .timeout: events = input.flush()
      case .other: window.serverSpoke()
      case .resized: break
      case .end: return
      }
      for event in events {
        switch window.handle(event) {
        case .goOn: break
        case .end: return
        case .suspend:
          terminal.suspend()
          window.forgetScreen()
        }
      }
    }
  }
}

/// The whole screen: the names of the pages at the top, the page, and its keys at the bottom.
final class PlayWindow {
  private let editor: ScriptedEditor
  private let tabs: [any PlayTab]
  private var current = 0
  private var painter: ScreenPainter
  /// The latest error.
  private var problem: String?

  /// The program's action after an event.
  enum Wish { case goOn, end, suspend }

  private static let firstRow = 2

  /// - Parameters:
  ///   - editor: an editor without open documents.
  ///   - tab: the name of the first page.
  ///   - hasColours: whether to use colours.
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
      // Discards text events on the pages that do not show them.
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

  /// The output that displays the window on the terminal.
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

  /// Records that other output may have changed the screen.
  func forgetScreen() { painter.forget() }
}

/// The roles of cells on the screen, and their colours.
enum PlayRoles {
  static let button = CellRole(rawValue: "button")
  static let title = CellRole(rawValue: "title")
  fileprivate static let tab = CellRole(rawValue: "tab")
  fileprivate static let currentTab = CellRole(rawValue: "currentTab")
  fileprivate static let problem = CellRole(rawValue: "problem")

  /// `SGR` parameters. Bold and inverse are sufficient on a terminal without colours.
  fileprivate static let colours: [CellRole: String] = [
    .match: "1", .handle: "2", .detail: "2", .status: "2", .border: "2", .track: "2", .range: "36",
    .thumb: "1;36", .mention: "1;36", .litUpMention: "1;30;46", .trimmedMention: "1;4;36", button: "1;30;47",
    title: "1",
    tab: "2", currentTab: "1;7", problem: "1;31",
  ]

  /// The `SGR` parameters of roles if `NO_COLOR` is set or `TERM` is `dumb`: styles without colours.
  fileprivate static let plain: [CellRole: String] = [
    .match: "1", .thumb: "1", .mention: "1", .litUpMention: "1;7", .trimmedMention: "1;4", button: "7",
    title: "1",
    currentTab: "1;7", problem: "1",
  ]

  static func role(of token: EditorToken) -> CellRole {
    if token.modifiers.contains("litUp") { return .litUpMention }
    return token.modifiers.contains("trimmed") ? .trimmedMention : .mention
  }
}

// MARK: - Tabs

/// The content of a page.
struct PlayView {
  var lines: [StyledLine]
  /// The cursor's cell, relative to the page's upper left corner; nil hides the cursor.
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

  /// Handles a key, text, a paste or the mouse.
  ///
  /// - Parameter event: the event; a mouse position is in cells of the page.
  /// - Returns: whether the page used the event.
  func handle(_ event: TerminalEvent) throws(EditorError) -> Bool

  /// Handles messages that the server sent on its own.
  func serverSpoke() throws(EditorError)

  func view(_ size: CellSize) throws(EditorError) -> PlayView
}

extension PlayTab {
  func serverSpoke() throws(EditorError) {}
}

extension TerminalEvent {
  /// The event relative to a part of the page that begins `rows` rows further down; nil for a mouse position above that
  /// part.
  func moved(up rows: Int) -> TerminalEvent? {
    guard case .mouse(var mouse) = self else { return self }
    mouse.row -= rows
    return mouse.row < 0 ? nil : .mouse(mouse)
  }
}
