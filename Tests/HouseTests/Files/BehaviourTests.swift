import Testing

/// The page *Behaviour* names the tests that hold it, and each rule catches a planted violation.
@Suite struct BehaviourTests {
  let tree: SourceTree

  init() throws { tree = try SourceTree.here.get() }

  @Test func `every row of the behaviour names tests that exist`() {
    #expect(
      BehaviourRules.Row.all(in: tree.files.first { $0.path == BehaviourRules.path }?.text ?? "").count > 300)
    expectKept(BehaviourRules.rows(in: tree))
  }

  @Test func `rows that are not true yet only become fewer`() {
    expectKept(BehaviourRules.rowsNotYet(in: tree))
  }

  @Test func `every section that a comment cites exists`() { expectKept(BehaviourRules.citations(in: tree)) }

  /// The page with these rows in its only section, and two suites.
  private func planted(_ rows: String..., code: String = "") -> SourceTree {
    SourceTree(planted: [
      BehaviourRules.path: "# Behaviour\n\n## 1. Words\n\n| rule | test |\n|---|---|\n"
        + rows.joined(separator: "\n"),
      "Tests/ATests/A.swift":
        "@Suite struct ATests {\n  @Test\n  func\n    `a b`() {}\n}\nstruct BTests {\n  @Test func `c`() {}\n}",
      "Tests/Protocol/test_a.py": "async def test_b(start):\n  pass",
      "Sources/X/A.swift": code,
    ])
  }

  @Test func `a row without a test is caught`() {
    #expect(
      BehaviourRules.rows(in: planted("| Typed. | `ATests: a b`, `test_a: test_b` |", "| Cut. | *not yet* |"))
        .isEmpty)
    expectCaught(BehaviourRules.rows(in: planted("| Typed. | soon |")), "Behaviour.md", "names no test")
    expectCaught(BehaviourRules.rows(in: planted("| Typed. | |")), "Behaviour.md", "names no test")
    expectCaught(
      BehaviourRules.rows(in: planted("| `a|b`. | `ATests: a b` |")), "Behaviour.md",
      "3 cells under a header of 2")
    #expect(BehaviourRules.rows(in: planted(#"| `a\|b`. | `ATests: a b` |"#)).isEmpty)
  }

  @Test func `a test that does not exist is caught, in a row and in a sentence`() {
    expectCaught(
      BehaviourRules.rows(in: planted("| Typed. | `ATests: a` |")), "Behaviour.md", "no test “ATests: a”")
    expectCaught(
      BehaviourRules.rows(in: planted("| Typed. | `ATests: c` |")), "Behaviour.md",
      "one of that name is in BTests")
    expectCaught(
      BehaviourRules.rows(in: planted("\nAlways (`test_a: test_c`).")), "Behaviour.md",
      "no test “test_a: test_c”")
  }

  @Test func `more rows that are not true yet are caught, and fewer too`() {
    let tree = planted("| Typed. | *not yet* |", "| Cut. | *not yet* |")
    #expect(BehaviourRules.rowsNotYet(in: tree, expected: 2).isEmpty)
    expectCaught(BehaviourRules.rowsNotYet(in: tree, expected: 1), "Behaviour.md", "may only fall")
    expectCaught(BehaviourRules.rowsNotYet(in: tree, expected: 3), "Behaviour.md", "lower the number")
  }

  @Test func `a citation of a section that does not exist is caught`() {
    func found(_ code: String) -> [Violation] { BehaviourRules.citations(in: planted(code: code)) }
    let word = "ehaviour"
    #expect(found("/// Words (B\(word), section 1), see <doc:B\(word)>, section 1.").isEmpty)
    expectCaught(found("// B\(word), sections 1 and 12"), "A.swift", "cites section 12")
    expectCaught(found("  /// Words (B\(word),\n  /// section 2)."), "A.swift", "cites section 2")
    expectCaught(
      found("/// Words (the b\(word), section 1)."), "A.swift", "instead of “Behaviour, section …”")
  }
}
