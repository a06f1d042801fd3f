import Foundation
import Testing

/// The rules about files: this checkout keeps them, and each catches a planted violation.
@Suite struct FileTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.here.get() }

  @Test func `no file of code is over 600 lines`() { expectKept(FileRules.length(in: tree)) }

  @Test func `a file of 601 lines is caught`() {
    let text = String(repeating: "let a = 1\n", count: 601)
    expectCaught(
      FileRules.length(in: SourceTree(planted: ["Sources/X/A.swift": text])), "A.swift", "601 lines")
    for path in ["editors/a/b.lua", "Tests/P/c.py"] {
      expectCaught(FileRules.length(in: SourceTree(planted: [path: text])), path, "601 lines")
    }
    #expect(
      FileRules.length(in: SourceTree(planted: ["Sources/X/A.swift": String(text.dropFirst(10))])).isEmpty)
  }

  @Test func `the top level contains only allowed files`() {
    #expect(tree.top.contains("Package.swift"))
    expectKept(FileRules.top(of: tree))
  }

  @Test(arguments: ["Makefile", "docs/a.md", "CHANGELOG.md", "scripts/run"])
  func `another file at the top level is caught`(path: String) {
    let planted = SourceTree(planted: [
      path: "", "README.md": "", ".ci/run": "", "editors/a": "", "Tests/run": "",
    ])
    expectCaught(FileRules.top(of: planted), path.split(separator: "/").first.map(String.init) ?? "", "top")
  }

  @Test func `the pages to read first have at most 10,000 words`() {
    expectKept(FileRules.readFirst(in: tree))
  }

  @Test(arguments: [
    ("## Read first\n- [A](../a.md)\n\n## Next\n[B](../b.md)", 9_991, "10001 words"),
    ("## Read first\n- [A](../a.md)\n- [B](../b.md)", 1, "there is no b.md"),
    ("## Build", 1, "no section"),
  ])
  func `too much to read first is caught`(text: String, words: Int, reason: String) {
    let page = String(repeating: "word ", count: words)
    let planted = SourceTree(planted: [".github/CONTRIBUTING.md": "# Contributing\n\n" + text, "a.md": page])
    expectCaught(FileRules.readFirst(in: planted), "CONTRIBUTING", reason)
  }

  @Test func `no work is left open`() { expectKept(FileRules.openWork(in: tree)) }

  @Test(arguments: [
    "// TO" + "DO: later", "/// FIX" + "ME", "fatalError(\"un" + "implemented\")", "# XX" + "X",
  ])
  func `work left open is caught`(text: String) {
    for path in ["Sources/X/A.swift", "Tests/Y/a.py", "Tests/run", "editors/z/a.lua"] {
      expectCaught(FileRules.openWork(in: SourceTree(planted: [path: "\n" + text])), path, "left open")
    }
  }

  @Test func `no test sleeps`() { expectKept(FileRules.sleeps(in: tree)) }

  @Test(arguments: [
    ("Tests/X/A.swift", "try await Task.slee" + "p(for: .seconds(1))"),
    ("Tests/X/A.swift", "uslee" + "p(10)"),
    ("Tests/X/a.py", "  time.slee" + "p(0.1)"), ("Tests/X/a.sh", "start; slee" + "p 1"),
  ])
  func `a test that sleeps is caught`(path: String, text: String) {
    expectCaught(FileRules.sleeps(in: SourceTree(planted: [path: text])), path, "sleeps")
    #expect(FileRules.sleeps(in: SourceTree(planted: ["Sources/X/A.swift": text])).isEmpty)
  }

  @Test func `what only Linux has is used on Linux only`() {
    expectKept(FileRules.systemFolders(in: tree))
  }

  @Test func `what only Linux has is caught elsewhere`() {
    let (open, close, end) = ("#if os(Linux)", "#else", "#endif")
    let use = "let a = read(\"/pro" + "c/self/fd\")"
    func found(_ lines: String...) -> [Int?] {
      let tree = SourceTree(planted: ["Tests/XTests/A.swift": lines.joined(separator: "\n")])
      return FileRules.systemFolders(in: tree).map(\.line)
    }
    #expect(found(use) == [1])
    #expect(found(open, use, close, use, end, use) == [4, 6])
    #expect(found("#if os(macOS)", use, end) == [2])
    #expect(found(open, "  #if DEBUG", "  " + use, "  #endif", use, end, "// in /pro" + "c/self") == [])
  }

  @Test func `every test runs`() { expectKept(FileRules.disabledTests(in: tree)) }

  @Test(arguments: ["@Test(." + "disabled(\"later\")) func a() {}", "  /" + "/ @Test func a() {}"])
  func `a test that does not run is caught`(text: String) {
    expectCaught(
      FileRules.disabledTests(in: SourceTree(planted: ["Tests/X/A.swift": text])), "A.swift", "not run")
  }

  @Test func `every test asserts`() { expectKept(FileRules.assertions(in: tree)) }

  @Test func `a test that asserts nothing is caught`() {
    let text = """
      @Test func `a`() {
        if b { c() }
      }
      @Test
      func `d e`() async throws {
        #expect(1 == 1)
      }
      @Test func `f`() { g() }
      func g() { c() }
      @Test func `h`() { play("x") }
      func play(
        _ x: String
      ) {
        inner(x)
      }
      func inner(_ x: String) { Issue.record("never") }
      """
    let found = FileRules.assertions(in: SourceTree(planted: ["Tests/XTests/A.swift": text]))
    #expect(found.map(\.line) == [1, 8])
  }

  @Test func `no path of this machine is written in the repository`() {
    #expect(!FileRules.pathsOfThisMachine.isEmpty)
    expectKept(FileRules.machinePaths(in: tree, forbidden: FileRules.pathsOfThisMachine))
  }

  @Test func `a path of this machine is caught`() {
    let path = SourceTree.checkout.path + "/Sources"
    let planted = SourceTree(planted: ["README.md": "look into \(path)"])
    let forbidden = [SourceTree.checkout.deletingLastPathComponent().path + "/"]
    expectCaught(
      FileRules.machinePaths(in: planted, forbidden: forbidden), "README.md", "path of this machine")
  }
}
