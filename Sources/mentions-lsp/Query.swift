import Entities
import EntitySources
import JSONText
import Mentions
import MentionsServer
import ServerHost

/// `query TEXT`: shows the entries that the chooser would offer.
enum QuerySubcommand {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let character = try arguments.value("--trigger")
    let limit = try arguments.number("--limit", in: 1...10_000)
    let root = try arguments.value("--root")
    let isJSON = arguments.flag("--json")
    let explains = arguments.flag("--explain")
    let line = try arguments.value("--at").map { text throws(UsageError) in try FileLine(text) }
    let text = line == nil ? try arguments.word("a text to search for") : try arguments.optionalWord() ?? ""
    try arguments.finish()

    let inspection = try SettingsInspection(argument: root)
    for problem in inspection.problems { HostProcess.complain("mentions-lsp: \(problem)\n") }
    let (trigger, key) = try trigger(character, before: text, in: inspection.settings)
    if line != nil, !inspection.settings.nearness {
      HostProcess.complain("mentions-lsp: --at has no effect, because nearness is off in the settings\n")
    }
    let question = try inspection.settings.nearness ? line?.question(in: inspection.root) : nil
    let search = ChooserInspection(
      key, trigger: trigger, settings: inspection.settings, root: inspection.root, limit: limit,
      near: question)
    if let problem = search.nearProblem { HostProcess.complain("mentions-lsp: --at: \(problem)\n") }
    for problem in search.sources.flatMap(\.problems) where problem.severity != .note {
      HostProcess.complain("mentions-lsp: \(problem)\n")
    }
    HostProcess.write(
      isJSON
        ? json(search, explains: explains)
        : table(search, near: question != nil, explains: explains) + (explains ? explanation(search) : ""))
    return search.rows.isEmpty ? 1 : 0
  }

  /// The trigger with which to search, and the text without that trigger at its start: `@ada`, as typed in a document,
  /// becomes `ada`.
  private static func trigger(
    _ character: String?, before text: String, in settings: ServerSettings
  ) throws(UsageError) -> (MentionsPolicy.Trigger, key: String) {
    let triggers = settings.policy.triggers
    let typed = triggers.filter { text.hasPrefix($0.character) }.max {
      $0.character.count < $1.character.count
    }
    let wanted =
      character ?? typed?.character
      ?? (triggers.contains { $0.character == "@" } ? "@" : triggers.first?.character ?? "@")
    guard let trigger = triggers.first(where: { $0.character == wanted }) else {
      let known = triggers.isEmpty ? "none" : triggers.map(\.character).joined(separator: " ")
      throw UsageError("--trigger is \(wanted), expected one of: \(known)")
    }
    return (trigger, text.hasPrefix(wanted) ? String(text.dropFirst(wanted.count)) : text)
  }

  /// The results of a search as a table.
  ///
  /// - Parameters:
  ///   - near: whether to show the nearness of people.
  ///   - explains: whether to show how a person was found.
  private static func table(_ search: ChooserInspection, near: Bool, explains: Bool) -> String {
    var columns = Columns()
    if !search.rows.isEmpty {
      let titles: [Columns.Cell] = ["", "name", "handle, e-mail", "source"]
      let reasons: [Columns.Cell] =
        explains ? ["class", "tier", "field", "score", "near + chosen + recent"] : []
      columns.add(titles + reasons + (near ? ["near"] : []))
    }
    for (rank, row) in search.rows.enumerated() {
      let entity = row.entity
      let contacts = [entity.handle.map { "@\($0)" }, entity.email].compactMap { $0 }.joined(separator: ", ")
      let match = row.match
      let bold = matched(match, in: entity)
      var cells: [Columns.Cell] = [
        "\(rank + 1)", .init(entity.name, bold: bold.name),
        contacts.isEmpty ? "-" : .init(contacts, bold: bold.contacts),
        .init(entity.source),
      ]
      if explains {
        cells += [
          .init(match?.tier.matchClass.title ?? "as returned"), .init(match?.tier.title ?? "-"),
          .init(match.map { title(of: $0.field) } ?? "-"), .init(match.map { score(of: $0.score) } ?? "-"),
          .init(match.map { $0.score.familiarity.title } ?? "-"),
        ]
      }
      if near { cells.append(.init(nearness(of: row))) }
      columns.add(cells)
    }
    var lines = columns.lines()
    if search.hasMore { lines.append("… and more; --limit N shows more") }
    if search.rows.isEmpty {
      lines.append("no one was found; “mentions-lsp doctor” shows how many entities each source has")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The nearness with its reasons: `87: wrote 12 lines here, owner`.
  private static func nearness(of row: ChooserInspection.Row) -> String {
    guard let score = row.match?.score else { return "-" }
    if score.isOneself { return "yourself" }
    let reasons = row.reasons.joined(separator: ", ")
    return row.points > 0 ? "\(row.points): \(reasons)" : reasons.isEmpty ? "-" : reasons
  }

  /// The matching parts of the name's cell, and of the cell of handle and e-mail address, in UTF-8 offsets. There are
  /// none if an alias matched, because aliases are not displayed.
  private static func matched(
    _ match: Match?, in entity: Entity
  ) -> (name: [Range<Int>], contacts: [Range<Int>]) {
    guard let match else { return ([], []) }
    func shifted(behind text: String) -> [Range<Int>] {
      match.ranges.map { $0.lowerBound + text.utf8.count..<$0.upperBound + text.utf8.count }
    }
    return switch match.field {
    case .name: (match.ranges, [])
    case .handle: ([], shifted(behind: "@"))
    case .email: ([], shifted(behind: entity.handle.map { "@\($0), " } ?? ""))
    case .alias: ([], [])
    }
  }

  /// The ranking criteria that matter in a search without a document: class, magnitude of the weight (higher is
  /// better), tier, source and length of the name.
  private static func score(of score: MatchScore) -> String {
    "\(score.matchClass.rawValue).\(score.magnitude).\(score.tier.rawValue).\(score.sourceOrder)."
      + "\(score.nameLength)"
  }

  /// The reason why each row precedes the next.
  private static func explanation(_ search: ChooserInspection) -> String {
    var columns = Columns()
    for (rank, (row, next)) in zip(search.rows, search.rows.dropFirst()).enumerated() {
      let reason = RankingReason(row, before: next)
      columns.add("\(rank + 1) before \(rank + 2)", reason.title, reason.values.map { "\($0), \($1)" } ?? "")
    }
    return columns.isEmpty ? "" : "\n" + columns.lines().joined(separator: "\n") + "\n"
  }

  private static func title(of field: MatchField) -> String {
    switch field {
    case .name: "name"
    case .handle: "handle"
    case .alias: "alias"
    case .email: "e-mail"
    }
  }

  private static func json(_ search: ChooserInspection, explains: Bool) -> String {
    var text = ""
    for (rank, row) in search.rows.enumerated() {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("rank", rank + 1)
        writer.member("name", row.entity.name)
        writer.member("id", row.entity.id)
        writer.member("handle", ifPresent: row.entity.handle)
        writer.member("email", ifPresent: row.entity.email)
        writer.member("detail", ifPresent: row.entity.detail)
        writer.member("source", row.entity.source)
        if let match = row.match { members(of: match, points: row.points, &writer) }
        if !row.reasons.isEmpty { writer.member("near", row.reasons) }
        guard explains, rank + 1 < search.rows.count else { return }
        let reason = RankingReason(row, before: search.rows[rank + 1])
        writer.member("beforeNext") { writer in
          writer.object {
            $0.member("by", reason.title)
            $0.member("value", ifPresent: reason.values?.own)
            $0.member("next", ifPresent: reason.values?.next)
          }
        }
      }
      text += PrintedText.json(writer.bytes) + "\n"
    }
    return text
  }

  private static func members(of match: Match, points: Int, _ writer: inout JSONWriter) {
    writer.member("class", match.tier.matchClass.title)
    writer.member("tier", match.tier.title)
    writer.member("field", title(of: match.field))
    writer.member("matches", match.ranges.map { [$0.lowerBound, $0.upperBound] })
    writer.member("score") { writer in
      writer.object {
        $0.member("class", match.score.matchClass.rawValue)
        if match.score.isOneself { $0.member("yourself", true) }
        if match.score.mentionedHere { $0.member("mentionedHere", true) }
        if points > 0 { $0.member("nearness", points) }
        let familiarity = match.score.familiarity
        if familiarity.near > 0 { $0.member("near", familiarity.near) }
        if familiarity.chosen > 0 { $0.member("chosen", familiarity.chosen) }
        if familiarity.recent > 0 { $0.member("recent", familiarity.recent) }
        $0.member("magnitude", match.score.magnitude)
        $0.member("tier", match.score.tier.rawValue)
        $0.member("sourceOrder", match.score.sourceOrder)
        $0.member("nameLength", match.score.nameLength)
      }
    }
  }
}

/// The value of `--at FILE:LINE`.
private struct FileLine {
  let path: String
  /// The line, from 1, as displayed by editors.
  let line: Int

  init(_ text: String) throws(UsageError) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
      let line = Int(text[text.utf8.index(after: colon)...]), line > 0
    else { throw UsageError("--at is \(text), expected FILE:LINE such as README.md:12") }
    path = String(text[..<colon])
    self.line = line
  }

  /// The question for people near the line; the surrounding lines are read from the file.
  ///
  /// - Parameter root: the absolute path of the workspace folder.
  func question(in root: String) throws(UsageError) -> NearQuestion {
    do throws(NearQuestion.Unreadable) {
      return try NearQuestion.line(line, of: path, root: root)
    } catch {
      throw UsageError("--at: \(path) \(error.reason)")
    }
  }
}
