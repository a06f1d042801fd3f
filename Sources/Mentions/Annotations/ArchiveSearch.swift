import TextModel

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
  private var budget: Int
  /// The texts that are looked for, and the first places of each, one more than ``mostPlaces``.
  private var phrases = PhraseIndex()
  private var places: [[Int]] = []
  /// Of the text that was looked up last, its places by what else their lines hold.
  private var lines: (text: [UInt8], places: [[UInt8]: [Int]]) = ([], [:])
  private(set) var steps = 0

  private static let mostPlaces = 10_000
  /// Fewer records are compared one by one.
  private static let leastToIndex = 8

  init(_ text: IndexedText, except taken: Set<TextRange>, comparisons: Int) {
    bytes = text.buffer.bytes(in: text.buffer.range)
    self.taken = taken
    budget = comparisons
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
