import MentionsTestKit
import Testing

@testable import EntitySources

/// Who owns a path by CODEOWNERS: GitHub's patterns, the last line that matches, GitLab's sections.
@Suite struct CodeownersRulesTests {
  /// A pattern, paths that it holds for, and paths that it does not hold for.
  private static let patterns: [(pattern: String, holds: [String], fails: [String])] = [
    ("*", ["a", "a/b", ".github/x"], []),
    ("*.js", ["a.js", "lib/a.js", "lib/deep/.js"], ["a.jsx", "js"]),
    ("/build/logs/", ["build/logs/a", "build/logs/b/c"], ["build/logs", "x/build/logs/a"]),
    ("docs/*", ["docs/a.md"], ["docs/build/a.md", "x/docs/a.md", "docs"]),
    ("apps/", ["apps/a", "x/apps/b/c"], ["apps", "my-apps/a"]),
    ("/docs/", ["docs/a", "docs/b/c"], ["x/docs/a"]),
    ("/scripts/", ["scripts/a"], ["scripts"]),
    ("**/logs", ["logs/a", "build/logs/b", "deeply/nested/logs/c", "logs"], ["catalogs/a"]),
    ("/apps/github", ["apps/github", "apps/github/a"], ["apps/githubs"]),
    ("docs/**", ["docs/a", "docs/a/b"], ["docs", "x/docs/a"]),
    ("a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/b/c"], ["a/x/c", "b"]),
    ("/**/b.c", ["b.c", "x/b.c"], ["xb.c"]),
    ("a?c", ["abc", "x/abc"], ["ac", "a/c"]),
    (#"a\ b"#, ["a b"], ["a", "b"]),
    (#"\*x"#, ["*x"], ["yx"]),
    ("README", ["README", "x/README"], ["readme", "README.md"]),
    ("*a*a*a*a*a*a*a*a*b", ["aaaaaaaab"], [String(repeating: "a", count: 4000)]),
    ("/", [], ["a"]), ("//", [], ["a"]),
    ("/*", ["a"], ["a/b"]),
    ("x/*/z", ["x/y/z", "x/y/z/a"], ["x/z", "x/y/y/z"]),
  ]

  @Test func `patterns are GitHub's`() {
    for (pattern, holds, fails) in Self.patterns {
      let rules = CodeownersRules("\(pattern) @ada".utf8, at: "CODEOWNERS")
      for path in holds { #expect(rules.owners(of: path) == ["@ada"], "\(pattern) holds for \(path)") }
      for path in fails { #expect(rules.owners(of: path) == [], "\(pattern) fails for \(path)") }
    }
  }

  @Test func `the last line that matches decides, also one without owners`() {
    let rules = CodeownersRules(
      """
      # comment
      * @org/all
      *.swift @ada ada@example.org # trailing @nobody
      /Sources/ @bob nonsense\r
      /Sources/Generated/
      """.utf8, at: "CODEOWNERS")
    #expect(rules.owners(of: "a.md") == ["@org/all"])
    #expect(rules.owners(of: "Tests/a.swift") == ["@ada", "ada@example.org"])
    #expect(rules.owners(of: "Sources/a.swift") == ["@bob"])
    #expect(rules.owners(of: "Sources/Generated/a.swift") == [])
  }

  @Test func `each of GitLab's sections has a last line, and owners of its own`() {
    let rules = CodeownersRules(
      """
      * @all
      [Documentation][2] @writers
      docs/
      docs/internal/ @ada
      ^[Engine]
      *.c @bob @BOB
      [Empty]
      """.utf8, at: "CODEOWNERS")
    #expect(rules.owners(of: "docs/a.c") == ["@all", "@writers", "@bob"])
    #expect(rules.owners(of: "docs/internal/a") == ["@all", "@ada"])
    #expect(rules.owners(of: "x") == ["@all"])
  }

  @Test func `GitLab's sections of one name are one`() {
    let rules = CodeownersRules(
      """
      [Docs] @writers
      *.md
      [Engine] @bob
      *.c
      [DOCS] @ada
      ada.md
      """.utf8, at: "CODEOWNERS")
    #expect(rules.owners(of: "ada.md") == ["@ada"])
    #expect(rules.owners(of: "x.md") == ["@writers"])
    #expect(rules.owners(of: "x.c") == ["@bob"])
  }

  @Test func `what GitLab's exclusions match has no owners in the section`() {
    let text = """
      * @all
      !pom.xml
      pom.xml @late
      """
    let gitLab = CodeownersRules(text.utf8, at: ".gitlab/CODEOWNERS")
    #expect(gitLab.owners(of: "a") == ["@all"])
    #expect(gitLab.owners(of: "x/pom.xml") == [])
    let sections = CodeownersRules("\(text)\n[Build]\n*.xml @builders".utf8, at: "CODEOWNERS")
    #expect(sections.owners(of: "pom.xml") == ["@builders"])
    // To GitHub it is a name like others.
    let gitHub = CodeownersRules(text.utf8, at: "CODEOWNERS")
    #expect(gitHub.owners(of: "pom.xml") == ["@late"])
    #expect(gitHub.owners(of: "!pom.xml") == [])
  }

  @Test func `GitLab's patterns begin anywhere but with a slash`() {
    let text = "internal/*.md @ada\n/top/*.md @bob"
    let gitLab = CodeownersRules(text.utf8, at: ".gitlab/CODEOWNERS")
    #expect(gitLab.owners(of: "docs/internal/a.md") == ["@ada"])
    #expect(gitLab.owners(of: "internal/a.md") == ["@ada"])
    #expect(gitLab.owners(of: "docs/top/a.md") == [])
    #expect(CodeownersRules(text.utf8, at: "CODEOWNERS").owners(of: "docs/internal/a.md") == [])
  }

  @Test func `a byte order mark is no part of the first line`() {
    let rules = CodeownersRules("\u{FEFF}*.md @ada\n".utf8, at: "CODEOWNERS")
    #expect(rules.owners(of: "a.md") == ["@ada"])
  }

  @Test func `whatever the bytes are, nothing breaks`() {
    var random = SystemlessRandom(state: 7)
    for _ in 0..<300 {
      let bytes = (0..<200).map { _ in
        Array("a*/?\\ \n@[]^#.\r\u{0}\u{FF}".utf8).randomElement(using: &random) ?? 0
      }
      let rules = CodeownersRules(bytes, at: ".gitlab/CODEOWNERS")
      for path in ["a", "a/a/a", "", "/", "a//a"] {
        #expect(rules.owners(of: path).allSatisfy(CodeownersLine.isOwner))
      }
    }
  }
}

/// Small and the same everywhere.
private struct SystemlessRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
