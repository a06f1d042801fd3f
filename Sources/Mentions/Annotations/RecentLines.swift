import Entities
import TextModel

/// Lines that were recently removed or inserted. The edits of a filter, a formatter or a sorting command may arrive in
/// two notifications, one that inserts the new lines and one that removes the old ones, in either order.
struct RecentLines: Sendable {
  /// Removed text, extended by the parts of its first and last lines that were not removed.
  struct Removal: Sendable {
    let at: Instant
    let text: AnnotatedText
    /// For each mark, whether its annotation was deleted with the text.
    let isLost: [Bool]
    /// The number of times that the text was compared with inserted lines; each comparison takes linear time.
    var uses = 0
  }

  /// Inserted lines, with their current range.
  struct Insertion: Sendable {
    let at: Instant
    var range: TextRange
    /// The number of times that the lines were compared with removed lines; each comparison takes linear time.
    var uses = 0
  }

  private(set) var removals: [Removal] = []
  private(set) var insertions: [Insertion] = []

  /// The maximum number of stored removals and insertions.
  private static let limit = 64
  private static let mostUses = 16

  var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  mutating func removeAll() { self = RecentLines() }

  /// Drops entries that are older than `time` milliseconds.
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

  /// Whether an insertion and `range` have text in common. O(insertions).
  func hasInsertion(in range: TextRange) -> Bool {
    insertions.contains { $0.range.start < range.end && range.start < $0.range.end }
  }

  /// Moves the insertions according to a notification's refined edits. The edits must be refined, because an edit as
  /// the client sent it may also span unchanged lines, which are not part of an insertion.
  mutating func follow(_ parts: [Change.Part]) {
    guard !insertions.isEmpty else { return }
    for index in insertions.indices {
      let range = insertions[index].range
      var (start, end) = (range.start.utf8, range.end.utf8)
      var (before, inside) = (0, 0)
      for part in parts {
        let (from, to) = (part.oldRange.start.utf8, part.oldRange.end.utf8)
        if from >= range.end.utf8 { break }
        if to <= range.start.utf8 {
          before += part.shift
        } else {
          inside += part.shift
          (start, end) = (min(start, from), max(end, to))
        }
      }
      insertions[index].range = TextRange(start + before, max(start, end + inside) + before)
    }
    insertions.removeAll { $0.range.isEmpty }
  }

  /// The removals to compare with the current insertion, without those that have been compared the maximum number of
  /// times.
  mutating func takeRemovals() -> [Removal] {
    for index in removals.indices { removals[index].uses += 1 }
    return removals.filter { $0.uses <= Self.mostUses }
  }

  /// The earlier insertions to compare with the current removal, without those that have been compared the maximum
  /// number of times.
  mutating func takeInsertions() -> [TextRange] {
    for index in insertions.indices { insertions[index].uses += 1 }
    return insertions.filter { $0.uses <= Self.mostUses }.map(\.range)
  }
}

/// Finds the annotations of removed lines in inserted lines: first in a text that was only quoted, indented or
/// rewrapped, then by equal lines at any position, then by the common parts of the two texts, and finally by similar
/// lines, which contain the same names in the same order.
///
/// If a line occurs equally often on both sides, its occurrences are matched in order. If not, the annotations of its
/// removed occurrences must agree. O(text), for any number of lines and annotations.
struct LineMatcher {
  /// Lines that contain inserted text, and their offset in the document.
  struct Target {
    let start: Int
    let bytes: [UInt8]
  }

  private struct SourceLine {
    let text: Int
    /// The range without surrounding white space.
    let range: Range<Int>
    /// The indices of the marks that are completely inside the line.
    let marks: Range<Int>
  }

  private struct TargetLine {
    let target: Int
    let range: Range<Int>
  }

  private let removals: [RecentLines.Removal]
  private let targets: [Target]
  /// Whether a range of the text contains an annotation.
  private let isTaken: (Range<Int>) -> Bool
  /// Whether a range of the text contains inserted text.
  private let isNew: (Range<Int>) -> Bool
  private(set) var found: [AnnotatedText.Mark] = []
  private(set) var steps = 0
  /// The ranges to which marks have been matched: each belongs to one mark only.
  private var given: Set<Range<Int>> = []
  /// For each mark of each removal, whether it needs no match: it has been matched, or its annotation was not deleted.
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

  /// Places the marks of the removed lines in the target lines.
  ///
  /// - Parameter byLikeness: whether to match by layout, common parts and similar lines in addition to equal lines.
  mutating func run(byLikeness: Bool) {
    let placed = byLikeness ? placeByLayout() : nil
    var sources: [SourceLine] = []
    for index in removals.indices where index != placed?.removal { sources += sourceLines(index) }
    var lines: [TargetLine] = []
    for index in targets.indices where index != placed?.target { lines += targetLines(index) }
    guard !sources.isEmpty, !lines.isEmpty else { return }
    let (left, open) = placeEqual(sources, lines)
    guard byLikeness, isPlaced.contains(where: { $0.contains(false) }) else { return }
    placeByDifference()
    placeAlike(left, open)
  }

  // MARK: Texts in another layout

  /// Places the marks of the last removed text in a target that is this text quoted, indented or rewrapped
  /// (``TextDifference/layout(old:new:)``). Returns the indices of the two, which are not matched line by line; nil if
  /// there is no such target, or if a target equals the text.
  private mutating func placeByLayout() -> (removal: Int, target: Int)? {
    guard targets.count <= Self.mostPairs, let index = isPlaced.lastIndex(where: { $0.contains(false) })
    else {
      return nil
    }
    let text = removals[index].text.bytes[...]
    var found: (target: Int, edits: [TextDifference.Edit])?
    for (number, target) in targets.enumerated() {
      steps += target.bytes.count / 16 + 1
      guard let edits = TextDifference.layout(old: text, new: target.bytes[...]) else { continue }
      if edits.isEmpty { return nil }
      found = found ?? (number, edits)
    }
    guard let (number, edits) = found else { return nil }
    place(index, targets[number], edits.map { ($0.old, $0.new.count) }, from: { $0 }, to: { $0 })
    return isPlaced[index].contains(false) ? nil : (index, number)
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

  /// Calls `body` for each line that is not blank, with the range of the line and its range without surrounding white
  /// space.
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

  /// Matches equal lines. Returns the lines of each side that have no equal line on the other side.
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
      // Processes each group once, at its first line.
      guard group.lines[0] == index else { continue }
      let candidates = group.sources.map { sources[$0] }
      // Equal lines are not matched again, even if their marks were not placed.
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

  /// Pairs sources and lines by index if there are equally many; otherwise pairs all lines with the source that `agree`
  /// returns. Returns no pairs if the sources do not agree.
  private static func paired<Line, Other>(
    _ sources: [Line], _ lines: [Other], agree: ([Line]) -> Line?
  ) -> [(Line, Other)] {
    if sources.count == lines.count { return Array(zip(sources, lines)) }
    guard let one = agree(sources) else { return [] }
    return lines.map { (one, $0) }
  }

  /// The first of the equal lines that has marks; nil if none has, or if the marks of another of these lines contradict
  /// its marks.
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

  // MARK: Common parts of two texts

  /// The maximum number of pairs of texts that are compared.
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
    // Rewrapped lines differ only in white space, so a comparison that includes it could match the wrong part.
    let (old, new) = (SingleSpaced(text.bytes), SingleSpaced(target.bytes))
    let edits = TextDifference.hunks(old: old.bytes, new: new.bytes, steps: &steps).map {
      (old: $0.range.start.utf8..<$0.range.end.utf8, count: $0.replacement.count)
    }
    place(index, target, edits, from: old.range, to: new.original)
  }

  /// Places the marks of a removal in a target according to the edits between the two.
  ///
  /// - Parameters:
  ///   - edits: for each edit, the old range and the new count.
  ///   - from: converts a range of the removal to a range to which the edits apply.
  ///   - to: converts a range after the edits to a range of the target.
  private mutating func place(
    _ index: Int, _ target: Target, _ edits: [(old: Range<Int>, count: Int)],
    from: (Range<Int>) -> Range<Int>, to: (Range<Int>) -> Range<Int>
  ) {
    let text = removals[index].text
    var next = 0
    var shift = 0
    for (number, mark) in text.marks.enumerated() {
      let known = from(mark.range)
      while next < edits.count, edits[next].old.upperBound <= known.lowerBound {
        shift += edits[next].count - edits[next].old.count
        next += 1
      }
      var inner = 0
      var isInside = true
      var at = next
      while at < edits.count, edits[at].old.lowerBound < known.upperBound {
        isInside =
          isInside && edits[at].old.lowerBound >= known.lowerBound
          && edits[at].old.upperBound <= known.upperBound
        inner += edits[at].count - edits[at].old.count
        at += 1
      }
      guard isInside, !isPlaced[index][number] else { continue }
      let range = to(known.lowerBound + shift..<known.upperBound + shift + inner)
      // The mention may be adjacent to a letter only where it was before.
      guard
        !Self.cutsWord(target.bytes, range.lowerBound) || Self.cutsWord(text.bytes, mark.range.lowerBound),
        !Self.cutsWord(target.bytes, range.upperBound) || Self.cutsWord(text.bytes, mark.range.upperBound),
        let content = mark.content.rewritten(Array(target.bytes[range]))
      else { continue }
      let place = range.lowerBound + target.start..<range.upperBound + target.start
      guard isNew(place), !given.contains(place) else { continue }
      var carried = mark
      (carried.range, carried.content) = (place, content)
      add(carried, of: index, number)
    }
  }

  // MARK: Similar lines

  /// The names in a line in order, for comparison.
  private struct Names: Hashable {
    var phrases: [Int] = []
  }

  private struct AlikeSource {
    let line: SourceLine
    /// For each name in the line, its mark; nil for plain text.
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
      // Skips lines with a mark that has already been placed.
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
          // In a line into which text was inserted, names outside of that text are old and stay as they are.
          if isNew(place.range) { add(place, of: source.line.text, owner) }
        }
      }
    }
  }

  /// The first of the similar lines that has marks; nil if none has, or if another of these lines has a different
  /// entity for the same name.
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

  /// Orders groups by their first removed line, because the order of a dictionary is not defined.
  private static func isBefore(_ a: [AlikeSource], _ b: [AlikeSource]) -> Bool {
    guard let one = a.first?.line, let other = b.first?.line else { return false }
    return (one.text, one.range.lowerBound) < (other.text, other.range.lowerBound)
  }

  /// The names in a line that are separate words; the longest if several begin at one offset.
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
    given.insert(mark.range)
    if !isTaken(mark.range) {
      found.append(mark)
    }
  }
}
