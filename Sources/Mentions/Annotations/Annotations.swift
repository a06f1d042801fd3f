import Entities
public import TextModel

/// The annotations of one document: sorted, disjoint, inside the text, on grapheme boundaries, and each one's text
/// equal to the document's text in its range.
///
/// Look-ups are O(log n). The cost of an edit is the number of annotations that it changes and the distance that the
/// gap moves (0 while the user types in one place), regardless of the text after it. Access is by index, in document
/// order. A copy shares its storage with the original until either is changed, and that change copies everything; do
/// not keep copies across keystrokes.
public struct Annotations: Sendable, RandomAccessCollection {
  var slots = AnnotationSlots()
  var log = AnnotationLog()
  var interned = InternedContents()
  private var lastID: UInt64 = 0
  /// The number of times that annotations were added or removed.
  var membership = 0
  /// The annotation highlighted because it is under the cursor, and its index.
  var highlighted: (id: AnnotationID, index: Int)?
  /// Text deleted from the document, used to restore annotations after paste or undo.
  package var removed: RemovedText
  /// Lines that were recently inserted or removed.
  var recent = RecentLines()
  /// The maximum time in milliseconds between the insertion and the removal of lines that are compared; 0 disables the
  /// comparison.
  var recentTime = 1000 {
    didSet { if recentTime == 0 { recent.removeAll() } }
  }

  /// `textCount` is the length of the text in UTF-8 code units.
  init(textCount: Int, removedTextLimit: RemovedText.Limit = .init(count: 0, bytes: 0)) {
    removed = RemovedText(limit: removedTextLimit)
    slots.textCount = textCount
  }

  // MARK: Reading

  public var startIndex: Int { 0 }
  public var endIndex: Int { slots.count }
  public var count: Int { slots.count }
  public var isEmpty: Bool { slots.count == 0 }
  /// The length of the document's text in UTF-8 code units.
  private var textCount: Int { slots.textCount }

  /// The annotation at an index in document order. O(1).
  public subscript(index: Int) -> Annotation {
    let slot = slots[index]
    let start = slots.start(index)
    return annotation(slot, start: start)
  }

  /// The range of an annotation, without accessing the entity. O(1).
  public func range(at index: Int) -> TextRange { TextRange(slots.start(index), slots.end(index)) }

  /// The state of an annotation. O(1).
  package func state(at index: Int) -> Annotation.State { slots[index].state }

  /// The indices of the annotations that share at least one byte with `range`; for an empty range, the index of the
  /// annotation that strictly contains its offset. O(log n).
  public func indices(in range: TextRange) -> Range<Int> {
    let low = slots.partition { $0 + $1 <= range.start.utf8 }
    let high = slots.partition { start, _ in start < range.end.utf8 }
    return low..<Swift.max(low, high)
  }

  /// The indices of the annotations that share a byte or a bound with `range`. O(log n).
  public func indices(touching range: TextRange) -> Range<Int> {
    let low = slots.partition { $0 + $1 < range.start.utf8 }
    let high = slots.partition { start, _ in start <= range.end.utf8 }
    return low..<Swift.max(low, high)
  }

  /// The annotation that strictly contains the offset. O(log n).
  public func annotation(containing offset: TextOffset) -> Annotation? {
    indices(in: TextRange(at: offset)).first.map { self[$0] }
  }

  /// The annotation that contains the offset or has it as a bound; if there are two, the one that ends at the offset.
  /// O(log n).
  public func annotation(touching offset: TextOffset) -> Annotation? {
    indices(touching: TextRange(at: offset)).first.map { self[$0] }
  }

  /// The annotation that ends at the offset. O(log n).
  public func annotation(endingAt offset: TextOffset) -> Annotation? {
    annotation(touching: offset).flatMap { $0.range.end == offset ? $0 : nil }
  }

  /// The index of the annotation with an id; nil if there is none. O(n).
  public func index(of id: AnnotationID) -> Int? { (0..<count).first { slots[$0].id == id } }

  func annotation(_ slot: AnnotationSlot, start: Int) -> Annotation {
    Annotation(
      id: slot.id, range: TextRange(start, start + slot.length), state: slot.state, source: slot.source,
      litUp: highlighted?.id == slot.id, content: slot.content)
  }

  // MARK: Changing without an edit

  /// Annotates a range of text. Annotations that overlap it are bleached first and returned. O(log n), plus the
  /// distance that the gap moves.
  @discardableResult
  mutating func insert(
    _ new: NewAnnotation, in text: IndexedText
  ) throws(AnnotationError) -> (annotation: Annotation, bleached: [Annotation]) {
    let bytes = try Self.check(new, in: text)
    let hit = indices(in: new.range)
    let bleached = hit.map { self[$0] }
    let short = new.state == .whole ? new.shortForm : nil
    let content = interned.content(new.entity, text: bytes, shortForm: short)
    let slot = AnnotationSlot(
      place: new.range.start.utf8, id: nextID(), content: content, state: new.state, source: new.source)
    replace(hit, with: slot)
    return (annotation(slot, start: slot.place), bleached)
  }

  /// Updates the entity of an annotation. Its text is unchanged. O(1).
  mutating func update(at index: Int, entity: Entity, shortForm: [UInt8]?) {
    let content = interned.content(entity, text: slots[index].content.text, shortForm: shortForm)
    slots.update(index) { $0.become(content, state: $0.state) }
    log.note(changed: index..<index + 1, of: count)
  }

  /// Marks an annotation that was read from the text as one to be stored, because the text alone no longer identifies
  /// the entity. O(1).
  mutating func keep(at index: Int) {
    slots.update(index) { $0.source = .restored }
    membership += 1
  }

  /// Turns one annotation into plain text, without changing the text. O(distance that the gap moves).
  @discardableResult
  mutating func remove(at index: Int) -> Annotation {
    let annotation = self[index]
    replace(index..<index + 1, with: nil)
    return annotation
  }

  /// Turns annotations that share a byte with one of `ranges` into plain text; nil means all annotations. Returns the
  /// former annotations.
  @discardableResult
  mutating func remove(in ranges: [TextRange]?) -> [Annotation] {
    guard let ranges else {
      let all = Array(self)
      log.note(prefix: 0, suffix: 0, ifAny: !all.isEmpty)
      slots.removeAll()
      if !all.isEmpty { membership += 1 }
      highlighted = nil
      return all
    }
    var gone: [Annotation] = []
    for range in ranges {
      let hit = indices(in: range)
      gone += hit.map { self[$0] }
      if !hit.isEmpty { replace(hit, with: nil) }
    }
    return gone
  }

  /// Highlights the annotation at `index`, and no other, as the one under the cursor; nil removes the highlight.
  /// Returns whether anything changed. O(1).
  @discardableResult
  mutating func lightUp(at index: Int?) -> Bool {
    let id = index.map { slots[$0].id }
    guard id != highlighted?.id else { return false }
    if let old = highlighted?.index { log.note(changed: old..<old + 1, of: count) }
    highlighted = nil
    if let index, let id {
      log.note(changed: index..<index + 1, of: count)
      highlighted = (id, index)
    }
    return true
  }

  /// The index of the highlighted annotation.
  package var litUpIndex: Int? { highlighted?.index }

  /// The id that was assigned last.
  var newestID: AnnotationID { AnnotationID(rawValue: lastID) }

  mutating func nextID() -> AnnotationID {
    lastID += 1
    return AnnotationID(rawValue: lastID)
  }

  /// Replaces the slots `old` with `slot`, whose `place` is relative to the start of the text, or removes them if
  /// `slot` is nil.
  mutating func replace(_ old: Range<Int>, with slot: AnnotationSlot?) {
    let before = count
    membership += 1
    slots.moveGap(to: old.upperBound)
    for _ in old { _ = slots.takeBeforeGap() }
    if let slot { slots.putBeforeGap(slot) }
    log.note(replaced: old, countBefore: before)
    adjustHighlight(replaced: old, by: slot == nil ? 0 : 1)
  }

  /// Updates the index in ``highlighted`` after the slots in `old` were replaced by `new` others.
  mutating func adjustHighlight(replaced old: Range<Int>, by new: Int) {
    guard let now = highlighted else { return }
    if now.index >= old.upperBound {
      highlighted = (now.id, now.index + new - old.count)
    } else if old.contains(now.index) {
      highlighted = nil
    }
  }

  private static func check(_ new: NewAnnotation, in text: IndexedText) throws(AnnotationError) -> [UInt8] {
    let buffer = text.buffer
    guard !new.range.isEmpty else { throw .emptyRange }
    guard new.range.start >= .zero, new.range.end <= buffer.end else {
      throw .outOfBounds(new.range, count: buffer.count)
    }
    for edge in [new.range.start, new.range.end] where !buffer.isGraphemeBoundary(edge) {
      throw .insideGrapheme(edge)
    }
    let found = buffer.bytes(in: new.range)
    if let expected = new.expectedText, expected != found {
      throw .textDiffers(
        found: String(decoding: found, as: UTF8.self), expected: String(decoding: expected, as: UTF8.self))
    }
    return found
  }
}

extension Annotations {
  // MARK: Changes since a revision

  /// Increases with each change that affects the list of semantic tokens, including moves.
  public var revision: Int { log.revision }

  /// Increases when annotations are added or removed, but not when they are moved, trimmed or highlighted. The list of
  /// mentioned entities must be read again only when it increases.
  package var membershipRevision: Int { membership }

  /// The numbers of annotations at the start and at the end that are unchanged since `revision`; nil if they are
  /// unknown, because more than 256 scattered changes have been made since, or because there is no such revision. If
  /// nothing changed, `prefix` counts all annotations. O(changes since then, at most 256).
  package func untouched(since revision: Int) -> UntouchedAnnotations? {
    log.changes(since: revision, count: count)
  }

  /// Replaces the annotations of a region with the planned ones, which keep their ids. Returns the replaced
  /// annotations.
  ///
  /// - Parameters:
  ///   - marks: the planned annotations, sorted and disjoint; their texts must be in the document at their ranges.
  ///   - region: the range of the region in the current text.
  /// - Complexity: O(log n), plus the number of annotations in the region and the distance that the gap moves.
  mutating func settle(_ marks: [PlannedMark], in region: TextRange) -> [Annotation] {
    let hit = indices(in: region)
    let gone = hit.map { self[$0] }
    let before = count
    let highlightedID = highlighted?.id
    slots.moveGap(to: hit.upperBound)
    for _ in hit { _ = slots.takeBeforeGap() }
    for mark in marks {
      let content = interned.content(
        mark.content.entity, text: mark.content.text, shortForm: mark.content.shortForm)
      slots.putBeforeGap(
        AnnotationSlot(
          place: mark.place(in: region).start.utf8, id: mark.id, content: content, state: mark.state,
          source: mark.source))
    }
    membership += 1
    log.note(replaced: hit, countBefore: before)
    adjustHighlight(replaced: hit, by: marks.count)
    if let id = highlightedID, let at = marks.firstIndex(where: { $0.id == id }) {
      highlighted = (id, hit.lowerBound + at)
    }
    return gone
  }
}

// MARK: - Storage

/// The internal form of an annotation: 40 bytes, with entity and text shared. The slot also contains the length, so
/// that look-ups need not follow the reference to the content.
struct AnnotationSlot: PlacedSlot {
  /// The annotation's start if the slot is before the gap; otherwise the distance from its start to the end of the
  /// text.
  var place: Int
  var id: AnnotationID
  private(set) var content: AnnotationContent
  private(set) var length: Int
  var state: Annotation.State
  var source: Annotation.Source

  init(
    place: Int, id: AnnotationID, content: AnnotationContent, state: Annotation.State,
    source: Annotation.Source
  ) {
    self.place = place
    self.id = id
    self.content = content
    self.state = state
    self.source = source
    length = content.text.count
  }

  mutating func become(_ new: AnnotationContent, state: Annotation.State) {
    content = new
    length = new.text.count
    self.state = state
  }

  /// The annotation within a text, at offsets from the start of that text.
  func mark(at range: Range<Int>) -> AnnotatedText.Mark {
    AnnotatedText.Mark(range: range, content: content, state: state, isRead: source == .readBack)
  }
}

/// The storage of a document's annotations.
typealias AnnotationSlots = PlacedSlots<AnnotationSlot>

/// Shares one object among the annotations with equal entity and text.
struct InternedContents: Sendable {
  private struct Key: Hashable, Sendable {
    let source: String
    let id: String
    let text: [UInt8]
  }

  private var contents: [Key: AnnotationContent] = [:]
  /// The number of entries at which the table is emptied. Existing annotations keep their objects, but later ones do
  /// not share them.
  private let limit = 65_536

  mutating func content(_ entity: Entity, text: [UInt8], shortForm: [UInt8]?) -> AnnotationContent {
    let key = Key(source: entity.source, id: entity.id, text: text)
    if let known = contents[key], known.shortForm == shortForm, known.entity == entity { return known }
    let made = AnnotationContent(entity: entity, text: text, shortForm: shortForm)
    if contents.count >= limit { contents.removeAll() }
    contents[key] = made
    return made
  }
}

/// Determines which annotations are unchanged since an earlier revision.
struct AnnotationLog: Sendable {
  private struct Entry: Sendable {
    var revision: Int
    var prefix: Int
    var suffix: Int
  }

  /// Increases with each change that affects the list of semantic tokens.
  private(set) var revision = 0
  /// The recorded changes, oldest first. Entries covered by later ones are dropped, so typing in one place yields a
  /// single entry.
  private var entries: [Entry] = []
  /// The oldest revision for which changes are known.
  private var oldest = 0
  private let limit = 256

  /// Records that `prefix` annotations at the front and `suffix` at the back are unchanged. Their sum never exceeds the
  /// count before or after the change, so the minima over several records do not overlap either.
  mutating func note(prefix: Int, suffix: Int, ifAny: Bool = true) {
    guard ifAny else { return }
    revision += 1
    while let last = entries.last, last.prefix >= prefix, last.suffix >= suffix { entries.removeLast() }
    entries.append(Entry(revision: revision, prefix: prefix, suffix: suffix))
    dropCovered()
    if entries.count > limit { oldest = entries.removeFirst().revision }
  }

  /// Drops entries that lower neither of the two minima over the later entries.
  private mutating func dropCovered() {
    guard entries.count > 2 else { return }
    var prefix = Int.max
    var suffix = Int.max
    var kept: [Entry] = []
    for entry in entries.reversed() where entry.prefix < prefix || entry.suffix < suffix {
      prefix = min(prefix, entry.prefix)
      suffix = min(suffix, entry.suffix)
      kept.append(entry)
    }
    if kept.count < entries.count { entries = kept.reversed() }
  }

  /// Records that the slots in `old` were replaced or removed. The slot after them also counts as changed, because it
  /// now has a different predecessor.
  mutating func note(replaced old: Range<Int>, countBefore: Int) {
    note(prefix: old.lowerBound, suffix: max(0, countBefore - old.upperBound - 1))
  }

  /// Records that the slots in `changed` look different but have not moved.
  mutating func note(changed: Range<Int>, of count: Int) {
    note(prefix: changed.lowerBound, suffix: count - changed.upperBound)
  }

  func changes(since asked: Int, count: Int) -> UntouchedAnnotations? {
    guard asked >= oldest, asked <= revision else { return nil }
    var result = UntouchedAnnotations(prefix: count, suffix: 0)
    var suffix = Int.max
    for entry in entries.reversed() {
      guard entry.revision > asked else { break }
      result.prefix = min(result.prefix, entry.prefix)
      suffix = min(suffix, entry.suffix)
    }
    if suffix != Int.max { result.suffix = suffix }
    return result
  }
}

/// The numbers of annotations at the start and at the end that are unchanged since an earlier revision, so that a
/// semantic token delta replaces only those in between (LSP 3.17, `textDocument/semanticTokens/full/delta`).
package struct UntouchedAnnotations: Hashable, Sendable {
  /// The number of annotations at the start that have the same position, length and appearance.
  package var prefix: Int
  /// The number of annotations at the end that have the same length, appearance, and distance to their predecessor in
  /// lines and, on one line, in columns; so their relative tokens are the same even if they have moved. The sum of
  /// `prefix` and `suffix` does not exceed the number of annotations at either revision.
  package var suffix: Int
}

// MARK: - Invariants

extension Annotations {
  /// Violated invariants, one sentence each; empty unless there is a bug. For tests. O(n).
  package func violations(in text: IndexedText) -> [String] {
    var found: [String] = []
    if textCount != text.buffer.count {
      found.append("the annotations expect a text of \(textCount) bytes, but it has \(text.buffer.count)")
    }
    var previousEnd = 0
    var ids: Set<AnnotationID> = []
    for (index, annotation) in enumerated() {
      let range = slots.start(index)..<slots.start(index) + slots.length(index)
      let name = "annotation \(index) at \(range)"
      if range.isEmpty { found.append("\(name) is empty") }
      if range.lowerBound < previousEnd { found.append("\(name) begins before \(previousEnd)") }
      previousEnd = range.upperBound
      if !ids.insert(annotation.id).inserted { found.append("\(name) has the id of an earlier annotation") }
      guard range.lowerBound >= 0, range.upperBound <= text.buffer.count else {
        found.append("\(name) is outside the text")
        continue
      }
      if !text.buffer.holds(annotation.text, at: annotation.range.start) {
        let expected = String(decoding: annotation.text, as: UTF8.self)
        found.append("\(name) has the text “\(expected)”, but the document differs")
      }
      for edge in [annotation.range.start, annotation.range.end] where !text.buffer.isGraphemeBoundary(edge) {
        found.append("\(name) begins or ends inside a character")
      }
      if annotation.litUp, litUpIndex != index {
        found.append("\(name) is highlighted, but its index is not recorded")
      }
    }
    if let index = litUpIndex, index >= count || slots[index].id != highlighted?.id {
      found.append("the highlighted annotation is not at its recorded index")
    }
    return found
  }
}
