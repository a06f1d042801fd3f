import Entities
import TextModel

/// Lines that were recently removed and inserted: a filter, a formatter or a sorting command inserts new lines and
/// removes the old ones in two notifications, in either order.
struct RecentLines: Sendable {
  /// Text that was taken out, with the rest of its first and its last line.
  struct Removal: Sendable {
    let at: Instant
    let text: AnnotatedText
    /// For each mark whether its annotation went with the text.
    let isLost: [Bool]
    /// How often it was compared with lines that were put in: each time costs its length.
    var uses = 0
  }

  /// Lines that were put in, where they are now.
  struct Insertion: Sendable {
    let at: Instant
    var range: TextRange
    /// How often they were compared with removed lines: each time costs their length.
    var uses = 0
  }

  private(set) var removals: [Removal] = []
  private(set) var insertions: [Insertion] = []

  /// More of either are not remembered.
  private static let limit = 64
  private static let mostUses = 16

  var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  mutating func removeAll() { self = RecentLines() }

  /// Forgets what is older than `time` milliseconds.
  mutating func expire(now: Instant, after time: Int) {
    if let first = removals.first, first.at.advanced(by: time) < now {
      removals.removeAll { $0.at.advanced(by: time) < now }
    }
    if let first = insertions.first, first.at.advanced(by: time) < now {
      insertions.removeAll { $0.at.advanced(by: time) < now }
    }
  }

  mutating func add(_ removal: Removal) {
    removals.append(removal)
    if removals.count > Self.limit { removals.removeFirst() }
  }

  mutating func add(_ range: TextRange, at now: Instant) {
    insertions.append(Insertion(at: now, range: range))
    if insertions.count > Self.limit { insertions.removeFirst() }
  }

  /// Moves what was put in along with a notification's net edits.
  mutating func follow(_ nets: [Change.Part]) {
    guard !insertions.isEmpty else { return }
    for index in insertions.indices {
      let range = insertions[index].range
      var (start, end) = (range.start.utf8, range.end.utf8)
      var (before, inside) = (0, 0)
      for net in nets {
        let (from, to) = (net.oldRange.start.utf8, net.oldRange.end.utf8)
        if from >= range.end.utf8 { break }
        if to <= range.start.utf8 {
          before += net.shift
        } else {
          inside += net.shift
          (start, end) = (min(start, from), max(end, to))
        }
      }
      insertions[index].range = TextRange(start + before, max(start, end + inside) + before)
    }
    insertions.removeAll { $0.range.isEmpty }
  }

  /// The removals to compare with the present insertion. Those that were compared often enough are left out.
  mutating func takeRemovals() -> [Removal] {
    for index in removals.indices { removals[index].uses += 1 }
    return removals.filter { $0.uses <= Self.mostUses }
  }

  /// The lines put in before, to be compared with what goes now. Those that were compared often enough are not.
  mutating func takeInsertions() -> [TextRange] {
    for index in insertions.indices { insertions[index].uses += 1 }
    return insertions.filter { $0.uses <= Self.mostUses }.map(\.range)
  }
}

/// Finds the annotations of removed lines in inserted lines: by equal lines, in any place; else by the common parts
/// of the two texts; else by similar lines, which hold the same names in the same order.
///
/// Several candidates are matched in order: the first of as many equal lines is the first. If their numbers differ,
/// they must agree. O(text), for any number of lines and annotations.
struct LineMatcher {
  /// An annotation found: where in the text it is, and what it says there.
  struct Found {
    let range: Range<Int>
    let content: AnnotationContent
    let state: Annotation.State
  }

  /// The lines that hold text that was put in, and where they are.
  struct Target {
    let start: Int
    let bytes: [UInt8]
  }

  private struct SourceLine {
    let text: Int
    /// Without the white space at its ends.
    let range: Range<Int>
    /// The text's marks that are wholly inside.
    let marks: Range<Int>
  }

  private struct TargetLine {
    let target: Int
    let range: Range<Int>
  }

  private let removals: [RecentLines.Removal]
  private let targets: [Target]
  /// Whether an annotation is in a range of the text.
  private let isTaken: (Range<Int>) -> Bool
  /// Whether anything in a range of the text was put in.
  private let isNew: (Range<Int>) -> Bool
  private(set) var found: [Found] = []
  private(set) var steps = 0
  /// By removal and mark: whether it has a place.
  private var isPlaced: [[Bool]]

  init(
    _ removals: [RecentLines.Removal], to targets: [Target], isTaken: @escaping (Range<Int>) -> Bool,
    isNew: @escaping (Range<Int>) -> Bool = { _ in true }
  ) {
    self.removals = removals
    self.targets = targets
    self.isTaken = isTaken
    self.isNew = isNew
    isPlaced = removals.map { $0.isLost.map { !$0 } }
  }

  /// `byLikeness`: besides equal lines, those that are only like another.
  mutating func run(byLikeness: Bool) {
    var sources: [SourceLine] = []
    for index in removals.indices { sources += sourceLines(index) }
    var lines: [TargetLine] = []
    for index in targets.indices { lines += targetLines(index) }
    guard !sources.isEmpty, !lines.isEmpty else { return }
    let (left, open) = placeEqual(sources, lines)
    guard byLikeness, isPlaced.contains(where: { $0.contains(false) }) else { return }
    placeByDifference()
    placeAlike(left, open)
  }

  // MARK: Lines

  private mutating func sourceLines(_ index: Int) -> [SourceLine] {
    let text = removals[index].text
    var lines: [SourceLine] = []
    var mark = 0
    forEachLine(text.bytes) { whole, range in
      while mark < text.marks.count, text.marks[mark].range.lowerBound < whole.lowerBound { mark += 1 }
      let first = mark
      while mark < text.marks.count, text.marks[mark].range.upperBound <= range.upperBound { mark += 1 }
      lines.append(SourceLine(text: index, range: range, marks: first..<mark))
    }
    return lines
  }

  private mutating func targetLines(_ index: Int) -> [TargetLine] {
    var lines: [TargetLine] = []
    forEachLine(targets[index].bytes) { lines.append(TargetLine(target: index, range: $1)) }
    return lines
  }

  /// Lines that say something: as a whole, and without the white space at their ends.
  private mutating func forEachLine(_ bytes: [UInt8], _ body: (Range<Int>, Range<Int>) -> Void) {
    steps += bytes.count / 16 + 1
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let range = WhiteSpace.trimmed(start..<end, in: bytes.span)
      if !range.isEmpty { body(start..<end, range) }
      start = end + 1
    }
  }

  // MARK: Equal lines

  /// Gives the lines of either side that have no equal one on the other.
  private mutating func placeEqual(
    _ sources: [SourceLine], _ lines: [TargetLine]
  ) -> (sources: [SourceLine], lines: [TargetLine]) {
    var groups: [UInt64: (sources: [Int], lines: [Int])] = [:]
    steps += sources.count + lines.count
    for (index, line) in lines.enumerated() { groups[key(line), default: ([], [])].lines.append(index) }
    var left: [SourceLine] = []
    for (index, source) in sources.enumerated() {
      let key = key(source)
      guard let group = groups[key], same(source, lines[group.lines[0]]) else {
        left.append(source)
        continue
      }
      groups[key]?.sources.append(index)
    }
    var open: [TargetLine] = []
    for (index, line) in lines.enumerated() {
      guard let group = groups[key(line)], !group.sources.isEmpty, same(sources[group.sources[0]], line)
      else {
        open.append(line)
        continue
      }
      // Each group once, at its first line.
      guard group.lines[0] == index else { continue }
      let candidates = group.sources.map { sources[$0] }
      // Read or not, they are not looked for elsewhere.
      defer { for source in candidates { for mark in source.marks { isPlaced[source.text][mark] = true } } }
      for (source, line) in Self.paired(candidates, group.lines.map { lines[$0] }, agree: agree) {
        for mark in source.marks {
          let old = removals[source.text].text.marks[mark]
          let distance = targets[line.target].start + line.range.lowerBound - source.range.lowerBound
          add(old.shifted(by: distance), of: source.text, mark)
        }
      }
    }
    return (left, open)
  }

  /// By place where there are as many; else all of the same, if they agree.
  /// Nothing where they do not agree.
  private static func paired<Line, Other>(
    _ sources: [Line], _ lines: [Other], agree: ([Line]) -> Line?
  ) -> [(Line, Other)] {
    if sources.count == lines.count { return Array(zip(sources, lines)) }
    guard let one = agree(sources) else { return [] }
    return lines.map { (one, $0) }
  }

  /// Among equal lines one that has marks, unless two name different entities.
  private func agree(_ sources: [SourceLine]) -> SourceLine? {
    let marked = sources.filter { !$0.marks.isEmpty }
    guard let first = marked.first else { return nil }
    let one = marks(of: first)
    return marked.dropFirst().contains { MarkAgreement.contradicts(marks(of: $0), one) } ? nil : first
  }

  private func marks(of line: SourceLine) -> [AnnotatedText.Mark] {
    removals[line.text].text.marks[line.marks].map { $0.shifted(by: -line.range.lowerBound) }
  }

  private func key(_ line: SourceLine) -> UInt64 { key(removals[line.text].text.bytes, line.range) }
  private func key(_ line: TargetLine) -> UInt64 { key(targets[line.target].bytes, line.range) }
  private func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    ByteHash.of(bytes.span.extracting(range))
  }

  private func same(_ source: SourceLine, _ line: TargetLine) -> Bool {
    removals[source.text].text.bytes[source.range].elementsEqual(targets[line.target].bytes[line.range])
  }

  // MARK: What both texts have in common

  /// More pairs of texts are not compared.
  private static let mostPairs = 4

  private mutating func placeByDifference() {
    var pairs = 0
    for index in removals.indices.reversed() where isPlaced[index].contains(false) {
      for target in targets where pairs < Self.mostPairs {
        pairs += 1
        placeByDifference(index, target)
      }
    }
  }

  private mutating func placeByDifference(_ index: Int, _ target: Target) {
    let text = removals[index].text
    // Rewrapped lines differ only in white space; a difference of them could keep the wrong piece.
    let (old, new) = (SingleSpaced(text.bytes), SingleSpaced(target.bytes))
    let hunks = TextDifference.hunks(old: old.bytes, new: new.bytes, steps: &steps)
    var next = 0
    var shift = 0
    for (number, mark) in text.marks.enumerated() {
      let known = old.range(of: mark.range)
      while next < hunks.count, hunks[next].range.end.utf8 <= known.lowerBound {
        shift += hunks[next].replacement.count - hunks[next].range.count
        next += 1
      }
      var inner = 0
      var isInside = true
      var at = next
      while at < hunks.count, hunks[at].range.start.utf8 < known.upperBound {
        isInside =
          isInside && hunks[at].range.start.utf8 >= known.lowerBound
          && hunks[at].range.end.utf8 <= known.upperBound
        inner += hunks[at].replacement.count - hunks[at].range.count
        at += 1
      }
      guard isInside, !isPlaced[index][number] else { continue }
      let range = new.original(known.lowerBound + shift..<known.upperBound + shift + inner)
      // Letters may be right beside it where they were before.
      guard
        !Self.cutsWord(target.bytes, range.lowerBound) || Self.cutsWord(text.bytes, mark.range.lowerBound),
        !Self.cutsWord(target.bytes, range.upperBound) || Self.cutsWord(text.bytes, mark.range.upperBound),
        let content = mark.content.rewritten(Array(target.bytes[range]))
      else { continue }
      let place = range.lowerBound + target.start..<range.upperBound + target.start
      guard isNew(place) else { continue }
      add(AnnotatedText.Mark(range: place, content: content, state: mark.state), of: index, number)
    }
  }

  // MARK: Lines that are like one another

  /// A line as it is compared: the names in it, one after the other.
  private struct Names: Hashable {
    var phrases: [Int] = []
  }

  private struct AlikeSource {
    let line: SourceLine
    /// For each name in the line the mark that it is, nil for plain text.
    let owners: [Int?]
  }

  private mutating func placeAlike(_ sources: [SourceLine], _ lines: [TargetLine]) {
    var index = PhraseIndex()
    for source in sources {
      for mark in source.marks where !isPlaced[source.text][mark] {
        index.add(removals[source.text].text.marks[mark].content.text)
      }
    }
    guard index.count > 0 else { return }
    var groups: [Names: (sources: [AlikeSource], lines: [(target: Int, starts: [Int])])] = [:]
    for source in sources {
      // What has its place already is not looked for.
      guard !source.marks.contains(where: { isPlaced[source.text][$0] }) else { continue }
      let text = removals[source.text].text
      let places = names(in: text.bytes, source.range, index)
      guard !places.isEmpty else { continue }
      let owners = places.map { place in
        source.marks.first {
          text.marks[$0].range.lowerBound == place.start
            && text.marks[$0].content.text == index.phrase(place.phrase)
        }
      }
      let alike = AlikeSource(line: source, owners: owners)
      groups[Names(phrases: places.map(\.phrase)), default: ([], [])].sources.append(alike)
    }
    for line in lines {
      let start = targets[line.target].start
      guard !isTaken(line.range.lowerBound + start..<line.range.upperBound + start) else { continue }
      let names = names(in: targets[line.target].bytes, line.range, index)
      groups[Names(phrases: names.map(\.phrase))]?.lines.append((line.target, names.map(\.start)))
    }
    for group in groups.values.sorted(by: { Self.isBefore($0.sources, $1.sources) }) {
      for (source, line) in Self.paired(group.sources, group.lines, agree: agree) {
        for (owner, start) in zip(source.owners, line.starts) {
          guard let owner else { continue }
          let mark = removals[source.line.text].text.marks[owner]
          let distance = targets[line.target].start + start - mark.range.lowerBound
          let place = mark.shifted(by: distance)
          // A line that text was put into is not all new: what it said before it goes on saying.
          if isNew(place.range) { add(place, of: source.line.text, owner) }
        }
      }
    }
  }

  /// Among similar lines one that has marks, unless two name different entities.
  private func agree(_ sources: [AlikeSource]) -> AlikeSource? {
    let marked = sources.filter { $0.owners.contains { $0 != nil } }
    guard let first = marked.first else { return nil }
    func entity(_ source: AlikeSource, _ name: Int) -> Entity? {
      source.owners[name].map { removals[source.line.text].text.marks[$0].content.entity }
    }
    for other in marked.dropFirst() {
      for name in first.owners.indices {
        guard let one = entity(first, name), let another = entity(other, name) else { continue }
        if !one.isSameEntity(as: another) { return nil }
      }
    }
    return first
  }

  /// In the order of the removed lines: dictionaries have none.
  private static func isBefore(_ a: [AlikeSource], _ b: [AlikeSource]) -> Bool {
    guard let one = a.first?.line, let other = b.first?.line else { return false }
    return (one.text, one.range.lowerBound) < (other.text, other.range.lowerBound)
  }

  /// The names in a line that are words of their own, the longest where several begin.
  private mutating func names(
    in bytes: [UInt8], _ range: Range<Int>, _ index: PhraseIndex
  ) -> [(start: Int, phrase: Int)] {
    var names: [(start: Int, phrase: Int)] = []
    var end = range.lowerBound
    index.search(bytes, in: range, steps: &steps) { start, phrase in
      let place = start..<start + index.phrase(phrase).count
      guard !Self.cutsWord(bytes, place.lowerBound), !Self.cutsWord(bytes, place.upperBound) else {
        return true
      }
      if let last = names.last, last.start == start {
        names[names.count - 1].phrase = phrase
        end = place.upperBound
      } else if start >= end {
        names.append((start, phrase))
        end = place.upperBound
      }
      return true
    }
    return names
  }

  private static func cutsWord(_ bytes: [UInt8], _ at: Int) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
    return at > 0 && at < bytes.count && isWord(bytes[at - 1]) && isWord(bytes[at])
  }

  // MARK: Places

  private mutating func add(_ mark: AnnotatedText.Mark, of text: Int, _ number: Int) {
    steps += 1
    isPlaced[text][number] = true
    if !isTaken(mark.range) {
      found.append(Found(range: mark.range, content: mark.content, state: mark.state))
    }
  }
}
