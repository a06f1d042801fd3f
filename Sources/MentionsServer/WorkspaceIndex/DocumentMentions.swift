import Entities
import Mentions
import TextModel

/// A mention in a text that need not be an annotation.
package struct FoundMention: Hashable, Sendable {
  /// The visible part, UTF-8 offsets.
  package var range: TextRange
  package var entity: Entity
  /// Whether it is an annotation in its short form, which need not write any of the entity's fields.
  package var isTrimmed = false
}

extension FoundMention {
  package init(_ annotation: Annotation) {
    self.init(range: annotation.range, entity: annotation.entity, isTrimmed: annotation.state == .trimmed)
  }
}

/// What was last read out of an open document, kept until the document or the people known change.
struct FoundMentions {
  struct State: Hashable {
    /// The document's version.
    let version: Int
    /// The revisions of its annotations and of what the user has turned into plain text.
    let annotations: Int
    let declined: Int
    /// Changes with the people known.
    let people: Int
  }

  private var every: (state: State, mentions: [FoundMention])?
  private var unknown: (state: State, ranges: [TextRange])?

  /// Every mention; nil where they have not been read in this state.
  func mentions(in state: State) -> [FoundMention]? { every?.state == state ? every?.mentions : nil }

  mutating func note(_ mentions: [FoundMention], in state: State) { every = (state, mentions) }

  /// Mentions of nobody who is known; nil where they have not been read in this state.
  func unknown(in state: State) -> [TextRange]? { unknown?.state == state ? unknown?.ranges : nil }

  mutating func note(unknown ranges: [TextRange], in state: State) { unknown = (state, ranges) }
}

extension MentionScanner.Known? {
  /// Who somebody is now; as they were where that cannot be told.
  func current(_ old: Entity) -> Entity { self?.current(old) ?? old }
}

extension MentionsDocument {
  /// Every mention in the document: its annotations and, beside them, what can be read out of the text; not what the
  /// user has turned into plain text. Each with who that is now: whoever was accepted may have another name or address
  /// by this time, and two triggers may have one person from different sources. In order, disjoint. O(document), and a
  /// look-up for each of the people.
  package func everyMention(known: (_ trigger: Int?) -> MentionScanner.Known?) -> [FoundMention] {
    let trimmed = Set(annotations.lazy.filter { $0.state == .trimmed }.map(\.range))
    var current: [Entity: Entity] = [:]
    return everyScannedMention(known: known).compactMap { mention in
      mention.entity.map { entity in
        let now = current[entity] ?? known(nil).current(entity)
        current[entity] = now
        return FoundMention(range: mention.range, entity: now, isTrimmed: trimmed.contains(mention.range))
      }
    }
  }

  /// The same with those of nobody who is known, or of several. Of annotations it is not told which trigger wrote them.
  package func everyScannedMention(known: (_ trigger: Int?) -> MentionScanner.Known?) -> [ScannedMention] {
    var found = annotations.map { annotation in
      ScannedMention(
        range: annotation.range, key: String(decoding: annotation.text, as: UTF8.self),
        trigger: nil, meaning: .known(annotation.entity))
    }
    let scanner = MentionScanner(policy: policy, languageID: languageID)
    found += scanner.scan(text, known: known).filter(isBesideAnnotations)
    found.sort { $0.range.start < $1.range.start }
    return found
  }

  /// The same of the mention that is at an offset or ends there; of two that touch, the one that begins there. Without reading more of
  /// the text than the lines around it.
  package mutating func mention(
    at offset: TextOffset, known: (_ trigger: Int?) -> MentionScanner.Known?
  ) -> FoundMention? {
    let scanned = scannedMentions(around: offset, known: known).filter(isBesideAnnotations)
      .compactMap { mention in mention.entity.map { FoundMention(range: mention.range, entity: $0) } }
    let touching = annotations.indices(touching: TextRange(at: offset))
    let all = scanned + touching.map { FoundMention(annotations[$0]) }
    var found = all.filter { $0.range.touches(offset) }.max { $0.range.start < $1.range.start }
    if let entity = found?.entity { found?.entity = known(nil).current(entity) }
    return found
  }

  /// Whether it is neither an annotation nor what the user has turned into plain text.
  private func isBesideAnnotations(_ mention: ScannedMention) -> Bool {
    annotations.indices(in: mention.range).isEmpty && declinedMentions.indices(in: mention.range).isEmpty
  }

  /// Where the text mentions somebody whom none of the sources has, as far as all of them are known; not what is being
  /// typed, nor what the user has turned into plain text. In order. O(document).
  func unknownMentions(known: (_ trigger: Int?) -> MentionScanner.Known?) -> [TextRange] {
    everyScannedMention(known: known).filter {
      $0.meaning == .unknown && !isBeingMade(at: $0.range)
    }.map(\.range)
  }

  /// Whether a mention is being made here.
  func isBeingMade(at range: TextRange) -> Bool {
    creation.map { $0.range.touches(range.start) || $0.range.touches(range.end) } ?? false
  }
}

extension FileMentions {
  /// What has been found in a text, with columns in the units of `encoding`. What lies beyond the two gigabytes that a
  /// record can tell is left out.
  package init(path: String, _ found: [FoundMention], in text: IndexedText, _ encoding: PositionEncoding) {
    self.init(path: path)
    var numbers: [EntityKey: Int32] = [:]
    var cursor = PositionCursor(encoding)
    mentions.reserveCapacity(found.count)
    for one in found where one.range.end.utf8 <= Int(Int32.max) {
      let number = numbers[one.entity.key, default: Int32(entities.count)]
      if Int(number) == entities.count {
        numbers[one.entity.key] = number
        entities.append(one.entity)
      }
      let start = cursor.position(of: one.range.start, in: text)
      let end = cursor.position(of: one.range.end, in: text)
      mentions.append(
        IndexedMention(
          entity: number, start: Int32(one.range.start.utf8), count: Int32(one.range.count),
          line: Int32(start.line), column: Int32(start.column), endLine: Int32(end.line),
          endColumn: Int32(end.column)))
    }
  }
}
