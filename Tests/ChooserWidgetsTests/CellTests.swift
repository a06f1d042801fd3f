import ChooserWidgets
import Foundation
import Testing
import TextModel

#if canImport(Glibc)
/// `wcwidth`, which the system's headers hide from Swift.
@_silgen_name("wcwidth") private func columnsByCLibrary(_ scalar: wchar_t) -> CInt
#endif

/// Text measured in cells, and how it is cut where it does not fit.
@Suite struct CellTests {
  @Test(arguments: [
    ("", 0), ("Ada", 3), ("Adé", 3), ("Ade\u{301}", 3), ("\u{301}", 0), ("Øß", 2),
    ("李白", 4), ("こんにちは", 10), ("ﾊﾝｶｸ", 4), ("＠", 2), ("か\u{3099}", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("〈a〉", 5),
    ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("☀", 1), ("☀️", 2), ("1️⃣", 2), ("❤️‍🔥", 2),
    ("नमस्ते", 4), ("กำ", 2), ("שָׁלוֹם", 4), ("a\u{200B}b\u{2060}", 2), ("…", 1), ("●━─", 3), ("𠀀", 2),
    ("\u{7}", 0),
  ])
  func `columns are those of a terminal`(text: String, columns: Int) {
    #expect(CellWidth.columns(of: text) == columns)
  }

  #if canImport(Glibc)
  /// The C library's table is of another version of Unicode and sees some signs otherwise: one in five
  /// hundred may differ, and no letter of the first plane.
  @Test func `single scalars are as wide as the C library says`() throws {
    let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    var (judged, differing): (Int, [String]) = (0, [])
    for value in 0x20...0x3FFFD as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned,
        scalar.properties.generalCategory != .privateUse, !scalar.properties.isEmojiPresentation
      else { continue }
      let expected = Int(columnsByCLibrary(wchar_t(value)))
      guard expected >= 0 else { continue }
      judged += 1
      if CellWidth.columns(of: String(scalar)) != expected {
        differing.append(
          "\(String(value, radix: 16)): \(CellWidth.columns(of: String(scalar))), C says \(expected)")
        #expect(value > 0xFFFF || !scalar.properties.isAlphabetic, "U+\(differing.last ?? "")")
      }
    }
    #expect(judged > 100_000)
    #expect(differing.count * 500 < judged, "\(differing.count) of \(judged): \(differing.prefix(20))")
  }
  #endif

  @Test func `a line is cut between characters and says so`() {
    func check(_ text: String, _ cut: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      let lines = (0..<cut.count).map { StyledLine(text).clipped(to: $0).text }
      #expect(lines == cut, sourceLocation: sourceLocation)
    }
    check("Ada L", ["", "…", "A…", "Ad…", "Ada…", "Ada L", "Ada L"])
    check("李白 L", ["", "…", "…", "李…", "李…", "李白…", "李白 L"])
    check("😀👩‍👩‍👧‍👦", ["", "…", "…", "😀…", "😀👩‍👩‍👧‍👦"])
    check("e\u{301}e\u{301}e\u{301}", ["", "…", "e\u{301}…", "e\u{301}e\u{301}e\u{301}"])
    #expect(StyledLine("李白").fitted(to: 3).text == "李…")
    #expect(StyledLine("李白李").fitted(to: 4).text == "李… ")
    #expect(StyledLine("李").fitted(to: 4).text == "李  ")
    for columns in 0..<20 { #expect(StyledLine("a李😀e\u{301}🇩🇪b한").fitted(to: columns).columns == columns) }
    #expect(StyledLine("Ada").clipped(to: -1).text == "")
    #expect(StyledLine("Ada").fitted(to: -1).text == "")
  }

  @Test func `a name cannot reach beyond its line`() {
    #expect(StyledLine("A\nB\r\nC\tD\u{2028}E").text == "A B C D E")
    #expect(StyledLine("\u{1B}[31mred\u{7}\u{9B}m").text == "[31mredm")
    #expect(StyledLine("\u{202E}txt.exe\u{2066}").text == "txt.exe")
    #expect(StyledLine("\u{1B}").columns == 0)
  }

  @Test func `no character has two styles, and widths add up`() {
    var line = StyledLine("👩", .name)
    line.append("\u{200D}💻 Ada", .detail)
    #expect(line.runs.map(\.text) == ["👩\u{200D}💻", " Ada"])
    #expect(line.columns == 6)
    var flag = StyledLine("x🇩", .name)
    flag.append("🇪🇫", .match)
    #expect(flag.runs.map(\.text) == ["x🇩🇪", "🇫"])
    #expect(flag.columns == CellWidth.columns(of: flag.text))
    var plain = StyledLine("Ada", .name)
    plain.append(" Lovelace", .name)
    plain.append("", .match)
    #expect(plain.runs.map(\.text) == ["Ada Lovelace"])
    let parts = [
      "a", "\u{301}", "李", "🇩", "🇪", "\u{200D}", "👩", "\u{200D}", "💻", "ক", "\u{9CD}", "ষ", "\u{1112}",
      "\u{1161}",
    ]
    var sum = StyledLine()
    for (index, part) in parts.enumerated() {
      sum.append(part, index % 2 == 0 ? .name : .match)
      #expect(sum.columns == CellWidth.columns(of: sum.text), "after \(index)")
    }
    #expect(sum.text.unicodeScalars.elementsEqual(parts.joined().unicodeScalars))
  }

  @Test(arguments: [
    (8, 4, BorderMode.none, "Ada     /李白    /        /        "),
    (8, 4, .top, "────────/Ada     /李白    /        "),
    (8, 4, .bottom, "Ada     /李白    /        /────────"),
    (2, 2, .top, "──/A…"), (1, 1, .top, "…"), (1, 1, .none, "…"), (0, 2, .bottom, "/"), (5, 0, .top, ""),
    (3, 1, .bottom, "Ada"),
  ])
  func `a frame is filled, bordered and never exceeded`(
    columns: Int, rows: Int, border: BorderMode, drawn: String
  ) {
    let size = CellSize(columns: columns, rows: rows)
    let lines = CellCanvas(size: size, borderMode: border, background: nil).lines([
      StyledLine("Ada"), StyledLine("李白"),
    ])
    #expect(lines.map(\.text).joined(separator: "/") == drawn)
    #expect(lines.count == rows && lines.allSatisfy { $0.columns == columns })
  }

  @Test func `a background is under every cell without its own`() {
    var line = StyledLine("Ada", .name)
    line.append("!", CellStyle(.detail, background: "red"))
    let canvas = CellCanvas(size: CellSize(columns: 6, rows: 2), borderMode: .top, background: "blue")
    let shown = canvas.lines([line]).map { $0.runs.map { "\($0.text) \($0.style.background ?? "-")" } }
    #expect(shown == [["────── blue"], ["Ada blue", "! red", "   blue"]])
    #expect(canvas.lines([line])[0].runs[0].style.role == .border)
  }

  @Test func `sizes are never negative and never beyond any terminal`() {
    #expect(CellSize(columns: -1, rows: .min) == .zero)
    #expect(CellSize(columns: .max, rows: 3) == CellSize(columns: CellSize.longestSide, rows: 3))
    let frame = CellFrame(column: .min, row: .max, size: .zero)
    #expect(frame.column == -CellSize.longestSide && frame.row == CellSize.longestSide)
    #expect(
      CellSize(columns: 9, rows: 2).fitted(into: CellSize(columns: 4, rows: 7))
        == CellSize(columns: 4, rows: 2))
  }
}
