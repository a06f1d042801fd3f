public import TextModel

/// Restoring the annotations of text that is inserted again.
extension Annotations {
  /// Annotates the inserted texts that are stored in ``removed``. Returns the replacements whose inserted text was not
  /// annotated.
  mutating func restore(
    nets: [Change.Part], in text: IndexedText, _ changes: inout AnnotationChanges
  ) -> [Change.Part] {
    removed.beginLookUps(inserted: nets.reduce(0) { $0 + $1.inserted.count })
    var unknown: [Change.Part] = []
    for net in nets where !net.inserted.isEmpty {
      if !annotate(net, in: text, &changes), !net.removed.isEmpty { unknown.append(net) }
    }
    return unknown
  }

  /// Restores annotations in the refined changes of replacements whose inserted text as a whole is not stored.
  mutating func restore(
    partsOf nets: [Change.Part], _ parts: [Change.Part], in text: IndexedText,
    _ changes: inout AnnotationChanges
  ) {
    // Returns early if every lost annotation has already been restored line by line.
    let lost = changes.bleached.count + changes.deleted.count
    if lost > 0, changes.restored.count >= lost { return }
    for net in nets {
      var inside = Self.refined(net, parts, &changes)
      inside.removeAll { $0 == net }
      annotate(inside, of: net, in: text, &changes)
    }
  }

  /// The refined changes of a replacement. `parts` were refined only where there were annotations or recent insertions,
  /// so a replacement that `parts` contains unchanged is refined here.
  private static func refined(
    _ net: Change.Part, _ parts: [Change.Part], _ changes: inout AnnotationChanges
  ) -> [Change.Part] {
    let inside = Array(parts.parts(of: net))
    return inside == [net] ? EditRefinement.parts(of: net, steps: &changes.steps) : inside
  }

  /// Annotates the refined changes of `hull`, individually or in groups of neighbours. Groups are needed because, if a
  /// name of several words replaces other words, any words that both texts contain separate the changes.
  private mutating func annotate(
    _ parts: [Change.Part], of hull: Change.Part, in text: IndexedText, _ changes: inout AnnotationChanges
  ) {
    var first = 0
    var joins = Self.mostJoins
    while first < parts.count {
      var last = joins > 0 ? Swift.min(first + Self.mostNeighbours, parts.count) - 1 : first
      while last >= first {
        if first != last { joins -= 1 }
        let joined = first == last ? parts[first] : hull.part(from: parts[first], to: parts[last])
        let isShort = joined.inserted.count <= Self.longestJoined
        if !joined.inserted.isEmpty, isShort || (first == last && parts.count <= Self.mostJoins),
          annotate(joined, in: text, &changes)
        {
          break
        }
        last -= 1
      }
      first = Swift.max(first, last) + 1
    }
  }

  /// The maximum number of neighbouring changes of a hull that are looked up together.
  private static let mostNeighbours = 8
  /// The maximum number of groups per hull, so that a hull that changes every line of a long document is not expensive.
  private static let mostJoins = 256
  /// The maximum length in UTF-8 bytes of the inserted text of a group.
  private static let longestJoined = 1024

  /// Annotates the inserted text of a change if it is stored with annotations. Returns whether an annotation was added.
  private mutating func annotate(
    _ part: Change.Part, in text: IndexedText, _ changes: inout AnnotationChanges
  ) -> Bool {
    var start = part.newStart
    var marks = removed.marks(in: part.inserted)
    if marks.isEmpty, !removed.wasPlain(part.inserted), let slid = slid(part, in: text) {
      (start, marks) = slid
    }
    guard !marks.isEmpty else { return false }
    let found = marks.map { mark in
      var place = start + mark.range.lowerBound
      if start != part.newStart, isPresent(mark, at: place) {
        // The insertion was moved across an existing annotation, so the restored one is at the equal text on
        // the other side.
        place = place + (start < part.newStart ? part.inserted.count : -part.inserted.count)
      }
      return mark.shifted(by: place.utf8 - mark.range.lowerBound)
    }
    let made = annotate(found, in: text)
    changes.restored += made
    return !made.isEmpty
  }

  private func isPresent(_ mark: AnnotatedText.Mark, at place: TextOffset) -> Bool {
    guard let index = indices(in: TextRange(place, place + mark.range.count)).first else { return false }
    return range(at: index).start == place
      && slots[index].content.entity.isSameEntity(as: mark.content.entity)
  }

  /// Annotates, in text order, each range that has the expected text, is on grapheme boundaries, and does not overlap
  /// an annotation. O(k log n), plus the distance that the gap moves.
  private mutating func annotate(_ found: [AnnotatedText.Mark], in text: IndexedText) -> [Annotation] {
    var made: [Annotation] = []
    var first = Int.max
    for one in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard one.range.lowerBound >= 0, one.range.upperBound <= text.buffer.count else { continue }
      let range = TextRange(one.range.lowerBound, one.range.upperBound)
      guard indices(in: range).isEmpty, text.buffer.holds(one.content.text, at: range.start),
        text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end)
      else { continue }
      let at = slots.partition { from, _ in from < range.start.utf8 }
      let slot = AnnotationSlot(
        place: range.start.utf8, id: nextID(), content: one.content, state: one.state,
        source: one.isRead ? .readBack : .restored)
      slots.moveGap(to: at)
      slots.putBeforeGap(slot)
      adjustHighlight(replaced: at..<at, by: 1)
      first = Swift.min(first, at)
      made.append(annotation(slot, start: slot.place))
    }
    guard !made.isEmpty else { return [] }
    membership += 1
    log.note(prefix: first, suffix: Swift.max(0, slots.backCount - 1))
    return made
  }

  /// Annotates the text at `start`, which may be a copy of any of the candidates, with their annotations. Does nothing
  /// if the candidates have different entities at one position; skips positions that are already annotated.
  package mutating func annotate(
    copyOf candidates: [AnnotatedText], at start: TextOffset, in text: IndexedText
  ) -> [Annotation] {
    guard case .marks(let marks) = MarkAgreement(candidates.map(\.marks)) else { return [] }
    return annotate(marks.map { $0.shifted(by: start.utf8) }, in: text)
  }

  /// Tries equivalent positions of an insertion, because the reported position is not necessarily the intended one:
  /// inserting `b ` before `b a` is equivalent to inserting ` b` after its first `b`. Returns the start and the marks
  /// of the first equivalent insertion that is stored with annotations; nil if there is none.
  private mutating func slid(_ part: Change.Part, in text: IndexedText) -> (TextOffset, [AnnotatedText.Mark])?
  {
    guard part.removed.isEmpty, part.inserted.count > 1, !part.inserted.allSatisfy(WhiteSpace.isASCIISpace)
    else {
      return nil
    }
    let buffer = text.buffer
    for direction in [-1, 1] {
      var range = part.newRange
      for _ in 0..<Swift.min(32, part.inserted.count) {
        if direction < 0 {
          guard range.start > .zero, buffer[range.start - 1] == buffer[range.end - 1] else { break }
        } else {
          guard range.end < buffer.end, buffer[range.start] == buffer[range.end] else { break }
        }
        range = range.shifted(by: direction)
        guard buffer[range.start] & 0xc0 != 0x80 else { continue }
        let marks = removed.marks(in: buffer.bytes(in: range))
        if !marks.isEmpty { return (range.start, marks) }
      }
    }
    return nil
  }

  // MARK: Lines

  /// Carries annotations from removed lines to matching inserted ones: from recent removals to the lines inserted now,
  /// and from the lines removed now (the last `newRemovals` of ``RecentLines/removals``) to recent insertions.
  mutating func restoreLines(
    _ nets: [Change.Part], _ parts: [Change.Part], newRemovals: Int, in text: IndexedText, _ now: Instant,
    _ changes: inout AnnotationChanges
  ) {
    guard recentTime > 0, removed.limit.count > 0, !isEmpty || !recent.isEmpty else { return }
    let put = nets.filter { $0.hasLineEnds && !$0.inserted.allSatisfy(WhiteSpace.isASCIISpace) }
    if newRemovals > 0 {
      let new = Array(recent.removals.suffix(newRemovals))
      carry(new, to: recent.takeInsertions(), in: text, &changes)
    }
    guard !put.isEmpty else { return }
    if !recent.removals.isEmpty { carry(recent.takeRemovals(), to: put.map(\.newRange), in: text, &changes) }
    for net in put where net.inserted.contains(10) {
      // A wide edit may include lines that it does not change, which do not count as inserted.
      for part in Self.refined(net, parts, &changes) where part.inserted.contains(10) {
        recent.add(part.newRange, at: now)
      }
    }
  }

  private mutating func carry(
    _ removals: [RecentLines.Removal], to ranges: [TextRange], in text: IndexedText,
    _ changes: inout AnnotationChanges
  ) {
    guard !removals.isEmpty, !ranges.isEmpty else { return }
    let (found, steps) = found(removals, in: ranges, of: text)
    changes.steps += steps
    changes.restored += annotate(found, in: text)
  }

  /// Finds the marks to carry over. This is a separate function because the search shares the storage of the
  /// annotations and must end before they change.
  private func found(
    _ removals: [RecentLines.Removal], in ranges: [TextRange], of text: IndexedText
  ) -> ([AnnotatedText.Mark], steps: Int) {
    let store = self
    let new = Self.joined(ranges)
    var carry = LineMatcher(removals, to: Self.targets(ranges, in: text)) {
      !store.indices(in: TextRange($0.lowerBound, $0.upperBound)).isEmpty
    } isNew: {
      Self.overlap(new, TextRange($0.lowerBound, $0.upperBound))
    }
    carry.run(byLikeness: true)
    return (carry.found, carry.steps)
  }

  /// The lines that the ranges touch, without duplicates.
  private static func targets(_ ranges: [TextRange], in text: IndexedText) -> [LineMatcher.Target] {
    joined(ranges.map { wholeLines(text.buffer.clamp($0), in: text) }).map {
      LineMatcher.Target(start: $0.start.utf8, bytes: text.buffer.bytes(in: $0))
    }
  }

  /// The ranges in order, with overlapping and adjacent ranges joined.
  private static func joined(_ ranges: [TextRange]) -> [TextRange] {
    var joined: [TextRange] = []
    for range in ranges.sorted(by: { $0.start < $1.start }) {
      if let last = joined.last, range.start <= last.end {
        joined[joined.count - 1] = TextRange(last.start, Swift.max(last.end, range.end))
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Whether one of the ranges, which are sorted and disjoint, overlaps `place`. O(log n).
  private static func overlap(_ ranges: [TextRange], _ place: TextRange) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].end > place.start { high = middle } else { low = middle + 1 }
    }
    return low < ranges.count && ranges[low].overlaps(place)
  }

  /// Annotates the lines that `range` touches in the same way as equal lines elsewhere in the text. White space at both
  /// ends of the lines is ignored. O(n), and O(text) if many lines were inserted.
  package mutating func annotate(linesIn range: TextRange, of text: IndexedText) -> [Annotation] {
    let targets = Self.targets([range], in: text)
    guard let own = targets.first.map({ TextRange($0.start, $0.start + $0.bytes.count) }) else { return [] }
    let found = equalLines(to: targets, outside: own, of: text)
    return annotate(found, in: text)
  }

  private func equalLines(
    to targets: [LineMatcher.Target], outside own: TextRange, of text: IndexedText
  ) -> [AnnotatedText.Mark] {
    let source = standingLines(like: targets, outside: own, of: text)
    guard !source.marks.isEmpty else { return [] }
    let store = self
    let standing = RecentLines.Removal(
      at: .zero, text: source, isLost: Array(repeating: true, count: source.marks.count))
    var carry = LineMatcher([standing], to: targets) {
      !store.indices(in: TextRange($0.lowerBound, $0.upperBound)).isEmpty
    }
    carry.run(byLikeness: false)
    return carry.found
  }

  /// The lines outside a range that may equal an inserted one. If the text is not much longer than the insertion, these
  /// are all lines, so that equal lines are distinguished by position; otherwise only the lines with an annotation
  /// whose text occurs in the insertion.
  private func standingLines(
    like targets: [LineMatcher.Target], outside own: TextRange, of text: IndexedText
  ) -> AnnotatedText {
    let buffer = text.buffer
    if buffer.count <= 64 * own.count + 65_536 {
      let (before, after) = (TextRange(.zero, own.start), TextRange(own.end, buffer.end))
      return AnnotatedText(
        bytes: buffer.bytes(in: before) + [10] + buffer.bytes(in: after),
        marks: marks(in: before) + marks(in: after).map { $0.shifted(by: own.start.utf8 + 1) })
    }
    let wanted = targets.flatMap(\.bytes)
    var isWanted: [ObjectIdentifier: Bool] = [:]
    var bytes: [UInt8] = []
    var marks: [AnnotatedText.Mark] = []
    var end = TextOffset.zero
    for index in 0..<count {
      let (content, range) = (slots[index].content, self.range(at: index))
      guard range.start >= end, !range.overlaps(own) else { continue }
      let isIn =
        isWanted[ObjectIdentifier(content)] ?? !ByteSearch.all(content.text, in: wanted, atMost: 1).isEmpty
      isWanted[ObjectIdentifier(content)] = isIn
      guard isIn else { continue }
      let line = Self.wholeLines(range, in: text)
      let start = bytes.count
      bytes += buffer.bytes(in: line) + [10]
      marks += self.marks(in: line).map { $0.shifted(by: start) }
      end = line.end
    }
    return AnnotatedText(bytes: bytes, marks: marks)
  }
}

// MARK: - Copies

/// Text inserted in one piece, identified by its ranges in the current text.
public struct PastedText: Hashable, Sendable {
  /// The range of the new text.
  public var range: TextRange
  /// The range of the text sent by the client, which may include unchanged text next to the new text.
  var sent: TextRange
  /// The newest annotation when the text was inserted. Annotations created later come from rereading the text, so the
  /// copied text cannot have contained them.
  var newest: AnnotationID
}

/// Searches open documents for the ranges of which a pasted text may be a copy.
///
/// The search is bounded: once its budget is exhausted it has no result, because a range not examined might name
/// another person.
public struct CopySearch {
  /// The text to find.
  package let wanted: [UInt8]
  /// The ranges found so far that equal the pasted text and contain whole annotations.
  public private(set) var found: [AnnotatedText] = []
  /// The remaining budget; one unit corresponds to one or a few nanoseconds.
  private var budget: Int

  /// The length in bytes above which the text is searched for in the whole document; a shorter text is compared only at
  /// positions around the document's annotations.
  private static let long = 256
  /// The maximum number of equal copies; more add no information.
  private static let mostPlaces = 64

  /// Creates a search that has not read any document.
  ///
  /// - Parameters:
  ///   - wanted: the pasted text, in UTF-8. If it is empty, the search counts as exhausted.
  ///   - budget: the limit of the whole search; one unit corresponds to one or a few nanoseconds.
  public init(for wanted: [UInt8], budget: Int = 16_000_000) {
    self.wanted = wanted
    self.budget = wanted.isEmpty ? 0 : budget
  }

  /// Whether the budget was exhausted before the search was complete.
  public var isExhausted: Bool { budget <= 0 }

  /// Searches one document and adds the copies in it to ``found``.
  ///
  /// - Parameters:
  ///   - store: the document's annotations.
  ///   - text: the document's text.
  ///   - pasted: the pasted text itself, if this is its document. Ranges that share a byte with it, or contain an
  ///     annotation that was created after the paste, are ignored.
  /// - Complexity: O(text) or O(annotations · `wanted`), limited by the remaining budget. Once that is
  ///   exhausted, ``found`` is empty.
  public mutating func search(_ store: Annotations, in text: IndexedText, excluding pasted: PastedText?) {
    guard !store.isEmpty, budget > 0, wanted.count <= text.buffer.count else { return }
    let starts =
      wanted.count > Self.long ? startsByText(text) : startsByAnnotations(store, in: text)
    guard budget > 0 else { return found = [] }
    for start in starts.sorted() {
      let stretch = TextRange(start, start + wanted.count)
      if let pasted {
        let isNew = store.indices(in: stretch).contains { store.slots[$0].id > pasted.newest }
        if isNew || stretch.overlaps(pasted.range) { continue }
      }
      let copy = store.annotatedText(in: stretch, of: text)
      if copy.annotationCount > 0 { found.append(copy) }
    }
  }

  private mutating func startsByText(_ text: IndexedText) -> Set<TextOffset> {
    budget -= text.buffer.count * 2
    guard budget > 0 else { return [] }
    let bytes = text.buffer.bytes(in: text.buffer.range)
    return Set(ByteSearch.all(wanted, in: bytes, atMost: Self.mostPlaces).map { TextOffset($0) })
  }

  /// The start offsets of copies. A copy contains a whole annotation, so its start precedes that annotation by the
  /// offset of the annotation's text in `wanted`.
  private mutating func startsByAnnotations(_ store: Annotations, in text: IndexedText) -> Set<TextOffset> {
    var places: [ObjectIdentifier: [Int]] = [:]
    var starts: Set<TextOffset> = []
    for index in 0..<store.count {
      budget -= 20
      guard budget > 0, starts.count < Self.mostPlaces else { break }
      let content = store.slots[index].content
      let key = ObjectIdentifier(content)
      let inside: [Int]
      if let known = places[key] {
        inside = known
      } else {
        budget -= wanted.count * 4
        inside = ByteSearch.all(content.text, in: wanted, atMost: 16)
        places[key] = inside
      }
      guard !inside.isEmpty else { continue }
      let place = store.range(at: index).start
      for into in inside where place.utf8 >= into {
        budget -= wanted.count
        let start = TextOffset(place.utf8 - into)
        if text.buffer.holds(wanted, at: start) { starts.insert(start) }
      }
    }
    return starts
  }
}
