import Entities
import JSONText
import Mentions

/// The content of one file of the store: the mentions of one document in its current state and, if it has changed
/// since, in its saved state. The page “How mentions are kept” describes the format.
package struct StoredDocument: Hashable {
  /// The format version that this program writes, and the newest that it reads.
  static let version = 1
  /// The approximate maximum size of a file in bytes. Mentions that do not fit are omitted, from the end of the
  /// document.
  package static let maximumSize = 16 << 20

  /// The document: its URI, or its path inside the workspace folder.
  package var document: String
  /// Latest first; for an unsaved text, the second one is the saved state.
  package var states: [DocumentArchive]

  package init(document: String, states: [DocumentArchive]) {
    self.document = document
    self.states = states
  }

  var isEmpty: Bool { states.allSatisfy(\.isEmpty) }
}

/// The reason why a file of the store cannot be read. The file is left unchanged.
package enum StoreError: Error, Hashable, CustomStringConvertible {
  case damaged(String)
  case newer(version: Int)
  /// It belongs to another document.
  case foreign(String)

  package var description: String {
    switch self {
    case .damaged(let what): "it is damaged (\(what))"
    case .newer(let version): "a newer version of this program wrote it (format \(version))"
    case .foreign(let document): "it belongs to \(document)"
    }
  }
}

// MARK: Writing

extension StoredDocument {
  /// The bytes of the file, and the number of records that did not fit.
  package func encoded(limit: Int = maximumSize) -> (bytes: [UInt8], leftOut: Int) {
    var writer = JSONWriter()
    var room = limit
    var leftOut = 0
    writer.object {
      $0.member("version", Self.version)
      $0.member("document", document)
      $0.member("states") {
        $0.array { writer in
          for state in states {
            writer.object {
              if let text = state.text {
                $0.member("text") {
                  $0.object {
                    $0.member("count", text.count)
                    $0.member("hash", String(text.hash, radix: 16))
                  }
                }
              }
              Self.write(state.mentions, "mentions", to: &$0, &room, &leftOut)
              Self.write(state.declined, "declined", to: &$0, &room, &leftOut)
            }
          }
        }
      }
    }
    var bytes = writer.finished()
    bytes.append(UInt8(ascii: "\n"))
    return (bytes, leftOut)
  }

  /// Writes an archive. Each entity is written once in a list, at its first mention; later mentions contain its index
  /// in the list.
  private static func write(
    _ archive: AnnotationArchive, _ name: StaticString, to writer: inout JSONWriter, _ room: inout Int,
    _ leftOut: inout Int
  ) {
    guard !archive.records.isEmpty else { return }
    var known: [Entity: Int] = [:]
    writer.member(name) {
      $0.array { writer in
        for record in archive.records {
          let index = known[record.entity]
          let entity = index == nil ? JSONWriter.bytes(of: EntityTranslation.json(record.entity)) : []
          room -= entity.count + record.text.count + record.before.count + record.after.count + 80
          guard room > 0 else {
            leftOut += 1
            continue
          }
          if index == nil { known[record.entity] = known.count }
          write(record, entity: entity, same: index, to: &writer)
        }
      }
    }
  }

  private static func write(
    _ record: AnnotationArchive.Record, entity: [UInt8], same: Int?, to writer: inout JSONWriter
  ) {
    writer.object {
      $0.member("start", record.start)
      $0.member("text") { $0.string(utf8: record.text) }
      $0.member("before") { $0.string(utf8: record.before) }
      $0.member("after") { $0.string(utf8: record.after) }
      if record.isTrimmed { $0.member("trimmed", true) }
      if record.isOnly { $0.member("only", true) }
      if let short = record.shortForm { $0.member("shortForm") { $0.string(utf8: short) } }
      if let same { $0.member("same", same) } else { $0.member("entity") { $0.raw(entity) } }
    }
  }
}

// MARK: - Reading

extension StoredDocument {
  /// Parses a file that should belong to this document.
  package static func read(_ bytes: [UInt8], of document: String) -> Result<StoredDocument, StoreError> {
    do throws(StoreError) {
      let stored = try StoredDocument(try parse(bytes))
      guard stored.document.utf8.elementsEqual(document.utf8) else { throw .foreign(stored.document) }
      return .success(stored)
    } catch {
      return .failure(error)
    }
  }

  /// The reason why a file must be neither replaced nor removed, because its content is unknown. Nil if it may be, or
  /// if there is none.
  package static func obstacle(in contents: SettingsFile.Contents, at path: String) -> String? {
    switch contents {
    case .missing: return nil
    case .unreadable(let why): return "\(path): \(why)"
    case .bytes(let bytes):
      do throws(StoreError) {
        let document = try StoredDocument(try parse(bytes)).document
        return path.hasSuffix("/" + StoreFile.name(of: document))
          ? nil : "\(path): \(StoreError.foreign(document))"
      } catch {
        return "\(path): \(error)"
      }
    }
  }

  /// The number of bytes of a file that always include the document's name.
  package static let headSize = 16 << 10

  /// The name of the document in the first bytes of a file; nil if it is not a file of the store.
  package static func name(inHead head: [UInt8]) -> String? {
    do throws(JSONError) {
      var reader = JSONReader(head)
      try reader.beginObject()
      guard try reader.nextName()?.text == "version", try reader.read(Int.self) == version,
        try reader.nextName()?.text == "document"
      else { return nil }
      return try reader.readString()
    } catch {
      return nil
    }
  }

  /// Parses a file that should belong to the store; nil if it does not.
  static func read(_ bytes: [UInt8]) -> StoredDocument? { try? StoredDocument(try parse(bytes)) }

  private static func parse(_ bytes: [UInt8]) throws(StoreError) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(bytes)
    } catch {
      throw .damaged("\(error)")
    }
  }

  private init(_ value: JSONValue) throws(StoreError) {
    // First of all: what a newer version means by the rest is not known.
    if let version = value["version"]?.intValue, version > Self.version { throw .newer(version: version) }
    do throws(JSONFieldError) {
      let fields = try JSONFields(of: value)
      let version = try fields.require("version", fields.int("version"))
      guard version == Self.version else {
        throw JSONFieldError(path: "version", expected: "\(Self.version)", found: "\(version)")
      }
      self.document = try fields.require("document", fields.string("document"))
      states = []
      for (index, state) in try fields.require("states", fields.array("states")).enumerated() {
        let fields = try JSONFields(of: state, path: "states[\(index)]")
        states.append(
          DocumentArchive(
            mentions: try Self.archive("mentions", of: fields),
            declined: try Self.archive("declined", of: fields), text: try Self.fingerprint(of: fields)))
      }
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func fingerprint(of fields: JSONFields) throws(JSONFieldError) -> TextFingerprint? {
    guard let text = try fields.fields("text") else { return nil }
    let digits = try text.require("hash", text.string("hash"))
    guard let hash = UInt64(digits, radix: 16) else {
      throw JSONFieldError(path: text.path(of: "hash"), expected: "hexadecimal digits", found: digits)
    }
    return TextFingerprint(count: try text.require("count", text.int("count")), hash: hash)
  }

  private static func archive(
    _ name: String, of fields: JSONFields
  ) throws(JSONFieldError) -> AnnotationArchive {
    // Nil: one that is left out, because a text of it is too long.
    var entities: [Entity?] = []
    var records: [AnnotationArchive.Record] = []
    for (index, value) in (try fields.array(name) ?? []).enumerated() {
      let fields = try JSONFields(of: value, path: "\(fields.path).\(name)[\(index)]")
      let known: Entity?
      if let same = try fields.int("same") {
        guard entities.indices.contains(same) else {
          throw JSONFieldError(
            path: fields.path(of: "same"), expected: "the index of an earlier entity", found: "\(same)")
        }
        known = entities[same]
      } else {
        known = try Self.entity(of: fields)
        entities.append(known)
      }
      guard let entity = known else { continue }
      let start = try fields.require("start", fields.int("start"))
      let text = try fields.require("text", fields.string("text"))
      guard start >= 0, !text.isEmpty else {
        throw JSONFieldError(path: fields.path, expected: "a position and a text", found: "neither")
      }
      records.append(
        AnnotationArchive.Record(
          start: start, text: Array(text.utf8),
          before: Array((try fields.string("before") ?? "").utf8),
          after: Array((try fields.string("after") ?? "").utf8), entity: entity,
          isTrimmed: try fields.bool("trimmed") ?? false,
          shortForm: try fields.string("shortForm").map { Array(ShownText.line($0).utf8) },
          isOnly: try fields.bool("only") ?? false))
    }
    return AnnotationArchive(records: records)
  }

  private static func entity(of fields: JSONFields) throws(JSONFieldError) -> Entity? {
    let value = try fields.require("entity", fields.value("entity"))
    switch EntityTranslation.read(value, source: value["source"]?.stringValue ?? "") {
    case .success(let entity): return entity
    case .failure(let fault) where fault.isTooLong: return nil
    case .failure(let fault):
      throw JSONFieldError(
        path: fields.path(of: "entity"), expected: "an entity", found: "one with a fault\(fault.description)")
    }
  }
}
