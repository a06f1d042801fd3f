import Entities
import EntitySources
import Mentions
import MentionsServer
import ServerHost

/// `transform NAME [FILE]`: transforms a text and preserves its mentions.
enum TransformSubcommand {
  /// The transforms that exist regardless of the settings, for completions.
  static let names = MentionsPolicy.standard.transforms().map(\.name).filter { !$0.contains(":") }

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let root = try arguments.value("--root")
    let language = try arguments.language()
    let column = try arguments.number("--column", in: 1...10_000)
    let isList = arguments.flag("--list")
    let name = isList ? nil : try arguments.word("the name of a transform; --list shows all of them")
    let path = isList ? nil : try arguments.optionalWord()
    try arguments.finish()

    let inspection = try SettingsInspection(argument: root)
    for problem in inspection.problems { HostProcess.complain("mentions-lsp: \(problem)\n") }
    let policy = inspection.settings.policy
    guard let name else {
      HostProcess.write(list(distinct(policy.transforms(wrappingAt: column))))
      return 0
    }
    guard let named = policy.transform(named: name, wrappingAt: column) else {
      throw .invalid("transform", name, expected: distinct(policy.transforms()).map(\.name))
    }
    let text: [UInt8]
    do {
      text =
        try path.map { path throws(UnreadableFile) in try HostProcess.readFile(path) }
        ?? HostProcess.readStandardInput()
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 2
    }
    return transform(
      text, named.transform,
      language: language ?? path.flatMap { LanguageID.ofFile($0, beginning: text) } ?? "plaintext",
      path: path, inspection)
  }

  private static func transform(
    _ text: [UInt8], _ transform: TextTransform, language: String, path: String?,
    _ inspection: SettingsInspection
  ) -> Int32 {
    let result = FileTransform(text, transform, languageID: language, path: path, inspection)
    for problem in result.sources.flatMap(\.problems) where problem.severity != .note {
      HostProcess.complain("mentions-lsp: \(problem)\n")
    }
    HostProcess.write(bytes: result.output)
    for entity in result.lost {
      HostProcess.complain(
        "mentions-lsp: the mention of \(ShownText.line(entity.name)) can no longer be recognized in the text\n"
      )
    }
    return result.lost.isEmpty ? 0 : 1
  }

  /// Leaves out each transform with the title of an earlier one, because triggers often share their formats. A title
  /// that contains `{trigger}` is always kept.
  private static func distinct(_ transforms: [NamedTransform]) -> [NamedTransform] {
    var titles: Set<String> = []
    return transforms.filter { $0.title.contains("{trigger}") || titles.insert($0.title).inserted }
  }

  private static func list(_ transforms: [NamedTransform]) -> String {
    var columns = Columns()
    for named in transforms { columns.add(named.name, named.title) }
    return columns.lines().map { $0 + "\n" }.joined()
  }
}
