import Foundation
import MentionsTestKit
import Testing

@testable import EntitySources

/// Which files belong to a folder, by git and by a walk.
@Suite struct ListedFilesTests {
  @Test func `in a repository, what git names and what it does not ignore`() {
    let repository = Repository()
    let scratch = repository.scratch
    for name in ["a.md", "docs/b.md", "build/x.o", "new.txt", "ä.md", "docs/line\nend.md"] {
      scratch.write(name, "x")
    }
    scratch.write(".gitignore", "build/\n")
    repository.git(["add", "a.md", "docs", ".gitignore"])
    let listed = ListedFiles(scratch.path)
    #expect(listed.means == .git)
    #expect(listed.paths == [".gitignore", "a.md", "docs/b.md", "docs/line\nend.md", "new.txt", "ä.md"])
    #expect(listed.problems == [])
    let below = ListedFiles(scratch.path + "/docs")
    #expect(below.paths == ["b.md", "line\nend.md"])
  }

  @Test func `names that are not UTF-8 are left out, and reported once`() throws {
    let repository = Repository()
    let scratch = repository.scratch
    scratch.write("a.md", "x")
    let path = Array((scratch.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
    fclose(fopen(path + Array(".md".utf8CString), "w"))
    for program in ["git", "no-such-git"] {
      let listed = ListedFiles(scratch.path, program: program)
      #expect(listed.paths == ["a.md"])
      #expect(
        listed.problems.suffix(1) == [
          "\(scratch.path): the file name caf\u{FFFD}.md is not UTF-8; the file is left out"
        ]
      )
    }
    repository.git(["add", "."])
    #expect(ListedFiles(scratch.path).problems.count == 1)
  }

  @Test func `links, submodules and repositories inside are left out`() throws {
    let repository = Repository()
    let path = repository.scratch.path
    repository.scratch.write("a/b.md", "x")
    try FileManager.default.createSymbolicLink(atPath: path + "/a/up", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: path + "/link.md", withDestinationPath: "a/b.md")
    #expect(ListedFiles(path).paths == ["a/b.md"])
    repository.git(["add", "."])
    #expect(ListedFiles(path).paths == ["a/b.md"])
    repository.scratch.write("inner/c.md", "x")
    repository.git(["-C", "inner", "init", "-q"])
    #expect(ListedFiles(path).paths == ["a/b.md"])
  }

  @Test func `a link in place of what git knows leads nowhere`() throws {
    let repository = Repository()
    let (scratch, outside) = (repository.scratch, Scratch())
    for name in ["a.md", "b.md", "c/d.md", "e/f/g.md", "gone.md", "h.md"] { scratch.write(name, "x") }
    for name in ["b.md", "d.md", "f/g.md"] { outside.write(name, "x") }
    repository.git(["add", "."])
    for (name, target) in [("b.md", "/b.md"), ("c", ""), ("e", "")] {
      try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/" + name, withDestinationPath: outside.path + target)
    }
    try FileManager.default.removeItem(atPath: scratch.path + "/h.md")
    scratch.write("h.md/i.md", "x")
    try FileManager.default.removeItem(atPath: scratch.path + "/gone.md")
    #expect(ListedFiles(scratch.path).paths == ["a.md", "b.md", "gone.md", "h.md", "h.md/i.md"])
    #expect(TextFileRule.read(scratch.path + "/b.md") == .binary)
    #expect(TextFileRule.read(scratch.path + "/b.md", followsLink: true) == .text([0x78]))
  }

  @Test func `links in a circle do not hold up a walk`() throws {
    let scratch = Scratch()
    scratch.write("a/b.md", "x")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/a/up", withDestinationPath: scratch.path)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/self", withDestinationPath: "self")
    let listed = ListedFiles(scratch.path, program: "no-such-git")
    #expect(listed.means == .walk)
    #expect(listed.paths == ["a/b.md"])
  }

  @Test func `a folder that is not there`() {
    let listed = ListedFiles("/no/such/folder", program: "no-such-git")
    #expect(listed.paths == [])
    #expect(listed.problems.count == 1)
  }

  /// A tree with names that meet many patterns.
  static let names = [
    "a.md", "b.txt", "docs/a.md", "docs/b.log", "docs/deep/a.md", "docs/deep/x/b.log", "build/a.md",
    "build/keep.md",
    "src/build/x.c", "src/main.c", "src/[x].c", "src/#x", "logs/1.log", "logs/2.log", "x y.md", "tmp",
    "src/tmp/a",
    "foo/bar/baz.md", "foo/bar.md", "!bang.md", "node_modules/p/index.js",
  ]

  private static let patterns = [
    ["*.log"], ["build/"], ["/build"], ["docs/*.md"], ["docs/**"], ["**/deep"], ["docs/**/b.log"],
    ["*", "!*.md"],
    ["/*", "!/docs"], ["build/*", "!build/keep.md"], ["logs/[0-1].log"], ["logs/[!1].log"], ["\\#x"],
    ["# a.md"],
    ["\\!bang.md"], ["x\\ y.md"], ["a.md   "], ["tmp/"], ["foo/bar"], ["bar"], ["{a,b}.md"],
    ["src/\\[x\\].c"],
    ["?.txt", "src/??in.c"], ["**/*.log"], ["foo/**/baz.md"], [""], ["/"], ["docs//a.md"],
    ["*.md", "!docs/a.md"],
    ["docs", "!docs/a.md"], ["node_modules", "*.c", "!main.c"],
  ]

  @Test func `a walk ignores what git ignores`() {
    let repository = Repository(initialized: false)
    let scratch = repository.scratch
    for name in Self.names { scratch.write(name, "x") }
    scratch.write("docs/deep/.gitignore", "!a.md\nx\n")
    repository.git(["init", "-q"])
    for patterns in Self.patterns {
      scratch.write(".gitignore", patterns.joined(separator: "\n") + "\n")
      let walked = ListedFiles(scratch.path, program: "no-such-git")
      let listed = ListedFiles(scratch.path)
      #expect(walked.means == .walk && listed.means == .git)
      #expect(walked.paths == listed.paths, "\(patterns)")
    }
  }
}

/// Which files are read.
@Suite struct TextFileRuleTests {
  @Test func `text`() {
    for text in ["", "a\n", "ä 张三 😀", "\u{feff}x"] {
      #expect(TextFileRule.judge(Array(text.utf8)) == .text(Array(text.utf8)))
    }
  }

  @Test func `a byte order mark belongs to the file, not to what is shown of it`() {
    for (text, shown) in [("x", "x"), ("\u{feff}x", "x"), ("\u{feff}", ""), ("x\u{feff}", "x\u{feff}")] {
      #expect(TextFileRule.shown(Array(text.utf8)) == Array(shown.utf8))
    }
  }

  @Test func `what is no text`() {
    #expect(TextFileRule.judge([0x61, 0]) == .binary)
    #expect(TextFileRule.judge([0xff, 0xfe, 0x61, 0x62]) == .binary)
    #expect(TextFileRule.judge([0x61, 0xe4, 0x0a]) == .binary)
    let late = [UInt8](repeating: 0x61, count: TextFileRule.headLength) + [0]
    #expect(TextFileRule.judge(late) == .text(late))
    let long = [UInt8](repeating: 0x61, count: TextFileRule.sizeLimit + 1)
    #expect(TextFileRule.judge(long) == .tooLong)
    #expect(TextFileRule.judge(Array(long.dropLast())) == .text(Array(long.dropLast())))
  }

  #if os(Linux)
  @Test func `a file in /proc, which could block, is empty`() {
    #expect(TextFileRule.read("/proc/version", followsLink: true) == .text([]))
  }
  #endif

  @Test func `files that cannot be read say why`() {
    let scratch = Scratch()
    #expect(TextFileRule.read(scratch.path + "/none") == .unreadable("there is no such file"))
    guard case .unreadable(let reason) = TextFileRule.read(scratch.path) else {
      Issue.record("a folder was read")
      return
    }
    #expect(reason.lowercased().contains("directory"))
    #expect(TextFileRule.read(scratch.write("a", "x")) == .text([0x78]))
  }
}
