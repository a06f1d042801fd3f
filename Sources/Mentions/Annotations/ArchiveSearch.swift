import TextModel

/// Finds the annotated texts that are no longer at their old offsets, by comparing their surroundings.
///
/// The search is bounded. A text with too many occurrences, or whose comparisons exceed the budget, is not found,
/// because an occurrence that was not examined might match equally well.
struct ArchiveSearch {
  typealias Record = AnnotationArchive.Record
  typealias Loss = AnnotationArchive.Loss

  /// The text of a record and the lengths of its surroundings. Records with equal shape are looked up together.
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
  /// The ranges of annotations that have already been found.
  private let taken: Set<TextRange>
  /// The number of remaining comparisons, each of which reads a few bytes.
  private var budget: Int
  /// The texts to find; `places` contains the first occurrences of each, at most one more than ``mostPlaces``.
  private var phrases = PhraseIndex()
  private var places: [[Range<Int>]] = []
  /// For the last text that was looked up, its occurrences, keyed by the rest of their lines.
  private var lines: (text: [UInt8], places: [[UInt8]: [Range<Int>]]) = ([], [:])
  /// For the last text that was looked up, the surroundings of its occurrences, keyed by start offset.
  private var sides: (text: [UInt8], places: [Int: TextSides]) = ([], [:])
  private(set) var steps = 0

  private static let mostPlaces = 10_000
  /// The minimum number of records for which an index is used; fewer are compared one by one.
  private static let leastToIndex = 8

  init(_ text: IndexedText, except taken: Set<TextRange>, comparisons: Int) {
    bytes = text.buffer.bytes(in: text.buffer.range)
    self.taken = taken
    budget = comparisons
  }

  enum Outcome {
    case place(Range<Int>)
    case loss(Loss)
  }

  /// The outcomes in the order of the records. O(document) for all texts together, and O(occurrences + records) for
  /// each text with unchanged lines or surroundings; O(occurrences × records) for the others, up to the budget.
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
      let isIndexed =
        members.count >= Self.leastToIndex && shape.before + shape.after >= AnnotationArchive.leastContext
      let whole = isIndexed ? surroundings(of: shape, at: places) : [:]
      for index in members {
        let record = records[index]
        switch whole[record.before + record.after] ?? [] {
        case let found where found.count == 1: outcomes[index] = .place(found[0])
        case let found where found.count > 1: outcomes[index] = .loss(.ambiguous(candidates: found.count))
        default: outcomes[index] = best(record, among: places)
        }
      }
    }
    return outcomes
  }

  // MARK: Places

  private mutating func findPlaces(of records: [Record]) {
    for record in records where !record.text.isEmpty { phrases.add(record.text) }
    places = Array(repeating: [], count: phrases.count)
    phrases.search(bytes, in: bytes.indices, steps: &steps) { start, phrase in
      if places[phrase].count <= Self.mostPlaces {
        places[phrase].append(start..<start + phrases.phrase(phrase).count)
      }
      return true
    }
    findRewritten()
  }

  /// The maximum size in bytes of a document that is searched for other normal forms.
  private static let longestRewritten = 4 << 20

  /// Searches once more for the texts that were not found, this time allowing other white space and another normal
  /// form.
  private mutating func findRewritten() {
    var wanted: [Character: [(phrase: Int, text: [Character])]] = [:]
    for phrase in places.indices where places[phrase].isEmpty {
      let bytes = phrases.phrase(phrase)
      guard Record.hasSeveralWords(bytes) || !bytes.allSatisfy({ $0 < 0x80 }) else { continue }
      let text = Rewriting.characters(of: bytes)
      if let first = text.first { wanted[first, default: []].append((phrase, text)) }
    }
    guard !wanted.isEmpty, bytes.count <= Self.longestRewritten else { return }
    steps += bytes.count
    let string = String(decoding: bytes, as: UTF8.self)
    var start = 0
    for index in string.indices {
      for (phrase, text) in wanted[string[index]] ?? [] where places[phrase].count <= Self.mostPlaces {
        if let end = Rewriting.end(of: text, in: string[index...]) {
          let count = string.utf8.distance(from: index, to: end)
          places[phrase].append(start..<start + count)
        }
      }
      start += string[index].utf8.count
    }
  }

  /// The occurrences of a text that are not annotated yet; nil if the text occurs more than ``mostPlaces`` times.
  private func places(of text: [UInt8]) -> [Range<Int>]? {
    guard let phrase = phrases.number(of: text.span) else { return [] }
    let all = places[phrase]
    guard all.count <= Self.mostPlaces else { return nil }
    return all.filter { !taken.contains(TextRange($0.lowerBound, $0.upperBound)) }
  }

  /// The occurrences, keyed by the text directly before and after them.
  private mutating func surroundings(of shape: Shape, at places: [Range<Int>]) -> [[UInt8]: [Range<Int>]] {
    var found: [[UInt8]: [Range<Int>]] = [:]
    steps += places.count
    for place in places {
      guard place.lowerBound >= shape.before, place.upperBound + shape.after <= bytes.count else { continue }
      let before = bytes[place.lowerBound - shape.before..<place.lowerBound]
      let after = bytes[place.upperBound..<place.upperBound + shape.after]
      found[Array(before + after), default: []].append(place)
    }
    return found
  }

  // MARK: Lines

  /// The maximum number of bytes of a line that are compared on either side of a text: few enough that a scalar cut off
  /// at the limit of a record's surroundings does not matter.
  private static let longestLineSide = AnnotationArchive.contextLength - 4

  /// The occurrences of a text in lines that equal the record's line. This finds a text after the document's lines were
  /// sorted: the line of the text is unchanged, but the neighbouring lines are different.
  private mutating func placesInLines(like record: Record, among places: [Range<Int>]) -> [Range<Int>] {
    let key = Self.line(record.before[...], record.after[...])
    guard key.count > AnnotationArchive.leastContext else { return [] }
    if lines.text != record.text { lines = (record.text, linesByKey(of: places)) }
    return lines.places[key] ?? []
  }

  private mutating func linesByKey(of places: [Range<Int>]) -> [[UInt8]: [Range<Int>]] {
    steps += places.count
    var found: [[UInt8]: [Range<Int>]] = [:]
    for place in places {
      let before = bytes[max(0, place.lowerBound - Self.longestLineSide)..<place.lowerBound]
      let after = bytes[place.upperBound..<min(bytes.count, place.upperBound + Self.longestLineSide)]
      found[Self.line(before, after), default: []].append(place)
    }
    return found
  }

  /// The rest of the line before and after an occurrence, with a line end in place of the occurrence.
  private static func line(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> [UInt8] {
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? before.startIndex
    let end = after.firstIndex(of: 10) ?? after.endIndex
    return before[start...].suffix(longestLineSide) + [10] + after[..<end].prefix(longestLineSide)
  }

  // MARK: Surroundings

  /// The single occurrence with the best matching surroundings, if these match well enough. If the surroundings match
  /// completely at several occurrences, the one at the old offset.
  private mutating func best(_ record: Record, among all: [Range<Int>]) -> Outcome {
    guard !all.isEmpty else { return .loss(.textNotFound) }
    let inLines = placesInLines(like: record, among: all)
    let places = inLines.isEmpty ? all : inLines
    budget -= places.count
    steps += places.count
    guard budget >= 0 else { return .loss(.tooManyPlaces(places.count)) }
    let wanted = RecordSides(record)
    var best = -1
    var winners: [Range<Int>] = []
    for place in places {
      let now = sides(of: place, text: record.text)
      let common = wanted.common(with: now) ?? common(record, place)
      guard common >= best, wanted.areJoined(like: now),
        !inLines.isEmpty || wanted.admit(now, at: place.lowerBound, isOnlyPlace: all.count == 1)
      else { continue }
      if common > best { winners = [] }
      best = common
      winners.append(place)
    }
    if winners.isEmpty { return .loss(.contextDiffers) }
    if winners.count == 1 { return .place(winners[0]) }
    let isAllAsBefore = best == record.before.count + record.after.count
    if isAllAsBefore, !record.isMerged, let old = winners.first(where: { $0.lowerBound == record.start }) {
      return .place(old)
    }
    return .loss(.ambiguous(candidates: winners.count))
  }

  private mutating func sides(of place: Range<Int>, text: [UInt8]) -> TextSides {
    if sides.text != text { sides = (text, [:]) }
    if let known = sides.places[place.lowerBound] { return known }
    steps += 1
    let new = TextSides(of: place, in: bytes)
    sides.places[place.lowerBound] = new
    return new
  }

  /// The number of bytes directly before and after an occurrence that equal those around the record.
  private func common(_ record: Record, _ place: Range<Int>) -> Int {
    let (before, after) = (record.before, record.after)
    var (old, new) = (before.count, place.lowerBound)
    while old > 0, new > 0, before[old - 1] == bytes[new - 1] { (old, new) = (old - 1, new - 1) }
    var (further, at) = (0, place.upperBound)
    while further < after.count, at < bytes.count, after[further] == bytes[at] {
      (further, at) = (further + 1, at + 1)
    }
    return before.count - old + further
  }
}

// MARK: - Neighbouring words

/// The words before and after a text.
private struct TextSides {
  struct Side {
    /// The word nearest to the text; nil if there is none.
    var word: Word?
    /// Whether there is no word because the document begins or ends there.
    var isEdge = false
    /// The letters directly adjacent to the text, with signs such as `-` between them; the nearest character first.
    var joined: [Character] = []
  }

  /// A neighbouring word, as far as it is known.
  struct Word {
    /// The characters, the one nearest to the text first.
    let characters: [Character]
    /// Whether the word reaches the limit of the surroundings, so that it may continue, and its last character may be
    /// incomplete.
    let isCut: Bool

    /// The characters that are certainly complete; the last one of a cut word may not be.
    private var whole: ArraySlice<Character> { isCut ? characters.dropLast() : characters[...] }

    /// Whether two words are canonically equivalent, as far as both are known.
    func isLike(_ other: Word) -> Bool {
      if isCut == other.isCut, characters == other.characters { return true }
      // A cut word has at least one character more than its complete ones.
      if !isCut, whole.count <= other.whole.count { return false }
      if !other.isCut, other.whole.count <= whole.count { return false }
      return !whole.isEmpty && !other.whole.isEmpty && zip(whole, other.whole).allSatisfy(==)
    }
  }

  let before: Side
  let after: Side
  /// The texts on both sides, the nearest character first; nil if they are ASCII, which has one normal form.
  let characters: (before: [Character], after: [Character])?

  init(_ record: AnnotationArchive.Record) {
    self.init(
      record.before[...], record.text[...], record.after[...], reachesStart: record.reachesStart,
      reachesEnd: record.reachesEnd)
  }

  init(of place: Range<Int>, in bytes: [UInt8]) {
    let before = bytes[..<place.lowerBound].suffix(AnnotationArchive.contextLength)
    let after = bytes[place.upperBound...].prefix(AnnotationArchive.contextLength)
    self.init(
      before, bytes[place], after, reachesStart: before.startIndex == 0,
      reachesEnd: after.endIndex == bytes.count)
  }

  private init(
    _ before: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>, reachesStart: Bool,
    reachesEnd: Bool
  ) {
    let (left, right) = (Array(Self.scalars(before).reversed()), Self.scalars(after))
    var joined = Self.joined(left, to: Self.scalars(text.prefix(4)).first)
    var side = Side(joined: String(String.UnicodeScalarView(joined.reversed())).reversed())
    if let word = Self.word(left) {
      side.word = Word(
        characters: String(String.UnicodeScalarView(word.reversed())).reversed(),
        isCut: !reachesStart && word.endIndex == left.endIndex)
    } else {
      side.isEdge = reachesStart
    }
    self.before = side
    joined = Self.joined(right, to: Self.scalars(text.suffix(4)).last)
    side = Side(joined: Array(String(String.UnicodeScalarView(joined))))
    if let word = Self.word(right) {
      side.word = Word(
        characters: Array(String(String.UnicodeScalarView(word))),
        isCut: !reachesEnd && word.endIndex == right.endIndex)
    } else {
      side.isEdge = reachesEnd
    }
    self.after = side
    let isASCII = before.allSatisfy { $0 < 0x80 } && after.allSatisfy { $0 < 0x80 }
    characters =
      isASCII
      ? nil
      : (
        String(String.UnicodeScalarView(left.reversed())).reversed(),
        Array(String(String.UnicodeScalarView(right)))
      )
  }

  /// The nearest word. In scripts without word separators, the nearest two letters.
  private static func word(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
    guard let first = scalars.firstIndex(where: isNormal) else { return nil }
    return UnspacedScripts.contains(scalars[first])
      ? scalars[first...].prefix(2).prefix(while: UnspacedScripts.contains)
      : scalars[first...].prefix { isNormal($0) && !UnspacedScripts.contains($0) }
  }

  /// The leading scalars that belong to the same word as the adjacent scalar `edge`: letters, and `-`, `.` or `/`
  /// before a letter.
  private static func joined(
    _ scalars: [Unicode.Scalar], to edge: Unicode.Scalar?
  ) -> ArraySlice<Unicode.Scalar> {
    guard let edge, isNormal(edge), !UnspacedScripts.contains(edge) else { return [] }
    var count = 0
    for (index, scalar) in scalars.enumerated() {
      if isNormal(scalar) {
        if UnspacedScripts.contains(scalar) { break }
      } else {
        guard scalar == "-" || scalar == "." || scalar == "/", index + 1 < scalars.count,
          isNormal(scalars[index + 1])
        else { break }
      }
      count += 1
    }
    return scalars.prefix(count)
  }

  private static func isNormal(_ scalar: Unicode.Scalar) -> Bool {
    CharacterClass(scalar, nil).contains(.normal)
  }

  /// The scalars of some bytes, without a partial one at either end.
  private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
  }
}

/// The surroundings of a record, with the rules that decide whether the surroundings of an occurrence match well
/// enough.
private struct RecordSides {
  private enum Likeness { case word, edge, none }

  /// The old offset in this text; nil for a merged record.
  private let start: Int?
  private let isOnly: Bool
  private let hasSeveralWords: Bool
  private let old: TextSides

  init(_ record: AnnotationArchive.Record) {
    start = record.isMerged ? nil : record.start
    isOnly = record.isOnly
    hasSeveralWords = AnnotationArchive.Record.hasSeveralWords(record.text)
    old = TextSides(record)
  }

  /// The number of the record's bytes directly before and after it that are equivalent at an occurrence; nil if it
  /// suffices to compare bytes, because the surroundings of the record or of the occurrence are ASCII.
  func common(with now: TextSides) -> Int? {
    guard let old = old.characters, let now = now.characters else { return nil }
    return Self.common(old.before, now.before) + Self.common(old.after, now.after)
  }

  private static func common(_ old: [Character], _ now: [Character]) -> Int {
    zip(old, now).prefix { $0 == $1 }.reduce(0) { $0 + $1.0.utf8.count }
  }

  /// Whether the text is a separate word at an occurrence, or is adjacent to letters as in the record. Adjacent letters
  /// are compared only up to the shorter of the old and the new sequence, because an adjacent word may have become
  /// longer or shorter.
  func areJoined(like now: TextSides) -> Bool {
    Self.isJoined(now.before, like: old.before) && Self.isJoined(now.after, like: old.after)
  }

  private static func isJoined(_ now: TextSides.Side, like old: TextSides.Side) -> Bool {
    now.joined.isEmpty || (!old.joined.isEmpty && zip(now.joined, old.joined).allSatisfy(==))
  }

  func admit(_ now: TextSides, at place: Int, isOnlyPlace: Bool) -> Bool {
    let before = Self.likeness(old.before, now.before)
    let after = Self.likeness(old.after, now.after)
    if before == .word || after == .word || (before == .edge && after == .edge) { return true }
    guard hasSeveralWords else { return place == start && place > 0 }
    return before == .edge || after == .edge || place == start || (isOnly && isOnlyPlace)
  }

  private static func likeness(_ old: TextSides.Side, _ new: TextSides.Side) -> Likeness {
    if let word = old.word { return new.word.map(word.isLike) == true ? .word : .none }
    return old.isEdge && new.isEdge ? .edge : .none
  }
}
