public import Entities
public import TextModel

/// A run of lines that are not blank, and the mentions that begin in it.
public struct MentionParagraph: Hashable, Sendable {
  /// Counted from zero.
  public let lines: ClosedRange<Int>
  public var firstLine: Int { lines.lowerBound }
  /// By their places in the order; never empty.
  public let mentions: Range<Int>

  /// The paragraphs of a text that have mentions, in their order. O(the lines of these paragraphs).
  public static func all(with annotations: AnnotationStore, in text: IndexedText) -> [MentionParagraph] {
    var found: [MentionParagraph] = []
    var (next, top) = (0, 0)
    while next < annotations.count {
      let lines = lines(
        around: text.lines.line(at: annotations.range(at: next).start), notAbove: top, in: text)
      let end = max(next + 1, annotations.indices(in: range(of: lines, in: text)).upperBound)
      found.append(MentionParagraph(lines: lines, mentions: next..<end))
      (next, top) = (end, lines.upperBound + 1)
    }
    return found
  }

  /// The paragraph that a line, counted from zero, belongs to; nil where it has no mention. O(its lines).
  public static func holding(
    line: Int, with annotations: AnnotationStore, in text: IndexedText
  ) -> MentionParagraph? {
    let line = min(max(0, line), text.lines.lineCount - 1)
    guard !isBlank(line, in: text) else { return nil }
    let lines = lines(around: line, notAbove: 0, in: text)
    let range = range(of: lines, in: text)
    let mentions = annotations.indices(in: range).drop { annotations.range(at: $0).start < range.start }
    return mentions.isEmpty ? nil : MentionParagraph(lines: lines, mentions: mentions)
  }

  private static func lines(around line: Int, notAbove top: Int, in text: IndexedText) -> ClosedRange<Int> {
    var (first, last) = (max(line, top), max(line, top))
    while first > top, !isBlank(first - 1, in: text) { first -= 1 }
    while last + 1 < text.lines.lineCount, !isBlank(last + 1, in: text) { last += 1 }
    return first...last
  }

  private static func range(of lines: ClosedRange<Int>, in text: IndexedText) -> TextRange {
    TextRange(text.content(ofLine: lines.lowerBound).start, text.content(ofLine: lines.upperBound).end)
  }

  /// Costs the white space at the line's start.
  private static func isBlank(_ line: Int, in text: IndexedText) -> Bool {
    let content = text.content(ofLine: line)
    var at = content.start
    while at < content.end, WhiteSpace.isASCIISpace(text.buffer[at]) { at = at + 1 }
    return at == content.end
  }
}

/// How many different entities of a kind are mentioned.
public struct MentionCount: Hashable, Sendable {
  public let kind: EntityKind
  public internal(set) var count: Int

  /// By kinds, in the order in which they come. O(mentions).
  ///
  /// - Parameters:
  ///   - mentions: by their places in the order.
  ///   - annotations: that they are among.
  public static func all(of mentions: Range<Int>, in annotations: AnnotationStore) -> [MentionCount] {
    var seen: Set<EntityKey> = []
    var counts: [MentionCount] = []
    for index in mentions {
      let entity = annotations[index].entity
      guard seen.insert(entity.key).inserted else { continue }
      if let known = counts.firstIndex(where: { $0.kind == entity.kind }) {
        counts[known].count += 1
      } else {
        counts.append(MentionCount(kind: entity.kind, count: 1))
      }
    }
    return counts
  }
}
