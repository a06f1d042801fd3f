import Entities
import EntitySources
import JSONText
import LanguageProtocol
import TextModel

/// Converts between lines and columns of the protocol and offsets in the text.
struct PositionTranslation {
  let encoding: PositionEncoding

  /// The offset of a position. A position beyond the text, or inside a character, is moved to the nearest valid one.
  func offset(of position: Position, in text: IndexedText) -> TextOffset {
    encoding.offset(of: TextPosition(line: position.line, column: position.character), in: text).0
  }

  /// The offset of a position; nil if the text has no such position, for instance because the client determined it
  /// before a change.
  func exactOffset(of position: Position, in text: IndexedText) -> TextOffset? {
    let (offset, verdict) = encoding.offset(
      of: TextPosition(line: position.line, column: position.character), in: text)
    return verdict == .exact ? offset : nil
  }

  /// Converts a range; reversed bounds are swapped.
  func range(_ range: LanguageProtocol.Range, in text: IndexedText) -> TextRange {
    let start = offset(of: range.start, in: text)
    let end = offset(of: range.end, in: text)
    return TextRange(min(start, end), max(start, end))
  }

  /// The range with exactly these bounds; nil if the text has no such range, or the bounds are reversed.
  func exactRange(_ range: LanguageProtocol.Range, in text: IndexedText) -> TextRange? {
    guard let start = exactOffset(of: range.start, in: text), let end = exactOffset(of: range.end, in: text),
      start <= end
    else { return nil }
    return TextRange(start, end)
  }

  func position(of offset: TextOffset, in text: IndexedText) -> Position {
    let position = encoding.position(of: offset, in: text)
    return Position(line: position.line, character: position.column)
  }

  func range(_ range: TextRange, in text: IndexedText) -> LanguageProtocol.Range {
    LanguageProtocol.Range(start: position(of: range.start, in: text), end: position(of: range.end, in: text))
  }

  /// The range that a replaced text had before its replacement. `text` is the current text, which must be unchanged
  /// before `start`.
  func range(ofText bytes: [UInt8], at start: TextOffset, in text: IndexedText) -> LanguageProtocol.Range {
    let buffer = text.buffer
    var from = position(of: start, in: text)
    let halvesLineEnd =
      start > .zero && start < buffer.end && buffer[start - 1] == UInt8(ascii: "\r")
      && buffer[start] == UInt8(ascii: "\n")
    // Before the replacement, no line feed followed the carriage return, which therefore ended a line by itself.
    if halvesLineEnd, bytes.first != UInt8(ascii: "\n") { from = Position(line: from.line + 1, character: 0) }
    return LanguageProtocol.Range(start: from, end: end(ofText: bytes, from: from))
  }

  /// The end of an edit's inserted text, in the text after the edit.
  func end(of edit: TextReplacement, in text: IndexedText) -> Position {
    end(ofText: edit.replacement, from: position(of: edit.range.start, in: text))
  }

  private func end(ofText bytes: [UInt8], from start: Position) -> Position {
    let inserted = IndexedText(bytes)
    let end = position(of: inserted.buffer.end, in: inserted)
    return Position(
      line: start.line + end.line, character: end.line == 0 ? start.character + end.character : end.character)
  }

  func edit(_ edit: TextReplacement, in text: IndexedText) -> TextEdit {
    TextEdit(
      range: range(edit.range, in: text), newText: String(decoding: edit.replacement, as: UTF8.self))
  }
}

extension LanguageProtocol.Range {
  /// The empty range at the start of a document.
  static let top = LanguageProtocol.Range(
    start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))

  /// Whether the two ranges have a character in common.
  func overlaps(_ other: LanguageProtocol.Range) -> Bool { start < other.end && other.start < end }
}

extension Position {
  static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
}

// MARK: - Entities

/// Converts entities from and to JSON, with the same field names as in sources.
package enum EntityTranslation {
  package struct ReadingError: Error, CustomStringConvertible {
    package let description: String
    /// Whether the error is a field of the entity that exceeds the length limit.
    var isTooLong = false
  }

  /// Reads an object of entity fields, or a string, which becomes the name. Unknown fields are ignored, and characters
  /// that must not be displayed or inserted are removed (`ShownText`).
  package static func read(_ value: JSONValue, source: String) -> Result<Entity, ReadingError> {
    var record = EntityRecord()
    switch value {
    case .string(let name): record.name = name
    case .object(let object):
      for (name, value) in object.members {
        guard let field = EntityField(header: name.utf8) else { continue }
        if let complaint = record.set(field, json: value) {
          return .failure(ReadingError(description: ".\(field.rawValue): \(complaint)"))
        }
      }
    default: return .failure(ReadingError(description: ": expected an object"))
    }
    guard let entity = record.entity(source: source) else {
      return .failure(ReadingError(description: ": expected at least one of name, handle and email"))
    }
    if let excess = entity.excess {
      let limit = ShownText.longestName
      return .failure(
        ReadingError(
          description: ".\(excess.field) has \(excess.bytes) bytes, expected at most \(limit)",
          isTooLong: true))
    }
    return .success(entity)
  }

  /// The fields of an entity that are set. `canTrim` is omitted if it is true, and `gone` if it is false.
  private static func fields(_ entity: Entity) -> JSONObject {
    var object = JSONObject()
    object["id"] = .string(entity.id)
    object["name"] = .string(entity.name)
    let texts: [(String, String?)] = [
      ("uniqueID", entity.uniqueID), ("handle", entity.handle), ("email", entity.email),
      ("detail", entity.detail), ("url", entity.url), ("avatar", entity.avatar),
      ("shortName", entity.shortName),
    ]
    for (name, text) in texts { object[name] = text.map { .string($0) } }
    if !entity.aliases.isEmpty { object["aliases"] = .array(entity.aliases.map { .string($0) }) }
    object["kind"] = .string(entity.kind.rawValue)
    if !entity.canTrim { object["canTrim"] = .bool(false) }
    if let weight = entity.weight {
      object["weight"] = Int(exactly: weight).map { .integer($0) } ?? .double(weight)
    }
    if entity.gone { object["gone"] = .bool(true) }
    if !entity.metadata.isEmpty { object["metadata"] = .object(entity.metadata) }
    object["source"] = .string(entity.source)
    return object
  }

  package static func json(_ entity: Entity) -> JSONValue { .object(fields(entity)) }

  /// An entity in the form that the `mentions/…` messages use.
  static func whole(_ entity: Entity) -> MentionEntity { MentionEntity(fields: fields(entity)) }
}

extension RPCPayload {
  /// The value as a JSON tree, for the few members of the protocol that accept any value.
  var tree: JSONValue {
    do {
      return try value()
    } catch {
      Bug.report("the server wrote invalid JSON: \(error)")
      return .null
    }
  }
}
