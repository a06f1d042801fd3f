import Entities
import EntitySources
import JSONText
import Mentions
import MentionsServer

/// `query TEXT`: what the chooser would offer.
enum Query {
  static func run(_ arguments: inout Arguments) throws(UsageFault) -> Int32 {
    let character = try arguments.value("--trigger")
    let limit = try arguments.number("--limit", in: 1...10_000)
    let root = try arguments.value("--root") ?? "."
    let isJSON = arguments.flag("--json")
    let text = try arguments.word("a text to search for")
    try arguments.finish()

    let inspection = SettingsInspection(root: root)
    guard inspection.hasRoot else { throw UsageFault("--root is \(root), expected a folder") }
    for problem in inspection.problems { HostProcess.complain("mentions-lsp: \(problem)\n") }
    let trigger = try trigger(character, in: inspection.settings)
    let search = MentionSearch(text, trigger: trigger, settings: inspection.settings, limit: limit)
    for problem in search.sources.flatMap(\.problems) where problem.severity != .note {
      HostProcess.complain("mentions-lsp: \(problem)\n")
    }
    HostProcess.write(isJSON ? json(search) : table(search))
    return search.rows.isEmpty ? 1 : 0
  }

  private static func trigger(
    _ character: String?, in settings: ServerSettings
  ) throws(UsageFault) -> MentionsPolicy.Trigger {
    let triggers = settings.policy.triggers
    let wanted =
      character ?? (triggers.contains { $0.character == "@" } ? "@" : triggers.first?.character ?? "@")
    if let trigger = triggers.first(where: { $0.character == wanted }) { return trigger }
    let known = triggers.isEmpty ? "none" : triggers.map(\.character).joined(separator: " ")
    throw UsageFault("--trigger is \(wanted), the triggers are: \(known)")
  }

  private static func table(_ search: MentionSearch) -> String {
    var columns = Columns()
    if !search.rows.isEmpty { columns.add("", "name", "handle, e-mail", "source", "tier", "field", "score") }
    for (rank, row) in search.rows.enumerated() {
      let entity = row.entity
      let contacts = [entity.handle.map { "@\($0)" }, entity.email].compactMap { $0 }.joined(separator: ", ")
      columns.add(
        "\(rank + 1)", entity.name, contacts.isEmpty ? "-" : contacts, entity.source,
        row.match?.tier.title ?? "as answered", row.match.map { title(of: $0.field) } ?? "-",
        row.match.map { score(of: $0.score) } ?? "-")
    }
    var lines = columns.lines()
    if search.hasMore { lines.append("… and more; --limit N shows more") }
    if search.rows.isEmpty { lines.append("nobody found") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The parts of the order that count in a search without a document: tier, source, length of the name.
  private static func score(of score: MatchScore) -> String {
    "\(score.tier.rawValue).\(score.sourceOrder).\(score.nameLength)"
  }

  private static func title(of field: MatchField) -> String {
    switch field {
    case .name: "name"
    case .handle: "handle"
    case .alias: "alias"
    case .email: "e-mail"
    }
  }

  private static func json(_ search: MentionSearch) -> String {
    var writer = JSONWriter()
    var text = ""
    for (rank, row) in search.rows.enumerated() {
      writer = JSONWriter()
      writer.object { writer in
        writer.member("rank", rank + 1)
        writer.member("name", row.entity.name)
        writer.member("id", row.entity.id)
        writer.member("handle", ifPresent: row.entity.handle)
        writer.member("email", ifPresent: row.entity.email)
        writer.member("detail", ifPresent: row.entity.detail)
        writer.member("source", row.entity.source)
        guard let match = row.match else { return }
        writer.member("tier", match.tier.title)
        writer.member("field", title(of: match.field))
        writer.member("matches", match.ranges.map { [$0.lowerBound, $0.upperBound] })
        writer.member("score") { writer in
          writer.object {
            $0.member("tier", match.score.tier.rawValue)
            $0.member("sourceOrder", match.score.sourceOrder)
            $0.member("nameLength", match.score.nameLength)
          }
        }
      }
      text += String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
    return text
  }
}
