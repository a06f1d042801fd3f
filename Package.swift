// swift-tools-version: 6.2
import PackageDescription

// The modules by layers, lowest first; a target may depend only on layers below its own (Architecture page of
// the MentionsServer documentation). There are no package dependencies, and there shall be none.
let common: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let house = common + [.strictMemorySafety()]

func module(
  _ name: String, _ below: [Target.Dependency] = [], at path: String? = nil,
  also settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: below, path: path, swiftSettings: house + settings)
}

func tests(of name: String, _ also: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.init(stringLiteral: name), "MentionsTestKit"] + also,
    swiftSettings: common)
}

// `MENTIONS_FUZZ=1 swift build --product mentions-fuzz …`, as Tests/Fuzz/run does: libFuzzer brings its own `main`, so
// that without its flags the program could not be linked.
let fuzzing: [Target] =
  Context.environment["MENTIONS_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "mentions-fuzz", dependencies: ["ServerHost", "MentionsTestKit"],
      path: "Tests/Fuzz", exclude: ["Corpus", "run"],
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "mentions-lsp",
  // What CI builds and tests on macOS. `Mutex` would do with 15, and `Span` itself is back-deployed; but `Array.span` and
  // `Array.mutableSpan`, which all code over bytes uses, are available from 26 on.
  platforms: [.macOS(.v26)],
  products: [
    .library(
      name: "MentionsCore", targets: ["JSONText", "TextModel", "Entities", "Mentions", "ChooserWidgets"]),
    .library(name: "TextEvents", targets: ["TextModel", "TextEvents"]),
    .library(name: "MentionsServer", targets: ["MentionsServer", "ServerHost"]),
    .executable(name: "mentions-lsp", targets: ["mentions-lsp"]),
  ],
  targets: [
    // 0
    module("JSONText"),
    module("TextModel"),
    module("SystemCalls"),
    // 1
    // So that a column can lend its elements as a `Span` as arrays do: `@_lifetime`.
    module("Entities", ["JSONText"], also: [.enableExperimentalFeature("Lifetimes")]),
    module("TextEvents", ["TextModel"]),
    module("Mentions", ["Entities", "TextEvents", "TextModel", "JSONText"]),
    module("ChooserWidgets", ["Mentions", "Entities", "TextModel", "JSONText"]),
    // 2
    module("LanguageProtocol", ["JSONText"]),
    module("EntitySources", ["Entities", "JSONText", "SystemCalls"]),
    // 3
    module(
      "MentionsServer",
      ["Mentions", "Entities", "TextEvents", "TextModel", "JSONText", "LanguageProtocol", "EntitySources"]),
    // 4
    module(
      "ServerHost",
      [
        "MentionsServer", "Mentions", "Entities", "TextModel", "JSONText", "LanguageProtocol",
        "EntitySources", "SystemCalls",
      ]),
    // 5
    module(
      "ScriptedEditing", ["ServerHost", "LanguageProtocol", "EntitySources", "JSONText", "SystemCalls"]),
    // 6
    .executableTarget(
      name: "mentions-lsp",
      dependencies: [
        "ServerHost", "MentionsServer", "Mentions", "ChooserWidgets", "Entities", "TextModel", "JSONText",
        "LanguageProtocol", "EntitySources", "ScriptedEditing",
      ], swiftSettings: house),
    // What serves the tests and measurements only: it is below Tests, and in no product.
    module(
      "SessionSimulation",
      [
        "ScriptedEditing", "ServerHost", "MentionsServer", "Mentions", "Entities", "JSONText",
        "LanguageProtocol", "EntitySources",
      ], at: "Tests/Simulation"),
    module(
      "MentionsTestKit",
      [
        "SessionSimulation", "ScriptedEditing", "ServerHost", "MentionsServer", "Mentions", "Entities",
        "TextModel", "JSONText", "LanguageProtocol", "EntitySources", "SystemCalls",
      ], at: "Tests/Support"),
    .executableTarget(
      name: "mentions-bench",
      dependencies: [
        "ServerHost", "MentionsServer", "Mentions", "Entities", "TextModel", "JSONText",
        "LanguageProtocol", "EntitySources", "SystemCalls", "SessionSimulation",
      ], path: "Tests/Bench", swiftSettings: house),
    // tests
    tests(of: "TextModel"),
    tests(of: "JSONText"),
    tests(of: "Entities", ["JSONText"]),
    tests(of: "TextEvents", ["SessionSimulation", "TextModel"]),
    tests(of: "Mentions", ["TextModel", "Entities", "JSONText"]),
    tests(of: "ChooserWidgets", ["SessionSimulation", "Mentions", "TextModel", "Entities", "JSONText"]),
    tests(of: "LanguageProtocol", ["JSONText"]),
    tests(of: "EntitySources", ["SessionSimulation", "ServerHost", "Entities", "JSONText"]),
    tests(
      of: "MentionsServer",
      [
        "ScriptedEditing", "SessionSimulation", "Mentions", "Entities", "TextModel", "JSONText",
        "LanguageProtocol", "EntitySources",
      ]),
    tests(
      of: "ServerHost",
      [
        "SessionSimulation", "MentionsServer", "Mentions", "Entities", "TextModel", "JSONText",
        "LanguageProtocol", "EntitySources", "SystemCalls",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "mentions-lsp", "MentionsTestKit", "SessionSimulation", "ServerHost", "ChooserWidgets",
        "EntitySources",
        "JSONText",
      ],
      exclude: ["Golden"], swiftSettings: common),
    .testTarget(
      name: "BenchTests",
      dependencies: ["mentions-bench", "mentions-lsp", "EntitySources", "ServerHost"],
      swiftSettings: common),
    .testTarget(
      name: "SimulationTests", dependencies: ["MentionsTestKit", "SessionSimulation", "ScriptedEditing"],
      swiftSettings: common),
    .testTarget(
      name: "FuzzTests", dependencies: ["MentionsTestKit", "SessionSimulation", "TextModel"],
      swiftSettings: common),
    .testTarget(
      name: "HouseTests", dependencies: ["MentionsTestKit", "JSONText"], swiftSettings: common),
  ] + fuzzing,
  swiftLanguageModes: [.v6]
)
