import ChooserWidgets
import LanguageProtocol
import ScriptedEditing
import ServerHost

/// What a person sees of an editor at one moment.
struct EditorView {
  /// The text in pieces: plain, or a mention.
  let pieces: [(text: String, isMention: Bool)]
  /// In characters of the text.
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

/// Shows the demonstration: in colour on a terminal, with `«…»` round mentions elsewhere.
struct DemoScreen {
  private enum Style { case plain, colour, dark }

  /// What is not plain on a terminal.
  private static let codes: [CellRole: String] = [
    .match: "1", .status: "2", .border: "2", .track: "2", .range: "36", .thumb: "1;36",
  ]

  private let style: Style

  /// Standard output.
  init() { self.init(style: Terminal.standardOutput.hasStyles ? .colour : .plain) }

  /// Shows nothing.
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
