import Testing

/// Every command has a suite of its own.
@Suite struct SuiteTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.here.get() }

  @Test func `every command has a suite`() {
    #expect(tree.swift(below: "Sources/mentions-lsp").contains { $0.name == "Serve.swift" })
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
