import Entities
import TextModel

/// A Markdown link to an entity: `[Ada Lovelace](https://example.org/ada)`; the name is the mention.
struct MarkdownLink {
  let text: InsertedText
  let shortForm: [UInt8]?

  /// Creates a link to an entity; nil if the entity has neither a URL nor an e-mail address.
  init?(to entity: Entity) {
    guard let target = Self.target(of: entity) else { return nil }
    let name = Self.escaped(ShownText.line(entity.name))
    let start = Array("[".utf8)
    text = InsertedText(
      bytes: start + name + Array("](\(target))".utf8),
      visible: TextRange(start.count, start.count + name.count))
    shortForm = InsertFormat.name.shortForm(for: entity, trigger: "").map {
      Self.escaped(String(decoding: $0, as: UTF8.self))
    }
  }

  /// The text before and after the name in a link to an entity; nil if it has no link target.
  fileprivate static func surroundings(of entity: Entity) -> (before: [UInt8], after: [UInt8])? {
    target(of: entity).map { (Array("[".utf8), Array("](\($0))".utf8)) }
  }

  private static func target(of entity: Entity) -> String? {
    if let url = entity.url, !url.isEmpty { return encoded(ShownText.line(url)) }
    if let email = entity.email, !email.isEmpty { return "mailto:" + encoded(ShownText.line(email)) }
    return nil
  }

  /// Puts a backslash before each character that has a meaning in Markdown (CommonMark, section 2.4).
  private static func escaped(_ name: String) -> [UInt8] {
    name.utf8.flatMap { byte -> [UInt8] in
      "\\[]<>*_`".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }

  /// Percent-encodes characters that would end the destination of a link (CommonMark, section 6.3).
  private static func encoded(_ target: String) -> String {
    var result = ""
    for scalar in target.unicodeScalars {
      if scalar.value <= 0x20 || "()<>\\".unicodeScalars.contains(scalar) {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Finds the whole text that an insert format wrote for a mention, such as the link for `[«Ada»](url)`.
struct MentionUnits {
  /// The text that each format writes around the visible part, by entity.
  private var known: [Entity: [(before: [UInt8], after: [UInt8])]] = [:]
  private let formats: [(format: InsertFormat, trigger: String)]

  init(_ policy: MentionsPolicy) { formats = policy.allFormats }

  /// The annotated text, extended by the longest text around it that one of the formats has written.
  mutating func unit(of annotation: Annotation, in buffer: TextBuffer) -> TextRange {
    var best = annotation.range
    for (before, after) in surroundings(of: annotation.entity) {
      let range = TextRange(
        annotation.range.start - before.count, annotation.range.end + after.count)
      guard range.count > best.count, range.start >= .zero, range.end <= buffer.end,
        buffer.holds(before, at: range.start), buffer.holds(after, at: annotation.range.end)
      else { continue }
      best = range
    }
    return best
  }

  private mutating func surroundings(of entity: Entity) -> [(before: [UInt8], after: [UInt8])] {
    if let found = known[entity] { return found }
    // The transform `asLink` writes Markdown links even if no format in the settings does.
    var found = [MarkdownLink.surroundings(of: entity)].compactMap { $0 }
    for (format, trigger) in formats {
      let written = format.write(entity, trigger: trigger)
      guard written.visible.count < written.bytes.count else { continue }
      found.append(
        (
          Array(written.bytes[..<written.visible.start.utf8]),
          Array(written.bytes[written.visible.end.utf8...])
        ))
    }
    known[entity] = found
    return found
  }
}
