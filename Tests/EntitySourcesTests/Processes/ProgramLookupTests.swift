import MentionsTestKit
import Testing

@testable import EntitySources

/// Which file a program's name means.
@Suite struct ProgramLookupTests {
  private let scratch = Scratch()

  private func check(
    _ program: String, path: String?, directory: String? = nil, finds expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found: String
    do {
      found = try ProgramLookup.file(for: program, directory: directory, path: path)
    } catch {
      found = "\(error)"
    }
    expectRow(found, expected, label: "finds", sourceLocation: sourceLocation)
  }

  @Test func `first folder that contains it is used`() {
    let first = scratch.write("a/tool", "", executable: true)
    scratch.write("b/tool", "", executable: true)
    let (a, b) = (scratch.path + "/a", scratch.path + "/b")
    check("tool", path: "\(a):\(b)", finds: first)
    check("tool", path: "/no/such:\(b)", finds: b + "/tool")
    check("sh", path: nil, finds: "/usr/bin/sh")
  }

  @Test func `files that cannot be executed are skipped`() {
    scratch.write("a/tool", "")
    scratch.write("b/tool/file", "")
    let last = scratch.write("c/tool", "", executable: true)
    let folders = ["a", "b", "c"].map { scratch.path + "/" + $0 }
    check("tool", path: folders.joined(separator: ":"), finds: last)
    check("tool", path: folders[0], finds: "“tool” cannot be executed")
    check("tool", path: folders[1], finds: "the program “tool” was not found")
  }

  /// Each of these means the folder that one is in.
  @Test(arguments: ["", ":", ".", "./", "..", "b", ":.:b:", "~/bin"])
  func `folders that are not absolute do not count`(path: String) {
    scratch.write("tool", "", executable: true)
    scratch.write("b/tool", "", executable: true)
    check("tool", path: path, directory: scratch.path, finds: "the program “tool” was not found")
  }

  @Test func `name with a slash counts from its directory`() {
    scratch.write("tool", "", executable: true)
    let whole = scratch.write("b/tool", "", executable: true)
    check("./tool", path: "/usr/bin", directory: scratch.path, finds: "./tool")
    check("b/tool", path: nil, directory: scratch.path, finds: "b/tool")
    check(whole, path: nil, directory: "/", finds: whole)
    check("./none", path: "/usr/bin", directory: scratch.path, finds: "the program “./none” was not found")
    check("b/", path: nil, directory: scratch.path, finds: "“b/” cannot be executed")
  }
}
