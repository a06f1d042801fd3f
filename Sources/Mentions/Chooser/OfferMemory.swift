import Entities
import TextModel

/// Offers that the client has been given, and the stretch of text that they would replace: what acceptance is
/// recognised by (the behaviour, section 11).
///
/// Clients accept in many ways: one edit, a run of deletions and insertions, six notifications that pass
/// through texts nobody meant, a preview replaced by the next. What they have in common is the stretch that
/// began at the control character. So that stretch is followed through edits, and whenever it reads like an
/// offered text, the offer was accepted.
struct OfferMemory: Sendable {
  /// One list as the client was given it.
  struct List: Sendable {
    var queryID: Int
    var entries: [ChooserEntry]
    var format: InsertFormat
    var trigger: String
    /// What stood in the stretch then.
    var typed: [UInt8]
    /// The text behind it that an additional edit removes: the rest of the word, closing brackets.
    var tail: [UInt8] = []
  }

  enum Life: Hashable, Sendable {
    /// The mention is being made, or a preview was taken back.
    case live
    /// The range has an offered text.
    case accepted
    /// The mention was cancelled: for a short time.
    case fading(until: Instant)
    /// Nothing can be accepted any more; `confirm` still knows what was offered.
    case spent
  }

  private(set) var lists: [List] = []
  private(set) var life = Life.spent
  /// From the trigger to the end of the text that replaced it.
  private(set) var stretch = TextRange(at: .zero)
  /// Where the offers of ``lists`` would be written, also when they can no longer be accepted by an edit; nil where an
  /// edit went over it.
  private(set) var place: TextOffset?
  /// The text right behind the range that an offer's own additional edit removes.
  private var tail: [UInt8] = []
  /// What the client asked details of, latest last.
  private var resolved: [OfferID] = []
  /// Picked through `mentions/select`: recognised however it arrives.
  private var selected: OfferID?

  private static let listLimit = 8

  // MARK: Being given offers

  mutating func remember(_ list: List, stretch: TextRange) {
    if life != .live || self.stretch.start != stretch.start {
      lists = []
      resolved = []
      selected = nil
    }
    life = .live
    self.stretch = stretch
    place = stretch.start
    tail = list.tail
    lists.removeAll { $0.queryID == list.queryID }
    lists.append(list)
    if lists.count > Self.listLimit { lists.removeFirst() }
  }

  mutating func noteResolved(_ id: OfferID) {
    guard entry(id) != nil else { return }
    resolved.append(id)
    if resolved.count > 64 { resolved.removeFirst() }
  }

  mutating func noteSelected(_ id: OfferID) { selected = id }

  func list(of id: OfferID) -> List? {
    lists.last { $0.queryID == id.queryID && $0.entries.indices.contains(id.index) }
  }

  func entry(_ id: OfferID) -> ChooserEntry? { list(of: id)?.entries[id.index] }

  /// What accepting an offer writes.
  func inserted(_ id: OfferID) -> InsertedText? {
    list(of: id).map { $0.format.write($0.entries[id.index].entity, trigger: $0.trigger) }
  }

  // MARK: The course of time

  mutating func creationEnded(_ end: CreationEnd, until: Instant) {
    guard life == .live, end != .accepted else { return }
    life = .fading(until: until)
  }

  /// The annotation is there: further edits that take something away from it may be previews.
  mutating func accepted(stretch: TextRange) {
    life = .accepted
    self.stretch = stretch
    selected = nil
  }

  mutating func forget() {
    life = .spent
    selected = nil
  }

  mutating func expire(now: Instant) {
    if case .fading(let until) = life, now > until { forget() }
  }

  /// Whether edits are to be looked at.
  var isAwake: Bool { life != .spent }

  /// The same, with the stretch moved by earlier changes of one notification.
  func shifted(by distance: Int) -> OfferMemory {
    var copy = self
    copy.stretch = stretch.shifted(by: distance)
    return copy
  }

  // MARK: Edits

  /// Several places changed, or one outside: the offers are gone. Else the stretch follows.
  /// `until` is for how long what is no longer accepted can still be.
  mutating func follow(_ core: AppliedEdit, in buffer: TextBuffer, until: Instant) {
    if isTailRemoval(core) {
      tail = []
      return
    }
    let isInside = stretch.touches(core.range.start) && stretch.touches(core.range.end)
    switch life {
    case .spent: return
    case .live, .fading:
      guard isInside else { return forget() }
    case .accepted:
      // Typing on behind an accepted name ends it; a preview takes away at least its end.
      guard isInside, !core.removed.isEmpty else { return forget() }
    }
    let end = max(stretch.start, stretch.end + core.shift)
    stretch = TextRange(stretch.start, buffer.clamp(end))
    if life == .accepted { life = isAsTyped(stretch, in: buffer) ? .live : .fading(until: until) }
  }

  /// Before ``follow(_:in:until:)``: whether this is the additional edit that every offer asks for.
  func isTailRemoval(_ core: AppliedEdit) -> Bool {
    isAwake && !tail.isEmpty && core.inserted.isEmpty && core.range.start == stretch.end
      && core.removed == tail
  }

  /// Keeps ``place`` in step. Net changes are sorted, disjoint and relative to the text before them.
  mutating func movePlace(_ changes: [AppliedEdit]) {
    guard let old = place else { return }
    let before = changes.filter { $0.range.start < old }
    let isHidden = before.contains { $0.range.end > old }
    place = isHidden ? nil : old + before.reduce(0) { $0 + $1.shift }
  }

  /// Before ``follow(_:in:until:)``: whether this edit turns an accepted text back into what was typed.
  func isTakenBack(by core: AppliedEdit, in buffer: TextBuffer) -> Bool {
    guard life == .accepted, !core.removed.isEmpty, stretch.touches(core.range.start),
      stretch.touches(core.range.end)
    else { return false }
    let end = max(stretch.start, stretch.end + core.shift)
    return isAsTyped(TextRange(stretch.start, buffer.clamp(end)), in: buffer)
  }

  private func isAsTyped(_ stretch: TextRange, in buffer: TextBuffer) -> Bool {
    lists.contains { $0.typed.count == stretch.count && buffer.holds($0.typed, at: stretch.start) }
  }

  /// What an edit accepted.
  struct Acceptance: Hashable, Sendable {
    var id: OfferID
    var entity: Entity
    /// What the offer wrote, in the text as it is now.
    var range: TextRange
    /// The annotation.
    var visible: TextRange
  }

  /// Before ``follow(_:in:until:)``: whether this edit turned the stretch into an offered text.
  ///
  /// - Parameters:
  ///   - core: the net edit at its smallest; nil if nothing changed in the end.
  ///   - raw: the same as the client sent it.
  ///   - isByHand: nothing but deletions, one grapheme at the stretch's end, or several one by one.
  ///   - isWordTail: whether a range holds nothing but letters: a client that replaces takes the rest of the
  ///     word behind the stretch as well.
  func acceptance(
    core: AppliedEdit?, raw: AppliedEdit, isByHand: Bool, isWordTail: (TextRange) -> Bool,
    in buffer: TextBuffer
  ) -> Acceptance? {
    // What could as well be typed or deleted by hand counts only for what was picked.
    guard isAwake, !isByHand || selected != nil else { return nil }
    // The word behind, which goes too, may begin as the rest of the text does.
    let change = core.flatMap { $0.range.start <= stretch.end ? $0 : nil } ?? raw
    guard change.range.start >= stretch.start, change.range.start <= stretch.end else { return nil }
    let written = raw.range.start == stretch.start ? raw.inserted : nil
    return acceptance(written: written) { id, text in
      (!isByHand || id == selected)
        && fits(text, change, core == nil ? raw : nil, isWordTail, in: buffer)
    }
  }

  /// What was accepted where an offer's additional edit came alone: the stretch reads as the offer already.
  func acceptanceInPlace(in buffer: TextBuffer) -> Acceptance? {
    acceptance { _, text in text.count == stretch.count && buffer.holds(text, at: stretch.start) }
  }

  /// The offer whose text fits; of several the picked one, the one resolved last, the first.
  /// - Parameter written: what the client put in place of the stretch, if that is how it sent the edit.
  private func acceptance(
    written: [UInt8]? = nil, where fits: (OfferID, [UInt8]) -> Bool
  ) -> Acceptance? {
    var found: [(id: OfferID, text: InsertedText, entity: Entity)] = []
    for list in lists.reversed() {
      for (index, entry) in list.entries.enumerated() {
        let id = OfferID(queryID: list.queryID, index: index)
        let text = list.format.write(entry.entity, trigger: list.trigger)
        if fits(id, text.bytes) { found.append((id, text, entry.entity)) }
      }
    }
    // Of `@ada` and `@adam` the one that was put in, whatever word follows it until an edit of its own takes
    // that away.
    if let written, found.contains(where: { $0.text.bytes == written }) {
      found.removeAll { $0.text.bytes != written }
    }
    // The longest text: of `Ada` and `Ada ` the one that leaves nothing over.
    guard let longest = found.map(\.text.bytes.count).max() else { return nil }
    found.removeAll { $0.text.bytes.count < longest }
    let chosen =
      found.first { $0.id == selected }
      ?? resolved.reversed().lazy.compactMap { id in found.first { $0.id == id } }.first ?? found.first
    return chosen.map {
      Acceptance(
        id: $0.id, entity: $0.entity,
        range: TextRange(stretch.start, stretch.start + $0.text.bytes.count),
        visible: $0.text.visible.shifted(by: stretch.start.utf8))
    }
  }

  /// Whether the stretch now reads `text`, which ends where the stretch ended or where the word behind it
  /// does; one separator more is a commit character or a space that the client added.
  private func fits(
    _ text: [UInt8], _ change: AppliedEdit, _ unchanged: AppliedEdit?, _ isWordTail: (TextRange) -> Bool,
    in buffer: TextBuffer
  ) -> Bool {
    guard !text.isEmpty, buffer.holds(text, at: stretch.start) else { return false }
    let end = stretch.start + text.count
    if let unchanged {
      // Replaced by itself: the client said so, nothing else can.
      guard unchanged.insertedRange.end >= end else { return false }
      if stretch.end == end { return unchanged.range.start <= stretch.start }
      // What stood behind went, to come again as the rest of the text.
      let rest = TextRange(stretch.end, max(stretch.end, end))
      return !rest.isEmpty && (isWordTail(rest) || text.suffix(rest.count).elementsEqual(tail))
    }
    let inserted = change.insertedRange.end
    if end >= inserted {
      let oldEnd = end - change.shift
      if oldEnd < stretch.end, change.range.end <= oldEnd {
        // The key's own last space does for the one that the client adds.
        return isOneSeparator(TextRange(end, stretch.end + change.shift), in: buffer)
      }
      guard oldEnd >= stretch.end, change.range.end <= oldEnd else { return false }
      return oldEnd == stretch.end || removesOnlyTail(change, oldEnd: oldEnd, isWordTail, in: buffer)
    }
    guard change.range.end >= stretch.end,
      change.range.end == stretch.end
        || removesOnlyTail(change, oldEnd: change.range.end, isWordTail, in: buffer)
    else { return false }
    return isOneSeparator(TextRange(end, inserted), in: buffer)
  }

  /// Before an acceptance is applied: the end of the text that replaced the range, including a space after it.
  func replacedEnd(by core: AppliedEdit) -> TextOffset {
    core.range.end > stretch.end
      ? core.insertedRange.end : max(core.insertedRange.end, stretch.end + core.shift)
  }

  private func isOneSeparator(_ range: TextRange, in buffer: TextBuffer) -> Bool {
    let text = buffer.string(in: range)
    return text.count == 1 && text.first.map { CharacterClass($0).isSeparator } ?? false
  }

  /// Whether all that the edit took from behind the stretch was the rest of a word, or what the offers take away.
  private func removesOnlyTail(
    _ change: AppliedEdit, oldEnd: TextOffset, _ isWordTail: (TextRange) -> Bool, in buffer: TextBuffer
  ) -> Bool {
    let gone = change.removed.dropFirst(stretch.end - change.range.start)
    let end = max(change.range.end, stretch.end)
    let kept = TextRange(end, max(end, oldEnd)).shifted(by: change.shift)
    if gone.count + kept.count == tail.count, tail.starts(with: gone),
      buffer.holds(Array(tail.dropFirst(gone.count)), at: kept.start)
    {
      return true
    }
    return gone.count <= 1024
      && String(decoding: gone, as: UTF8.self).allSatisfy { CharacterClass($0).belongsInKey }
      && isWordTail(kept)
  }
}
