import Foundation

/// The rules of the house about files, whatever their module.
enum FileRules {
  static let mostLines = 600

  /// No file of code over 600 lines.
  static func length(in tree: SourceTree) -> [Violation] {
    let code = [".swift", ".lua", ".js", ".ts", ".py", ".el"]
    return tree.files.filter { file in code.contains { file.path.hasSuffix($0) } }.compactMap { file in
      let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      return count > mostLines
        ? Violation(path: file.path, reason: "\(count) lines, of \(mostLines) at most") : nil
    }
  }

  /// The pages that CONTRIBUTING lists under "Read first" exist, and have at most 10,000 words together with it.
  static func readFirst(in tree: SourceTree) -> [Violation] {
    let path = ".github/CONTRIBUTING.md"
    let texts = Dictionary(uniqueKeysWithValues: tree.files.map { ($0.path, $0.text) })
    guard let text = texts[path],
      let section = text.split(separator: "\n## ").first(where: { $0.hasPrefix("Read first\n") })
    else { return [Violation(path: path, reason: "no section “Read first”")] }
    let pages = section.matches(of: #/\]\(\.\.\/([^)]+)\)/#).map { String($0.1) }
    let missing = pages.filter { texts[$0] == nil }
    guard missing.isEmpty else { return missing.map { Violation(path: path, reason: "there is no \($0)") } }
    let words = ([path] + pages).map { texts[$0, default: ""].split(whereSeparator: \.isWhitespace).count }
    let sum = words.reduce(0, +)
    return sum > 10_000 ? [Violation(path: path, reason: "\(sum) words to read first, of 10000 at most")] : []
  }

  static func top(of tree: SourceTree) -> [Violation] {
    let allowed: Set<String> = ["Package.swift", "Sources/", "Tests/", "editors/", "README.md"]
    return tree.top.filter { !allowed.contains($0) && !$0.hasPrefix(".") }
      .map { Violation(path: $0, reason: "does not belong at the top") }
  }

  /// No work is left open in a comment.
  static func openWork(in tree: SourceTree) -> [Violation] {
    // Written so that this file does not hold the words itself.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "un" + "implemented", "not implemented" + " yet"]
    return tree.files.filter { isSource($0) }.flatMap { file -> [Violation] in
      let words = words.filter { file.text.contains($0) }
      return words.isEmpty
        ? []
        : file.lines.compactMap { number, text in
          words.first { word in
            text.ranges(of: word).contains { range in
              (range.lowerBound == text.startIndex || !isWordPart(text[text.index(before: range.lowerBound)]))
                && (range.upperBound == text.endIndex || !isWordPart(text[range.upperBound]))
            }
          }.map { Violation(path: file.path, line: number, reason: "left open: \($0)") }
        }
    }
  }

  /// Tests wait for what they wait for, never for a time.
  static func sleeps(in tree: SourceTree) -> [Violation] {
    let names = ["sleep", "usleep", "nanosleep"].map { $0 + "(" }
    return tree.files.filter { $0.path.hasPrefix("Tests/") && isSource($0) }.flatMap { file -> [Violation] in
      guard file.text.contains("sleep") else { return [] }
      let isSwift = file.path.hasSuffix(".swift")
      let lines = isSwift ? file.code : file.lines
      return lines.compactMap { number, text in
        let shell = !isSwift && text.contains(#/(^|[;&|]|do|then)\s*sleep\s+[\d.$]/#)
        return shell || names.contains { text.contains($0) }
          ? Violation(path: file.path, line: number, reason: "a test that sleeps") : nil
      }
    }
  }

  /// What only Linux has is inside `#if os(Linux)` in the tests, so that they run elsewhere too.
  static func systemFolders(in tree: SourceTree) -> [Violation] {
    // Written so that this file does not hold the word itself.
    let folder = "/pro" + "c/"
    return tree.swift(below: "Tests").filter { $0.target?.hasSuffix("Tests") == true }.flatMap {
      file -> [Violation] in
      var conditions: [Bool] = []
      return zip(file.lines, file.code).compactMap { line, code in
        let words = code.text.split(separator: " ")
        switch words.first {
        case "#if": conditions.append(words.dropFirst().joined() == "os(Linux)")
        case "#else", "#elseif": if !conditions.isEmpty { conditions[conditions.count - 1] = false }
        case "#endif": _ = conditions.popLast()
        default: break
        }
        let isNamed = line.text.contains(folder) && !line.text.contains(#/^\s*///#)
        return isNamed && !conditions.contains(true)
          ? Violation(path: file.path, line: line.number, reason: "\(folder) outside of #if os(Linux)") : nil
      }
    }
  }

  /// No test is disabled without a condition, or commented out.
  static func disabledTests(in tree: SourceTree) -> [Violation] {
    tree.swift(below: "Tests").flatMap { file in
      zip(file.lines, file.code).compactMap { line, code in
        // A look for the word first: expressions are slow in a debug build.
        let unconditional = code.text.contains(".disabled") && code.text.contains(#/\.disabled\(\s*("|\))/#)
        let commentedOut = line.text.contains("@Test") && line.text.contains(#/^\s*//\s*@Test\b/#)
        return unconditional || commentedOut
          ? Violation(path: file.path, line: line.number, reason: "a test that does not run") : nil
      }
    }
  }

  /// Paths of the machine that this is written on: the checkout's surroundings and the user's home.
  static func machinePaths(in tree: SourceTree, forbidden: [String]) -> [Violation] {
    tree.files.filter { file in forbidden.contains { file.text.contains($0) } }.flatMap { file in
      file.lines.compactMap { number, text in
        forbidden.first { text.contains($0) }
          .map { Violation(path: file.path, line: number, reason: "a path of this machine: \($0)") }
      }
    }
  }

  /// What `machinePaths` looks for here. A folder straight below the root is too common a word to forbid
  /// unless the checkout lies in it.
  static var pathsOfThisMachine: [String] {
    let parent = SourceTree.checkout.standardizedFileURL.deletingLastPathComponent().path
    return [parent, NSHomeDirectory()].filter { $0.count > 2 && $0 != "/tmp" }.map { $0 + "/" }
  }

  /// Every test asserts something: by a macro of Swift Testing, or through a function of its target or of the test
  /// kit that does.
  static func assertions(in tree: SourceTree) -> [Violation] {
    let bodies = tree.files.filter { $0.target?.hasSuffix("Tests") == true || $0.target == "Support" }
      .flatMap(SwiftFunction.all(in:))
    var asserting: [Substring: Set<Substring>] = [:]
    func asserts(_ function: SwiftFunction) -> Bool {
      let known = asserting[function.target, default: []].union(asserting["Support", default: []])
      return function.asserts || !function.calls.isDisjoint(with: known)
    }
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for function in bodies where !function.isTest && asserts(function) {
        isGrowing = asserting[function.target, default: []].insert(function.name).inserted || isGrowing
      }
    }
    return bodies.filter { $0.isTest && !asserts($0) }
      .map { Violation(path: $0.path, line: $0.line, reason: "asserts nothing") }
  }

  private static func isSource(_ file: SourceTree.File) -> Bool {
    [".swift", ".py", ".lua", ".sh", ".el", ".js"].contains { file.path.hasSuffix($0) }
      || !file.name.contains(".")
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
