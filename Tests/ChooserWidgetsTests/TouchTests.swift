import ChooserWidgets
import Entities
import JSONText
import Mentions
import Testing
import TextModel

/// Fingers and pointers on choosers, and what is drawn per trigger.
@Suite struct TouchTests {
  private func touch(
    _ sample: SampleTests.Sample, _ phases: (ChooserTouch.Phase, column: Int, row: Int)...
  ) -> [Bool] {
    phases.map { sample.host.touch(ChooserTouch($0.0, column: $0.column, row: $0.row)) }
  }

  @Test func `a tap takes an entry, and one that slips to another does not`() throws {
    let list = try SampleTests.Sample(ListChooser.self, "A, B, C, D, E, F, G", rows: 5, border: .top)
    #expect(list.picture.hasSuffix("> A\n  B\n  C\n  … 4 more"))
    #expect(touch(list, (.began, 3, 2), (.ended, 4, 2)) == [true, true])
    #expect(list.selected == [1])
    #expect(touch(list, (.began, 3, 1), (.moved, 3, 2), (.ended, 3, 2)) == [true, true, true])
    #expect(list.selected == [1])
    #expect(list.picture.hasSuffix("> A\n  B\n  C\n  … 4 more"))
    // By rows, as far as there are any.
    #expect(touch(list, (.scrolled(by: 4), 3, 1)) == [true])
    #expect(list.picture.hasSuffix("  C\n  D\n> E\n  … 2 more"))
    #expect(touch(list, (.began, 3, 1), (.ended, 3, 1)) == [true, true])
    #expect(list.selected == [1, 2])
    // Beside the frame, on the border, on the last line: not for it.
    let others = touch(list, (.began, 90, 1), (.began, 3, 0), (.began, 3, 4), (.ended, 3, 1), (.moved, 3, 1))
    #expect(others == [false, false, false, false, false])
    list.host.hide()
    #expect(touch(list, (.began, 3, 1)) == [false])
    #expect(list.selected == [1, 2])
  }

  @Test func `an entry of several lines is taken by any of them, below an arrow too`() throws {
    let list = try SampleTests.Sample(
      ListChooser.self, "A, B",
      cells: { object, _ in
        [StyledLine(object.entity.name), StyledLine("more")]
      })
    list.host.setArrow(ChooserArrow(.pointingUp, column: 2))
    #expect(list.host.lines.count == 5)
    #expect(touch(list, (.began, 1, 4), (.ended, 1, 3)) == [true, true])
    #expect(list.selected == [1])
    #expect(touch(list, (.began, 1, 0)) == [false], "the arrow")
  }

  @Test func `the nearest handle of the slider follows a touch, wherever it moves`() throws {
    let slider = try SampleTests.Sample(
      RecencySlider.self, "Ada 1, Ben, Cid 4, Dan 9", columns: 60,
      model: ["minimumValue": 1, "maximumValue": 9])
    // The track is 24 columns from the second.
    #expect(touch(slider, (.began, 24, 0), (.moved, 13, 5), (.ended, 13, 40)) == [true, true, true])
    #expect(slider.picture.hasPrefix("  ●━━━━━━━━━━●────────────  1 to 5 mentions ago"))
    #expect(
      touch(slider, (.began, 4, 0), (.moved, 9, 0), (.moved, 50, 0), (.ended, 10, 0)) == [
        true, true, true, true,
      ])
    #expect(slider.picture.hasPrefix("  ────────●━━●────────────  4 to 5 mentions ago"))
    #expect(slider.events.last == #"{"minValue":4,"maxValue":5}"#)
    // Which handle it was is the one that keys move now.
    #expect(slider.host.press(.left))
    #expect(slider.host["selectedMinimumValue"] == 3)
    #expect(touch(slider, (.began, 3, 1), (.ended, 3, 1)) == [true, true])
    #expect(slider.selected == [2])
  }

  @Test func `the images of handles and track are characters`() throws {
    let slider = try SampleTests.Sample(
      RecencySlider.self, "Ada 1", columns: 60,
      model: [
        "minThumbImageName": "[", "maxThumbImageName": "]", "trackBackgroundImageName": "·",
        "trackHighlightImageName": "=", "selectedMaximumValue": 5,
      ])
    #expect(slider.picture == "  [==========]············  0 to 5 mentions ago\n> Ada")
    var problems: [String] = []
    var registry = ChooserRegistry()
    try registry.register(
      "slider", RecencySlider.self, model: ["minThumbImageName": "李", "maxThumbImageName": 3])
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 60, rows: 4))
    let host = try registry.makeHost("slider", room: room) { problems.append("\($0)") }
    host.show()
    #expect(host.lines[0].text.trimmed == "  ●━━━━━━━━━━━━━━━━━━━━━━●  mentioned at any time or never")
    #expect(
      problems == [
        #"chooser “slider”: minThumbImageName is "李", expected a character that is one column wide"#,
        "chooser “slider”: maxThumbImageName is 3, expected a character that is one column wide",
      ])
  }

  // MARK: By trigger

  @Test func `cells and the loading cell are told the trigger, and may be of several lines`() throws {
    var registry = ChooserRegistry()
    try registry.register(
      "list", ListChooser.self,
      cells: { object, search in
        let name = StyledLine((search.controlCharacter ?? "") + object.entity.name)
        return search.controlCharacter == "+" ? [name, StyledLine("  of “\(search.keyString)”")] : [name]
      },
      loadingCell: { search in
        search.controlCharacter == "+" ? [StyledLine("one moment"), StyledLine("please")] : []
      })
    let room = CellFrame(column: 0, row: 0, size: CellSize(columns: 20, rows: 6))
    let host = try registry.makeHost("list", room: room) { Issue.record("\($0)") }
    host.show()
    func picture(_ trigger: String?, _ names: String = "Ada, Ben…") -> String {
      var content = ChooserContent.named(names)
      content.search = ChooserSearch(keyString: "a", controlCharacter: trigger)
      host.setContent(content)
      return host.lines.map { $0.text.trimmed }.joined(separator: "\n")
    }
    #expect(picture(nil) == "> Ada\n  Ben\n  Searching…")
    #expect(picture("@") == "> @Ada\n  @Ben\n  Searching…")
    #expect(picture("+") == "> +Ada\n    of “a”\n  +Ben\n    of “a”\n  one moment\n  please")
    #expect(
      picture("+", "Ada, Ben, Cid…") == "> +Ada\n    of “a”\n  +Ben\n    of “a”\n  one moment\n  please")
    #expect(picture("+", "…") == "  one moment\n  please")
  }

  @Test(arguments: ["list", "slider"])
  func `each entry is told of once, when it is shown`(name: String) throws {
    let sample = try SampleTests.Sample(
      name == "list" ? ListChooser.self : RecencySlider.self, "A, B, C, D, E, F", columns: 60,
      rows: name == "list" ? 4 : 5)
    var presented: [Int] = []
    sample.host.willPresent = { presented.append($0) }
    _ = sample.host.lines
    _ = sample.host.lines
    #expect(presented == [0, 1, 2])
    #expect(sample.press(.last) == [true])
    _ = sample.host.lines
    #expect(presented == [0, 1, 2, 3, 4, 5])
    // What it finds out it may show at once.
    sample.host.willPresent = { index in
      var content = sample.host.content
      guard content.objects[index].entity.detail == nil else { return }
      content.objects[index].entity.detail = "found"
      sample.host.setContent(content)
    }
    sample.host.setContent(.named("A, B"))
    _ = sample.host.lines
    #expect(sample.host.lines.count { $0.text.contains("found") } == 2)
  }
}
