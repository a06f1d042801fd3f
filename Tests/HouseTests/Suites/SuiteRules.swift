/// The suites of the commands.
enum SuiteRules {
  /// Every command of the program `X` has a suite `XTests` among the program's tests. A command is a type that runs
  /// arguments.
  static func commands(in tree: SourceTree) -> [Violation] {
    let suites = suites(in: tree, "ProgramTests")
    let runs = #/static func run\(_ \w+: inout Arguments/#
    return tree.swift(below: "Sources/mentions-lsp").flatMap { file -> [Violation] in
      var type: Substring?
      return file.code.compactMap { number, text in
        if let declaration = text.firstMatch(of: #/^(?:enum|struct) (\w+)/#) { type = declaration.output.1 }
        guard text.contains(runs), let type, !suites.contains("\(type)Tests") else { return nil }
        return Violation(path: file.path, line: number, reason: "has no suite \(type)Tests")
      }
    }
  }

  /// Names of types that hold tests.
  private static func suites(in tree: SourceTree, _ target: String) -> Set<String> {
    Set(
      tree.swift(below: "Tests/" + target).flatMap { file in
        file.code.contains { $0.text.contains("@Test") }
          ? file.code.compactMap {
            $0.text.firstMatch(of: #/\bstruct (\w+Tests)\b/#).map { String($0.output.1) }
          } : []
      })
  }
}
