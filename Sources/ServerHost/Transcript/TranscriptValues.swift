import Entities
import EntitySources
import JSONText
import LanguageProtocol
import MentionsServer

// The values in a transcript. One declaration of each type determines how it is read and how it is written.

/// Bytes, written as text if they are valid UTF-8, otherwise as numbers.
struct TranscriptBytes: Hashable, Sendable, JSONReadable, JSONWritable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from reader: inout JSONReader) throws(JSONError) {
    if try reader.peekKind() == .string {
      bytes = try reader.readUTF8()
    } else {
      let numbers = try reader.read([Int].self)
      bytes = numbers.compactMap(UInt8.init(exactly:))
      if bytes.count != numbers.count { throw reader.fault("expected bytes") }
    }
  }

  func write(to writer: inout JSONWriter) {
    if let text = String(validating: bytes, as: UTF8.self) {
      text.write(to: &writer)
    } else {
      bytes.map { Int($0) }.write(to: &writer)
    }
  }
}

/// A range, written as an array of its two bounds.
struct TranscriptRange: Hashable, Sendable, JSONReadable, JSONWritable {
  var range: Swift.Range<Int>

  init(_ range: Swift.Range<Int>) { self.range = range }

  init(from reader: inout JSONReader) throws(JSONError) {
    let bounds = try reader.read([Int].self)
    guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1] else {
      throw reader.fault("expected a range")
    }
    range = bounds[0]..<bounds[1]
  }

  func write(to writer: inout JSONWriter) { [range.lowerBound, range.upperBound].write(to: &writer) }
}

/// An entity with its source.
struct TranscriptEntity: Hashable, Sendable, JSONReadable, JSONWritable {
  var entity: Entity

  init(_ entity: Entity) { self.entity = entity }

  init(from reader: inout JSONReader) throws(JSONError) {
    let value = try reader.readValue()
    switch EntityTranslation.read(value, source: value["source"]?.stringValue ?? "") {
    case .success(let entity): self.entity = entity
    case .failure(let error): throw reader.fault("\(error)")
    }
  }

  func write(to writer: inout JSONWriter) { EntityTranslation.json(entity).write(to: &writer) }
}

/// Entities of a source. Those that cannot be read are skipped.
struct TranscriptEntities: Hashable, Sendable, JSONReadable, JSONWritable {
  var entities: [Entity]

  init(_ entities: [Entity]) { self.entities = entities }

  init(from reader: inout JSONReader) throws(JSONError) {
    entities = try reader.read([JSONValue].self).compactMap { try? TranscriptEntity(json: $0).entity }
  }

  func write(to writer: inout JSONWriter) { entities.map(TranscriptEntity.init).write(to: &writer) }

  /// The entities, attributed to a source.
  func from(_ source: String) -> [Entity] {
    entities.map {
      var entity = $0
      entity.source = source
      return entity
    }
  }
}

// MARK: - Files

extension SettingsFile: Structure {
  package static let members = Members(
    { path, text, unreadable, real in
      let contents: Contents? = text.map { .bytes($0.bytes) } ?? unreadable.map { .unreadable($0) }
      return SettingsFile(
        path: path, contents: contents ?? .missing, realPaths: real.map { RealPaths(paths: $0) })
    }, required("path", \.path), optional("text", \.text), optional("unreadable", \.unreadable),
    optional("real", \.realPaths?.paths))

  private var text: TranscriptBytes? {
    if case .bytes(let bytes) = contents { TranscriptBytes(bytes) } else { nil }
  }

  private var unreadable: String? { if case .unreadable(let why) = contents { why } else { nil } }
}

extension FileMentions: Structure {
  package static let members = Members(
    { path, entities, mentions in
      FileMentions(path: path, entities: entities.map(\.entity), mentions: mentions)
    }, required("path", \.path), required("entities") { $0.entities.map(TranscriptEntity.init) },
    required("mentions", \.mentions))

  /// Whether each mention refers to one of the entities.
  var isWhole: Bool { mentions.allSatisfy { entities.indices.contains(Int($0.entity)) } }
}

/// A mention, written as an array of its numbers in the order of their declarations.
extension IndexedMention: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let numbers = try reader.read([Int].self).compactMap(Int32.init(exactly:))
    guard numbers.count == 7 else { throw reader.fault("expected seven numbers") }
    self.init(
      entity: numbers[0], start: numbers[1], count: numbers[2], line: numbers[3], column: numbers[4],
      endLine: numbers[5], endColumn: numbers[6])
  }

  package func write(to writer: inout JSONWriter) {
    [entity, start, count, line, column, endLine, endColumn].map { Int($0) }.write(to: &writer)
  }
}

extension RereadFile: Structure {
  package static let members = Members(
    { mentions, texts, trimmed, fault, real, isForReading in
      var file = RereadFile(
        mentions: mentions, texts: texts.map { Array($0.utf8) }, trimmed: Set(trimmed ?? []),
        fault: fault, realPath: real)
      file.isForReading = isForReading ?? false
      return file
    }, required("mentions", \.mentions),
    required("texts") { $0.texts.map { String(decoding: $0, as: UTF8.self) } },
    optional("trimmed") { $0.trimmed.isEmpty ? nil : $0.trimmed.sorted() }, optional("fault", \.fault),
    optional("real") { $0.realPath == $0.mentions.path ? nil : $0.realPath },
    optional("isForReading") { $0.isForReading ? true : nil })

  /// Whether the mentions are whole, and there are as many texts as mentions, or no texts.
  var isWhole: Bool { mentions.isWhole && (texts.isEmpty || texts.count == mentions.mentions.count) }
}

extension ScanSummary: Structure {
  package static let members = Members(
    Self.init, optional("files", \.files, default: 0), optional("tooMany", \.tooMany, default: 0),
    optional("unreadable", \.unreadable, default: 0), optional("problems", \.problems, default: []))
}

// MARK: - Sources

extension SourceProblem.Severity: JSONReadable, JSONWritable {}

extension SourceProblem: Structure {
  package static let members = Members(
    { severity, source, message, file, line, field, details, leavesOut in
      SourceProblem(
        severity, source: source, file: file, line: line, field: field, message, details: details,
        leavesOut: leavesOut ?? false)
    }, optional("severity", \.severity, default: .warning), optional("source", \.source, default: ""),
    required("message", \.message), optional("file", \.file), optional("line", \.line),
    optional("field", \.field), optional("details", \.details),
    optional("leavesOut") { $0.leavesOut ? true : nil })
}

extension EntityField: JSONReadable, JSONWritable {}
extension EntityDefinition.Notation: JSONReadable, JSONWritable {}

extension EntityDefinition.Value: Structure {
  package static let members = Members(
    { Self(field: $0, range: $1.range, notation: $2) }, required("field", \.field),
    required("range") { TranscriptRange($0.range) }, required("notation", \.notation))
}

extension EntityDefinition: Structure {
  package static let members = Members(
    { source, path, line, text, record, values in
      // Ranges outside of the text are skipped.
      let bytes = text.bytes
      return EntityDefinition(
        source: source, path: path, firstLine: line, text: bytes,
        record: record.range.upperBound <= bytes.count ? record.range : 0..<0,
        values: values.filter { $0.range.upperBound <= bytes.count })
    }, optional("source", \.source, default: ""), required("path", \.path), required("line", \.firstLine),
    required("text") { TranscriptBytes($0.text) },
    optional("record", { TranscriptRange($0.record) }, default: TranscriptRange(0..<0)),
    optional("values", \.values, default: []))
}

extension NearPeople.Person: Structure {
  package static let members = Members(
    Self.init, optional("name", \.name, default: ""), optional("email", \.email, default: ""),
    optional("handle", \.handle, default: ""), optional("points", \.points, default: 0),
    optional("ownership", \.ownership, default: 0), optional("reasons", \.reasons, default: []))
}

// MARK: - The stream

extension FramerError: Structure {
  private enum Kind: String, JSONReadable, JSONWritable {
    case garbage, missingLength, badLength, contradictoryLengths, messageTooLong, headerTooLong,
      truncatedMessage
    case truncatedHeader
  }

  package static let members = Members(
    { kind, text, number in FramerError(kind, text ?? "", number ?? 0) }, required("kind", \.parts.kind),
    optional("text", \.parts.text), optional("number", \.parts.number))

  private var parts: (kind: Kind, text: String?, number: Int?) {
    switch self {
    case .garbage(let line): (.garbage, line, nil)
    case .missingLength: (.missingLength, nil, nil)
    case .badLength(let text): (.badLength, text, nil)
    case .contradictoryLengths: (.contradictoryLengths, nil, nil)
    case .messageTooLong(let length, let limit): (.messageTooLong, length, limit)
    case .headerTooLong(let limit): (.headerTooLong, nil, limit)
    case .truncatedMessage(let missing): (.truncatedMessage, nil, missing)
    case .truncatedHeader: (.truncatedHeader, nil, nil)
    }
  }

  private init(_ kind: Kind, _ text: String, _ number: Int) {
    switch kind {
    case .garbage: self = .garbage(text)
    case .missingLength: self = .missingLength
    case .badLength: self = .badLength(text)
    case .contradictoryLengths: self = .contradictoryLengths
    case .messageTooLong: self = .messageTooLong(length: text, limit: number)
    case .headerTooLong: self = .headerTooLong(limit: number)
    case .truncatedMessage: self = .truncatedMessage(missing: number)
    case .truncatedHeader: self = .truncatedHeader
    }
  }
}
