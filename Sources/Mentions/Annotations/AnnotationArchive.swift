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

  /// What a document's annotations are now. O(annotations).
  public static func snapshot(of store: Annotations, in text: IndexedText) -> AnnotationArchive {
    AnnotationArchive(
      records: store.map { annotation in
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

  /// The same; `steps` grows by what it cost, for whoever watches how the cost grows.
  package func restore(
    into text: IndexedText, steps: inout Int
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
      var search = ArchiveSearch(text, except: Set(found.map(\.range)))
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

/// Looks for texts that are not at their old places any more, by what stood round them.
///
/// Bounded: a text that is in more places than are looked at, or that would cost more than the budget, is not
/// found, for what was not looked at might fit as well.
struct ArchiveSearch {
  typealias Record = AnnotationArchive.Record
  typealias Loss = AnnotationArchive.Loss

  /// Records of one shape are looked up together by all that stood round them.
  private struct Shape: Hashable {
    let text: [UInt8]
    let before: Int
    let after: Int

    init(_ record: Record) {
      text = record.text
      before = record.before.count
      after = record.after.count
    }
  }

  private let bytes: [UInt8]
  /// Where an annotation has been found already.
  private let taken: Set<TextRange>
  /// Comparisons that may still be made; each looks at a few bytes.
  private var budget = 4_000_000
  /// The texts that are looked for, and the first places of each, one more than ``mostPlaces``.
  private var phrases = PhraseIndex()
  private var places: [[Int]] = []
  /// Of the text that was looked up last, its places by what else their lines hold.
  private var lines: (text: [UInt8], places: [[UInt8]: [Int]]) = ([], [:])
  private(set) var steps = 0

  private static let mostPlaces = 10_000
  /// Fewer records are compared one by one.
  private static let leastToIndex = 8

  init(_ text: IndexedText, except taken: Set<TextRange>) {
    bytes = text.buffer.bytes(in: text.buffer.range)
    self.taken = taken
  }

  enum Outcome {
    case place(TextOffset)
    case loss(Loss)
  }

  /// In the order of the records. O(document) for all texts together, and O(places + records) for each text whose lines,
  /// or all that stood round it, are as they were; for the others places × records, up to the budget.
  mutating func outcomes(of records: [Record]) -> [Outcome] {
    var outcomes = Array(repeating: Outcome.loss(.textNotFound), count: records.count)
    var shapes: [Shape: [Int]] = [:]
    for (index, record) in records.enumerated() where !record.text.isEmpty {
      shapes[Shape(record), default: []].append(index)
    }
    findPlaces(of: records)
    for (shape, members) in shapes.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let places = places(of: shape.text) else {
        for index in members { outcomes[index] = .loss(.tooManyPlaces(Self.mostPlaces)) }
        continue
      }
      let whole = members.count < Self.leastToIndex ? [:] : surroundings(of: shape, at: places)
      for index in members {
        let record = records[index]
        switch whole[record.before + record.after] ?? [] {
        case let found where found.count == 1: outcomes[index] = .place(TextOffset(found[0]))
        case let found where found.count > 1: outcomes[index] = .loss(.ambiguous(candidates: found.count))
        default: outcomes[index] = best(record, among: placesInLines(like: record, among: places))
        }
      }
    }
    return outcomes
  }

  private mutating func findPlaces(of records: [Record]) {
    for record in records where !record.text.isEmpty { phrases.add(record.text) }
    places = Array(repeating: [], count: phrases.count)
    phrases.search(bytes, in: bytes.indices, steps: &steps) { start, phrase in
      if places[phrase].count <= Self.mostPlaces { places[phrase].append(start) }
      return true
    }
  }

  /// Nil: more than ``mostPlaces``.
  private func places(of text: [UInt8]) -> [Int]? {
    guard let phrase = phrases.number(of: text.span) else { return [] }
    let all = places[phrase]
    guard all.count <= Self.mostPlaces else { return nil }
    return all.filter { !taken.contains(TextRange($0, $0 + text.count)) }
  }

  /// The places by the text right before and after them.
  private mutating func surroundings(of shape: Shape, at places: [Int]) -> [[UInt8]: [Int]] {
    var found: [[UInt8]: [Int]] = [:]
    steps += places.count
    for place in places {
      let end = place + shape.text.count
      guard place >= shape.before, end + shape.after <= bytes.count else { continue }
      found[Array(bytes[place - shape.before..<place] + bytes[end..<end + shape.after]), default: []].append(
        place)
    }
    return found
  }

  // MARK: Lines

  /// So much of a line is compared on either side: no scalar that a record's surroundings cut off is missed.
  private static let longestLineSide = AnnotationArchive.contextLength - 4

  /// Of a text's places those whose line is as the record's was, next to the text; all where there are none. Sorted
  /// lines stay what they were though everything round them is new.
  private mutating func placesInLines(like record: Record, among places: [Int]) -> [Int] {
    guard places.count > 1 else { return places }
    let key = Self.line(record.before[...], record.after[...])
    guard key.count > AnnotationArchive.leastContext else { return places }
    if lines.text != record.text { lines = (record.text, linesByKey(of: record.text, at: places)) }
    return lines.places[key] ?? places
  }

  private mutating func linesByKey(of text: [UInt8], at places: [Int]) -> [[UInt8]: [Int]] {
    steps += places.count
    var found: [[UInt8]: [Int]] = [:]
    for place in places {
      let end = place + text.count
      let before = bytes[max(0, place - Self.longestLineSide)..<place]
      let after = bytes[end..<min(bytes.count, end + Self.longestLineSide)]
      found[Self.line(before, after), default: []].append(place)
    }
    return found
  }

  /// What is on either side of a text in its own line, with a line end in the text's place.
  private static func line(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> [UInt8] {
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? before.startIndex
    let end = after.firstIndex(of: 10) ?? after.endIndex
    return before[start...].suffix(longestLineSide) + [10] + after[..<end].prefix(longestLineSide)
  }

  // MARK: Surroundings

  /// The one place with the most of what stood round the record.
  private mutating func best(_ record: Record, among places: [Int]) -> Outcome {
    guard !places.isEmpty else { return .loss(.textNotFound) }
    budget -= places.count
    steps += places.count
    guard budget >= 0 else { return .loss(.tooManyPlaces(places.count)) }
    var best = -1
    var winners: [Int] = []
    for place in places {
      let score = surroundings(of: record, at: place)
      if score > best {
        best = score
        winners = [place]
      } else if score == best {
        winners.append(place)
      }
    }
    guard best >= min(AnnotationArchive.leastContext, record.before.count + record.after.count) else {
      return .loss(.contextDiffers)
    }
    return winners.count == 1 ? .place(TextOffset(winners[0])) : .loss(.ambiguous(candidates: winners.count))
  }

  /// How many bytes right before and right after the record would be as they were, were it at `start`.
  private func surroundings(of record: Record, at start: Int) -> Int {
    let (before, after) = (record.before, record.after)
    var (old, new) = (before.count, start)
    while old > 0, new > 0, before[old - 1] == bytes[new - 1] { (old, new) = (old - 1, new - 1) }
    var (further, place) = (0, start + record.text.count)
    while further < after.count, place < bytes.count, after[further] == bytes[place] {
      (further, place) = (further + 1, place + 1)
    }
    return before.count - old + further
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
