import Testing

@testable import Mentions

/// Which language a file is in, by its name and its first line.
@Suite struct FileLanguageTests {
  private func language(_ path: String, _ text: String = "") -> String? {
    LanguageID.ofFile(path, beginning: text.utf8)
  }

  @Test(arguments: [
    ("README.md", "markdown"), ("a/b/c.MD", "markdown"), ("README", "plaintext"),
    ("docs/CODE_OF-CONDUCT", "plaintext"),
    (".github/CODEOWNERS", "codeowners"), (".git/COMMIT_EDITMSG", "gitcommit"), ("a.h", "c"),
    ("a.py", "python"),
    ("Makefile", "makefile"), ("CMakeLists.txt", "cmake"), ("notes.txt", "plaintext"),
    ("OWNERS", "yaml"), ("main.tsx", "typescriptreact"), ("Dockerfile.dev", "dockerfile"),
    (".env.local", "dotenv"),
    ("a.qmd", "quarto"), ("a.Rmd", "rmd"), ("a.ipynb", "notebook"),
  ])
  func `known names`(_ path: String, _ language: String) {
    #expect(self.language(path) == language)
  }

  /// Programs whose comments were read as prose, and their code too.
  @Test(arguments: [
    "a.coffee", "a.hbs", ".npmrc", ".env", "a.gd", "a.cu", "a.ino", "a.cr", "a.pas", "a.sol", "a.vhd",
    "a.purs", "a.rkt",
    "a.scm", "a.gql", "a.mk", "a.pro", "a.styl", "a.re", "a.frag", "a.vert", "a.cshtml", "a.razor", "a.d",
    "a.lean",
    "a.gleam", "Justfile", "justfile", "a.bat",
  ])
  func `programs and settings are not prose`(_ path: String) throws {
    let language = try #require(self.language(path))
    #expect(!ProseScanner(languageID: language).isProseLanguage, "\(language)")
  }

  @Test(arguments: [
    ("#!/bin/sh", "shellscript"), ("#!/usr/bin/env python3", "python"),
    ("#!/usr/bin/python3.12 -u", "python"),
    ("#!/usr/bin/env -S node --test\nlet a", "javascript"), ("#! /usr/bin/env A=b ruby\r\n", "ruby"),
    ("#!/usr/bin/guile-3.0", "scheme"), ("<?xml version=\"1.0\"?>", "xml"),
  ])
  func `first lines`(_ line: String, _ language: String) {
    #expect(self.language("tools/configure", line) == language)
    #expect(self.language("a.unknown", line) == language)
    #expect(self.language("a.md", line) == "markdown", "the name comes first")
  }

  @Test func `nothing says`() {
    for path in ["", "/", "configure", "a/gradlew", "a.tar.gz", "people.csv", "x.unknown"] {
      #expect(language(path) == nil, "\(path)")
    }
    for line in ["#!", "#! ", "#!/usr/bin/env", "#!/opt/nobody-knows", " #!/bin/sh", "# !/bin/sh"] {
      #expect(language("configure", line) == nil, "\(line)")
    }
  }

  /// Whatever has files is a language of which it is known what its texts are; words in a list are none.
  @Test func `every language of the table is prose or has a syntax`() {
    for id in LanguageTable.ids where id != "requirements" {
      #expect(LanguageID.isKnown(id), "\(id)")
    }
    #expect(Set(LanguageID.known).subtracting(LanguageTable.ids).isEmpty)
  }
}
