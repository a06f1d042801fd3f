import ChooserWidgets
import Entities
import Foundation
import JSONText
import Mentions
import Testing
import TextModel

/// The code of the articles about choosers does what they say.
@Suite struct ArticleTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: checkout.appendingPathComponent(path), encoding: .utf8)
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

  @Test func `a window follows the theme, and ends its chooser`() throws {
    var registry = ChooserRegistry()
    try registry.register("names", NameChooser.self)
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 8, rows: 3))
    let host = try registry.makeHost("names", room: room) { Issue.record("\($0)") }
    let window = ChooserWindow(host)
    var content = ChooserContent.named("Ada")
    content.search = ChooserSearch(keyString: "ad", controlCharacter: "@")
    host.setContent(content)
    host.show()
    #expect(window.title == "ad" && window.rows == ["> Ada   "])
    window.setTheme(background: "blue", sign: "*")
    #expect(window.rows == ["* Ada   "])
    window.close()
    #expect(window.rows.isEmpty && !host.isAlive)
  }

  @Test func `a trigger may have a chooser of its own`() throws {
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 20, rows: 4))
    let chooser = try makeChooser(room: room) { Issue.record("\($0)") }
    var policy = MentionsPolicy.standard
    policy.triggers = ["@", "#"].map { sign in
      var trigger = policy.triggers[0]
      trigger.character = sign
      return trigger
    }
    var document = MentionsDocument(text: [], languageID: "markdown", policy: policy)
    var pictures: [String] = []
    for text in ["@", " #"] {
      document.beginChanges()
      let end = document.text.buffer.end
      document.splice(TextReplacement(range: TextRange(at: end), replacement: Array(text.utf8)))
      let report = document.finishChanges(now: Instant(milliseconds: 0))
      _ = chooser.follow(report, in: &document)
      for case .ask(let query) in report.effects {
        _ = document.beginQuery(queryID: query.id, sources: ["team"])
        var entity = Entity(id: "1", name: "Ada")
        entity.detail = "an engineer"
        let batch = ResultBatch(
          queryID: query.id, source: "team", entries: [ChooserEntry(entity: entity, matches: [])],
          isRanked: true, dedupe: true, isComplete: true, more: false)
        _ = chooser.follow(document.deliver(batch, now: Instant(milliseconds: 0)), in: &document)
      }
      pictures.append(chooser.host.lines.map { $0.text.trimmed }.joined(separator: "\n"))
    }
    #expect(pictures == ["→ Ada", "> #Ada\n    an engineer"])
  }

  @Test(arguments: [
    (0, "Sources/ChooserWidgets/ChooserWidget.swift"),
    (1, "editors/neovim/lua/mentions/widgets/init.lua"),
    (2, "editors/vscode/types/mentions.d.ts"),
  ])
  func `the table's names are those of each language`(column: Int, path: String) throws {
    let source = try Self.read(path)
    let article = try Self.read("Sources/ChooserWidgets/ChooserWidgets.docc/WritingAChooser.md")
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
