import Testing

@testable import Mentions

/// Which language a file is in, by its name.
@Suite struct FileLanguageTests {
  @Test(arguments: [
    ("README.md", "markdown"), ("a/b/c.MD", "markdown"), ("README", "plaintext"),
    ("docs/CODE_OF-CONDUCT", "plaintext"),
    (".github/CODEOWNERS", "codeowners"), (".git/COMMIT_EDITMSG", "gitcommit"), ("a.h", "c"),
    ("a.py", "python"),
    ("Makefile", "makefile"), ("CMakeLists.txt", "cmake"), ("notes.txt", "plaintext"), ("a.tar.gz", "gz"),
    ("OWNERS", "yaml"), ("main.tsx", "typescriptreact"),
  ])
  func `known names`(_ path: String, _ language: String) {
    #expect(LanguageID.ofFile(path) == language)
  }

  @Test func `names that do not tell`() {
    for path in ["", "/", "configure", "a/gradlew"] {
      #expect(LanguageID.ofFile(path) == nil, "\(path)")
    }
  }
}
