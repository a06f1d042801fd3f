public import Entities
public import TextModel

/// What is worth keeping of a document's annotations until it is opened again: a value without a format of
/// its own; whoever stores it decides on that. Texts are bytes of the document.
public struct AnnotationArchive: Hashable, Sendable {
  /// One annotation: where it stood, what it said, and what stood round it.
  public struct Record: Hashable, Sendable {
    /// UTF-8 offset of its start.
    public var start: Int
    public var text: [UInt8]
    /// Up to ``contextLength`` bytes before and after it, on scalar boundaries.
    public var before: [UInt8]
    public var after: [UInt8]
    public var entity: Entity
    public var isTrimmed: Bool
    /// What it shows once trimmed; nil if it cannot be.
    public var shortForm: [UInt8]?

    public init(
      start: Int, text: [UInt8], before: [UInt8], after: [UInt8], entity: Entity, isTrimmed: Bool,
      shortForm: [UInt8]?
    ) {
      self.start = start
      self.text = text
      self.before = before
      self.after = after
      self.entity = entity
      self.isTrimmed = isTrimmed
      self.shortForm = shortForm
    }
  }

  /// Why a record was not restored.
  public enum Loss: Hashable, Sendable, CustomStringConvertible {
    case textNotFound
    /// Its text is at several places that its surroundings fit equally well.
    case ambiguous(candidates: Int)
    /// Its text is at so many places that not all were looked at.
    case tooManyPlaces(Int)
    /// Its text is there, but nothing round it is as it was.
    case contextDiffers
    /// Another annotation is in its place.
    case overlaps
    /// An edge of the place lies inside a character.
    case insideGrapheme

    public var description: String {
      switch self {
      case .textNotFound: "its text is not in the document any more"
      case .ambiguous(let count): "its text is at \(count) places that fit equally well"
      case .tooManyPlaces(let count): "its text is at \(count) places or more, too many to examine"
      case .contextDiffers: "its text is at another place, where nothing around it is as it was"
      case .overlaps: "another annotation is in its place"
      case .insideGrapheme: "its place begins or ends inside a character"
      }
    }
  }

  public static let contextLength = 32

  /// How many bytes next to a text must be as they were for it to be taken at another place.
  public static let leastContext = 4

  /// In document order.
  public var records: [Record]

  public init(records: [Record] = []) { self.records = records }

  /// What a document's annotations are now, without those that were read out of the text, which tells them again.
  /// O(annotations).
  public static func snapshot(of store: Annotations, in text: IndexedText) -> AnnotationArchive {
    AnnotationArchive(
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
          isTrimmed: annotation.state == .trimmed, shortForm: annotation.shortForm)
      })
  }
}

extension AnnotationArchive {
  /// Finds the records in a text, in document order; those not found with the reason, by their places in
  /// ``records``.
  ///
  /// A record whose text and surroundings are at its old place is taken there. The others go where their
  /// text is, with the most of their surroundings, if that is one place only; where lines are the same next to the
  /// text, only their places count, for lines may have been sorted. At least ``leastContext`` bytes (or all of it,
  /// where there was less) must be the same next to the text. Never guessed: of two places that fit equally well it is
  /// neither. O(document + records): all texts that are not at their old places are looked for at once; where not all
  /// places of a text can be looked at, it is not found.
  public func restore(into text: IndexedText) -> (found: [NewAnnotation], lost: [(index: Int, loss: Loss)]) {
    var steps = 0
    return restore(into: text, steps: &steps)
  }

  /// How often a record may be compared with a place that its text is at, for all records together.
  package static let mostComparisons = 4_000_000

  /// Restores as ``restore(into:)`` does. `steps` grows by what it cost, so that a test can count it.
  ///
  /// - Parameter comparisons: as ``mostComparisons``.
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
      take(index, at: place, in: text, &taken, &found, &lost)
    }
    if !moved.isEmpty {
      var search = ArchiveSearch(text, except: Set(found.map(\.range)), comparisons: comparisons)
      for (index, outcome) in zip(moved, search.outcomes(of: moved.map { records[$0] })) {
        switch outcome {
        case .place(let place): take(index, at: place, in: text, &taken, &found, &lost)
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

  /// Whether everything round the record is as it was.
  private static func fits(_ record: Record, at place: TextOffset, in text: IndexedText) -> Bool {
    let end = place + record.text.count
    return place >= TextOffset(record.before.count) && end + record.after.count <= text.buffer.end
      && text.buffer.holds(record.before, at: place - record.before.count)
      && text.buffer.holds(record.after, at: end)
  }

  private static func range(_ record: Record, _ place: TextOffset) -> TextRange {
    TextRange(place, place + record.text.count)
  }

  private func take(
    _ index: Int, at place: TextOffset, in text: IndexedText, _ taken: inout TakenBytes,
    _ found: inout [NewAnnotation], _ lost: inout [(index: Int, loss: Loss)]
  ) {
    let record = records[index]
    let range = Self.range(record, place)
    if taken.contains(anyOf: range) { return lost.append((index, .overlaps)) }
    guard text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end) else {
      return lost.append((index, .insideGrapheme))
    }
    taken.insert(range)
    found.append(
      NewAnnotation(
        range: range, entity: record.entity, source: .restored, state: record.isTrimmed ? .trimmed : .whole,
        shortForm: record.isTrimmed ? nil : record.shortForm, expectedText: record.text))
  }
}

/// Which bytes of a text belong to annotations.
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

/// Tells one text from another without keeping it: the same in every run and on every machine.
public struct TextFingerprint: Hashable, Sendable {
  /// The text's length in UTF-8 code units.
  public var count: Int
  /// FNV-1a, 64 bits.
  public var hash: UInt64

  public init(count: Int, hash: UInt64) {
    self.count = count
    self.hash = hash
  }

  /// Longer texts are not read through.
  static let longest = 16 << 20

  /// O(text); nil for a text of more than 16 MiB.
  public init?(of text: IndexedText) {
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
