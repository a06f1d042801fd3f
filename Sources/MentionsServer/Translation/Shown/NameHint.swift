import Entities
import Mentions
import TextModel

/// Who is meant by a mention whose text does not tell: the name after a handle, the rest of the name after its short form.
struct NameHint {
  /// That of the mention, and who is meant.
  let range: TextRange
  let entity: Entity
  let label: String

  /// More of one request are not shown.
  private static let most = 2000
  /// So much of a line is looked at on either side of a mention, in bytes.
  private static let longestLine = 512

  /// Those in a range. One for each person and line, and none where the line has the name: whoever reads `@ada` beside
  /// `Ada Lovelace`, or `@ada-lovelace`, knows.
  ///
  /// - Parameter found: the mentions of the document, in order.
  static func all(of found: [(range: TextRange, entity: Entity)], in range: TextRange, of text: IndexedText)
    -> [NameHint]
  {
    var hints: [NameHint] = []
    var told: Set<Told> = []
    for mention in found {
      if mention.range.start > range.end || hints.count == most { break }
      guard range.touches(mention.range.end) else { continue }
      let name = ShownText.line(mention.entity.name)
      let letters = letters(of: name.utf8)
      guard !letters.isEmpty, !holds(self.letters(of: line(around: mention.range, in: text)), letters),
        told.insert(Told(line: text.lines.line(at: mention.range.end), entity: mention.entity.key)).inserted
      else { continue }
      hints.append(
        NameHint(
          range: mention.range, entity: mention.entity, label: rest(of: name, after: mention.range, in: text))
      )
    }
    return hints
  }

  private struct Told: Hashable {
    let line: Int
    let entity: EntityKey
  }

  /// `Lovelace` where the text has `Ada`.
  private static func rest(of name: String, after range: TextRange, in text: IndexedText) -> String {
    let written = text.buffer.bytes(in: range) + [UInt8(ascii: " ")]
    let bytes = Array(name.utf8)
    guard bytes.count > written.count, bytes.starts(with: written) else { return name }
    return String(decoding: bytes[written.count...], as: UTF8.self)
  }

  private static func line(around range: TextRange, in text: IndexedText) -> [UInt8] {
    let start = text.content(ofLine: text.lines.line(at: range.start)).start
    let end = text.content(ofLine: text.lines.line(at: range.end)).end
    return text.buffer.bytes(
      in: TextRange(max(start, range.start - longestLine), min(end, range.end + longestLine)))
  }

  /// Folded, without what separates words: handles are made of names in many ways.
  private static func letters(of text: some Collection<UInt8>) -> [UInt8] {
    NameFolding.fold(text).filter { !NameFolding.isSeparator($0) }
  }

  private static func holds(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    text.count >= wanted.count
      && (0...text.count - wanted.count).contains { text[$0...].starts(with: wanted) }
  }
}
