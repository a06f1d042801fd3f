import MentionsTestKit
import SessionSimulation
import Testing

@testable import mentions_lsp

@Suite struct TextFlowTests {
  private func check(
    _ text: String, _ columns: Int, _ rows: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let flow = TextFlow(text, columns: columns)
    expectRow(flow.rows.map { flow.text($0.range) }, rows, sourceLocation: sourceLocation)
  }

  @Test func `lines are rows, and long ones several`() {
    check("", 10, "")
    check("ab\ncd", 10, "ab", "cd")
    check("ab\r\n", 10, "ab", "")
    check("one two three", 8, "one two ", "three")
    check("abcdefghij", 4, "abcd", "efgh", "ij")
    check("ab cdefghij", 4, "ab ", "cdef", "ghij")
    // A space may hang over the edge.
    check("abcd efg", 4, "abcd ", "efg")
    check("a\u{2028}b", 10, "a\u{2028}b")
  }

  @Test func `wide characters take two cells, marks none`() {
    check("張三李四", 5, "張三", "李四")
    check("e\u{301}e\u{301}e", 2, "e\u{301}e\u{301}", "e")
    check("👩‍👩‍👧a", 2, "👩‍👩‍👧", "a")
  }

  @Test func `places and cells answer to each other`() {
    let flow = TextFlow("one two 張三\nx", columns: 8)
    #expect(flow.rows.map(\.isContinued) == [true, false, false])
    #expect(flow.place(of: 0) == (0, 0))
    #expect(flow.place(of: 8) == (1, 0))
    #expect(flow.place(of: 9) == (1, 2))
    #expect(flow.place(of: 10) == (1, 4))
    #expect(flow.place(of: 11) == (2, 0))
    #expect(flow.place(of: 99) == (2, 1))
    // The second half of a wide character is nearer to what follows.
    #expect(flow.index(row: 1, column: 0) == 8)
    #expect(flow.index(row: 1, column: 1) == 9)
    #expect(flow.index(row: 1, column: 70) == 10)
    #expect(flow.index(row: 0, column: 70) == 7)
    #expect(flow.index(row: 9, column: 0) == 11)
  }

  @Test(arguments: seeds(1...20)) func `every place is where it is shown`(seed: UInt64) {
    var random = SeededRandom(seed)
    let pieces = ["a", "張", " ", "\n", "\r\n", "e\u{301}", "word ", "👩‍👩‍👧", "\u{200B}"]
    let text = (0..<60).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let flow = TextFlow(text, columns: Int.random(in: 2...12, using: &random))
    // Each character is in one row, but for line ends.
    var next = 0
    for row in flow.rows {
      #expect(row.range.lowerBound == next, "seed \(seed)")
      next = row.range.upperBound + (row.isContinued ? 0 : 1)
    }
    for index in 0...flow.count {
      let place = flow.place(of: index)
      let row = flow.rows[place.row].range
      #expect(row.contains(index) || row.upperBound == index, "seed \(seed), \(index)")
    }
  }
}
