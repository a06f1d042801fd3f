import ChooserWidgets
import Entities
import Foundation
import JSONText
import Testing

/// The article “Writing a chooser”: its widget is this one, and does what the article says.
@Suite struct ArticleTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: checkout.appendingPathComponent(path), encoding: .utf8)
  }

  private let article: String

  init() throws {
    article = try Self.read("Sources/ChooserWidgets/ChooserWidgets.docc/WritingAChooser.md")
  }

  @Test func `the article's widget is the one tested here`() throws {
    let block = try #require(article.components(separatedBy: "```swift\n").dropFirst().first)
    let code = try #require(block.components(separatedBy: "\n```").first)
    let widget = code[try #require(code.range(of: "final class")).lowerBound...]
    #expect(widget.count > 500)
    let here = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    #expect(here.contains(widget), "copy the widget of the article to the end of this file")
  }

  @Test func `it is registered, drawn in its frame and picked from`() throws {
    var registry = ChooserRegistry()
    try registry.register("names", NameChooser.self, model: ["sign": "→"])
    let room = CellFrame(column: 0, row: 1, size: CellSize(columns: 7, rows: 8))
    let host = try registry.makeHost("names", room: room) { Issue.record("\($0)") }
    var taken: [Int] = []
    host.didSelect = { taken.append($0) }
    host.setContent(.named("Ada Lovelace, Ben"))
    host.show()
    #expect(host.lines.map(\.text) == ["→ Ada …", "  Ben  "])
    host["sign"] = "*"
    #expect(host.press(.down) && host.press(.accept) && !host.press(.up))
    #expect(host.lines.map(\.text) == ["  Ada …", "* Ben  "])
    #expect(taken == [1])
  }

  @Test(arguments: [
    (0, "Sources/ChooserWidgets/ChooserWidget.swift"),
    (1, "editors/neovim/lua/mentions/widgets/init.lua"),
    (2, "editors/vscode/types/mentions.d.ts"),
  ])
  func `the table's names are those of each language`(column: Int, path: String) throws {
    let source = try Self.read(path)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count == 12)
    for row in rows {
      let cell = row.split(separator: "|")[column]
      for name in cell.split(separator: "`").filter({ $0.contains(#/^\w/#) }) {
        let parts = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        #expect(parts.allSatisfy { source.contains($0) }, "\(name) is not in \(path)")
      }
    }
  }
}

final class NameChooser: CustomChooserWidget, ChooserKeyResponder {
  private let environment: ChooserEnvironment
  private let delegate: any ChooserDelegate
  private var selection = 0

  init(eventDelegate: ChooserEventDelegate, environment: ChooserEnvironment, delegate: any ChooserDelegate) {
    self.environment = environment
    self.delegate = delegate
  }

  var view: [StyledLine] {
    let sign = environment.model["sign"]?.stringValue ?? ">"
    return (0..<delegate.numberOfModelObjects).map { index in
      let name = delegate.modelObject(at: index)?.entity.name ?? ""
      return StyledLine((index == selection ? sign : " ") + " " + name, .name)
    }
  }

  func preferredSize(givenSize: CellSize) -> CellSize {
    CellSize(columns: givenSize.columns, rows: min(5, delegate.numberOfModelObjects))
  }
  func setFrame(_ frame: CellFrame) {}
  func becomeVisible() {}
  func resetScrollPositionAndHide() { selection = 0 }
  func reloadData() { selection = 0 }

  func keyPressed(_ key: ChooserKey) -> Bool {
    switch key {
    case .down: selection = min(selection + 1, delegate.numberOfModelObjects - 1)
    case .accept: delegate.modelObjectSelected(at: selection)
    default: return false
    }
    return true
  }
}
