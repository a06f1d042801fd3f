import Foundation
import Testing

/// `.editorconfig` against the formatters' own settings and against the checkout.
@Suite struct EditorConfigTests {
  let tree: SourceTree
  let config: EditorConfig

  init() throws {
    tree = try SourceTree.here.get()
    config = EditorConfig(try #require(tree.files.first { $0.path == ".editorconfig" }).text)
  }

  @Test func `Swift is formatted as .swift-format says`() throws {
    struct Format: Decodable {
      let lineLength: Int
      let indentation: [String: Int]
    }
    let text = try #require(tree.files.first { $0.path == ".swift-format" }).text
    let format = try JSONDecoder().decode(Format.self, from: Data(text.utf8))
    let swift = config.properties(for: "Sources/A/B.swift")
    #expect(swift["max_line_length"] == String(format.lineLength))
    #expect(swift["indent_size"] == format.indentation["spaces"].map(String.init))
  }

  @Test func `Lua is formatted as .stylua.toml says`() throws {
    let text = try #require(tree.files.first { $0.path == "editors/neovim/.stylua.toml" }).text
    let lua = config.properties(for: "editors/neovim/lua/a.lua")
    #expect(text.contains("column_width = \(lua["max_line_length"] ?? "")\n"))
    #expect(text.contains("indent_width = \(lua["indent_size"] ?? "")\n"))
  }

  @Test func `the checkout follows the formats`() { expectKept(EditorConfig.violations(in: tree)) }

  @Test(arguments: [
    ("Sources/X/A.swift", "let a = 1", "no line end"), ("editors/a.lua", "a\n\tb\n", "tab"),
    ("Tests/P/a.py", "a \n", "white space"), ("README.md", "a\r\n", "carriage return"),
  ])
  func `a file in another format is caught`(path: String, text: String, reason: String) throws {
    let rules = try #require(tree.files.first { $0.path == ".editorconfig" }).text
    let planted = SourceTree(planted: [".editorconfig": rules, path: text])
    expectCaught(EditorConfig.violations(in: planted), path, reason)
    let recorded = SourceTree(planted: [".editorconfig": rules, "Tests/Fuzz/Corpus/a/b.txt": "a \r\n\tb"])
    #expect(EditorConfig.violations(in: recorded).isEmpty)
  }
}
