import JSONText
import MentionsServer

/// What a scan of the workspace told, as a transcript holds it.
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
  }
}

extension FileMentions {
  /// A mention is its numbers in the order of their declarations.
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
