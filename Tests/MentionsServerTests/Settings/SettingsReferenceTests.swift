import Foundation
import MentionsTestKit
import Testing

@testable import MentionsServer

@Suite struct SettingsReferenceTests {
  private let lines = SettingsReference.tables().split(separator: "\n").map(String.init)

  @Test(arguments: [
    "| key | value | default | meaning |",
    "| `limit` | 1 to 1000 | `50` | Offer at most this many entities. |",
    "| `triggers` | list of objects | `@` | The triggers that begin a mention, such as `@`. |",
    "| `implicit.minimumLength` | 0 to 100 | `3` | Offer entities after this many letters of a name; 0: never. |",
    "| `triggers[].languages` | list of texts | `[\"*\"]` | Identifiers of the languages in which the trigger works; `*` means all. |",
    "| `git` | The authors of the Git repository, with `.mailmap` applied. | "
      + "`coauthors`: Include the people in `Co-authored-by` trailers. Default `true`. |",
  ])
  func `Rows of the reference`(_ row: String) { #expect(lines.contains(row)) }

  @Test
  func `A bar inside a cell is escaped`() {
    #expect(lines.contains { $0.contains(#"`{a\|b}`"#) })
  }

  @Test
  func `Every row has as many cells as its header`() {
    let counts = lines.filter { $0.hasPrefix("|") }.map { line in
      line.replacingOccurrences(of: "\\|", with: "").split(separator: "|", omittingEmptySubsequences: false)
        .count
    }
    #expect(Set(counts) == [5, 6])
  }

  @Test
  func `Every key and every source type has a row`() {
    for key in ServerSettings.keys where key.home != .files {
      #expect(lines.filter { $0.hasPrefix("| `\(key.name)` |") }.count >= 1, "\(key.name)")
    }
    for kind in SourceSettings.kinds {
      #expect(
        lines.filter { $0.hasPrefix("| `\(kind.name)` | \(kind.documentation)") }.count == 1, "\(kind.name)")
    }
  }

  // MARK: The page Settings

  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/mentions-lsp/mentions-lsp.docc/Settings.md").standardizedFileURL
  private static let begin = "<!-- settings: generated -->\n"
  private static let end = "<!-- /settings -->"

  private static var section: (text: String, range: Range<String.Index>)? {
    guard let text = try? String(contentsOf: page, encoding: .utf8), let begin = text.range(of: begin),
      let end = text.range(of: end, range: begin.upperBound..<text.endIndex)
    else { return nil }
    return (text, begin.upperBound..<end.lowerBound)
  }

  @Test func `the page Settings holds this reference`() throws {
    let (text, range) = try #require(Self.section, "Settings.md has no place for the settings")
    let wanted = text.replacingCharacters(in: range, with: SettingsReference.tables())
    #expect(text == wanted, "\(Renewal.file(Self.page.path, wanted))")
  }
}
