/// Rules about the page *Behaviour*: each row of its tables names the tests that hold it, and comments cite sections
/// that exist.
enum BehaviourRules {
  static let path = "Sources/Mentions/Mentions.docc/Behaviour.md"

  /// Rows that the product does not fulfil yet. The number may only fall.
  static let notYet = 0

  /// Every row has as many cells as the header above it, and its last cell names tests that exist, or says *not yet*.
  static func rows(in tree: SourceTree) -> [Violation] {
    let suites = suites(in: tree)
    return Row.all(in: page(of: tree)).flatMap { row -> [Violation] in
      func violation(_ reason: String) -> Violation {
        Violation(path: path, line: row.line, reason: reason)
      }
      guard row.cells.count == row.columns else {
        return [violation("has \(row.cells.count) cells under a header of \(row.columns)")]
      }
      if row.isNotYet { return [] }
      if references(in: row.cells.last ?? "").isEmpty { return [violation("names no test")] }
      return []
    }
      + references(in: page(of: tree)).compactMap { suite, title in
        guard suites[suite]?.contains(title) != true else { return nil }
        let others = suites.filter { $0.value.contains(title) }.keys.sorted().joined(separator: ", ")
        return Violation(
          path: path,
          reason: "no test “\(suite): \(title)”"
            + (others.isEmpty ? "" : "; one of that name is in \(others)"))
      }
  }

  /// The rows that say *not yet* are as many as ``notYet`` says.
  static func rowsNotYet(in tree: SourceTree, expected: Int = notYet) -> [Violation] {
    let found = Row.all(in: page(of: tree)).count { $0.isNotYet }
    guard found != expected else { return [] }
    let advice = found < expected ? "lower the number in BehaviourRules.swift" : "the number may only fall"
    return [Violation(path: path, reason: "\(found) rows say not yet instead of \(expected): \(advice)")]
  }

  /// Comments cite the page as “Behaviour, section 5”, and the section exists.
  static func citations(in tree: SourceTree) -> [Violation] {
    let sections = Set(
      page(of: tree).split(separator: "\n").compactMap {
        $0.firstMatch(of: #/^## (\d+)\. /#).map { $0.output.1 }
      })
    let citation = #/(the )?[Bb]ehaviour>?,? \(?sections? (\d+(?:(?:, | and )\d+)*)/#
    return tree.files.filter {
      ($0.path.hasSuffix(".swift") || $0.path.hasSuffix(".md")) && $0.text.contains("ehaviour")
    }.flatMap { file in
      // A citation may continue on the next line of a comment.
      let text = file.text.replacing(#/\n *\/{2,3} ?/#, with: " ")
      return text.matches(of: citation).flatMap { match -> [Violation] in
        let missing = match.output.2.matches(of: #/\d+/#).map(\.output).filter { !sections.contains($0) }
        return missing.map { Violation(path: file.path, reason: "cites section \($0), which does not exist") }
          + (match.output.1 == nil
            ? []
            : [
              Violation(
                path: file.path, reason: "cites “\(match.output.0)” instead of “Behaviour, section …”")
            ])
      }
    }
  }

  private static func page(of tree: SourceTree) -> String {
    tree.files.first { $0.path == path }?.text ?? ""
  }

  /// What a text names as `Suite: title`.
  private static func references(in text: String) -> [(suite: String, title: String)] {
    text.matches(of: #/`(\w+Tests|test_\w+): ([^`]+)`/#).map { (String($0.output.1), String($0.output.2)) }
  }

  /// The titles of tests by suite: the type that holds them, for Python the file without its ending.
  private static func suites(in tree: SourceTree) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for file in tree.files where file.path.hasPrefix("Tests/") {
      if file.path.hasSuffix(".swift") {
        let code = file.code.map(\.text).joined(separator: "\n")
        let declaration =
          #/(?m)^(?:@[^\n]* )?(?:struct|enum|extension|(?:final )?class) (\w+)|\bfunc\s+`([^`]+)`/#
        var suite = ""
        for match in code.matches(of: declaration) {
          if let name = match.output.1 { suite = String(name) }
          if let title = match.output.2 { found[suite, default: []].insert(String(title)) }
        }
      } else if file.name.hasPrefix("test_"), file.name.hasSuffix(".py") {
        let titles = file.text.matches(of: #/def (test_\w+)/#).map { String($0.output.1) }
        found[String(file.name.dropLast(3)), default: []].formUnion(titles)
      }
    }
    return found
  }

  /// A row of a table whose header ends in “test”.
  struct Row {
    let line: Int
    let cells: [String]
    /// The cells of the header.
    let columns: Int

    var isNotYet: Bool { cells.last == "*not yet*" }

    static func all(in page: String) -> [Row] {
      var columns: Int?
      return page.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
        index, line in
        guard line.hasPrefix("|") else {
          columns = nil
          return nil
        }
        let cells = cells(of: line)
        guard let header = columns else {
          if cells.last == "test" { columns = cells.count }
          return nil
        }
        return line.hasPrefix("|-") ? nil : Row(line: index + 1, cells: cells, columns: header)
      }
    }

    /// What is between the bars; `\|` is no bar.
    private static func cells(of line: Substring) -> [String] {
      line.replacing(#"\|"#, with: "\0").split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast().map { cell in
          String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).replacing("\0", with: "|")
        }
    }
  }
}
