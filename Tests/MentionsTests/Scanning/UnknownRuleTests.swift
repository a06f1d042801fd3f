import MentionsTestKit
import Testing

@testable import Mentions

/// What looks like a mention of somebody unknown, and is not one.
@Suite struct UnknownRuleTests {
  private func scan(_ text: String, language: String = "markdown") -> [String] {
    MentionReaderTests.scan(text, language: language)
  }

  @Test func `mentions of somebody unknown`() {
    for text in [
      "@nobody", "Hi @nobody, all", "(@nobody)", "**@nobody**", "“@nobody”", "| a |@nobody|", "> @nobody:",
      "@nobody's",
      "cc:@nobody", "@nobody/", "@nobody.", "[@nobody]", "@nobody @acme/nobody", "—@nobody", "é @nobody",
      "~~@nobody~~", "@nobody\\", "@nobody\\\nx", "@nobody<br>", "<td>@nobody</td>", "\"@nobody\"",
      "('@nobody')",
      "[x] @nobody", "`a` @nobody `b`", "[@nobody](x)",
    ] {
      #expect(scan(text).first == "@nobody: unknown", "\(text)")
    }
    #expect(scan("@acme/nobody") == ["@acme/nobody: unknown"])
  }

  @Test(arguments: [
    // Packages and their versions.
    "@angular/core", "@types/node", "@1.2.3", "@v2", "@2x", "react@18", "@angular/*",
    // Addresses.
    "foo@bar", "foo@bar.example", "medium.com/@nobody", "<nobody@example.com>", "https://x.example/@nobody",
    "<1+nobody[bot]@example.com>", "\"a b\"@example.com", "(a)@example.com", "'q'@example.com", "{a}@example",
    "@mail.example.com",
    // Code without its code span.
    "@media", "@import \"x\"", "@Override", "@media(x)", "@article{key}", "@key=value", "@x[0]", "@std::x",
    "--data=@file", "\\@ifnextchar", "$@x", "@prefix@", "@app.route(\"/\")", "@<name>", "user@@host", "~@x",
    "@keyword.control.import", "@x\\y", "@list<int>", "<code>@nobody</code>",
    // Where a name ends, nobody knows.
    "@你好世界", "@nobody你好",
  ]) func `what is none`(_ text: String) { #expect(scan("Use \(text) here") == []) }

  @Test(arguments: ["git-commit", "plaintext"])
  func `nobody is unknown between backticks`(language: String) {
    for text in ["`@nobody`", "`x @nobody y`", "``@nobody``", "`@nobody`, `x`", "(`@nobody`)"] {
      #expect(scan(text, language: language) == [], "\(text)")
    }
    for text in ["@nobody `b`", "`a` @nobody `b`", "`@nobody's", "`a\n@nobody`", "`` @nobody ``"] {
      #expect(scan(text, language: language) == ["@nobody: unknown"], "\(text)")
    }
    #expect(scan("`@ada`", language: language) == ["@ada: Ada Lovelace"])
  }

  @Test func `in comments only who is addressed`() {
    for text in [
      "cc @nobody", "to" + "do(@nobody): mend", "hack @nobody", "Author: @nobody", "thanks @ada, @nobody",
      "by @ada and @nobody",
    ] {
      #expect(scan("// \(text)", language: "go").last == "@nobody: unknown", "\(text)")
    }
    for text in ["@nobody", "the capture @nobody", "copies @nobody to @nobody", "x, @nobody", "and @nobody"] {
      #expect(scan("// \(text)", language: "go") == [], "\(text)")
    }
    #expect(scan("// the capture @ada", language: "go") == ["@ada: Ada Lovelace"])
  }

  @Test func `who is known is found there all the same`() {
    for text in ["/@ada", "@ada(1)", "\\@ada", "@ada=", "=@ada"] {
      #expect(scan("x \(text)") == ["@ada: Ada Lovelace"], "\(text)")
    }
  }
}
