import ChooserWidgets
import JSONText
import LanguageProtocol
import ScriptedEditing
import ServerHost

/// What draws the chooser of a step: one of the samples, and the keys that its user presses.
enum DemoWidget: Sendable {
  case list
  case slider(keys: [ChooserKey])
}

/// The choosers of the demonstration. What they show comes from the server's answers.
struct DemoChoosers {
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
