public import Entities
import TextModel

/// A document's annotations in the form in which they are stored until the document is opened again. The store
/// (<doc:Behaviour>, section 9) defines the file format. All texts are bytes of the document.
public struct AnnotationArchive: Hashable, Sendable {
  /// One annotation: its position, its text, and the surrounding text.
  public struct Record: Hashable, Sendable {
    /// The UTF-8 offset of the annotation's start; if ``isMerged``, in a different text.
    public var start: Int
    /// The annotated text; well-formed UTF-8, never empty.
    public var text: [UInt8]
    /// Up to 32 bytes of the document before the annotated text, beginning on a scalar boundary.
    public var before: [UInt8]
    /// Up to 32 bytes of the document after the annotated text, ending on a scalar boundary.
    public var after: [UInt8]
    public var entity: Entity
    /// Whether ``text`` is the short form.
    public var isTrimmed: Bool
    /// The text after trimming; nil if it cannot be trimmed.
    public var shortForm: [UInt8]?
    /// Whether ``text`` has several words and occurred only once in the document.
    public var isOnly: Bool
    /// Whether the record was added from an archive of a different text of the document. The annotation may also be in
    /// this archive at its actual offset.
    public var isMerged: Bool

    public init(
      start: Int, text: [UInt8], before: [UInt8], after: [UInt8], entity: Entity, isTrimmed: Bool,
      shortForm: [UInt8]?, isOnly: Bool = false, isMerged: Bool = false
    ) {
      self.start = start
      self.text = text
      self.before = before
      self.after = after
      self.entity = entity
      self.isTrimmed = isTrimmed
      self.shortForm = shortForm
      self.isOnly = isOnly
      self.isMerged = isMerged
    }
  }

  /// The reason why a record was not restored.
  public enum Loss: Hashable, Sendable, CustomStringConvertible {
    case textNotFound
    /// Its text occurs at several positions whose surroundings match equally well.
    case ambiguous(candidates: Int)
    /// Its text occurs at so many positions that not all were examined.
    case tooManyPlaces(Int)
    /// Its text occurs, but its surroundings have changed.
    case contextDiffers
    /// Another annotation is at its position.
    case overlaps
    /// A bound is inside a character.
    case insideGrapheme

    public var description: String {
      switch self {
      case .textNotFound: "its text is no longer in the document"
      case .ambiguous(let count): "its text occurs at \(count) positions that match equally well"
      case .tooManyPlaces(let count): "its text occurs at \(count) or more positions, too many to compare"
      case .contextDiffers: "its text is at another position, with different text around it"
      case .overlaps: "another annotation is at its position"
      case .insideGrapheme: "its range begins or ends inside a character"
      }
    }
  }

  static let contextLength = 32

  /// The minimum number of bytes adjacent to a text that count as evidence of its position.
  package static let leastContext = 4

  /// The records in the order of their offsets.
  public var records: [Record]

  public init(records: [Record] = []) { self.records = records }

  /// A document's current annotations, except those that were read from its text, because they will be read again.
  /// O(annotations), plus O(document) if the text of an annotation has several words.
  static func snapshot(of store: Annotations, in text: IndexedText) -> AnnotationArchive {
    let only = textsFoundOnce(store, in: text)
    return AnnotationArchive(
      records: store.lazy.filter { $0.source != .readBack }.map { annotation in
        let range = annotation.range
        let furthest = text.buffer.clamp(range.start - contextLength)
        let start = text.buffer.scalarStart(at: furthest)
        let from =
          start == furthest ? start : start + (text.buffer.scalar(at: start).map(UTF8.width) ?? 0)
        let to = text.buffer.scalarStart(at: text.buffer.clamp(range.end + contextLength))
        return Record(
          start: range.start.utf8, text: annotation.text,
          before: text.buffer.bytes(in: TextRange(from, range.start)),
          after: text.buffer.bytes(in: TextRange(range.end, to)), entity: annotation.entity,
          isTrimmed: annotation.state == .trimmed, shortForm: annotation.shortForm,
          isOnly: only.contains(annotation.text))
      })
  }

  /// The annotation texts with several words that occur only once in the document.
  private static func textsFoundOnce(_ store: Annotations, in text: IndexedText) -> Set<[UInt8]> {
    var phrases = PhraseIndex()
    for annotation in store where Record.hasSeveralWords(annotation.text) { phrases.add(annotation.text) }
    guard phrases.count > 0 else { return [] }
    var places = Array(repeating: 0, count: phrases.count)
    var steps = 0
    let bytes = text.buffer.bytes(in: text.buffer.range)
    phrases.search(bytes, in: bytes.indices, steps: &steps) { _, phrase in
      places[phrase] += 1
      return true
    }
    return Set(places.indices.filter { places[$0] == 1 }.map { phrases.phrase($0) })
  }
}

extension AnnotationArchive.Record {
  static func hasSeveralWords(_ text: [UInt8]) -> Bool {
    text.indices.contains { WhiteSpace.width(in: text.span, at: $0) > 0 }
  }

  /// Whether `before` extends to the start of the document.
  var reachesStart: Bool { start == before.count }

  /// Whether `after` extends to the end of the document. Otherwise `after` would have its full length, except for a
  /// scalar that was cut off at its end.
  var reachesEnd: Bool { after.count <= AnnotationArchive.contextLength - 4 }
}

extension AnnotationArchive {
  /// Finds the new positions of the records in a text. Returns the annotations to add, in document order, and for each
  /// record that cannot be restored its index in ``records`` and the reason.
  ///
  /// A record whose text and surroundings are unchanged at its old offset is restored there. Others are restored where
  /// their text is a separate word, or adjacent to other letters as before, and one of these holds:
  /// - a neighbouring word, the whole line, or both sides (possibly an end of the document) are unchanged;
  /// - the position is the old offset; for a single word, only if that is not 0, because the start of a document is no
  ///   evidence;
  /// - for a text of several words: one end of the document is unchanged, or the text occurred only once before and
  ///   occurs only once now.
  ///
  /// Among several such positions, the one with the longest matching surroundings wins. If the surroundings match
  /// completely at several positions, the old offset wins. Nothing is guessed: if two other positions match equally
  /// well, the record is not restored. Differences in white space and normal form are ignored. O(document + records):
  /// all texts that are not at their old offsets are searched in one pass; if not all positions of a text can be
  /// examined, its records are not restored.
  package func restore(into text: IndexedText) -> (found: [NewAnnotation], lost: [(index: Int, loss: Loss)]) {
    var steps = 0
    return restore(into: text, steps: &steps)
  }

  /// The maximum number of comparisons of a record with an occurrence of its text, for all records together.
  package static let mostComparisons = 4_000_000

  /// Restores like ``restore(into:)``, with at most `comparisons` comparisons (by default ``mostComparisons``). Adds
  /// the cost to `steps`, so that a test can count it.
  package func restore(
    into text: IndexedText, steps: inout Int, comparisons: Int = AnnotationArchive.mostComparisons
  ) -> (found: [NewAnnotation], lost: [(index: Int, loss: Loss)]) {
    var taken = TakenBytes(count: text.buffer.count)
    var found: [NewAnnotation] = []
    var lost: [(index: Int, loss: Loss)] = []
    var moved: [Int] = []
    for (index, record) in records.enumerated() {
      let place = TextOffset(record.start)
      guard !record.text.isEmpty, text.buffer.holds(record.text, at: place),
        Self.fits(record, at: place, in: text)
      else {
        moved.append(index)
        continue
      }
      take(index, at: TextRange(place, place + record.text.count), in: text, &taken, &found, &lost)
    }
    if !moved.isEmpty {
      var search = ArchiveSearch(text, except: Set(found.map(\.range)), comparisons: comparisons)
      for (index, outcome) in zip(moved, search.outcomes(of: moved.map { records[$0] })) {
        switch outcome {
        case .place(let place):
          take(index, at: TextRange(place.lowerBound, place.upperBound), in: text, &taken, &found, &lost)
        case .loss(let loss): lost.append((index, loss))
        }
      }
      steps += search.steps
    }
    steps += records.count
    found.sort { $0.range.start < $1.range.start }
    lost.sort { $0.index < $1.index }
    return (found, lost)
  }

  /// Whether the text around `place` equals the surroundings of the record.
  private static func fits(_ record: Record, at place: TextOffset, in text: IndexedText) -> Bool {
    let end = place + record.text.count
    return place >= TextOffset(record.before.count) && end + record.after.count <= text.buffer.end
      && (!record.reachesEnd || end + record.after.count == text.buffer.end)
      && text.buffer.holds(record.before, at: place - record.before.count)
      && text.buffer.holds(record.after, at: end)
  }

  private func take(
    _ index: Int, at range: TextRange, in text: IndexedText, _ taken: inout TakenBytes,
    _ found: inout [NewAnnotation], _ lost: inout [(index: Int, loss: Loss)]
  ) {
    let record = records[index]
    if taken.contains(anyOf: range) { return lost.append((index, .overlaps)) }
    guard text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end) else {
      return lost.append((index, .insideGrapheme))
    }
    taken.insert(range)
    let content = AnnotationContent(
      entity: record.entity, text: record.text, shortForm: record.isTrimmed ? nil : record.shortForm)
    let written = text.buffer.bytes(in: range)
    guard let now = content.rewritten(written) else { return lost.append((index, .textNotFound)) }
    found.append(
      NewAnnotation(
        range: range, entity: record.entity, source: .restored, state: record.isTrimmed ? .trimmed : .whole,
        shortForm: now.shortForm, expectedText: written))
  }
}

/// Marks the bytes of a text that belong to annotations.
private struct TakenBytes {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  func contains(anyOf range: TextRange) -> Bool {
    (range.start.utf8..<range.end.utf8).contains { words[$0 / 64] & 1 << UInt64($0 % 64) != 0 }
  }

  mutating func insert(_ range: TextRange) {
    for byte in range.start.utf8..<range.end.utf8 { words[byte / 64] |= 1 << UInt64(byte % 64) }
  }
}

/// Identifies a text without storing it. The fingerprint of a text is the same in every run and on every machine.
public struct TextFingerprint: Hashable, Sendable {
  /// The text's length in UTF-8 code units.
  public var count: Int
  /// The 64-bit FNV-1a hash of the text.
  public var hash: UInt64

  public init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  /// The maximum length in bytes of a text for which a fingerprint is computed.
  private static let longest = 16 << 20

  /// Computes the fingerprint of a text; nil for a text of more than 16 MiB. O(text).
  package init?(of text: IndexedText) {
    count = text.buffer.count
    guard count <= Self.longest else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    text.buffer.forEachPiece(in: text.buffer.range) { piece in
      for index in piece.indices { hash = (hash ^ UInt64(piece[index])) &* 0x0000_0100_0000_01b3 }
      return true
    }
    self.hash = hash
  }
}
