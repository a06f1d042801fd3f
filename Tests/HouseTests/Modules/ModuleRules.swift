import Foundation

/// The rules of the house about modules: what they import, declare and print.
enum ModuleRules {
  /// Every import of a source file: its own package's modules as `allowed` says, and of others what its layer permits.
  static func imports(in tree: SourceTree, allowed: [String: Set<String>]) -> [Violation] {
    tree.swift(below: "Sources").flatMap { file -> [Violation] in
      guard let module = file.target.map(String.init) else { return [] }
      return imports(of: file).compactMap { line, name in
        refusal(of: name, in: module, file: file, allowed: allowed[module] ?? [])
          .map { Violation(path: file.path, line: line, reason: $0) }
      }
    }
  }

  /// Types of one name in two modules: a reader of both would have to know which one is meant.
  static func sharedTypeNames(in tree: SourceTree) -> [Violation] {
    var homes: [String: [(module: String, path: String, line: Int)]] = [:]
    for file in tree.swift(below: "Sources") {
      guard let module = file.target.map(String.init) else { continue }
      for place in SwiftNames(code: file.code).global where place.kind == .type && place.extended == nil {
        homes[place.name, default: []].append((module, file.path, place.line))
      }
    }
    return homes.sorted { $0.key < $1.key }.flatMap { name, places in
      places.dropFirst().filter { $0.module != places[0].module }.map {
        Violation(path: $0.path, line: $0.line, reason: "\(places[0].module) has a type \(name), too")
      }
    }
  }

  private static func refusal(
    of name: String, in module: String, file: SourceTree.File, allowed: Set<String>
  ) -> String? {
    if allowed.contains(name) { return nil }
    if Layers.modules[name] != nil {
      return "\(module) imports \(name), which Package.swift does not give it"
    }
    if Layers.pure.contains(module) { return "\(module) imports \(name): only the standard library there" }
    if name.hasPrefix("Foundation") { return "\(module) imports \(name): no Foundation in the product" }
    if Layers.everywhere.contains(name) { return nil }
    if Layers.system.contains(name) {
      return module == Layers.systemModule
        ? nil : "\(name) belongs in \(Layers.systemModule), behind `#if canImport`"
    }
    return "\(module) imports \(name), which no rule allows"
  }

  /// The names that a file imports, with their lines.
  static func imports(of file: SourceTree.File) -> [(line: Int, name: String)] {
    file.code.compactMap { number, text in
      let words = text.split { $0 == " " || $0 == "\t" }
      guard let at = words.firstIndex(of: "import"),
        words[..<at].allSatisfy({ $0.hasPrefix("@") || access.contains($0) }), at + 1 < words.count
      else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
      return (number, String(name.prefix { $0 != "." && $0 != ";" }))
    }
  }

  private static let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

  /// The dependencies that Package.swift declares point down the layers, every module has a layer, and nothing comes
  /// from outside the package.
  static func arrows(in manifest: Manifest) -> [Violation] {
    var found = manifest.packages.map {
      Violation(path: "Package.swift", reason: "a package dependency: \($0)")
    }
    for (name, target) in manifest.targets.sorted(by: { $0.key < $1.key }) where target.type != "test" {
      guard Layers.modules[name] != nil else {
        found.append(Violation(path: "Package.swift", reason: "\(name) has no layer"))
        continue
      }
      for other in target.dependencies where !Layers.mayDepend(name, on: other) {
        found.append(Violation(path: "Package.swift", reason: "\(name) may not depend on \(other)"))
      }
    }
    return found
  }

  /// No product contains a test kit, neither by itself nor through another module.
  static func testKits(in manifest: Manifest) -> [Violation] {
    manifest.products.sorted { $0.key < $1.key }.flatMap { product, targets -> [Violation] in
      var contained: Set<String> = []
      var waiting = targets
      while let module = waiting.popLast() {
        if contained.insert(module).inserted { waiting += manifest.arrows[module, default: []] }
      }
      return contained.intersection(Layers.testKits).sorted().map {
        Violation(path: "Package.swift", reason: "the product \(product) contains \($0)")
      }
    }
  }

  /// Printing belongs to the executables: in a server, standard output is the protocol's.
  static func printing(in tree: SourceTree) -> [Violation] {
    tree.swift(below: "Sources").filter { !Layers.executables.contains(String($0.target ?? "")) }.flatMap {
      file -> [Violation] in
      // A look for the words first: expressions are slow in a debug build.
      guard file.text.contains("print(") || file.text.contains("Print(") || file.text.contains("dump(") else {
        return []
      }
      return file.code.filter { $0.text.contains(#/(^|[^\w.])(print|debugPrint|dump)\(/#) }.map {
        Violation(path: file.path, line: $0.number, reason: "prints; standard output is not this module's")
      }
    }
  }

  /// The pure modules get the time from outside; they draw no lots and start no tasks. Handlers of the server wait as
  /// `async` functions: their tasks are started in the file of its loop alone, which keeps them on the session's queue.
  static func effects(in tree: SourceTree) -> [Violation] {
    let forbidden =
      #/\b(ContinuousClock|SuspendingClock|SystemRandomNumberGenerator|DispatchQueue)\b|\.(randomElement|shuffled|shuffle)\(\)|\.random\((in: [^,)]*)?\)/#
    // A look for the words first: expressions are slow in a debug build.
    let words = ["Clock", "Random", "Dispatch", "random", "shuffle", "async", "await", "Task"]
    func mayFail(_ text: some StringProtocol) -> Bool { words.contains { text.contains($0) } }
    return tree.swift(below: "Sources").filter {
      Layers.pure.contains(String($0.target ?? "")) && mayFail($0.text)
    }.flatMap { file in
      file.code.filter { mayFail($0.text) }.compactMap { number, text in
        let effect = text.firstMatch(of: forbidden)?.output.0
        let wait =
          file.target == "MentionsServer" ? nil : text.firstMatch(of: #/\b(async|await)\b/#)?.output.0
        let task =
          file.path == "Sources/MentionsServer/Session/Loop.swift"
          ? nil : text.firstMatch(of: #/\bTask\b|Task(?:Group|Local)\b|\basync let\b/#)?.output
        return (effect ?? wait ?? task).map {
          Violation(path: file.path, line: number, reason: "\($0) in a pure module")
        }
      }
    }
  }

  /// A module named like one of its types cannot be used to qualify anything.
  static func names(in tree: SourceTree) -> [Violation] {
    let declaration = #/\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
    return tree.swift(below: "Sources").flatMap { file in
      file.code.filter { line in
        line.text.matches(of: declaration).contains { $0.output.1 == file.target ?? "" }
      }.map { Violation(path: file.path, line: $0.number, reason: "a type named like its module") }
    }
  }

  /// Every module has a page, and the page opens with what the module must never know.
  static func pages(in tree: SourceTree) -> [Violation] {
    Set(tree.swift(below: "Sources").compactMap(\.target)).sorted().compactMap { module in
      let path = "Sources/\(module)/\(module).docc/\(module).md"
      guard let page = tree.files.first(where: { $0.path == path }) else {
        return Violation(path: path, reason: "the module has no such page")
      }
      let symbol = module.replacing("-", with: "_")
      guard ["# ``\(module)``", "# ``\(symbol)``"].contains(page.lines[0].text) else {
        return Violation(path: path, line: 1, reason: "the page's title is not the module's symbol")
      }
      // The opening is what comes before the second heading below the title.
      let headings = page.lines.filter { $0.text.hasPrefix("## ") }.map(\.number)
      let end = headings.count > 1 ? headings[1] : page.lines.count + 1
      let opening = page.lines.filter { $0.number < end }.map(\.text).joined(separator: " ")
      return opening.contains("must never know")
        ? nil
        : Violation(path: path, reason: "its first section does not say what the module must never know")
    }
  }

  /// Every module of a library shows how it is used, and all code in the pages of these modules is part of an example that
  /// is compiled with the tests.
  static func examples(in tree: SourceTree, of modules: Set<String>) -> [Violation] {
    let examples = tree.swift(below: "Tests").filter { $0.folders.contains("Examples") }.map(\.text)
    return modules.sorted().flatMap { module -> [Violation] in
      let folder = "Sources/\(module)/\(module).docc/"
      let blocks = tree.files.filter { $0.path.hasPrefix(folder) }.flatMap { page in
        page.text.components(separatedBy: "\n```swift\n").dropFirst().map {
          (path: page.path, code: $0.components(separatedBy: "\n```")[0])
        }
      }
      if blocks.isEmpty {
        return [Violation(path: folder + module + ".md", reason: "the library has no example")]
      }
      return blocks.filter { block in !examples.contains { $0.range(of: block.code) != nil } }.map {
        let start = $0.code.prefix { $0 != "\n" }
        return Violation(
          path: $0.path, reason: "no file in a folder Examples has the code from “\(start)” on")
      }
    }
  }
}
