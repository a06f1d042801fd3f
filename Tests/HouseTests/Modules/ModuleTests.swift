import Testing

/// The layers of the modules, read from the sources. Each rule is shown to catch a breach beside being kept.
@Suite struct ModuleTests {
  let tree: SourceTree
  let manifest: Manifest

  init() throws {
    tree = try SourceTree.here.get()
    manifest = try Manifest.here.get()
  }

  @Test func `modules import what their layer allows`() {
    #expect(tree.swift(below: "Sources").count > 10, "the sources were not found")
    expectKept(ModuleRules.imports(in: tree, allowed: manifest.arrows))
  }

  @Test(arguments: [
    ("Sources/Mentions/A.swift", "import Foundation", "only the standard library"),
    ("Sources/LanguageProtocol/A.swift", "@preconcurrency import Glibc", "only the standard library"),
    ("Sources/TextModel/A.swift", "import Entities", "does not give it"),
    ("Sources/TextModel/A.swift", "public import struct Entities.Entity", "does not give it"),
    ("Sources/JSONText/A.swift", "import Synchronization", "only the standard library"),
    ("Sources/EntitySources/A.swift", "import FoundationEssentials", "no Foundation"),
    ("Sources/mentions-lsp/A.swift", "@testable private import FoundationNetworking", "no Foundation"),
    ("Sources/MentionsServer/A.swift", "import SystemCalls", "does not give it"),
    ("Sources/MentionsServer/A.swift", "import ServerHost", "does not give it"),
    ("Sources/MentionsServer/A.swift", "import Synchronization", "only the standard library"),
    ("Sources/ServerHost/A.swift", "#if os(Linux)\n  import Glibc\n#endif", "SystemCalls"),
    ("Sources/ServerHost/A.swift", "import Testing", "no rule allows"),
    ("Sources/ScriptedEditing/A.swift", "import Testing", "no rule allows"),
    ("Sources/mentions-lsp/A.swift", "import MentionsTestKit", "does not give it"),
  ])
  func `a forbidden import is caught`(path: String, text: String, reason: String) {
    let found = ModuleRules.imports(in: SourceTree(planted: [path: text]), allowed: manifest.arrows)
    expectCaught(found, path, reason)
  }

  @Test func `allowed imports pass`() {
    let planted = SourceTree(planted: [
      "Sources/Mentions/A.swift": "// import Foundation\nimport Entities\nlet text = \"import Glibc\"\n",
      "Sources/SystemCalls/A.swift": "#if canImport(Glibc)\nimport Glibc\n#endif\n",
      "Sources/ServerHost/A.swift": "internal import Synchronization\n",
      "Tests/XTests/A.swift": "import Foundation\n",
    ])
    #expect(ModuleRules.imports(in: planted, allowed: ["Mentions": ["Entities"]]).isEmpty)
  }

  @Test func `the arrows of Package.swift are the layers`() {
    #expect(manifest.targets.values.count { $0.type != "test" } >= 10)
    #expect(manifest.arrows["Mentions"]?.contains("Entities") == true, "dependencies were not understood")
    expectKept(ModuleRules.arrows(in: manifest))
  }

  @Test(arguments: [
    ("TextModel", ["Mentions"], "may not depend on Mentions"),
    ("Entities", ["Mentions"], "may not depend on Mentions"),
    ("LanguageProtocol", ["Mentions"], "may not depend"),
    ("EntitySources", ["LanguageProtocol"], "may not depend"),
    ("MentionsServer", ["SystemCalls"], "may not depend"),
    ("MentionsServer", ["ServerHost"], "may not depend"),
    ("ScriptedEditing", ["MentionsTestKit"], "may not depend"),
    ("Helpers", [], "has no layer"),
  ])
  func `an arrow that no layer allows is caught`(module: String, dependencies: [String], reason: String) {
    let target = Manifest.Target(type: "regular", dependencies: dependencies)
    expectCaught(ModuleRules.arrows(in: Manifest(targets: [module: target])), "Package.swift", reason)
  }

  @Test func `a package dependency is caught`() {
    let planted = Manifest(targets: [:], packages: ["swift-collections"])
    expectCaught(ModuleRules.arrows(in: planted), "Package.swift", "package dependency")
  }

  @Test func `no product contains a test kit`() {
    #expect(manifest.products["mentions-lsp"] == ["mentions-lsp"], "products were not understood")
    expectKept(ModuleRules.testKits(in: manifest))
  }

  @Test func `a product that contains a test kit is caught`() {
    let targets: [String: Manifest.Target] = [
      "mentions-lsp": .init(type: "executable", dependencies: ["Mentions", "Editing"]),
      "Editing": .init(type: "regular", dependencies: ["MentionsTestKit"]),
      "Mentions": .init(type: "regular", dependencies: []),
      "MentionsTestKit": .init(type: "regular", dependencies: ["Mentions"]),
      "MentionsTests": .init(type: "test", dependencies: ["MentionsTestKit"]),
    ]
    let (library, program) = (["Mentions"], ["mentions-lsp"])
    expectCaught(
      ModuleRules.testKits(
        in: Manifest(targets: targets, products: ["MentionsCore": library, "mentions-lsp": program])),
      "Package.swift",
      "the product mentions-lsp contains MentionsTestKit")
    #expect(ModuleRules.testKits(in: Manifest(targets: targets, products: ["MentionsCore": library])).isEmpty)
  }

  @Test func `no two modules have a type with the same name`() {
    expectKept(ModuleRules.sharedTypeNames(in: tree))
  }

  @Test func `a type name used in two modules is caught`() {
    let planted = SourceTree(planted: [
      "Sources/Mentions/A.swift": "struct Offer {}\nprivate struct Own {}",
      "Sources/Entities/B.swift": "enum B { struct Offer {} }\nprivate struct Own {}\nextension Offer {}",
      "Sources/TextModel/C.swift": "public enum Offer {}",
    ])
    expectCaught(
      ModuleRules.sharedTypeNames(in: planted), "Sources/TextModel/C.swift", "has a type Offer, too")
  }

  @Test func `only executables print`() { expectKept(ModuleRules.printing(in: tree)) }

  @Test(arguments: ["print(1)", "  print(\"a\", to: &x)", "{ debugPrint(x) }", "let a = \"\\(x)\"; dump(a)"])
  func `printing is caught`(text: String) {
    expectCaught(ModuleRules.printing(in: planted(text, in: "MentionsServer")), "MentionsServer", "prints")
    #expect(ModuleRules.printing(in: planted(text, in: "mentions-lsp")).isEmpty)
  }

  @Test(arguments: ["// print(1)", "\"print(1)\"", "fingerprint(1)", "page.print(1)", "/* a\n print(1) */"])
  func `code that only looks like printing passes`(text: String) {
    #expect(ModuleRules.printing(in: planted(text, in: "MentionsServer")).isEmpty)
  }

  @Test func `pure modules have no clock, randomness or task`() { expectKept(ModuleRules.effects(in: tree)) }

  @Test(arguments: [
    "Task { }", "let now = ContinuousClock().now", "func f() async {}", "await f()", "Int.random(in: 0..<9)",
    "names.shuffled()", "names.randomElement()",
  ])
  func `a clock, randomness or a task is caught`(text: String) {
    expectCaught(ModuleRules.effects(in: planted(text, in: "Mentions")), "Mentions", "in a pure module")
    #expect(ModuleRules.effects(in: planted(text, in: "ServerHost")).isEmpty)
    #expect(ModuleRules.effects(in: planted("// " + text, in: "Mentions")).isEmpty)
  }

  @Test func `the server's handlers wait, and its loop alone starts tasks`() {
    #expect(
      ModuleRules.effects(in: planted("func f() async {}; await f()", in: "MentionsServer")).isEmpty)
    for text in [
      "Task { }", "withTaskGroup(of: Int.self) { _ in }", "async let a = f()", "@TaskLocal static var a",
    ] {
      let caught = ModuleRules.effects(in: planted(text, in: "MentionsServer"))
      expectCaught(caught, "MentionsServer", "in a pure module")
    }
    let loop = ["Sources/MentionsServer/Session/Loop.swift": "Task { }"]
    #expect(ModuleRules.effects(in: SourceTree(planted: loop)).isEmpty)
  }

  @Test func `randomness that is passed in is allowed`() {
    #expect(ModuleRules.effects(in: planted("Int.random(in: 0..<9, using: &given)", in: "Mentions")).isEmpty)
  }

  @Test func `no module is named after one of its types`() { expectKept(ModuleRules.names(in: tree)) }

  @Test(arguments: ["public struct Mentions {}", "enum Mentions {", "  public typealias Mentions = Int"])
  func `a module named after one of its types is caught`(text: String) {
    expectCaught(ModuleRules.names(in: planted(text, in: "Mentions")), "Mentions", "named like its module")
    #expect(ModuleRules.names(in: planted(text, in: "Entities")).isEmpty)
  }

  @Test func `every module's page opens with what the module must never know`() {
    expectKept(ModuleRules.pages(in: tree))
  }

  @Test(arguments: [
    (nil, "no such page"),
    ("# Mentions\n\nMentions must never know LSP.", "title"),
    ("# ``Mentions``\n\nWhat it does.\n", "must never know"),
    ("# ``Mentions``\n\nOne.\n\n## Idea\n\nTwo.\n\n## Later\n\nIt must never know LSP.\n", "must never know"),
  ])
  func `a page without that opening is caught`(page: String?, reason: String) {
    var files = ["Sources/Mentions/A.swift": ""]
    files["Sources/Mentions/Mentions.docc/Mentions.md"] = page
    expectCaught(ModuleRules.pages(in: SourceTree(planted: files)), "Mentions.md", reason)
  }

  @Test func `a page with that opening passes`() {
    let planted = SourceTree(planted: [
      "Sources/mentions-lsp/main.swift": "",
      "Sources/mentions-lsp/mentions-lsp.docc/mentions-lsp.md":
        "# ``mentions_lsp``\n\nThe program.\n\n## Overview\n\nIt must never know how a mention is made.\n",
    ])
    #expect(ModuleRules.pages(in: planted).isEmpty)
  }

  @Test func `every library shows examples that are compiled`() {
    let libraries = manifest.libraries
    #expect(libraries.count > 5, "products were not understood")
    expectKept(ModuleRules.examples(in: tree, of: libraries))
  }

  @Test(arguments: [
    ("# ``Mentions``\n\n```json\n{}\n```\n", "the library has no example"),
    ("# ``Mentions``\n\n```swift\nlet a = 1\n```\n\n```swift\nlet b = 3\n```\n", "from “let b = 3” on"),
  ])
  func `a library without an example that is compiled is caught`(page: String, reason: String) {
    let planted = SourceTree(planted: [
      "Sources/Mentions/Mentions.docc/Mentions.md": page,
      "Tests/MentionsTests/Examples/A.swift": "let a = 1\nlet b = 2\n",
      "Tests/MentionsTests/B.swift": "let b = 3\n",
    ])
    expectCaught(ModuleRules.examples(in: planted, of: ["Mentions"]), "Mentions.md", reason)
  }

  private func planted(_ text: String, in module: String) -> SourceTree {
    SourceTree(planted: ["Sources/\(module)/A.swift": text])
  }
}

/// The rule is kept by the checkout, or each breach is reported by its place.
func expectKept(_ found: [Violation], _ place: SourceLocation = #_sourceLocation) {
  for violation in found { Issue.record("\(violation)", sourceLocation: place) }
}

/// Exactly one breach was found, there and for that reason.
func expectCaught(
  _ found: [Violation], _ path: String, _ reason: String, _ place: SourceLocation = #_sourceLocation
) {
  #expect(found.count == 1, sourceLocation: place)
  #expect(found.first?.path.contains(path) == true, sourceLocation: place)
  #expect(found.first?.reason.contains(reason) == true, sourceLocation: place)
}
