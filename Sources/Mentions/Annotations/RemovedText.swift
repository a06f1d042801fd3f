import Entities
import TextModel

/// Text deleted from a document together with its annotations, which are restored each time the text is inserted again
/// by paste, undo or redo.
///
/// Inserted text is recognized:
/// - if, ignoring surrounding white space, it equals a remembered text, or a part of one that contains whole
///   annotations (a part of the cut text was pasted);
/// - if it contains a remembered text exactly once, and the remembered text contains more than a single annotation and
///   white space (the cut text was pasted together with its surroundings).
///
/// If several remembered texts match, the latest one is used. Nothing is annotated if the latest text that is exactly
/// equal was plain text when it was cut, or if two matching texts name different entities at one position.
///
/// The cost of a look-up is the length of the inserted text plus the number of matching positions, regardless of how
/// much is remembered.
package struct RemovedText: Sendable {
  /// The limit on the remembered texts; when it is exceeded, the oldest texts are dropped.
  package struct Limit: Hashable, Sendable {
    package var count: Int
    /// The total number of UTF-8 code units of removed text.
    var bytes: Int
  }

  package var limit: Limit { didSet { forgetOldest() } }
  private var texts = RemovedTextIndex()
  /// The number of annotations dropped because the limit was exceeded, since the last call of ``takeForgotten()``.
  private(set) var forgotten = 0
  /// The cost of look-ups, for tests of its growth.
  private(set) var steps = 0
  /// The remaining budget of the look-ups of this notification; ``beginLookUps(inserted:)`` renews it.
  private var budget = RemovedTextSearch.Budget(inserted: 0)

  init(limit: Limit = Limit(count: 0, bytes: 0)) { self.limit = limit }

  package var count: Int { texts.count }
  package var isEmpty: Bool { texts.count == 0 }

  /// Remembers a deleted text, unless it exceeds the whole limit. A text without annotations is remembered only if an
  /// earlier text would otherwise annotate it when it is inserted again, although it was plain text when it was last
  /// deleted. O(text) if it has annotations.
  mutating func remember(_ text: AnnotatedText) {
    guard limit.count > 0, !text.bytes.isEmpty else { return }
    guard text.bytes.count <= limit.bytes else {
      forgotten += text.marks.count
      return
    }
    guard !text.marks.isEmpty || !marks(in: text.bytes).isEmpty else { return }
    steps += 1 + text.marks.count
    texts.add(text)
    forgetOldest()
  }

  private mutating func forgetOldest() {
    while texts.count > limit.count || texts.byteCount > limit.bytes {
      guard let gone = texts.removeOldest() else { return }
      forgotten += gone.marks.count
    }
  }

  /// The number of annotations dropped since the last call.
  mutating func takeForgotten() -> Int {
    let count = forgotten
    forgotten = 0
    return count
  }

  /// Starts a notification that inserts this many bytes, and sets the budget of its look-ups accordingly.
  mutating func beginLookUps(inserted: Int) { budget = RemovedTextSearch.Budget(inserted: inserted) }

  /// The annotations to restore in inserted text; their ranges are relative to its start.
  mutating func marks(in inserted: [UInt8]) -> [AnnotatedText.Mark] {
    guard inserted.count >= texts.shortestMark else { return [] }
    var lookUp = RemovedTextSearch(texts, budget: budget)
    let marks = lookUp.marks(in: inserted)
    steps += budget.spent(until: lookUp.budget)
    budget = lookUp.budget
    return marks
  }

  /// Whether exactly this text is remembered, and was plain text when it was last deleted. O(text).
  func wasPlain(_ bytes: [UInt8]) -> Bool {
    texts.numbers(equalTo: bytes).first.flatMap { texts[$0] }?.text.marks.isEmpty ?? false
  }

  /// The inserted text with the annotations that would be restored in it; nil if there are none.
  package func remembered(_ inserted: [UInt8]) -> AnnotatedText? {
    guard inserted.count >= texts.shortestMark else { return nil }
    var lookUp = RemovedTextSearch(texts, budget: .init(inserted: inserted.count))
    let marks = lookUp.marks(in: inserted)
    return marks.isEmpty ? nil : AnnotatedText(bytes: inserted, marks: marks)
  }
}

/// Text with the annotations completely inside it: deleted text, or a range of an open document that may be the source
/// of a paste.
public struct AnnotatedText: Sendable {
  struct Mark: Sendable {
    /// The annotation's range, in UTF-8 offsets from the start of the text.
    var range: Range<Int>
    var content: AnnotationContent
    var state: Annotation.State
    /// Whether the annotation was read from the text. A copy of it stays annotated only where it is read again.
    var isRead = false

    func shifted(by distance: Int) -> Mark {
      var shifted = self
      shifted.range = range.lowerBound + distance..<range.upperBound + distance
      return shifted
    }
  }

  let bytes: [UInt8]
  /// The annotations in the text, sorted and disjoint.
  let marks: [Mark]

  init(bytes: [UInt8], marks: [Mark]) {
    self.bytes = bytes
    self.marks = marks
  }

  var annotationCount: Int { marks.count }

  /// Whether the text contains enough besides its annotation that finding it inside a longer text is not a coincidence.
  fileprivate var hasContext: Bool {
    if marks.count > 1 { return true }
    guard let mark = marks.first else { return false }
    return bytes[..<mark.range.lowerBound].contains { !WhiteSpace.isASCIISpace($0) }
      || bytes[mark.range.upperBound...].contains { !WhiteSpace.isASCIISpace($0) }
  }

  /// The marks completely inside a range, relative to the start of the range. O(log n + found).
  fileprivate func marks(in range: Range<Int>) -> [Mark] {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = low + (high - low) / 2
      if marks[middle].range.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return marks[low...].prefix { $0.range.upperBound <= range.upperBound }
      .map { $0.shifted(by: -range.lowerBound) }
  }
}

enum ByteSearch {
  /// The start offsets of the first `limit` occurrences of `wanted` in `bytes`, including overlapping occurrences.
  /// Subtracts the bytes examined from `budget`; the search ends when the budget is exhausted.
  fileprivate static func all(
    _ wanted: [UInt8], in bytes: [UInt8], atMost limit: Int, budget: inout Int
  ) -> [Int] {
    guard let first = wanted.first, wanted.count <= bytes.count else { return [] }
    var found: [Int] = []
    var at = 0
    let last = bytes.count - wanted.count
    while at <= last, found.count < limit, budget > 0 {
      guard let next = bytes[at...last].firstIndex(of: first) else {
        budget -= last - at + 1
        break
      }
      var same = 1
      while same < wanted.count, bytes[next + same] == wanted[same] { same += 1 }
      budget -= next - at + same
      if same == wanted.count { found.append(next) }
      at = next + 1
    }
    return found
  }

  static func all(_ wanted: [UInt8], in bytes: [UInt8], atMost limit: Int) -> [Int] {
    var budget = Int.max
    return all(wanted, in: bytes, atMost: limit, budget: &budget)
  }
}

// MARK: - Looking up

/// One look-up of inserted text among the remembered texts. It finds nothing more once its budget is exhausted.
struct RemovedTextSearch {
  struct Budget: Sendable {
    /// The number of positions of remembered annotations that may still be compared.
    var places: Int
    /// The number of bytes of remembered texts that may still be searched.
    var bytes: Int

    /// The budget of one notification that inserts this many bytes.
    init(inserted: Int) {
      places = 1_000_000 + 64 * inserted
      bytes = 64_000_000 + 64 * inserted
    }

    func spent(until later: Budget) -> Int { places - later.places + bytes - later.bytes }
  }

  private let texts: RemovedTextIndex
  private(set) var budget: Budget

  /// The length in bytes above which a text is searched for by all of its bytes; a shorter text is found through the
  /// annotations that it may contain.
  private static let long = 256
  /// The maximum number of matching positions for an annotation text that belongs to a single entity; further ones
  /// would add no information.
  private static let mostPlaces = 64

  init(_ texts: RemovedTextIndex, budget: Budget) {
    self.texts = texts
    self.budget = budget
  }

  mutating func marks(in inserted: [UInt8]) -> [AnnotatedText.Mark] {
    switch agreed(on: inserted) {
    case .marks(let marks): return marks
    case .disagree: return []
    case .none: break
    }
    let core = WhiteSpace.trimmed(inserted.indices, in: inserted.span)
    if core.count < inserted.count, !core.isEmpty {
      switch agreed(on: Array(inserted[core])) {
      case .marks(let marks): return marks.map { $0.shifted(by: core.lowerBound) }
      case .disagree: return []
      case .none: break
      }
    }
    if case .marks(let marks) = MarkAgreement(held(by: inserted)) { return marks }
    return []
  }

  /// The agreement among all remembered texts, and parts of remembered texts, that consist of exactly these bytes.
  private mutating func agreed(on wanted: [UInt8]) -> MarkAgreement {
    guard wanted.count >= texts.shortestMark else { return .none }
    budget.places -= 1 + wanted.count / 64
    let same = texts.numbers(equalTo: wanted)
    if let last = same.first.flatMap({ texts[$0] }), last.text.marks.isEmpty { return .marks([]) }
    var places = same.map { Place(text: $0, start: 0) }
    if wanted.count > Self.long {
      places += placesByText(wanted)
    } else {
      // If not all positions can be compared, restores nothing: another position might name a different person.
      guard let more = placesByAnnotations(wanted) else { return .disagree }
      places += more
    }
    var known: Set<Place> = []
    let fitting = places.filter { known.insert($0).inserted }.compactMap { place in
      texts[place.text].map { (place, $0) }
    }.sorted { ($0.1.order, -$0.0.start) > ($1.1.order, -$1.0.start) }
    let candidates = fitting.map { $1.text.marks(in: $0.start..<$0.start + wanted.count) }
    return MarkAgreement(candidates.filter { !$0.isEmpty })
  }

  private struct Place: Hashable {
    let text: Int
    let start: Int
  }

  private mutating func placesByText(_ wanted: [UInt8]) -> [Place] {
    var places: [Place] = []
    for number in texts.numbers {
      guard budget.bytes > 0, let text = texts[number]?.text, text.bytes.count > wanted.count else {
        continue
      }
      for start in ByteSearch.all(wanted, in: text.bytes, atMost: 3, budget: &budget.bytes) {
        places.append(Place(text: number, start: start))
      }
    }
    return places
  }

  /// The positions of `wanted` in the remembered texts. A match contains a whole annotation, so its start is found by
  /// subtracting the offset of the annotation's text in `wanted` from the start of the annotation. Nil if the budget
  /// did not suffice for all candidates that may name different people.
  private mutating func placesByAnnotations(_ wanted: [UInt8]) -> [Place]? {
    var places: [Place] = []
    var isCutShort = false
    var searched = 0
    var left = budget.places
    texts.search(wanted, steps: &searched) { into, postings in
      var fitting = 0
      for place in postings.places.reversed() {
        left -= 1
        guard left > 0 else {
          isCutShort = postings.onlyContent == nil
          return false
        }
        guard let text = texts[place.text]?.text else { continue }
        let start = text.marks[place.mark].range.lowerBound - into
        guard start >= 0, start + wanted.count <= text.bytes.count,
          text.bytes[start..<start + wanted.count].elementsEqual(wanted)
        else { continue }
        places.append(Place(text: place.text, start: start))
        fitting += 1
        if postings.onlyContent != nil, fitting >= Self.mostPlaces { break }
      }
      return true
    }
    budget.places = left - searched / 64
    return isCutShort ? nil : places
  }

  /// The annotations of each remembered text that occurs exactly once in `inserted`, which is longer, shifted to the
  /// position of that occurrence.
  private mutating func held(by inserted: [UInt8]) -> [[AnnotatedText.Mark]] {
    guard inserted.count > texts.shortestContext else { return [] }
    var found: [[AnnotatedText.Mark]] = []
    for number in texts.numbers {
      guard budget.bytes > 0, let entry = texts[number], entry.hasContext,
        entry.text.bytes.count < inserted.count,
        inserted.count <= 4 * entry.text.bytes.count + 1024
      else { continue }
      let places = ByteSearch.all(entry.text.bytes, in: inserted, atMost: 2, budget: &budget.bytes)
      guard places.count == 1, let place = places.first else { continue }
      found.append(entry.text.marks.map { $0.shifted(by: place) })
    }
    return found
  }
}

/// The result of comparing the annotations of several texts with the same bytes.
enum MarkAgreement {
  case none, disagree
  case marks([AnnotatedText.Mark])

  /// - Parameter candidates: the marks of each text, the latest text first.
  init(_ candidates: [[AnnotatedText.Mark]]) {
    guard let first = candidates.first else {
      self = .none
      return
    }
    self = candidates.dropFirst().contains { Self.contradicts($0, first) } ? .disagree : .marks(first)
  }

  /// Whether two lists of annotations annotate the same byte with different entities.
  static func contradicts(_ a: [AnnotatedText.Mark], _ b: [AnnotatedText.Mark]) -> Bool {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let isShared = a[i].range.overlaps(b[j].range)
      if isShared, !a[i].content.entity.isSameEntity(as: b[j].content.entity) { return true }
      if a[i].range.upperBound <= b[j].range.upperBound { i += 1 } else { j += 1 }
    }
    return false
  }
}

// MARK: - Storage

/// The texts of ``RemovedText`` with two indexes: by their bytes, and by the texts of their annotations.
struct RemovedTextIndex: Sendable {
  struct Entry: Sendable {
    let text: AnnotatedText
    let hash: UInt64
    /// Orders the entries by the time at which they were last remembered; a text that is remembered again receives a
    /// new order.
    var order: Int
    let hasContext: Bool
  }

  /// The remembered annotations that have a given text.
  struct Postings: Sendable {
    var places: [(text: Int, mark: Int)] = []
    /// The content of these annotations if all of them have the same entity; otherwise nil.
    var onlyContent: AnnotationContent?
  }

  /// The entries in the order of their numbers, which begin with `base`; nil for a dropped entry.
  private var entries: [Entry?] = []
  /// The number of the first entry in the array.
  private var base = 0
  private var byHash: [UInt64: [Int]] = [:]
  private var phrases = PhraseIndex()
  private var postings: [Postings] = []
  /// The number of postings that refer to dropped texts.
  private var stale = 0
  private var live = 0
  /// The entries in the order in which they were remembered, oldest first. An entry that was remembered again occurs
  /// again with its new order, which makes the earlier occurrence obsolete.
  private var queue: [(order: Int, text: Int)] = []
  private var queueStart = 0
  private var lastOrder = 0
  /// The length of the shortest remembered annotation; shorter texts cannot contain one.
  private(set) var shortestMark = Int.max
  /// The length of the shortest remembered text that may be recognized inside a longer inserted text.
  private(set) var shortestContext = Int.max
  private(set) var count = 0
  private(set) var byteCount = 0

  subscript(number: Int) -> Entry? {
    let index = number - base
    return entries.indices.contains(index) ? entries[index] : nil
  }

  /// The numbers of all texts that are not dropped, latest first.
  var numbers: [Int] {
    entries.indices.compactMap { index in entries[index].map { (index + base, $0.order) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// The numbers of the texts with exactly these bytes, latest first.
  func numbers(equalTo bytes: [UInt8]) -> [Int] {
    (byHash[ByteHash.of(bytes.span)] ?? []).compactMap { number in
      self[number].flatMap { $0.text.bytes == bytes ? (number, $0.order) : nil }
    }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// Finds the texts of remembered annotations in `bytes`; stops when `body` returns false.
  func search(
    _ bytes: [UInt8], steps: inout Int, _ body: (_ start: Int, _ postings: Postings) -> Bool
  ) {
    phrases.search(bytes, in: bytes.indices, steps: &steps) { body($0, postings[$1]) }
  }

  mutating func add(_ text: AnnotatedText) {
    lastOrder += 1
    let hash = ByteHash.of(text.bytes.span)
    if let same = byHash[hash]?.first(where: { self[$0].map { Self.isSame($0.text, text) } ?? false }) {
      entries[same - base]?.order = lastOrder
      return enqueue(same)
    }
    let number = base + entries.count
    let hasContext = text.hasContext
    entries.append(Entry(text: text, hash: hash, order: lastOrder, hasContext: hasContext))
    byHash[hash, default: []].append(number)
    count += 1
    byteCount += text.bytes.count
    enqueue(number)
    if hasContext { shortestContext = min(shortestContext, text.bytes.count) }
    for (index, mark) in text.marks.enumerated() { post(mark, number, index) }
    live += text.marks.count
  }

  private mutating func post(_ mark: AnnotatedText.Mark, _ text: Int, _ index: Int) {
    shortestMark = min(shortestMark, mark.range.count)
    let phrase = phrases.add(mark.content.text)
    if phrase == postings.count { postings.append(Postings(onlyContent: mark.content)) }
    postings[phrase].places.append((text, index))
    if let only = postings[phrase].onlyContent, only !== mark.content,
      !only.entity.isSameEntity(as: mark.content.entity)
    {
      postings[phrase].onlyContent = nil
    }
  }

  private mutating func enqueue(_ number: Int) {
    queue.append((lastOrder, number))
    if queue.count > 64, queue.count - queueStart > 4 * count {
      queue = queue[queueStart...].filter { self[$0.text]?.order == $0.order }
      queueStart = 0
    }
  }

  mutating func removeOldest() -> AnnotatedText? {
    while queueStart < queue.count {
      let oldest = queue[queueStart]
      queueStart += 1
      guard let entry = self[oldest.text], entry.order == oldest.order else { continue }
      remove(oldest.text, entry)
      return entry.text
    }
    return nil
  }

  private mutating func remove(_ number: Int, _ entry: Entry) {
    entries[number - base] = nil
    byHash[entry.hash]?.removeAll { $0 == number }
    if byHash[entry.hash]?.isEmpty ?? false { byHash[entry.hash] = nil }
    count -= 1
    byteCount -= entry.text.bytes.count
    stale += entry.text.marks.count
    live -= entry.text.marks.count
    if count == 0 { return self = RemovedTextIndex() }
    if stale > 64, stale > live { reindex() }
  }

  /// Rebuilds the indexes from the remaining texts.
  private mutating func reindex() {
    let left = numbers.reversed().compactMap { self[$0]?.text }
    self = RemovedTextIndex()
    for text in left { add(text) }
  }

  private static func isSame(_ a: AnnotatedText, _ b: AnnotatedText) -> Bool {
    a.bytes == b.bytes
      && a.marks.elementsEqual(b.marks) {
        $0.range == $1.range && $0.state == $1.state && $0.isRead == $1.isRead
          && $0.content.entity.isSameEntity(as: $1.content.entity)
      }
  }
}
