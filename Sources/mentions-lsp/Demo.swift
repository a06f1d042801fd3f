import ChooserWidgets
import Entities
import JSONText
import LanguageProtocol
import ScriptedEditing
import ServerHost

/// `demo`: a typing session with a real server process and the built-in directory.
enum Demo {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let isJSON = arguments.flag("--json")
    try arguments.finish()
    do {
      if isJSON { try playForTranscript() } else { try play(DemoScreen()) }
      return 0
    } catch {
      HostProcess.complain("mentions-lsp: the demonstration failed: \(error)\n")
      return 1
    }
  }

  private static func play(_ screen: DemoScreen) throws(EditorError) {
    _ = try session(screen, record: false)
    HostProcess.write("Try it yourself: mentions-lsp play\n")
  }

  /// Plays the session without displaying it. The server writes the transcript to its standard error, one JSON object
  /// per line; these lines are then printed on standard output, and any others on standard error.
  private static func playForTranscript() throws(EditorError) {
    let server = try session(DemoScreen.dark, record: true)
    for line in server.errors.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self) + "\n"
      if text.hasPrefix("{") { HostProcess.write(text) } else { HostProcess.complain(text) }
    }
  }

  private static func session(_ screen: DemoScreen, record: Bool) throws(EditorError) -> ServerProcess {
    guard let program = HostProcess.executablePath else {
      throw EditorError("the path of this program is unknown")
    }
    var arguments = [program, "serve", "--log-level", "error"]
    if record { arguments += ["--record", "/dev/stderr"] }
    // Ignores the user's own settings.
    let server = try ServerProcess(arguments, environment: ["HOME": nil, "XDG_CONFIG_HOME": nil])
    var options = EditorOptions()
    options.name = "demo"
    options.initializationOptions = ["demo": true, "learning": false]
    let editor = ScriptedEditor(server, options)
    try editor.start()
    try editor.open("untitled:notes", "markdown", "")
    let choosers = try DemoChoosers()
    for step in DemoScript.steps {
      try step.play(editor)
      let view = try EditorView(editor)
      screen.show(step.caption, view, choosers.lines(view, step.widget))
      try step.check(editor)
    }
    try editor.finish()
    return server
  }
}

/// A step of the demonstration, with its expected result.
private struct DemoStep: Sendable {
  let caption: String
  let play: @Sendable (ScriptedEditor) throws(EditorError) -> Void
  /// The text with `|` at the cursor and `«…»` around the mentions.
  let text: String
  /// The first row of the chooser; nil if it is closed.
  let first: String?
  /// The widget that draws the chooser.
  let widget: DemoWidget

  init(
    _ caption: String, text: String, first: String? = nil, widget: DemoWidget = .list,
    play: @escaping @Sendable (ScriptedEditor) throws(EditorError) -> Void
  ) {
    self.caption = caption
    self.play = play
    self.text = text
    self.first = first
    self.widget = widget
  }

  /// Checks that the server behaved as expected.
  func check(_ editor: ScriptedEditor) throws(EditorError) {
    let shown = try editor.annotatedText()
    guard shown.utf8.elementsEqual(text.utf8) else {
      throw EditorError("after “\(caption)” the text is\n  \(shown)\nand should be\n  \(text)")
    }
    guard editor.chooser.labels.first == first else {
      throw EditorError(
        "after “\(caption)” the chooser begins with \(editor.chooser.labels.first ?? "nothing")"
          + " and should begin with \(first ?? "nothing")")
    }
    if let message = editor.readMessages().first { throw EditorError("the server reported: \(message)") }
  }
}

private enum DemoScript {
  static let steps: [DemoStep] = [
    DemoStep(
      "An explicit mention begins with a trigger: all people are offered.",
      text: "Thanks to @|", first: "Alan Perlis"
    ) { editor throws(EditorError) in try editor.type("Thanks to @") },
    DemoStep(
      "Each letter narrows the choice; any part of a name matches.",
      text: "Thanks to @knu|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.type("knu") },
    DemoStep(
      "The choice becomes a mention: one unit that remembers the person.",
      text: "Thanks to «Donald Knuth»|"
    ) { editor throws(EditorError) in try editor.accept("Donald Knuth") },
    DemoStep(
      "The search text may have several words.",
      text: "Thanks to «Donald Knuth» and @donald k|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.type(" and @donald k") },
    DemoStep(
      "Backspace deletes the search text.",
      text: "Thanks to «Donald Knuth» and @|", first: "Donald Knuth"
    ) { editor throws(EditorError) in try editor.backspace("donald k".count) },
    DemoStep(
      "The initials of a name are enough.",
      text: "Thanks to «Donald Knuth» and @kt|", first: "Ken Thompson"
    ) { editor throws(EditorError) in try editor.type("kt") },
    DemoStep(
      "Accepted.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson»|"
    ) { editor throws(EditorError) in try editor.accept("Ken Thompson") },
    DemoStep(
      "An implicit mention: three letters of a name, no trigger.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», Nik|", first: "Niklaus Wirth"
    ) { editor throws(EditorError) in try editor.type(", Nik") },
    DemoStep(
      "Accepted in the same way.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth»|"
    ) { editor throws(EditorError) in try editor.accept("Niklaus Wirth") },
    DemoStep(
      "If no one matches, the chooser closes and the text stays.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @zzz|"
    ) { editor throws(EditorError) in try editor.type(" @zzz") },
    DemoStep(
      "Without the letters, all people are offered again, those just mentioned first.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @|", first: "Niklaus Wirth"
    ) { editor throws(EditorError) in
      try editor.backspace(3)
      try editor.complete()
    },
    DemoStep(
      "Another kind of chooser: its slider shows only the last two people mentioned.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @|", first: "Niklaus Wirth",
      widget: .slider(keys: Array(repeating: .left, count: 8))
    ) { _ in },
    DemoStep(
      "Esc cancels; what is typed next is plain text.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth» @ho|"
    ) { editor throws(EditorError) in
      try editor.escape()
      try editor.type("ho")
    },
    DemoStep(
      "The word is deleted.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus Wirth»|"
    ) { editor throws(EditorError) in try editor.delete(" @ho") },
    DemoStep(
      "Deleting the last word of a mention trims it: it still means the same person.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», «Niklaus»|"
    ) { editor throws(EditorError) in try editor.delete(" Wirth") },
    DemoStep(
      "Deleting one letter of a mention turns it into plain text; the others stay mentions.",
      text: "Thanks to «Donald Knuth» and «Ken Thompson», Niklau|"
    ) { editor throws(EditorError) in try editor.backspace() },
    DemoStep(
      "Mentions move with the text before them.",
      text: "Many thanks| to «Donald Knuth» and «Ken Thompson», Niklau"
    ) { editor throws(EditorError) in
      try editor.move(to: 0)
      try editor.type("Many ")
      try editor.move(to: 6)
      try editor.delete("T")
      try editor.type("t")
      try editor.move(after: "thanks")
    },
  ]
}

// MARK: - Screen

/// The displayed state of an editor.
private struct EditorView {
  /// The text, divided into plain text and mentions.
  let pieces: [(text: String, isMention: Bool)]
  /// The offset of the cursor in characters.
  let cursor: Int
  let chooser: EditorChooser

  init(_ editor: ScriptedEditor) throws(EditorError) {
    var pieces: [(String, Bool)] = []
    let scalars = Array(editor.text.unicodeScalars)
    func text(_ range: Swift.Range<Int>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
    var start = 0
    for token in try editor.tokens() {
      pieces.append((text(start..<token.range.lowerBound), false))
      pieces.append((token.text, true))
      start = token.range.upperBound
    }
    pieces.append((text(start..<scalars.count), false))
    self.pieces = pieces.filter { !$0.0.isEmpty }
    cursor = editor.markedText.prefix { $0 != "|" }.count
    chooser = editor.chooser
  }
}

/// Displays the demonstration: in colour on a terminal, otherwise with `«…»` around mentions.
private struct DemoScreen {
  private enum Style { case plain, colour, dark }

  /// The `SGR` parameters of roles on a terminal.
  private static let codes: [CellRole: String] = [
    .match: "1", .status: "2", .border: "2", .track: "2", .range: "36", .thumb: "1;36",
  ]

  private let style: Style

  /// Displays on standard output, in colour if it supports styles.
  init() { self.init(style: Terminal.standardOutput.hasStyles ? .colour : .plain) }

  /// A screen that displays nothing.
  static let dark = DemoScreen(style: .dark)

  private init(style: Style) { self.style = style }

  func show(_ caption: String, _ view: EditorView, _ chooser: [StyledLine]) {
    guard style != .dark else { return }
    var text = styled("# \(caption)", "2") + "\n  " + line(view) + "\n"
    for line in chooser { text += "    " + drawn(line) + "\n" }
    HostProcess.write(text + "\n")
  }

  private func drawn(_ line: StyledLine) -> String {
    var text = ""
    for run in line.runs {
      var shown = run.text
      if let code = Self.codes[run.style.role] { shown = styled(shown, code) }
      text += run.style.isSelected ? styled(shown, "7") : shown
    }
    if style == .plain { while text.last == " " { text.removeLast() } }
    return text
  }

  private func line(_ view: EditorView) -> String {
    var text = ""
    var at = 0
    for (piece, isMention) in view.pieces {
      // A cursor at an edge is outside the mention.
      let here = view.cursor - at
      let holds = here >= 0 && (here < piece.count && (here > 0 || !isMention))
      var shown = piece
      if holds {
        let split = piece.index(piece.startIndex, offsetBy: here)
        shown = piece[..<split] + cursorMark + piece[split...]
      } else if here == 0 {
        text += cursorMark
      }
      text += isMention ? mention(shown) : shown
      at += piece.count
    }
    return at == view.cursor ? text + cursorMark : text
  }

  private var cursorMark: String { style == .colour ? "\u{1B}[5m▏\u{1B}[25m" : "|" }

  private func mention(_ text: String) -> String {
    style == .colour ? "\u{1B}[1;36m\(text)\u{1B}[0m" : "«\(text)»"
  }

  private func styled(_ text: String, _ code: String) -> String {
    style == .colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

// MARK: - Choosers

/// The widget that draws the chooser of a step: one of the sample widgets, with the keys that are pressed in it.
private enum DemoWidget: Sendable {
  case list
  case slider(keys: [ChooserKey])
}

/// The choosers of the demonstration. Their content comes from the server's responses.
private struct DemoChoosers {
  private let list: ChooserHost
  private let slider: ChooserHost

  init() throws(EditorError) {
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 88, rows: 7))
    do {
      var registry = ChooserRegistry()
      try registry.register("list", ListChooser.self)
      try registry.register("slider", RecencySlider.self, model: ["minimumValue": 1])
      let report = { (problem: ChooserProblem) in HostProcess.complain("mentions-lsp: \(problem)\n") }
      list = try registry.makeHost("list", room: room, onProblem: report)
      slider = try registry.makeHost("slider", room: room, onProblem: report)
    } catch {
      throw EditorError("\(error)")
    }
  }

  func lines(_ view: EditorView, _ widget: DemoWidget) -> [StyledLine] {
    guard view.chooser.isOpen else {
      list.hide()
      return []
    }
    let content = ChooserContent(
      objects: view.chooser.objects(mentioned: view.pieces.filter(\.isMention).map(\.text)))
    switch widget {
    case .list:
      list.setContent(content)
      list.show()
      return list.lines
    case .slider(let keys):
      list.hide()
      slider.setContent(content)
      slider.show()
      defer { slider.hide() }
      for key in keys { _ = slider.press(key) }
      return slider.lines
    }
  }
}

extension EditorChooser {
  /// The rows as objects of a chooser widget.
  ///
  /// - Parameter mentioned: the mentions in the text, oldest first.
  func objects(mentioned: [String]) -> [ChooserObject] {
    let latest = mentioned.reversed().map { Array($0.utf8) }
    return rows.map { row in
      var entity = Entity(id: row.label, name: row.label)
      let handle = row.item.labelDetails?.detail?.drop { $0 == " " || $0 == "@" }
      entity.handle = handle.map(String.init)
      entity.detail = row.item.labelDetails?.description ?? row.item.detail
      let name = Array(row.label.utf8)
      return ChooserObject(entity: entity, age: latest.firstIndex(of: name).map { $0 + 1 })
    }
  }
}
