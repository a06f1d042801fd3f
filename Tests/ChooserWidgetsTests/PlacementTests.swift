import ChooserWidgets
import Testing

/// Hakawai's eleven position modes.
@Suite struct PlacementTests {
  @Test func `the modes have Hakawai's names, and each its viewport and its arrow`() {
    let table = ChooserPositionMode.allCases.map { mode in
      "\(mode.rawValue): \(mode.viewport?.rawValue ?? "-") \(mode.arrow?.rawValue ?? "-")"
        + (mode.isEnclosed ? " enclosed" : "")
    }
    #expect(
      table == [
        "enclosedTop: top - enclosed", "enclosedBottom: bottom - enclosed",
        "customLockTopNoArrow: top -", "customLockTopArrowPointingUp: top pointingUp",
        "customLockTopArrowPointingDown: top pointingDown",
        "customLockBottomNoArrow: bottom -", "customLockBottomArrowPointingUp: bottom pointingUp",
        "customLockBottomArrowPointingDown: bottom pointingDown",
        "customNoLockNoArrow: - -", "customNoLockArrowPointingUp: - pointingUp",
        "customNoLockArrowPointingDown: - pointingDown",
      ])
  }

  /// A text view of 30 × 10 cells at (2, 1): `column,row columns×rows border`.
  private func enclosed(_ mode: ChooserPositionMode, typed: ClosedRange<Int>, rows: Int = 10) -> String {
    let textView = CellFrame(column: 2, row: 1, size: CellSize(columns: 30, rows: rows))
    guard
      let place = ChooserPlacement(mode, in: textView, typed: typed, column: 5, attachment: .zero)
    else { return "no place" }
    #expect(place.arrow == nil)
    let size = place.room.size
    return "\(place.room.column),\(place.room.row) \(size.columns)×\(size.rows) \(place.borderMode)"
  }

  @Test func `enclosed modes take what the text view leaves beside the line`() {
    #expect(enclosed(.enclosedTop, typed: 1...1) == "2,2 30×9 top")
    #expect(enclosed(.enclosedBottom, typed: 10...10) == "2,1 30×9 bottom")
    #expect(enclosed(.enclosedTop, typed: 2...4) == "2,5 30×6 top")
    // Where the wanted side has next to nothing, the other one.
    #expect(enclosed(.enclosedTop, typed: 9...9) == "2,1 30×8 bottom")
    #expect(enclosed(.enclosedBottom, typed: 2...2) == "2,3 30×8 top")
    #expect(enclosed(.enclosedTop, typed: 3...3, rows: 4) == "2,1 30×2 bottom")
    #expect(enclosed(.enclosedTop, typed: 1...1, rows: 1) == "no place")
  }

  /// What a host shows in a custom mode, in a room of 20 × 5 cells at (4, 2).
  private func picture(_ mode: ChooserPositionMode, column: Int, rows: Int = 5) throws -> String {
    var registry = ChooserRegistry()
    try registry.register("list", ListChooser.self)
    let host = try registry.makeHost("list", room: .zero) { Issue.record("\($0)") }
    host.setContent(.named("Ada, Ben"))
    host.show()
    let room = CellFrame(column: 4, row: 2, size: CellSize(columns: 20, rows: rows))
    let place = try #require(
      ChooserPlacement(mode, in: .zero, typed: 1...1, column: column, attachment: room))
    host.setPlacement(place)
    let frame = host.frame
    #expect(host.lines.count == frame.size.rows && host.lines.allSatisfy { $0.columns == 20 })
    return "\(frame.column),\(frame.row)\n" + host.lines.map { $0.text.trimmed }.joined(separator: "\n")
  }

  @Test func `in custom modes the chooser is where it is attached, its arrow at the mention's column`() throws
  {
    #expect(try picture(.customNoLockNoArrow, column: 9) == "4,2\n> Ada\n  Ben")
    #expect(
      try picture(.customLockTopArrowPointingUp, column: 9) == "4,2\n─────▲──────────────\n> Ada\n  Ben")
    #expect(
      try picture(.customLockBottomArrowPointingDown, column: 9) == "4,4\n> Ada\n  Ben\n─────▼──────────────")
    // A mention beside the chooser: the arrow at the nearest column.
    #expect(try picture(.customNoLockArrowPointingUp, column: 0).contains("\n▲─────"))
    #expect(try picture(.customNoLockArrowPointingUp, column: 90).contains("─────▲\n"))
    // A single row is for what there is to pick.
    #expect(try picture(.customNoLockArrowPointingUp, column: 9, rows: 1) == "4,2\n> Ada")
    #expect(
      ChooserPlacement(.customNoLockNoArrow, in: .zero, typed: 0...0, column: 0, attachment: .zero) == nil)
  }
}
