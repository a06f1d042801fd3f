import Entities
import Mentions
import TextModel

/// A mention in a text, whether or not it is an annotation.
package struct FoundMention: Hashable, Sendable {
  /// Holds an entity that many mentions share: copying a reference is cheaper than copying an entity.
  fileprivate final class Shared: Sendable {
    let entity: Entity
    let key: EntityKey

    init(_ entity: Entity) { (self.entity, key) = (entity, entity.key) }
  }

  /// The range of the mention's visible part, in UTF-8 offsets.
  package var range: TextRange
  private let shared: Shared
  /// Whether it is a trimmed annotation, whose text need not contain any of the entity's fields.
  package var isTrimmed: Bool

  package var entity: Entity { shared.entity }
  package var key: EntityKey { shared.key }

  package init(range: TextRange, entity: Entity, isTrimmed: Bool = false) {
    self.init(range: range, shared: Shared(entity), isTrimmed: isTrimmed)
  }

  fileprivate init(range: TextRange, shared: Shared, isTrimmed: Bool) {
    (self.range, self.shared, self.isTrimmed) = (range, shared, isTrimmed)
  }

  package static func == (a: FoundMention, b: FoundMention) -> Bool {
    a.range == b.range && a.isTrimmed == b.isTrimmed && (a.shared === b.shared || a.entity == b.entity)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(key)
  }
}

/// All mentions of an open document, cached until the document or the known people change.
struct FoundMentions {
  struct State: Hashable {
    /// The revision of the document's annotations.
    let annotations: Int
    /// A revision number that changes when the known people change.
    let people: Int
  }

  private var every: (state: State, mentions: [FoundMention])?
  /// The current description of each annotation's entity, by the `contentID` of the annotation. Each entry holds an
  /// annotation with this content, so that the identifier is not reused meanwhile.
  private var current: [ObjectIdentifier: (annotation: Annotation, now: FoundMention.Shared)] = [:]

  /// All annotations, each with the current description of its entity: the name or address may have changed since the
  /// mention was accepted, and two triggers may have the same person from different sources. O(annotations), plus a
  /// look-up for each annotation with new content.
  mutating func mentions(
    of document: MentionsDocument, in state: State, known: () -> MentionReader.Known?
  ) -> [FoundMention] {
    if let every, every.state == state { return every.mentions }
    if every?.state.people != state.people || current.count > 2 * document.annotations.count + 16 {
      current = [:]
    }
    let known = known()
    let mentions = document.annotations.map { annotation in
      let isTrimmed = annotation.state == .trimmed
      if let known = current[annotation.contentID]?.now {
        return FoundMention(range: annotation.range, shared: known, isTrimmed: isTrimmed)
      }
      let now = FoundMention.Shared(known.current(annotation.entity))
      current[annotation.contentID] = (annotation, now)
      return FoundMention(range: annotation.range, shared: now, isTrimmed: isTrimmed)
    }
    every = (state, mentions)
    return mentions
  }
}

extension MentionReader.Known? {
  /// The current description of an entity; `old` if it cannot be determined.
  func current(_ old: Entity) -> Entity { self?.current(old) ?? old }
}

extension MentionsDocument {
  /// The annotation that contains an offset or ends there; of two adjacent ones, the one that begins there. O(log n).
  func mention(at offset: TextOffset, known: (_ trigger: Int?) -> MentionReader.Known?) -> FoundMention? {
    guard let index = annotations.indices(touching: TextRange(at: offset)).last else { return nil }
    let annotation = annotations[index]
    return FoundMention(
      range: annotation.range, entity: known(nil).current(annotation.entity),
      isTrimmed: annotation.state == .trimmed)
  }

  /// Whether the mention that is being created touches the start or the end of a range.
  func isBeingMade(at range: TextRange) -> Bool {
    creation.map { $0.range.touches(range.start) || $0.range.touches(range.end) } ?? false
  }
}

/// Reading all mentions of a file at once, without annotating them.
extension MentionsDocument {
  /// All mentions of a file, disjoint and in text order: the restored annotations, and the mentions read from the rest
  /// of the text. O(text).
  package func everyReadMention(known: (_ trigger: Int?) -> MentionReader.Known?) -> [ReadMention] {
    let read = mentionReader.read(text, known: known).filter {
      annotations.indices(in: $0.range).isEmpty && declinedMentions.indices(in: $0.range).isEmpty
    }
    guard !annotations.isEmpty else { return read }
    let restored = annotations.map { annotation in
      ReadMention(
        range: annotation.range, key: String(decoding: annotation.text, as: UTF8.self), trigger: nil,
        meaning: .known(annotation.entity))
    }
    return (read + restored).sorted { $0.range.start < $1.range.start }
  }

  /// The mentions in a file that refer to exactly one entity, each with the current description of that entity.
  package func everyKnownMention(known: (_ trigger: Int?) -> MentionReader.Known?) -> [FoundMention] {
    let trimmed = Set(annotations.lazy.filter { $0.state == .trimmed }.map(\.range))
    return everyReadMention(known: known).foundMentions(known, trimmed: trimmed)
  }
}

extension MentionReader {
  /// The mentions in a text without annotations that refer to exactly one entity, each with the current description of
  /// that entity.
  package func everyKnownMention(
    in text: IndexedText, known: (_ trigger: Int?) -> MentionReader.Known?
  ) -> [FoundMention] {
    read(text, known: known).foundMentions(known, trimmed: [])
  }
}

extension [ReadMention] {
  fileprivate func foundMentions(
    _ known: (_ trigger: Int?) -> MentionReader.Known?, trimmed: Set<TextRange>
  ) -> [FoundMention] {
    let everybody = known(nil)
    return compactMap { mention in
      guard let entity = mention.entity else { return nil }
      return FoundMention(
        range: mention.range, entity: everybody.current(entity), isTrimmed: trimmed.contains(mention.range))
    }
  }
}

extension FileMentions {
  /// Creates records of found mentions, with columns in the units of `encoding`. Mentions that end beyond two
  /// gigabytes, the largest offset in a record, are omitted.
  package init(path: String, _ found: [FoundMention], in text: IndexedText, _ encoding: PositionEncoding) {
    self.init(path: path)
    var numbers: [EntityKey: Int32] = [:]
    var cursor = PositionCursor(encoding)
    mentions.reserveCapacity(found.count)
    for one in found where one.range.end.utf8 <= Int(Int32.max) {
      let number = numbers[one.key, default: Int32(entities.count)]
      if Int(number) == entities.count {
        numbers[one.key] = number
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
