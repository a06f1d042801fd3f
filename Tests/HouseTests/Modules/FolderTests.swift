import Testing

/// Inside a module, folders depend on each other in one direction.
@Suite struct FolderTests {
  @Test func `the folders of a module do not depend on each other in a cycle`() throws {
    let modules = FolderArrows.all(in: try SourceTree.here.get())
    #expect(modules.count >= 10)
    #expect(modules.contains { $0.module == "MentionsServer" && $0.arrows.count >= 5 }, "no uses were found")
    expectKept(FolderArrows.violations(in: modules))
  }

  private static let kept = [
    "Sources/M/A/A.swift": "struct First {}", "Sources/M/B/B.swift": "let b = First()",
  ]

  @Test(arguments: [
    // A type, as it may be named.
    ("A/C.swift", "func f() -> [Second] { [] }", "B/C.swift", "public struct Second {}"),
    ("A/C.swift", "extension Second {}", "B/C.swift", "package final class Second {}"),
    ("A/C.swift", "let c = Second.standard", "B/C.swift", "enum Second { static let standard = 1 }"),
    // A free function.
    ("A/C.swift", "let c = second(1)", "B/C.swift", "func second(_ n: Int) {}"),
    // What one folder adds to the other's type.
    ("A/C.swift", "func f(_ a: First) { a.second() }", "B/C.swift", "extension First { func second() {} }"),
    (
      "A/C.swift", "func f(_ a: First) { use(a.second) }", "B/C.swift",
      "extension First { var second: Int { 1 } }"
    ),
    (
      "A/C.swift", "extension First { func f() { second() } }", "B/C.swift",
      "extension First { func second() {} }"
    ),
    ("A/C.swift", "let c = \"\".second", "B/C.swift", "extension String { var second: Int { 1 } }"),
  ])
  func `a cycle is caught`(path: String, text: String, other: String, otherText: String) {
    let planted = Self.kept.merging(["Sources/M/\(path)": text, "Sources/M/\(other)": otherText]) { $1 }
    let found = FolderArrows.violations(in: FolderArrows.all(in: SourceTree(planted: planted)))
    expectCaught(found, "Sources/M", "A → B (C.swift:1 uses ")
  }

  @Test(arguments: [
    "", "// Second", "let text = \"Second\"", "struct Outer { struct Second {}; let a: Second? }",
    "func f(second: Int) {}", "let c: Kind = .second", "private func second() {}",
  ])
  func `one direction passes`(text: String) {
    let planted = Self.kept.merging([
      "Sources/M/A/C.swift": text, "Sources/M/B/C.swift": "struct Second { static let second = 1 }",
      "Sources/M/A.swift": "let first = Loose()", "Sources/M/B.swift": "struct Loose { let a = first }",
      "Sources/N/A/A.swift": "let n = First()", "Sources/N/B/B.swift": "struct Third {}",
    ]) { $1 }
    let found = FolderArrows.violations(in: FolderArrows.all(in: SourceTree(planted: planted)))
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `the folders of one room may use each other`() {
    func found(_ module: String, _ folder: String) -> [Violation] {
      let planted = [
        "Sources/\(module)/Session/A.swift": "struct First { var hover: Hover }",
        "Sources/\(module)/\(folder)/B.swift": "struct Hover {}; extension First { func f() {} }",
      ]
      return FolderArrows.violations(in: FolderArrows.all(in: SourceTree(planted: planted)))
    }
    #expect(found("MentionsServer", "Features").isEmpty)
    #expect(found("MentionsServer", "Features/Shown").isEmpty)
    expectCaught(found("MentionsServer", "People"), "Sources/MentionsServer", "People → Features+Session")
    expectCaught(found("Mentions", "Features"), "Sources/Mentions", "Features → Session")
  }

  @Test func `a cycle through files in no folder is caught`() {
    let planted = [
      "Sources/M/A/A.swift": "let a = Loose()", "Sources/M/Loose.swift": "struct Loose { let c: Closed? }",
      "Sources/M/C/C.swift": "struct Closed {}; let c = a",
    ]
    let modules = FolderArrows.all(in: SourceTree(planted: planted))
    #expect(modules.flatMap(\.circles) == [["A", "C", "Loose.swift"]])
  }
}
