/// Reads records of so many fields, each of which a NUL ends, as `git log -z` prints them.
struct FieldSplitter {
  let count: Int
  /// Longer fields are cut. In bytes.
  static let longestField = 1 << 18
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []

  init(count: Int) { self.count = count }

  /// Hands each record on that these bytes end.
  mutating func take(_ bytes: [UInt8], _ record: ([[UInt8]]) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      append(rest[..<end])
      fields.append(field)
      field = []
      rest = rest[(end + 1)...]
      guard fields.count == count else { continue }
      record(fields)
      fields = []
    }
    append(rest)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    field += bytes.prefix(max(0, Self.longestField - field.count))
  }
}

/// The trailers of a commit's message.
enum Trailers {
  /// In lower case: they name who looked at the commit or made it. Reports and tests are mostly by people who never do.
  static let keys: Set<String> = ["reviewed-by", "acked-by", "co-authored-by"]

  /// Whom the trailers of a message name. Each once.
  static func named(in message: [UInt8]) -> [Contact] {
    // Where in the message a contact is plays no part.
    var seen: Set<[String?]> = []
    return all(in: message).filter { keys.contains($0.key) }.map { Contact($0.value) }
      .filter { !$0.name.isEmpty && seen.insert([$0.name, $0.email]).inserted }
  }

  /// The lines `Key: value` of the last paragraph, whatever else is in it: not all projects keep to git's form. The
  /// first paragraph, the subject, has none.
  ///
  /// - Returns: keys in lower case.
  /// - Complexity: O(n) in the message's bytes.
  static func all(in message: [UInt8]) -> [(key: String, value: ArraySlice<UInt8>)] {
    var paragraph: [ArraySlice<UInt8>] = []
    var paragraphs = 0
    var isOpen = false
    for line in message.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 <= 0x20 }) {
        isOpen = false
        continue
      }
      if !isOpen {
        paragraph = []
        paragraphs += 1
        isOpen = true
      }
      paragraph.append(line)
    }
    if paragraphs < 2 { return [] }
    return paragraph.compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { return nil }
      return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), line[(colon + 1)...])
    }
  }
}
