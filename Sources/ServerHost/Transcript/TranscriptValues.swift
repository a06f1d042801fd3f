import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer

// How what came from outside is written into a transcript, and read back. One file, so that the two
// cannot part.

extension JSONValue {
  /// Bytes as text if they are valid UTF-8, else as numbers.
  static func transcript(_ bytes: [UInt8]) -> JSONValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .array(bytes.map { .integer(Int($0)) })
  }

  static func transcript(_ range: Swift.Range<Int>) -> JSONValue {
    [.integer(range.lowerBound), .integer(range.upperBound)]
  }

  var transcriptBytes: [UInt8]? {
    if let text = stringValue { return Array(text.utf8) }
    guard let numbers = arrayValue else { return nil }
    let bytes = numbers.compactMap { $0.intValue.flatMap(UInt8.init(exactly:)) }
    return bytes.count == numbers.count ? bytes : nil
  }

  var strings: [String]? { arrayValue?.compactMap(\.stringValue) }
  var integers: [Int]? { arrayValue?.compactMap(\.intValue) }
}

extension SettingsFile {
  var transcript: JSONValue {
    var object: JSONObject = ["path": .string(path)]
    switch contents {
    case .bytes(let bytes): object["text"] = .transcript(bytes)
    case .missing: break
    case .unreadable(let why): object["unreadable"] = .string(why)
    }
    object["real"] = realPaths.map { .array($0.paths.map { $0.map { .string($0) } ?? .null }) }
    return .object(object)
  }

  init?(transcript value: JSONValue) {
    guard let path = value["path"]?.stringValue else { return nil }
    if let bytes = value["text"]?.transcriptBytes {
      self.init(path: path, contents: .bytes(bytes))
    } else if let why = value["unreadable"]?.stringValue {
      self.init(path: path, contents: .unreadable(why))
    } else {
      self.init(path: path, contents: .missing)
    }
    realPaths = value["real"]?.arrayValue.map { RealPaths(paths: $0.map(\.stringValue)) }
  }
}

extension LoadedSource {
  /// The maximum number of entities written, since transcripts are for people and tests.
  static let transcriptLimit = 100_000

  func transcript(source: String, load: Int) -> JSONValue {
    // In their own order: it counts for an empty key.
    let indices = catalog.indicesInOwnOrder.prefix(Self.transcriptLimit)
    var object: JSONObject = [
      "source": .string(source), "load": .integer(load),
      "entities": .array(indices.map { EntityTranslation.json(catalog.entity(at: $0)) }),
      "leftOut": .integer(catalog.count - indices.count),
      "problems": .array(problems.map(\.transcript)),
      "watched": .array(watchedPaths.map { .string($0) }),
    ]
    if isPreliminary { object["isPreliminary"] = .bool(true) }
    if keepsKnown { object["keepsKnown"] = .bool(true) }
    if catalog.isPartial { object["isPartial"] = .bool(true) }
    return .object(object)
  }

  /// Entities that cannot be read are skipped.
  init?(transcript value: JSONValue) {
    guard let source = value["source"]?.stringValue, let entities = value["entities"]?.arrayValue else {
      return nil
    }
    var builder = EntityCatalog.Builder(source: source)
    for entity in entities.compactMap({ Entity(transcript: $0, source: source) }) { builder.append(entity) }
    let isPartial = value["isPartial"]?.boolValue ?? false
    self.init(
      catalog: isPartial ? builder.partial() : builder.finish(),
      problems: (value["problems"]?.arrayValue ?? []).compactMap {
        SourceProblem(transcript: $0, source: source)
      },
      watchedPaths: value["watched"]?.strings ?? [])
    isPreliminary = value["isPreliminary"]?.boolValue ?? false
    keepsKnown = value["keepsKnown"]?.boolValue ?? false
  }
}

extension Entity {
  init?(transcript value: JSONValue, source: String) {
    guard case .success(let entity) = EntityTranslation.read(value, source: source) else { return nil }
    self = entity
  }
}

extension SourceProblem {
  var transcript: JSONValue {
    var object: JSONObject = [
      "severity": .string(severity.rawValue), "source": .string(source), "message": .string(message),
    ]
    object["file"] = file.map { .string($0) }
    object["line"] = line.map { .integer($0) }
    object["field"] = field.map { .string($0) }
    object["details"] = details.map { .string($0) }
    if leavesOut { object["leavesOut"] = true }
    return .object(object)
  }

  init?(transcript value: JSONValue, source: String) {
    guard let message = value["message"]?.stringValue else { return nil }
    self.init(
      value["severity"]?.stringValue.flatMap(Severity.init(rawValue:)) ?? .warning,
      source: value["source"]?.stringValue ?? source, file: value["file"]?.stringValue,
      line: value["line"]?.intValue, field: value["field"]?.stringValue, message,
      details: value["details"]?.stringValue, leavesOut: value["leavesOut"]?.boolValue ?? false)
  }
}

extension EntityDefinition {
  var transcript: JSONValue {
    [
      "source": .string(source), "path": .string(path), "line": .integer(firstLine),
      "text": .transcript(text), "record": .transcript(record),
      "values": .array(
        values.map {
          [
            "field": .string($0.field.rawValue), "range": .transcript($0.range),
            "notation": .string($0.notation.rawValue),
          ]
        }),
    ]
  }

  package init?(transcript value: JSONValue) {
    guard let path = value["path"]?.stringValue, let line = value["line"]?.intValue,
      let text = value["text"]?.transcriptBytes
    else { return nil }
    func range(_ value: JSONValue?) -> Swift.Range<Int>? {
      guard let ends = value?.integers, ends.count == 2, 0 <= ends[0], ends[0] <= ends[1],
        ends[1] <= text.count
      else { return nil }
      return ends[0]..<ends[1]
    }
    self.init(
      source: value["source"]?.stringValue ?? "", path: path, firstLine: line, text: text,
      record: range(value["record"]) ?? 0..<0,
      values: (value["values"]?.arrayValue ?? []).compactMap {
        guard let field = $0["field"]?.stringValue.flatMap(EntityField.init(rawValue:)),
          let range = range($0["range"]),
          let notation = $0["notation"]?.stringValue.flatMap(Notation.init(rawValue:))
        else { return nil }
        return Value(field: field, range: range, notation: notation)
      })
  }
}

extension ProviderEvent {
  func transcript(source: String, start: Int) -> JSONValue? {
    var object: JSONObject = ["source": .string(source), "start": .integer(start)]
    switch self {
    case .batch(let batch):
      object["query"] = .integer(batch.query)
      object["entities"] = .array(batch.entities.map(EntityTranslation.json))
      object["dedupe"] = .bool(batch.dedupe)
      object["isComplete"] = .bool(batch.isComplete)
    case .timedOut(let query): object["timedOut"] = .integer(query)
    case .died(_, let unanswered): object["died"] = .array(unanswered.map { .integer($0) })
    case .problem(let problem): object["problem"] = problem.transcript
    case .started, .log: return nil
    }
    return .object(object)
  }

  init?(transcript value: JSONValue, source: String) {
    if let query = value["query"]?.intValue {
      let entities = (value["entities"]?.arrayValue ?? []).compactMap {
        Entity(transcript: $0, source: source)
      }
      self = .batch(
        SourceBatch(
          query: query, entities: entities, dedupe: value["dedupe"]?.boolValue ?? true,
          isComplete: value["isComplete"]?.boolValue ?? true))
    } else if let query = value["timedOut"]?.intValue {
      self = .timedOut(query: query)
    } else if let unanswered = value["died"]?.integers {
      self = .died(nil, unanswered: unanswered)
    } else if let problem = value["problem"].flatMap({ SourceProblem(transcript: $0, source: source) }) {
      self = .problem(problem)
    } else {
      return nil
    }
  }
}

extension PluginEvent {
  func transcript(key: String, start: Int) -> JSONValue? {
    var object: JSONObject = ["name": .string(key), "start": .integer(start)]
    switch self {
    case .lines(let lines):
      object["lines"] = .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) })
    case .flooded: object["flooded"] = true
    case .stuck: object["stuck"] = true
    case .ended(let reason): object["ended"] = .string(reason)
    case .log: return nil
    }
    return .object(object)
  }

  init?(transcript value: JSONValue) {
    if let lines = value["lines"]?.strings {
      self = .lines(lines.map { Array($0.utf8) })
    } else if value["flooded"] != nil {
      self = .flooded
    } else if value["stuck"] != nil {
      self = .stuck
    } else if let reason = value["ended"]?.stringValue {
      self = .ended(reason)
    } else {
      return nil
    }
  }
}

extension NearPeople {
  func transcript(number: Int) -> JSONValue {
    var object: JSONObject = [
      "number": .integer(number), "people": .array(people.map(\.transcript)),
      "user": ["name": .string(ownName), "email": .string(ownEmail)],
    ]
    object["problem"] = problem.map { .string($0) }
    return .object(object)
  }

  init(transcript value: JSONValue) {
    let user = value["user"]
    self.init(
      people: (value["people"]?.arrayValue ?? []).map(Person.init(transcript:)),
      ownName: user?["name"]?.stringValue ?? "", ownEmail: user?["email"]?.stringValue ?? "",
      problem: value["problem"]?.stringValue)
  }
}

extension NearPeople.Person {
  fileprivate var transcript: JSONValue {
    [
      "name": .string(name), "email": .string(email), "handle": .string(handle), "points": .integer(points),
      "ownership": .integer(ownership), "reasons": .array(reasons.map { .string($0) }),
    ]
  }

  fileprivate init(transcript value: JSONValue) {
    self.init(
      name: value["name"]?.stringValue ?? "", email: value["email"]?.stringValue ?? "",
      handle: value["handle"]?.stringValue ?? "", points: value["points"]?.intValue ?? 0,
      ownership: value["ownership"]?.intValue ?? 0, reasons: value["reasons"]?.strings ?? [])
  }
}

extension FramerError {
  var transcript: JSONValue {
    switch self {
    case .garbage(let line): ["kind": "garbage", "text": .string(line)]
    case .missingLength: ["kind": "missingLength"]
    case .badLength(let text): ["kind": "badLength", "text": .string(text)]
    case .contradictoryLengths: ["kind": "contradictoryLengths"]
    case .messageTooLong(let length, let limit):
      ["kind": "messageTooLong", "text": .string(length), "number": .integer(limit)]
    case .headerTooLong(let limit): ["kind": "headerTooLong", "number": .integer(limit)]
    case .truncatedMessage(let missing): ["kind": "truncatedMessage", "number": .integer(missing)]
    case .truncatedHeader: ["kind": "truncatedHeader"]
    }
  }

  init?(transcript value: JSONValue) {
    let text = value["text"]?.stringValue ?? ""
    let number = value["number"]?.intValue ?? 0
    switch value["kind"]?.stringValue {
    case "garbage": self = .garbage(text)
    case "missingLength": self = .missingLength
    case "badLength": self = .badLength(text)
    case "contradictoryLengths": self = .contradictoryLengths
    case "messageTooLong": self = .messageTooLong(length: text, limit: number)
    case "headerTooLong": self = .headerTooLong(limit: number)
    case "truncatedMessage": self = .truncatedMessage(missing: number)
    case "truncatedHeader": self = .truncatedHeader
    default: return nil
    }
  }
}

/// The report of a workspace scan in a transcript.
extension ScanReport {
  func transcript(scan: Int) -> JSONValue {
    var object: JSONObject = [
      "scan": .integer(scan), "done": .integer(done), "total": .integer(total),
      "files": .array(files.map(\.transcript)), "gone": .array(gone.map { .string($0) }),
    ]
    if let stored {
      object["stored"] = .array((0..<stored.fileCount).map { stored.mentions(inFile: $0).transcript })
    }
    if let summary {
      object["summary"] = [
        "files": .integer(summary.files), "tooMany": .integer(summary.tooMany),
        "unreadable": .integer(summary.unreadable),
        "problems": .array(summary.problems.map { .string($0) }),
      ]
    }
    return .object(object)
  }

  init?(transcript value: JSONValue) {
    guard let done = value["done"]?.intValue, let total = value["total"]?.intValue,
      let files = value["files"]?.arrayValue
    else { return nil }
    self.init(
      files: files.compactMap(FileMentions.init(transcript:)), gone: value["gone"]?.strings ?? [], done: done,
      total: total)
    if let known = value["stored"]?.arrayValue {
      let files = known.compactMap(FileMentions.init(transcript:))
      stored = StoredIndex(
        StoredIndexBuilder.bytes(
          rules: "", people: "", files.map { .read($0, mark: 0, isBarren: false) }))
    }
    guard let summary = value["summary"] else { return }
    self.summary = ScanSummary(
      files: summary["files"]?.intValue ?? 0, tooMany: summary["tooMany"]?.intValue ?? 0,
      unreadable: summary["unreadable"]?.intValue ?? 0, problems: summary["problems"]?.strings ?? [])
  }
}

extension RereadFile {
  var transcript: JSONValue {
    var object: JSONObject = [
      "mentions": mentions.transcript,
      "texts": .array(texts.map { .string(String(decoding: $0, as: UTF8.self)) }),
    ]
    if !trimmed.isEmpty { object["trimmed"] = .array(trimmed.sorted().map { .integer($0) }) }
    object["fault"] = fault.map { .string($0) }
    if realPath != mentions.path { object["real"] = .string(realPath) }
    if isForReading { object["isForReading"] = true }
    return .object(object)
  }

  init?(transcript value: JSONValue) {
    guard let mentions = value["mentions"].flatMap(FileMentions.init(transcript:)),
      let texts = value["texts"]?.strings, texts.isEmpty || texts.count == mentions.mentions.count
    else { return nil }
    self.init(
      mentions: mentions, texts: texts.map { Array($0.utf8) },
      trimmed: Set((value["trimmed"]?.arrayValue ?? []).compactMap(\.intValue)),
      fault: value["fault"]?.stringValue, realPath: value["real"]?.stringValue)
    isForReading = value["isForReading"]?.boolValue ?? false
  }
}

extension FileMentions {
  /// The numbers of a mention, in the order of their declarations.
  fileprivate var transcript: JSONValue {
    [
      "path": .string(path), "entities": .array(entities.map(EntityTranslation.json)),
      "mentions": .array(
        mentions.map { one in
          .array(
            [one.entity, one.start, one.count, one.line, one.column, one.endLine, one.endColumn].map {
              .integer(Int($0))
            })
        }),
    ]
  }

  fileprivate init?(transcript value: JSONValue) {
    guard let path = value["path"]?.stringValue, let people = value["entities"]?.arrayValue,
      let places = value["mentions"]?.arrayValue
    else { return nil }
    self.init(path: path)
    for one in people {
      guard case .success(let entity) = EntityTranslation.read(one, source: one["source"]?.stringValue ?? "")
      else { return nil }
      entities.append(entity)
    }
    for place in places {
      let numbers = (place.arrayValue ?? []).compactMap { $0.intValue.flatMap { Int32(exactly: $0) } }
      guard numbers.count == 7, entities.indices.contains(Int(numbers[0])) else { return nil }
      mentions.append(
        IndexedMention(
          entity: numbers[0], start: numbers[1], count: numbers[2], line: numbers[3], column: numbers[4],
          endLine: numbers[5], endColumn: numbers[6]))
    }
  }
}
