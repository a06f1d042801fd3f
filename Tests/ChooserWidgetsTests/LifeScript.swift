import ChooserWidgets
import Entities
import JSONText
import MentionsTestKit
import Testing

/// Plays what a host does, a line each, and compares the calls that the widget got: `command: call · call`.
///
///     show · hide · destroy · force · content Ada, Ben[ …] · room COLUMN,ROW COLUMNS×ROWS
///     set PROPERTY JSON · unset PROPERTY · border MODE · background NAME · key KEY
func checkLife(
  of type: any ChooserWidget.Type, model: JSONObject = [:], _ script: String, expects expectation: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let life = LifeScript()
  expectRow(try life.play(type, model, script), expectation, sourceLocation: sourceLocation)
}

final class LifeScript {
  private var host: ChooserHost?
  private var calls: [String] = []

  /// Lets go of the host, and says what the widget got then.
  func drop() -> String {
    host = nil
    return taken()
  }

  func play(_ type: any ChooserWidget.Type, _ model: JSONObject, _ script: String) throws -> String {
    var registry = ChooserRegistry()
    try registry.register(
      "logged", type, model: model,
      events: [
        "log": { [weak self] in self?.calls.append($0["call"]?.stringValue ?? "") },
        "hide": { [weak self] _ in self?.host?.hide() },
        "show": { [weak self] _ in self?.host?.show() },
        "destroy": { [weak self] _ in self?.host?.destroy() },
      ])
    let host = try registry.makeHost(
      "logged", room: CellFrame(column: 0, row: 0, size: CellSize(columns: 40, rows: 8))
    ) { [weak self] in self?.calls.append("! \($0)") }
    self.host = host
    var lines = ["make: " + taken()]
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      try perform(words[0], words.count > 1 ? words[1] : "", host)
      lines.append("\(line): " + taken())
    }
    return lines.joined(separator: "\n")
  }

  private func taken() -> String {
    defer { calls = [] }
    return calls.isEmpty ? "-" : calls.joined(separator: " · ")
  }

  private func perform(_ command: String, _ rest: String, _ host: ChooserHost) throws {
    let numbers = rest.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
    switch command {
    case "show": host.show()
    case "hide": host.hide()
    case "destroy": host.destroy()
    case "force": host.environment.forceLayout()
    case "content": host.setContent(.named(rest))
    case "room":
      host.setRoom(
        CellFrame(
          column: numbers[0], row: numbers[1], size: CellSize(columns: numbers[2], rows: numbers[3])))
    case "border": host.setBorderMode(try #require(BorderMode(rawValue: rest)))
    case "background": host.setBackground(rest)
    case "set":
      let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
      host[words[0]] = try JSONParser.parse(words[1])
    case "unset": host[rest] = Optional.none
    case "key":
      calls.append(host.press(try #require(ChooserKey(rawValue: rest))) ? "taken" : "ignored")
    default: Issue.record("no such command: \(command)")
    }
  }
}

extension ChooserContent {
  /// `Ada 3, Ben …`: names with their ages, `…` for more to come.
  static func named(_ names: String) -> ChooserContent {
    let isLoading = names.hasSuffix("…")
    return ChooserContent(
      objects: names.split { $0 == "," || $0 == "…" }.compactMap { part in
        var words = part.split(separator: " ").map(String.init)
        let age = words.last.flatMap { Int($0) }
        if age != nil { words.removeLast() }
        let name = words.joined(separator: " ")
        return name.isEmpty ? nil : ChooserObject(entity: Entity(id: name, name: name), age: age)
      }, isLoading: isLoading)
  }
}
