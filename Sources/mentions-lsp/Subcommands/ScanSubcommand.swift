import Entities
import JSONText
import Mentions
import ServerHost
import TextModel

/// `scan PATH…`: all mentions of files.
enum ScanSubcommand {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let isJSON = arguments.flag("--json")
    let run = try ScanRun(ScanRun.Request(&arguments))
    for result in run.results where !result.mentions.isEmpty {
      let lines = result.mentions.map { mention in
        isJSON ? json(mention, in: result.file) : text(mention, in: result.file)
      }
      guard HostProcess.write(lines.map { $0 + "\n" }.joined()) else { break }
    }
    return run.isWhole ? 0 : 2
  }

  /// `docs/a.md:3:7: @ada: Ada Lovelace (ada@example.com)`.
  private static func text(_ mention: FileMention, in file: NamedFile) -> String {
    let who =
      switch mention.mention.meaning {
      case .known(let entity): MentionFinding.described(entity)
      case .ambiguous(let entities):
        "one of " + entities.map(MentionFinding.described).joined(separator: ", ")
      case .unknown: "unknown"
      case .stale(let entity): MentionFinding.described(entity) + ", written otherwise now"
      }
    let place = "\(ShownText.line(file.shown)):\(mention.start.line):\(mention.start.column)"
    return "\(place): \(ShownText.line(mention.written)): \(who)"
  }

  private static func json(_ mention: FileMention, in file: NamedFile) -> String {
    var object: JSONObject = [
      "path": .string(file.shown), "line": .integer(mention.start.line),
      "column": .integer(mention.start.column), "endLine": .integer(mention.end.line),
      "endColumn": .integer(mention.end.column), "offset": .integer(mention.mention.range.start.utf8),
      "length": .integer(mention.mention.range.count), "text": .string(mention.written),
      "key": .string(mention.mention.key),
    ]
    let entities: [Entity]
    switch mention.mention.meaning {
    case .known(let entity): (object["meaning"], entities) = ("known", [entity])
    case .ambiguous(let several): (object["meaning"], entities) = ("ambiguous", several)
    case .unknown: (object["meaning"], entities) = ("unknown", [])
    case .stale(let entity): (object["meaning"], entities) = ("stale", [entity])
    }
    object["entities"] = .array(entities.map { .object(members(of: $0)) })
    return String(decoding: JSONWriter.bytes(of: JSONValue.object(object)), as: UTF8.self)
  }

  private static func members(of entity: Entity) -> JSONObject {
    var members: JSONObject = ["id": .string(entity.id), "name": .string(entity.name)]
    if let handle = entity.handle { members["handle"] = .string(handle) }
    if let email = entity.email { members["email"] = .string(email) }
    members["kind"] = .string(entity.kind.rawValue)
    members["source"] = .string(entity.source)
    return members
  }
}
