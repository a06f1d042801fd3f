import Testing

@testable import EntitySources

/// Which paths a pattern matches, relative to the workspace folder.
@Suite struct GlobTests {
  private func check(
    _ pattern: String, holds: [String] = [], not: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let glob = Glob(pattern)
    for path in holds {
      #expect(glob.matches(path), "\(pattern) and \(path)", sourceLocation: sourceLocation)
    }
    for path in not { #expect(!glob.matches(path), "\(pattern) and \(path)", sourceLocation: sourceLocation) }
  }

  @Test func `a pattern without a slash holds at any depth`() {
    check("*.md", holds: ["a.md", "b/c/a.md", ".md"], not: ["a.txt", "a.md.txt", "md"])
    check("CHANGELOG.md", holds: ["CHANGELOG.md", "x/CHANGELOG.md"], not: ["xCHANGELOG.md", "changelog.md"])
    check("vendor/", holds: ["vendor/a.md", "x/vendor/a/b.md", "vendor"], not: ["vendors/a.md"])
    check("?.md", holds: ["a.md", "é.md"], not: ["ab.md", ".md"])
  }

  @Test func `a pattern with a slash begins at the folder`() {
    check("/vendor", holds: ["vendor/a.md", "vendor"], not: ["x/vendor/a.md"])
    check("docs/*.md", holds: ["docs/a.md"], not: ["docs/x/a.md", "x/docs/a.md"])
    check("docs/**", holds: ["docs/a.md", "docs/x/a.md"], not: ["docsx/a.md", "a.md"])
    check("docs/**/a.md", holds: ["docs/a.md", "docs/x/a.md", "docs/x/y/a.md"], not: ["docs/xa.md", "a.md"])
    check("**/gen/*.md", holds: ["gen/a.md", "x/y/gen/a.md"], not: ["xgen/a.md", "gen/x/a.md"])
  }

  @Test func `sets, choices and escapes`() {
    check("[a-c]?.md", holds: ["ax.md", "c1.md"], not: ["dx.md", "a.md"])
    check("[!a-c].md", holds: ["d.md", "-.md"], not: ["a.md"])
    check("[]x].md", holds: ["].md", "x.md"], not: ["a.md"])
    check("*.{md,txt}", holds: ["a.md", "b/a.txt"], not: ["a.rst"])
    check("{a,b{c,d}}.md", holds: ["a.md", "bc.md", "bd.md"], not: ["b.md", "c.md"])
    check(#"\*.md"#, holds: ["*.md"], not: ["a.md"])
    check("[a.md", holds: ["[a.md"], not: ["a.md"])
    check("{a.md", holds: ["{a.md"], not: ["a.md"])
  }

  @Test func `no pattern takes long`() {
    let stars = String(repeating: "*a", count: 50) + "b"
    check(stars, not: [String(repeating: "a", count: 1000)])
    check(String(repeating: "{a,b}", count: 40), not: [String(repeating: "c", count: 40)])
    check(String(repeating: "**/", count: 50) + "x", not: [String(repeating: "a/", count: 500)])
  }

  @Test func `words that are language identifiers are not patterns`() {
    for word in ["markdown", "git-commit", "c++", "objective_c"] { #expect(!Glob.isPattern(word), "\(word)") }
    for word in ["*.md", "docs/x", "README.md", "{a,b}", "a?", "[ab]"] {
      #expect(Glob.isPattern(word), "\(word)")
    }
  }
}
