import Testing

/// Handlers and commands have suites of their own.
@Suite struct SuiteTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.here.get() }

  @Test func `every file of handlers has a suite`() {
    #expect(tree.files.count { $0.path.hasPrefix("Sources/MentionsServer/Handlers/") } >= 10)
    expectKept(SuiteRules.handlers(in: tree))
  }

  @Test func `handlers without a suite are caught`() {
    let handler = "Sources/MentionsServer/Handlers/Dancing.swift"
    let suite = "@Suite struct DancingTests {\n  @Test func a() {}\n}"
    func found(_ tests: String, in path: String) -> [Violation] {
      SuiteRules.handlers(in: SourceTree(planted: [handler: "extension Session {}", path: tests]))
    }
    expectCaught(found(suite, in: "Tests/MentionsTests/A.swift"), "Dancing.swift", "no suite DancingTests")
    expectCaught(
      found("struct DancingTests {}", in: "Tests/MentionsServerTests/A.swift"), "Dancing.swift", "no suite")
    #expect(found(suite, in: "Tests/MentionsServerTests/B/A.swift").isEmpty)
  }

  @Test func `every command has a suite`() {
    #expect(tree.files.contains { $0.path == "Sources/mentions-lsp/Subcommands/Serve.swift" })
    expectKept(SuiteRules.commands(in: tree))
  }

  @Test func `a command without a suite is caught`() {
    let command =
      "enum Dance {\n  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 { 0 }\n}"
    var planted = ["Sources/mentions-lsp/Dance.swift": command, "Sources/mentions-lsp/A.swift": "enum A {}"]
    expectCaught(SuiteRules.commands(in: SourceTree(planted: planted)), "Dance.swift", "no suite DanceTests")
    planted["Tests/ProgramTests/A.swift"] = "@Suite struct DanceTests {\n  @Test func a() {}\n}"
    #expect(SuiteRules.commands(in: SourceTree(planted: planted)).isEmpty)
  }
}
