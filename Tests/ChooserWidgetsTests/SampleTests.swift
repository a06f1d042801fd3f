import ChooserWidgets
import Entities
import JSONText
import MentionsTestKit
import SessionSimulation
import Testing

/// The samples as a person sees them: each picture is the content of the frame without spaces at line ends.
@Suite struct SampleTests {
  final class Sample {
    let host: ChooserHost
    private(set) var events: [String] = []
    private(set) var selected: [Int] = []

    init(
      _ type: any ChooserWidget.Type, _ content: String, columns: Int = 40, rows: Int = 8,
      model: JSONObject = [:], border: BorderMode = .none, cells: @escaping ChooserCells = StandardCells.draw
    ) throws {
      var registry = ChooserRegistry()
      var note: (JSONObject) -> Void = { _ in }
      try registry.register(
        "sample", type, model: model, events: [RecencySlider.updatedMinAndMaxValue: { note($0) }],
        cells: cells,
        borderMode: border)
      host = try registry.makeHost(
        "sample", room: CellFrame(column: 0, row: 0, size: CellSize(columns: columns, rows: rows))
      ) { Issue.record("\($0)") }
      note = { [weak self] in self?.events.append("\(JSONValue.object($0))") }
      host.didSelect = { [weak self] in self?.selected.append($0) }
      host.setContent(.named(content))
      host.show()
    }

    var picture: String { host.lines.map { $0.text.trimmed }.joined(separator: "\n") }

    func press(_ keys: ChooserKey..., times: Int = 1) -> [Bool] {
      (0..<times).flatMap { _ in keys.map { host.press($0) } }
    }
  }

  func check(
    _ sample: Sample, _ keys: ChooserKey..., picture: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for key in keys { #expect(sample.host.press(key), "\(key)", sourceLocation: sourceLocation) }
    expectRow(sample.picture, picture, label: "picture", sourceLocation: sourceLocation)
  }

  // MARK: The plain list

  @Test func `a list scrolls with its selection and says how much is out of sight`() throws {
    let list = try Sample(ListChooser.self, "A, B, C, D, E, F, G", rows: 4)
    check(list, picture: "> A\n  B\n  C\n  … 4 more")
    check(list, .down, .down, .down, picture: "  B\n  C\n> D\n  … 3 more")
    // Up moves inside what is in sight first.
    check(list, .up, picture: "  B\n> C\n  D\n  … 3 more")
    check(list, .up, .up, picture: "> A\n  B\n  C\n  … 4 more")
    check(list, .up, picture: "> A\n  B\n  C\n  … 4 more")
    check(list, .pageDown, .pageDown, picture: "  C\n  D\n> E\n  … 2 more")
    check(list, .last, picture: "  E\n  F\n> G\n  … 4 above")
    check(list, .down, picture: "  E\n  F\n> G\n  … 4 above")
    check(list, .pageUp, picture: "> E\n  F\n  G\n  … 4 above")
    check(list, .accept, picture: "> E\n  F\n  G\n  … 4 above")
    #expect(list.selected == [4])
    // Hiding forgets where it was; fewer entries take the selection along.
    check(list, .last, picture: "  E\n  F\n> G\n  … 4 above")
    list.host.setContent(.named("A, B"))
    check(list, picture: "  A\n> B")
    list.host.hide()
    list.host.show()
    check(list, picture: "> A\n  B")
    list.host.setContent(ChooserContent())
    #expect(list.host.lines == [])
    #expect(list.press(.down, .accept, .left) == [false, false, false])
  }

  @Test func `a list says that it is loading`() throws {
    check(try Sample(ListChooser.self, "…"), picture: "  Searching…")
    check(try Sample(ListChooser.self, "A, B…"), picture: "> A\n  B\n  Searching…")
    check(
      try Sample(ListChooser.self, "A, B, C, D, E, F…"),
      picture: "> A\n  B\n  C\n  D\n  E\n  … 1 more · Searching…")
    // What there is to pick goes before.
    check(try Sample(ListChooser.self, "A, B…", rows: 1), picture: "> A")
  }

  @Test func `a list shows as many rows as its model says, with a border next to the text`() throws {
    let list = try Sample(ListChooser.self, "A, B, C, D", columns: 6, model: ["rows": 2], border: .top)
    check(list, picture: "──────\n> A\n  B\n  … 2…")
    list.host["rows"] = 4
    check(list, picture: "──────\n> A\n  B\n  C\n  D")
    list.host.setBorderMode(.bottom)
    check(list, picture: "> A\n  B\n  C\n  D\n──────")
    #expect(list.host.frame == CellFrame(column: 0, row: 3, size: CellSize(columns: 6, rows: 5)))
  }

  @Test func `cells are the application's: name, handle and detail unless it draws others`() throws {
    var ada = Entity(id: "1", name: "Ada Lovelace")
    ada.handle = "ada"
    ada.detail = "Analytical Engine"
    var li = Entity(id: "2", name: "李白")
    li.detail = "poet"
    let content = ChooserContent(
      objects: [
        ChooserObject(entity: ada, matches: [0..<2, 4..<7]),
        ChooserObject(entity: li, matches: [1..<2, -3..<0]),
        ChooserObject(entity: Entity(id: "3", name: "Charles Babbage the Elder"), matches: [90..<99]),
      ], search: ChooserSearch(keyString: "ad"))
    let list = try Sample(ListChooser.self, "", columns: 60)
    list.host.setContent(content)
    check(
      list,
      picture: """
        > Ada Lovelace         @ada         Analytical Engine
          李白                              poet
          Charles Babbage the Elder
        """)
    let runs = list.host.lines.map { line in
      line.runs.filter { $0.style.role == .match }.map { $0.text + ($0.style.isSelected ? "*" : "") }
    }
    #expect(runs == [["Ad*", "Lov*"], ["李"], []])
    // Of several lines, too: whole or not at all.
    let tall = try Sample(ListChooser.self, "", rows: 6, model: ["rows": 9]) { object, search in
      object.entity.detail == nil
        ? [] : [StyledLine(object.entity.name), StyledLine("  for “\(search.keyString)”")]
    }
    tall.host.setContent(content)
    check(tall, picture: "> Ada Lovelace\n    for “ad”\n  李白\n    for “ad”\n")
    tall.host.setRoom(CellFrame(column: 0, row: 0, size: CellSize(columns: 40, rows: 4)))
    check(tall, picture: "> Ada Lovelace\n    for “ad”\n  … 2 more\n")
    check(tall, .down, picture: "> 李白\n    for “ad”\n\n  … 1 above")
  }

  @Test(arguments: ["list", "slider"], [1, 2, 3] as [UInt64])
  func `whatever is pressed, the selected entry is visible and is the one accepted`(
    name: String, seed: UInt64
  )
    throws
  {
    var random = SeededRandom(seed)
    let sample = try Sample(
      name == "list" ? ListChooser.self : RecencySlider.self, "", border: .top
    ) { object, _ in
      Array(repeating: StyledLine(object.entity.name), count: object.entity.name.count % 3 + 1)
    }
    for step in 0..<600 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        let names = (0..<Int.random(in: 0..<12, using: &random)).map { index in
          "\(String(repeating: "x", count: index % 3))n\(index) \(Int.random(in: 0..<12, using: &random))"
        }
        sample.host.setContent(
          .named(names.joined(separator: ", ") + (Bool.random(using: &random) ? "…" : "")))
      case 1:
        let size = CellSize(
          columns: Int.random(in: 10..<60, using: &random), rows: Int.random(in: 0..<9, using: &random))
        sample.host.setRoom(CellFrame(column: 0, row: 0, size: size))
      default: _ = sample.host.press(ChooserKey.allCases.randomElement(using: &random) ?? .accept)
      }
      let lines = sample.host.lines
      let entry = lines.first { $0.text.hasPrefix("> ") }.map { $0.text.dropFirst(2).prefix { $0 != " " } }
      let taken = sample.selected.count
      let isTaken = sample.host.press(.accept)
      // A frame without a row for it shows nothing to take, but what was selected stays so.
      guard lines.count > 1 else { continue }
      let now = sample.selected.count > taken ? sample.selected.last : nil
      let expected = now.map { sample.host.content.objects[$0].entity.name }
      #expect(isTaken == (entry != nil), "seed \(seed), step \(step)")
      #expect(entry.map(String.init) == expected, "seed \(seed), step \(step)\n\(sample.picture)")
    }
    #expect(sample.selected.count > 100)
  }

  // MARK: The slider

  @Test func `the slider keeps those who were mentioned within its range`() throws {
    let slider = try Sample(
      RecencySlider.self, "Ada 1, Ben, Cid 4, Dan 9", columns: 60,
      model: ["minimumValue": 1, "maximumValue": 9])
    check(
      slider,
      picture: """
          ●━━━━━━━━━━━━━━━━━━━━━━●  mentioned at any time or never
        > Ada
          Ben
          Cid
          Dan
        """)
    #expect(slider.press(.left, times: 4) == [true, true, true, true])
    check(
      slider, .down,
      picture: """
          ●━━━━━━━━━━●────────────  1 to 5 mentions ago
          Ada
        > Cid
        """)
    check(slider, .accept, .next, .right, picture: "  ──●━━━━━━━━●────────────  2 to 5 mentions ago\n> Cid")
    #expect(slider.selected == [2])
    #expect(slider.host["selectedMinimumValue"] == 2 && slider.host["selectedMaximumValue"] == 5)
    #expect(slider.events.first == #"{"minValue":1,"maxValue":8}"#)
    #expect(slider.events.last == #"{"minValue":2,"maxValue":5}"#)
    // The handles stop at each other and at the ends; the one at the top lets through what is older.
    _ = slider.press(.right, times: 9)
    check(slider, picture: "  ───────────●────────────  5 mentions ago")
    #expect(slider.press(.accept, .down) == [false, false])
    _ = slider.press(.next)
    _ = slider.press(.right, times: 9)
    check(slider, picture: "  ───────────●━━━━━━━━━━━●  5 mentions ago or longer\n> Dan")
    #expect(slider.events.count == 4 + 1 + 3 + 4)
  }

  @Test func `the slider follows its model`() throws {
    let slider = try Sample(
      RecencySlider.self, "Ada 10, Ben 40…", columns: 60,
      model: ["maximumValue": 30, "minimumRange": 5, "unit": "days", "selectedMaximumValue": 12])
    check(slider, picture: "  ●━━━━━━━━●──────────────  0 to 12 days ago\n> Ada\n  Searching…")
    slider.host["selectedMinimumValue"] = 11
    check(slider, picture: "  ────────●━━━●───────────  11 to 16 days ago\n  Searching…")
    slider.host["maximumValue"] = 12
    check(slider, picture: "  ─────────────●━━━━━━━━━●  7 days ago or longer\n> Ada\n  Ben\n  Searching…")
    slider.host["maximumValue"] = 0
    check(
      slider,
      picture: "  ●───────────────────────  mentioned at any time or never\n> Ada\n  Ben\n  Searching…")
    #expect(slider.events == [])
  }

  @Test(arguments: ["list", "slider"])
  func `any frame is accepted`(name: String) throws {
    let type: any ChooserWidget.Type = name == "list" ? ListChooser.self : RecencySlider.self
    for border in BorderMode.allCases {
      for (columns, rows) in [
        (0, 0), (1, 1), (2, 1), (1, 2), (3, 3), (7, 2), (5000, 5000), (-1, -1), (.max, .max),
      ] {
        let sample = try Sample(type, "李白 1, 😀, Ada 2…", columns: columns, rows: rows, border: border)
        let lines = sample.host.lines
        let size = sample.host.frame.size
        #expect(
          lines.count == size.rows && lines.allSatisfy { $0.columns == size.columns }, "\(columns)×\(rows)")
        #expect(
          size.columns == CellSize(columns: columns, rows: 0).columns && size.rows <= max(0, min(rows, 9)))
        for key in ChooserKey.allCases { _ = sample.host.press(key) }
        #expect(sample.host.lines.allSatisfy { $0.columns == size.columns }, "\(columns)×\(rows)")
      }
    }
  }
}
