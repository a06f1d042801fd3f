import Entities
import JSONText
import Mentions

/// What one file of the annotation store holds: the mentions of one document, as it is and, where it was changed
/// since, as it was saved. The format is described in the documentation (“How mentions are kept”).
package struct StoredDocument: Hashable {
  /// The version of the format that this program writes, and the newest that it reads.
  static let version = 1
  /// About how long a file may become, in bytes. What does not fit is left out from the document's end.
  package static let maximumSize = 16 << 20

  /// The document: its URI, or its path inside the workspace folder.
  package var document: String
  /// The latest first; of a text that was changed and not saved, the saved state second.
  package var states: [DocumentArchive]

  package init(document: String, states: [DocumentArchive]) {
    self.document = document
    self.states = states
  }

  var isEmpty: Bool { states.allSatisfy(\.isEmpty) }
}

/// Why a file of the store cannot be read. Whatever it is, the file is left as it is.
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
  /// The file's bytes, and how many records did not fit.
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

  /// Who is meant is written once in a list, at the first mention; later ones give its place in the list.
  private static func write(
    _ archive: AnnotationArchive, _ name: StaticString, to writer: inout JSONWriter, _ room: inout Int,
    _ leftOut: inout Int
  ) {
    guard !archive.records.isEmpty else { return }
    var known: [Entity: Int] = [:]
    writer.member(name) {
      $0.array { writer in
        for record in archive.records {
          let place = known[record.entity]
          let entity = place == nil ? JSONWriter.bytes(of: EntityTranslation.json(record.entity)) : []
          room -= entity.count + record.text.count + record.before.count + record.after.count + 80
          guard room > 0 else {
            leftOut += 1
            continue
          }
          if place == nil { known[record.entity] = known.count }
          write(record, entity: entity, same: place, to: &writer)
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
      if let short = record.shortForm { $0.member("shortForm") { $0.string(utf8: short) } }
      if let same { $0.member("same", same) } else { $0.member("entity") { $0.raw(entity) } }
    }
  }
}
