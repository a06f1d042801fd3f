import ChooserWidgets
import Testing

@testable import mentions_lsp

@Suite struct ScreenPainterTests {
  private let size = CellSize(columns: 6, rows: 3)

  /// `⎋` is an escape character.
  private func painted(
    _ painter: inout ScreenPainter, _ lines: [StyledLine], cursor: (column: Int, row: Int)? = nil
  ) -> String {
    painter.paint(lines, cursor: cursor, size: size).split(
      separator: "\u{1B}", omittingEmptySubsequences: false
    )
    .joined(separator: "⎋")
  }

  @Test func `the first screen is drawn whole, the next where it differs`() {
    var painter = ScreenPainter(colours: [:])
    #expect(
      painted(&painter, [StyledLine("one"), StyledLine("two")])
        == "⎋[?25l⎋[0m⎋[2J⎋[1;1Hone   ⎋[2;1Htwo   ⎋[3;1H      ")
    #expect(painted(&painter, [StyledLine("one"), StyledLine("2")]) == "⎋[?25l⎋[2;1H2     ")
    #expect(painted(&painter, [StyledLine("one"), StyledLine("2")], cursor: (1, 1)) == "⎋[?25l⎋[2;2H⎋[?25h")
    painter.forget()
    #expect(painted(&painter, [StyledLine("one")]).hasPrefix("⎋[?25l⎋[0m⎋[2J⎋[1;1Hone"))
  }

  @Test func `a terminal of another size is drawn anew`() {
    var painter = ScreenPainter(colours: [:])
    _ = painter.paint([StyledLine("one")], cursor: nil, size: size)
    let wider = painter.paint([StyledLine("one")], cursor: nil, size: CellSize(columns: 7, rows: 1))
    #expect(wider == "\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[1;1Hone    ")
  }

  @Test func `roles have colours, and what is selected is inverse`() {
    var painter = ScreenPainter(colours: [.name: "1;36"])
    let line = StyledLine("a", .name) + StyledLine("b", CellStyle(.text, isSelected: true)) + StyledLine("c")
    #expect(painted(&painter, [line]).contains("⎋[1;36ma⎋[0m⎋[7mb⎋[0mc   "))
  }

  @Test func `a cursor outside is not shown`() {
    var painter = ScreenPainter(colours: [:])
    #expect(!painted(&painter, [], cursor: (6, 0)).contains("?25h"))
    #expect(!painted(&painter, [], cursor: (0, 3)).contains("?25h"))
  }
}
