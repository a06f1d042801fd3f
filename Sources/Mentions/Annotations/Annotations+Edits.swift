import TextModel

extension Annotations {
  /// Applies the change of one notification.
  ///
  /// `text` is the text after the change. Only the net effect counts: text that is deleted and inserted again in the
  /// same notification does not count as removed. An edit that spans annotations is refined by a difference algorithm:
  /// annotations whose text is unchanged, or changed only in white space, are kept.
  ///
  /// Deleted text is stored in ``removed`` with its annotations. They are restored if the text is inserted again by a
  /// change for which `restores` is true; the caller passes false if it has recognized the change as the acceptance of
  /// an entry. Lines inserted and removed within ``recentTime`` milliseconds of each other are compared, and
  /// annotations are carried over to lines that match.
  ///
  /// O(log n), plus the number of annotations that are changed by an edit or lie between two edits, plus the distance
  /// that the gap moves.
  mutating func apply(
    _ change: Change, in text: IndexedText, at now: Instant = .zero, restores: Bool = true
  ) -> AnnotationChanges {
    var changes = AnnotationChanges()
    guard !change.parts.isEmpty else { return changes }
    var nets = change.parts
    if nets.count > 1, !isEmpty, let rewrapping = change.rewrapping(in: text.buffer) { nets = rewrapping }
    for part in nets where part.removed.count > part.inserted.count {
      nets = placedBesideAnnotations(nets, in: text)
      break
    }
    let spent = removed.steps
    if !recent.isEmpty { recent.expire(now: now, after: recentTime) }
    let parts = EditRefinement.parts(of: nets, steps: &changes.steps) {
      !indices(in: $0).isEmpty || (!recent.isEmpty && recent.hasInsertion(in: $0))
    }
    if !recent.isEmpty { recent.follow(parts) }
    let remembered = recent.removals.count
    if !parts.isEmpty {
      if change.edits.count > 1 { rememberRemovedMoments(of: change) }
      remember(nets: nets, parts: parts, in: text, now, &changes)
      if isEmpty {
        slots.textCount += parts.reduce(0) { $0 + $1.shift }
      } else {
        move(parts, nets: nets, in: text, &changes)
        bleachJoined(parts, in: text, &changes)
      }
    }
    if restores {
      let unknown = removed.isEmpty ? [] : restore(nets: nets, in: text, &changes)
      restoreLines(nets, parts, newRemovals: recent.removals.count - remembered, in: text, now, &changes)
      if !unknown.isEmpty { restore(partsOf: unknown, parts, in: text, &changes) }
    }
    changes.forgotten = removed.takeForgotten()
    changes.steps += removed.steps - spent
    return changes
  }

  // MARK: Deletions by difference

  /// Moves deletions that cut through annotations to the nearest equivalent position where they do not.
  ///
  /// A client that finds edits by comparing texts reports a deletion that begins at the first letter that differs. If
  /// the first of the lines `- Ada Lovelace` and `- Adam` is deleted, it reports a deletion of ` Lovelace⏎- Ada`,
  /// which cuts through both names. A deletion inside a single annotation is not moved. O(distance log n).
  private mutating func placedBesideAnnotations(_ parts: [Change.Part], in text: IndexedText) -> [Change.Part]
  {
    guard !isEmpty else { return parts }
    var placed = parts
    for (index, part) in parts.enumerated() where part.removed.count > part.inserted.count {
      // Most deletions do not touch an annotation.
      guard !indices(touching: part.oldRange).isEmpty else { continue }
      let core = part.trimmed()
      let cut = indices(in: core.oldRange)
      guard core.inserted.isEmpty, cuts(core.oldRange, evenIfRead: false),
        !cut.contains(where: { range(at: $0).contains(core.oldRange) })
      else { continue }
      let low = index > 0 ? placed[index - 1].newRange.end : .zero
      let high = index + 1 < parts.count ? parts[index + 1].newStart : text.buffer.end
      let new = core.equalDeletion(in: text, within: TextRange(low, high)) { range, _ in !cuts(range) }
      guard let new else { continue }
      placed[index] = new
      // Also remembers the text that the client reported, because the user may paste exactly that text.
      let marks = marks(in: core.oldRange)
      if !marks.isEmpty { removed.remember(AnnotatedText(bytes: core.removed, marks: marks)) }
    }
    return placed
  }

  /// Whether a bound of the range is strictly inside an annotation.
  ///
  /// - Parameter evenIfRead: whether annotations that were read from the text count. They need no protection, because
  ///   the text is read again.
  private func cuts(_ range: TextRange, evenIfRead: Bool = true) -> Bool {
    let cut = [indices(in: TextRange(at: range.start)), indices(in: TextRange(at: range.end))].joined()
    return cut.contains { evenIfRead || slots[$0].source != .readBack }
  }

  // MARK: Moving

  private mutating func move(
    _ parts: [Change.Part], nets: [Change.Part], in text: IndexedText, _ changes: inout AnnotationChanges
  ) {
    let countBefore = count
    var isRespaced = false
    // The closure uses the rest of the store, so the slots are moved out of the store in the meantime.
    var moving = AnnotationSlots()
    swap(&moving, &slots)
    let (prefix, behind) = moving.follow(parts) { slot, start, hits, shift in
      let old = annotation(slot, start: start)
      let outcome = AnnotationRules.outcome(
        of: slot.content, start: start, hits: hits, shift: shift,
        isCovered: nets.spans(old.range), in: text)
      let isCut = hits.allSatisfy(\.inserted.isEmpty)
      switch outcome {
      case .moved(let start):
        slot.place = start
      case .rewritten(let content, let start):
        slot.become(
          interned.content(content.entity, text: content.text, shortForm: content.shortForm),
          state: slot.state)
        slot.place = start
        isRespaced = true
      case .trimmed(let content, let remains):
        slot.become(content, state: .trimmed)
        slot.place = remains.start.utf8
        changes.trimmed.append(annotation(slot, start: slot.place))
        changes.shortened.append(.init(annotation: old, remains: remains, isCut: isCut))
      case .bleached(let remains, let rule):
        changes.rules[rule, default: 0] += 1
        changes.bleached.append(.init(annotation: old, remains: remains, isCut: isCut))
        return false
      case .deleted(let rule):
        changes.rules[rule, default: 0] += 1
        changes.deleted.append(old)
        return false
      }
      return true
    }
    swap(&moving, &slots)
    if count != countBefore || isRespaced { membership += 1 }
    if countBefore > prefix { log.note(prefix: prefix, suffix: Swift.max(0, behind - 1)) }
    guard let now = highlighted, now.index >= prefix else { return }
    if now.index >= countBefore - behind {
      highlighted = (now.id, now.index + count - countBefore)
    } else {
      let found = (prefix..<slots.frontCount).first { slots[$0].id == now.id }
      highlighted = found.map { (now.id, $0) }
    }
  }

  // MARK: Graphemes

  /// Bleaches annotations whose first or last character has merged with adjacent text inserted by an edit.
  private mutating func bleachJoined(
    _ parts: [Change.Part], in text: IndexedText, _ changes: inout AnnotationChanges
  ) {
    var shift = 0
    for part in parts {
      let from = part.newStart.utf8
      let to = part.newRange.end.utf8
      let before = slots.partition { $0 + $1 < from }
      if before < count, slots.end(before) == from, !text.buffer.isGraphemeBoundary(part.newStart) {
        bleach(before, shift: shift, &changes)
      }
      // The first intact boundary after the edit proves that all later ones are intact too.
      while true {
        let after = slots.partition { start, _ in start < to }
        guard after < count else { break }
        let start = slots.start(after)
        if start > to, text.buffer[TextOffset(start - 1)] < 0x80 { break }
        if text.buffer.isGraphemeBoundary(TextOffset(start)) { break }
        bleach(after, shift: shift + part.shift, &changes)
      }
      shift += part.shift
    }
  }

  /// Bleaches an annotation that has become part of a longer word.
  ///
  /// - Parameter shift: the offset by which the edits have moved the annotation.
  mutating func bleachJoined(_ index: Int, shift: Int, _ changes: inout AnnotationChanges) {
    let id = slots[index].id
    if let at = changes.restored.firstIndex(where: { $0.id == id }) {
      changes.restored.remove(at: at)
      replace(index..<index + 1, with: nil)
    } else {
      bleach(index, shift: shift, isJoined: true, &changes)
    }
  }

  private mutating func bleach(
    _ index: Int, shift: Int, isJoined: Bool = false, _ changes: inout AnnotationChanges
  ) {
    let slot = slots[index]
    let now = range(at: index)
    let old = annotation(slot, start: now.start.utf8 - shift)
    replace(index..<index + 1, with: nil)
    // An annotation that was trimmed by the same change counts only as bleached. `trimmed` and `shortened` have the
    // same order.
    if let at = changes.trimmed.lastIndex(where: { $0.id == old.id }) {
      changes.trimmed.remove(at: at)
      changes.shortened.remove(at: at)
    }
    changes.rules[.joined, default: 0] += 1
    changes.bleached.append(.init(annotation: old, remains: now, isCut: false, isJoined: isJoined))
  }
}

extension Change {
  /// The changes of white space that several edits amount to; nil if they change other text.
  ///
  /// To join lines, Neovim inserts their text into the first one and deletes them. O(text between the edits).
  fileprivate func rewrapping(in buffer: TextBuffer) -> [Part]? {
    guard parts.contains(where: \.hasLineEnds),
      let whole = joined(in: buffer, within: Self.longestRewrapping),
      let edits = TextDifference.layout(old: whole.removed[...], new: whole.inserted[...])
    else { return nil }
    return edits.map { old, new in
      Part(
        oldRange: TextRange(old.lowerBound, old.upperBound).shifted(by: whole.range.start.utf8),
        removed: Array(whole.removed[old]), inserted: Array(whole.inserted[new]),
        newStart: whole.range.start + new.lowerBound)
    }
  }

  /// The maximum number of bytes between the first and the last edit.
  private static let longestRewrapping = 1 << 16
}

extension Change.Part {
  /// The maximum distance in UTF-8 bytes by which a deletion is moved.
  private static let longestSlide = 1024

  /// The part without the common prefix and suffix of its removed and its inserted text.
  fileprivate func trimmed() -> Change.Part {
    let core = AppliedEdit(range: oldRange, removed: removed, inserted: inserted).trimmed()
    return Change.Part(
      oldRange: core.range, removed: core.removed, inserted: core.inserted,
      newStart: newStart + (core.range.start - oldRange.start))
  }

  /// The nearest equivalent deletion that satisfies a condition: deleting `a b` from `a b a` is equivalent to deleting
  /// `b a` after the first `a`. O(distance).
  ///
  /// - Parameters:
  ///   - text: the text after the deletion.
  ///   - within: the range of `text` in which the deletion may be.
  ///   - isWanted: the condition; receives the range of the deletion, in the text before the deletion, and the last
  ///     deleted byte.
  fileprivate func equalDeletion(
    in text: IndexedText, within: TextRange, where isWanted: (TextRange, _ last: UInt8) -> Bool
  ) -> Change.Part? {
    let (buffer, count) = (text.buffer, removed.count)
    var (toLeft, toRight) = (true, true)
    for distance in 1..<Swift.max(1, Swift.min(count, Self.longestSlide)) {
      toLeft =
        toLeft && newStart - distance >= within.start
        && buffer[newStart - distance] == removed[count - distance]
      toRight =
        toRight && newStart + distance <= within.end
        && buffer[newStart + (distance - 1)] == removed[distance - 1]
      guard toLeft || toRight else { return nil }
      for shift in [toLeft ? -distance : 0, toRight ? distance : 0] where shift != 0 {
        // The index of the byte of `removed` with which the shifted deletion begins.
        let turn = shift < 0 ? count - distance : distance
        guard buffer.isGraphemeBoundary(newStart + shift),
          isWanted(oldRange.shifted(by: shift), removed[turn - 1])
        else { continue }
        return Change.Part(
          oldRange: oldRange.shifted(by: shift), removed: Array(removed[turn...] + removed[..<turn]),
          inserted: [], newStart: newStart + shift)
      }
    }
    return nil
  }
}

// MARK: - Remembering deleted text

/// Storing deleted text.
extension Annotations {
  /// The text of a range of the document, with the annotations that are completely inside the range, in the form that
  /// ``annotate(copyOf:at:in:)`` requires. O(log n + length of the range).
  package func annotatedText(in range: TextRange, of text: IndexedText) -> AnnotatedText {
    AnnotatedText(bytes: text.buffer.bytes(in: range), marks: marks(in: range))
  }

  /// The annotations completely inside `range`, relative to its start.
  func marks(in range: TextRange) -> [AnnotatedText.Mark] {
    indices(in: range).compactMap { index in
      let own = self.range(at: index)
      guard range.contains(own) else { return nil }
      return slots[index].mark(at: own.start - range.start..<own.end - range.start)
    }
  }

  /// Stores the text that the edits delete. Must be called before annotations are moved, although `text` is the text
  /// after the edits.
  private mutating func remember(
    nets: [Change.Part], parts: [Change.Part], in text: IndexedText, _ now: Instant,
    _ changes: inout AnnotationChanges
  ) {
    guard removed.limit.count > 0, !isEmpty || !removed.isEmpty else { return }
    for net in nets where !net.removed.isEmpty {
      let inside = marks(in: net.oldRange)
      guard !inside.isEmpty else {
        // Stores text without annotations only for a single change, since several changes cannot be a cut.
        if nets.count == 1 { removed.remember(AnnotatedText(bytes: net.removed, marks: [])) }
        continue
      }
      let hit = parts.parts(of: net)
      let isLost = Self.isHit(inside, by: hit, in: net)
      changes.steps += inside.count + hit.count
      guard isLost.contains(true) else { continue }
      // Does not store the parts if there are many: their annotations are then restored from parts of the whole text.
      for part in hit.prefix(hit.count > Self.mostParts ? 0 : hit.count)
      where part.oldRange != net.oldRange && !part.removed.isEmpty {
        let own = marks(in: part.oldRange)
        removed.remember(AnnotatedText(bytes: part.removed, marks: own))
      }
      if nets.count == 1 { rememberLines(of: net, in: text) }
      let whole = AnnotatedText(bytes: net.removed, marks: inside)
      removed.remember(whole)
      if recentTime > 0, net.hasLineEnds {
        let (part, marks, isLost) = deletion(hit, of: isLost.count(where: { $0 })) ?? (net, inside, isLost)
        let removed = AnnotatedText(bytes: part.removed, marks: marks)
        recent.add(.init(at: now, text: Self.lines(of: removed, part, in: text), isLost: isLost))
      }
    }
  }

  private static let mostParts = 64

  /// The single refined change, if it only deletes text, including all `lost` annotations as a whole; otherwise nil.
  /// The change as sent may also include unchanged lines, which do not count as removed.
  private func deletion(
    _ parts: ArraySlice<Change.Part>, of lost: Int
  ) -> (part: Change.Part, marks: [AnnotatedText.Mark], isLost: [Bool])? {
    guard parts.count == 1, let part = parts.first, part.inserted.isEmpty, part.hasLineEnds else {
      return nil
    }
    let marks = marks(in: part.oldRange)
    return marks.count == lost ? (part, marks, marks.map { _ in true }) : nil
  }

  /// Stores the whole lines if a deletion of whole lines was reported as a deletion from the middle of one line to the
  /// middle of another, because a paste will insert whole lines.
  private mutating func rememberLines(of net: Change.Part, in text: IndexedText) {
    guard net.inserted.isEmpty, net.removed.contains(10), net.removed.last != 10 else { return }
    let lines = net.equalDeletion(in: text, within: text.buffer.range) { $1 == 10 }
    if let lines { removed.remember(AnnotatedText(bytes: lines.removed, marks: marks(in: lines.oldRange))) }
  }

  /// For each mark, whether one of the changes removes or inserts text inside it. O(marks + changes).
  private static func isHit(
    _ marks: [AnnotatedText.Mark], by parts: ArraySlice<Change.Part>, in net: Change.Part
  ) -> [Bool] {
    var next = parts.startIndex
    return marks.map { mark in
      let range = TextRange(
        net.oldRange.start + mark.range.lowerBound, net.oldRange.start + mark.range.upperBound)
      while next < parts.endIndex, parts[next].oldRange.end <= range.start { next += 1 }
      guard next < parts.endIndex else { return false }
      return parts[next].oldRange.overlaps(range) || range.containsInside(parts[next].oldRange.start)
    }
  }

  /// The maximum number of bytes that are added at either end when a range is extended to whole lines.
  private static let longestLineEdge = 1024

  /// A removed text, extended by the parts of its first and last lines that are still in the document.
  private static func lines(of removed: AnnotatedText, _ net: Change.Part, in text: IndexedText)
    -> AnnotatedText
  {
    let whole = wholeLines(net.newRange, in: text)
    let before = text.buffer.bytes(in: TextRange(whole.start, net.newStart))
    let endsLine = removed.bytes.last == 10
    let after = endsLine ? [] : text.buffer.bytes(in: TextRange(net.newRange.end, whole.end))
    return AnnotatedText(
      bytes: before + removed.bytes + after, marks: removed.marks.map { $0.shifted(by: before.count) })
  }

  /// A range extended to the whole lines that it touches, at either end by at most `longestLineEdge` bytes. If the
  /// range ends with a line end, it is not extended by the next line.
  static func wholeLines(_ range: TextRange, in text: IndexedText) -> TextRange {
    let buffer = text.buffer
    let start = text.content(ofLine: text.lines.line(at: range.start)).start
    let endsLine = !range.isEmpty && buffer[range.end - 1] == 10
    let end = endsLine ? range.end : text.content(ofLine: text.lines.line(at: range.end)).end
    let first =
      range.start - start > longestLineEdge ? buffer.scalarStart(at: range.start - longestLineEdge) : start
    let last = end - range.end > longestLineEdge ? buffer.scalarStart(at: range.end + longestLineEdge) : end
    return TextRange(Swift.min(first, range.start), Swift.max(last, range.end))
  }

  /// Stores text that one notification inserted next to annotations and then deleted together with them, in its state
  /// when it was deleted. O(edits × log n), plus the number of annotations between the first and the last edit if there
  /// is such text.
  private mutating func rememberRemovedMoments(of change: Change) {
    guard removed.limit.count > 0, !isEmpty,
      change.edits.reduce(0, { $0 + $1.removed.count }) > change.parts.reduce(0, { $0 + $1.removed.count })
    else { return }
    // `sent` includes edits without a net effect, such as text that was inserted and removed again.
    guard let first = change.sent.first, let last = change.sent.last else { return }
    let hull = TextRange(first.range.start, last.range.end)
    var moment = AnnotationSlots()
    moment.textCount = hull.count
    for index in indices(in: hull) where hull.contains(range(at: index)) {
      var slot = slots[index]
      slot.place = slots.start(index) - hull.start.utf8
      moment.putBeforeGap(slot)
    }
    guard moment.count > 0 else { return }
    for edit in change.edits where !edit.changesNothing {
      let (from, to) = (edit.range.start - hull.start, edit.range.end - hull.start)
      let low = moment.partition { $0 + $1 <= from }
      let high = moment.partition { start, _ in start < to }
      moment.moveGap(to: Swift.max(low, high))
      var marks: [AnnotatedText.Mark] = []
      for _ in low..<Swift.max(low, high) {
        guard let slot = moment.takeBeforeGap() else { break }
        let range = slot.place - from..<slot.place - from + slot.length
        guard range.lowerBound >= 0, range.upperBound <= edit.removed.count else { continue }
        marks.append(slot.mark(at: range))
      }
      moment.textCount += edit.shift
      if !marks.isEmpty { removed.remember(AnnotatedText(bytes: edit.removed, marks: marks.reversed())) }
    }
  }

  /// Stores an annotation whose text was deleted gradually.
  mutating func rememberDeleted(_ annotation: Annotation) {
    let mark = AnnotatedText.Mark(
      range: 0..<annotation.text.count, content: annotation.content, state: annotation.state,
      isRead: annotation.source == .readBack)
    removed.remember(AnnotatedText(bytes: annotation.text, marks: [mark]))
  }
}

// MARK: - Effects on one annotation

/// The effects of edits on one annotation that they change (<doc:Behaviour>, sections 5 and 6).
enum AnnotationRules {
  enum Outcome {
    /// The edits are equivalent to ones outside of the annotation, whose text is unchanged.
    case moved(start: Int)
    /// White space inside it was replaced by other white space, or its text has another normal form; its content now
    /// has the current text.
    case rewritten(AnnotationContent, start: Int)
    /// It was trimmed. The remains in the new text are the short form and the white space after it.
    case trimmed(AnnotationContent, remains: TextRange)
    /// It became plain text. Contains the range of its remains in the new text.
    case bleached(remains: TextRange, PlainTextRule)
    case deleted(PlainTextRule)
  }

  /// The effect of the edits on an annotation.
  ///
  /// - Parameters:
  ///   - start: the annotation's start in the old text.
  ///   - hits: the refined edits that change a byte of the annotation or insert text strictly inside it; not empty.
  ///   - shift: the offset by which the edits before the first of `hits` have moved the annotation.
  ///   - isCovered: whether one original edit of the client spans the whole annotation.
  static func outcome(
    of content: AnnotationContent, start: Int, hits: ArraySlice<Change.Part>, shift: Int, isCovered: Bool,
    in text: IndexedText
  ) -> Outcome {
    let end = start + content.text.count
    guard let first = hits.first, let last = hits.last else { return .deleted(.deleted) }
    let reachesIn = first.oldRange.start.utf8 >= start
    let endsInside = last.oldRange.end.utf8 <= end
    let newStart = reachesIn ? start + shift : first.newRange.end.utf8
    let newEnd =
      endsInside ? end + shift + hits.reduce(0) { $0 + $1.shift } : last.newStart.utf8

    if reachesIn, endsInside, let rewritten = rewritten(content, newStart..<newEnd, hits, in: text) {
      return .rewritten(rewritten, start: newStart)
    }
    if let start = edgeInstead(content, start + shift, hits, in: text) { return .moved(start: start) }
    if let short = content.shortened(), reachesIn, endsInside || last.inserted.isEmpty, newStart <= newEnd,
      text.buffer.holds(short.text, at: TextOffset(newStart)),
      isBlank(newStart + short.text.count..<max(newStart + short.text.count, newEnd), in: text),
      newStart + short.text.count <= newEnd,
      text.buffer.isGraphemeBoundary(TextOffset(newStart)),
      text.buffer.isGraphemeBoundary(TextOffset(newStart + short.text.count))
    {
      return .trimmed(short, remains: TextRange(newStart, max(newStart + short.text.count, newEnd)))
    }

    var left = content.text.count
    for hit in hits {
      left -= max(0, min(end, hit.oldRange.end.utf8) - max(start, hit.oldRange.start.utf8))
    }
    if left <= 0 || (isCovered && left * 2 < content.text.count) {
      return .deleted(hits.allSatisfy(\.inserted.isEmpty) ? .deleted : .replaced)
    }
    return .bleached(
      remains: TextRange(newStart, max(newStart, newEnd)),
      reachesIn && endsInside ? .changedInside : .changedAcrossEdge)
  }

  /// Treats an insertion inside the annotation as one at its start or end if that explains the new text: `AAdam` is
  /// `Adam` with a letter before it, regardless of where the client reports the insertion. Returns the new start of the
  /// annotation; nil if there is no such explanation.
  private static func edgeInstead(
    _ content: AnnotationContent, _ newStart: Int, _ hits: ArraySlice<Change.Part>, in text: IndexedText
  ) -> Int? {
    guard let hit = hits.first, hits.count == 1, hit.removed.isEmpty else { return nil }
    return [newStart, newStart + hit.inserted.count].first {
      text.buffer.holds(content.text, at: TextOffset($0)) && text.buffer.isGraphemeBoundary(TextOffset($0))
        && text.buffer.isGraphemeBoundary(TextOffset($0 + content.text.count))
    }
  }

  private static func rewritten(
    _ content: AnnotationContent, _ new: Range<Int>, _ hits: ArraySlice<Change.Part>, in text: IndexedText
  ) -> AnnotationContent? {
    guard !new.isEmpty,
      hits.allSatisfy({ (isBlank($0.removed) && isBlank($0.inserted)) || mayBeRewriting($0) })
    else { return nil }
    let range = TextRange(new.lowerBound, new.upperBound)
    guard text.buffer.isGraphemeBoundary(range.start), text.buffer.isGraphemeBoundary(range.end) else {
      return nil
    }
    return content.rewritten(text.buffer.bytes(in: range))
  }

  /// Whether the change may be a conversion to another normal form, because it inserts or removes a non-ASCII
  /// character.
  private static func mayBeRewriting(_ part: Change.Part) -> Bool {
    !part.removed.allSatisfy { $0 < 0x80 } || !part.inserted.allSatisfy { $0 < 0x80 }
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    WhiteSpace.end(in: bytes.span, from: 0) == bytes.count
  }

  private static func isBlank(_ range: Range<Int>, in text: IndexedText) -> Bool {
    var at = TextOffset(range.lowerBound)
    let end = min(TextOffset(range.upperBound), text.buffer.end)
    while at < end, let scalar = text.buffer.scalar(at: at) {
      guard scalar.properties.isWhitespace else { return false }
      at = at + UTF8.width(scalar)
    }
    return true
  }
}

/// The bytes of a text in which each run of ASCII white space is replaced by one space, and their original offsets.
struct SingleSpaced {
  private(set) var bytes: [UInt8] = []
  /// The original offset of each byte and of the end.
  private var offsets: [Int] = []

  /// O(text).
  init(_ text: [UInt8]) {
    bytes.reserveCapacity(text.count)
    offsets.reserveCapacity(text.count + 1)
    for (offset, byte) in text.enumerated() {
      let isSpace = WhiteSpace.isASCIISpace(byte)
      if isSpace, bytes.last == 0x20 { continue }
      bytes.append(isSpace ? 0x20 : byte)
      offsets.append(offset)
    }
    offsets.append(text.count)
  }

  /// Converts a range of the original text to a range of ``bytes``. O(log text).
  func range(of original: Range<Int>) -> Range<Int> {
    place(of: original.lowerBound)..<place(of: original.upperBound)
  }

  /// Converts a range of ``bytes`` to a range of the original text. If the range ends with a run of white space, only
  /// the first character of the run is included. Returns an empty range if `range` is empty or out of bounds.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound >= 0, !range.isEmpty, range.upperBound < offsets.count else { return 0..<0 }
    return offsets[range.lowerBound]..<offsets[range.upperBound - 1] + 1
  }

  /// The index of the first byte whose original offset is at or after an offset.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
