import Entities
import TextModel

/// Finds what an insert format wrote round a mention: of `[«Ada»](url)` the whole link.
struct MentionUnits {
  /// What a format writes round the visible part, for an entity.
  private var known: [Entity: [(before: [UInt8], after: [UInt8])]] = [:]
  private let formats: [(format: InsertFormat, trigger: String)]

  init(_ policy: MentionsPolicy) { formats = policy.allFormats }

  /// The annotated text with what stands round it as a format writes it, the longest there is.
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
