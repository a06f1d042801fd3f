import Entities
import JSONText

/// A person known only by handle, to be added to a people file in the format of the file.
package struct NewPerson: Hashable, Sendable {
  package let handle: String

  package init(handle: String) { self.handle = handle }

  /// A record without its final line end, valid anywhere between other records. Nil for formats in which a record
  /// depends on the rest of the file, and for a handle that the format cannot represent.
  ///
  /// - Parameter format: the format of the file.
  package func record(as format: EntityFileFormat) -> [UInt8]? {
    switch format {
    case .jsonl: return object
    case .lines: return EntityDefinition.Notation.contact.bytes(of: handle)
    case .vcf:
      return EntityDefinition.Notation.vCard.bytes(of: handle).map {
        Array("BEGIN:VCARD\nVERSION:4.0\nFN:".utf8) + $0 + Array("\nEND:VCARD".utf8)
      }
    case .json, .csv, .tsv, .ldif: return nil
    }
  }

  /// The insertion that adds the person to a people file whose whole content is known. Nil if the file already contains
  /// the person, or if no suitable position can be determined.
  ///
  /// - Parameters:
  ///   - text: the whole file.
  ///   - format: the format of the file.
  /// - Returns: the bytes to insert, and the UTF-8 offset in `text` at which to insert them.
  /// - Complexity: O(text).
  package func addition(to text: [UInt8], as format: EntityFileFormat) -> (offset: Int, bytes: [UInt8])? {
    guard !isIn(text, as: format) else { return nil }
    let record: [UInt8]?
    switch format {
    case .jsonl, .lines, .vcf: record = self.record(as: format)
    case .csv, .tsv: record = row(below: text, delimiter: format == .csv ? UInt8(ascii: ",") : 0x09)
    case .json: return addition(toArray: text)
    case .ldif: return nil
    }
    guard let record else { return nil }
    let isEnded = text.last.map { $0 == 0x0A } ?? true
    return (text.count, (isEnded ? [] : [0x0A]) + record + [0x0A])
  }

  /// The insertion that adds the person to a people file of which only one record is known, in front of that record.
  /// Nil if the record does not determine the file's layout.
  ///
  /// - Parameters:
  ///   - place: the definition of any person in the file.
  ///   - format: the format of the file.
  /// - Returns: the bytes to insert, and the UTF-8 offset in the text of `place` at which to insert them.
  package func addition(before place: EntityDefinition, as format: EntityFileFormat) -> (
    offset: Int, bytes: [UInt8]
  )? {
    switch format {
    case .jsonl, .lines, .vcf: return record(as: format).map { (0, $0 + [0x0A]) }
    case .csv, .tsv:
      guard place.record.lowerBound == 0 else { return nil }
      return row(like: place).map { (0, $0 + [0x0A]) }
    case .ldif: return nil
    case .json:
      guard !place.text.isEmpty else { return nil }
      let before = place.text[..<place.record.lowerBound]
      let gap = before.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? [0x0A] + before : [0x20]
      return (place.record.lowerBound, object + [UInt8(ascii: ",")] + gap)
    }
  }

  private var object: [UInt8] {
    let person: JSONObject = ["name": .string(handle), "handle": .string(handle)]
    return JSONWriter.bytes(of: JSONValue.object(person))
  }

  /// Whether a person in the file has the handle, or has it as a name.
  private func isIn(_ text: [UInt8], as format: EntityFileFormat) -> Bool {
    guard text.firstOccurrence(of: handle.utf8) != nil else { return false }
    var isIn = false
    var problems = SourceProblems(source: "")
    FileSource.read(text, as: format, shownAs: nil, problems: &problems) { entity in
      if entity.handle == handle || entity.name == handle { isIn = true }
      return .kept
    }
    return isIn
  }

  // MARK: Tables

  private func row(below text: [UInt8], delimiter: UInt8) -> [UInt8]? {
    guard let header = DelimitedReader.header(of: text, delimiter: delimiter),
      header.columns.contains(.field(.name))
    else { return nil }
    return row(header.columns.map { $0 == .field(.name) || $0 == .field(.handle) }, header.delimiter)
  }

  private func row(like place: EntityDefinition) -> [UInt8]? {
    guard let name = place.value(of: .name), let delimiter = name.notation.delimiter else { return nil }
    let quote = UInt8(ascii: "\"")
    var starts = [0]
    var isQuoted = false
    for (at, byte) in place.text[place.record].enumerated() {
      if byte == quote, place.text[starts[starts.count - 1]] == quote {
        isQuoted.toggle()
      } else if byte == delimiter, !isQuoted {
        starts.append(at + 1)
      }
    }
    let filled = [name, place.value(of: .handle)].compactMap { $0?.range.lowerBound }
    guard filled.allSatisfy(starts.contains) else { return nil }
    return row(starts.map { filled.contains($0) }, delimiter)
  }

  private func row(_ filled: [Bool], _ delimiter: UInt8) -> [UInt8]? {
    guard let cell = EntityDefinition.Notation(delimiter: delimiter).bytes(of: handle) else { return nil }
    return Array(filled.map { $0 ? cell : [] }.joined(separator: [delimiter]))
  }

  // MARK: JSON

  /// The insertion at the end of the file's top-level array. A top-level object is not supported, because it may
  /// contain several arrays.
  private func addition(toArray text: [UInt8]) -> (offset: Int, bytes: [UInt8])? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "["),
      let close = text.lastIndex(where: { !isSpace($0) }), text[close] == UInt8(ascii: "]"),
      let last = text[..<close].lastIndex(where: { !isSpace($0) })
    else { return nil }
    if text[last] == UInt8(ascii: "[") { return (last + 1, object) }
    guard text[last] == UInt8(ascii: "}") || text[last] == UInt8(ascii: "\"") else { return nil }
    // Indents the new element like the line on which the last element ends.
    let line = text[..<last].lastIndex(of: 0x0A)
    let indentation = line.map { text[($0 + 1)...].prefix { $0 == 0x20 || $0 == 0x09 } }
    return (last + 1, [UInt8(ascii: ",")] + (indentation.map { [0x0A] + $0 } ?? [0x20]) + object)
  }
}
