public import Entities
import TextEvents
public import TextModel

/// Identifies one entry in the list of one query.
public struct OfferID: Hashable, Sendable {
  /// The ``Query/id`` of the query that the list answers.
  public let queryID: Int
  /// The index in the list, from 0.
  public let index: Int

  public init(queryID: Int, index: Int) {
    self.queryID = queryID
    self.index = index
  }
}

/// An entity in the form in which it would be inserted.
public struct Offer: Hashable, Sendable {
  /// Identifies the offer for ``MentionsDocument/select(_:)`` and ``MentionsDocument/confirm(_:now:)``.
  public let id: OfferID
  public let entity: Entity
  /// The text that replaces ``OfferList/range``.
  public let newText: [UInt8]
  /// The part of ``newText`` that becomes the annotation, in UTF-8 offsets.
  public let visible: Range<Int>
  /// The parts of the entity's name to highlight, in UTF-8 offsets.
  public let matches: [Range<Int>]
  /// The parts of the entity's handle to highlight, if the key was found there.
  public let handleMatches: [Range<Int>]
}

/// The response to a completion request.
public struct OfferList: Sendable {
  /// The range that every offer replaces: from the trigger (or the word's start) to the cursor, in UTF-8 offsets.
  public let range: TextRange
  /// Edits that the client makes together with the replacement of ``range``: they remove the rest of the word after the
  /// cursor, and brackets inserted by the editor.
  public let additionalEdits: [TextReplacement]
  /// The text in ``range``.
  public let typed: String
  /// The part of ``typed`` after the trigger. The key of the query may also contain the rest of the word after the
  /// cursor.
  public let key: String
  public let queryID: Int
  /// The offers in the order of the chooser; empty if there are none yet.
  public let offers: [Offer]
  /// Whether there may be more offers: sources have not answered yet, or the limit was reached.
  public let isIncomplete: Bool
  /// Whether a source has not answered completely yet.
  public let isLoading: Bool
}

/// The offers sent to the client, and the range of text that they would replace. Both are needed to recognize that the
/// client has accepted an offer (<doc:Behaviour>, section 11).
///
/// Clients accept an offer in many ways: by one edit, by several deletions and insertions, by a series of notifications
/// with intermediate texts, or by replacing one preview with another. All of these change the *stretch*, the range that
/// begins at the trigger. The stretch is therefore followed through edits, and an offer counts as accepted as soon as
/// the text of the stretch equals the text of the offer.
struct OfferMemory: Sendable {
  /// A list as sent to the client.
  struct List: Sendable {
    var queryID: Int
    var entries: [ChooserEntry]
    var format: InsertFormat
    var trigger: String
    /// The text of the stretch when the list was sent.
    var typed: [UInt8]
    /// The text after the stretch that an additional edit removes: the rest of the word, closing brackets.
    var tail: [UInt8] = []
  }

  enum Life: Hashable, Sendable {
    /// The mention is being created, or a preview was withdrawn.
    case live
    /// The stretch equals the text of an offer.
    case accepted
    /// The mention was cancelled, but its offers can still be accepted for a short time.
    case fading(until: Instant)
    /// No offer can be accepted any more; the lists are kept for `confirm`.
    case spent
  }

  private(set) var lists: [List] = []
  private(set) var life = Life.spent
  /// The range from the trigger (or the word's start) to the end of the typed text, or of the text that replaced it.
  private(set) var stretch = TextRange(at: .zero)
  /// The position at which the offers of ``lists`` would be inserted, even after they can no longer be accepted by an
  /// edit; nil if an edit has overwritten it.
  private(set) var place: TextOffset?
  /// The text directly after the stretch that the additional edit of an offer removes.
  private var tail: [UInt8] = []
  /// Offers that the client has resolved, latest last.
  private var resolved: [OfferID] = []
  /// The offer selected by `mentions/select`; its acceptance is recognized regardless of the edits by which it arrives.
  private var selected: OfferID?

  private static let listLimit = 8

  // MARK: Remembering offers

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

  /// The text that the offer inserts.
  func inserted(_ id: OfferID) -> InsertedText? {
    list(of: id).map { $0.format.write($0.entries[id.index].entity, trigger: $0.trigger) }
  }

  // MARK: Life

  mutating func creationEnded(_ end: CreationEnd, until: Instant) {
    guard life == .live, end != .accepted else { return }
    life = .fading(until: until)
  }

  /// Records that the annotation exists: later edits that remove part of it may belong to previews.
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

  /// Whether an edit may still accept an offer, or undo an acceptance.
  var isAwake: Bool { life != .spent }

  /// A copy with the stretch moved by earlier changes of the same notification.
  fileprivate func shifted(by distance: Int) -> OfferMemory {
    var copy = self
    copy.stretch = stretch.shifted(by: distance)
    return copy
  }

  // MARK: Edits

  /// Updates the stretch after an edit. If the edit reaches outside of the stretch, or types where a deleted key was,
  /// the offers can no longer be accepted. If it changes the text of an accepted offer, the offers can be accepted until
  /// the time `until`.
  mutating func follow(_ core: AppliedEdit, in buffer: TextBuffer, until: Instant) {
    if isTailRemoval(core) {
      tail = []
      return
    }
    let isInside = stretch.touches(core.range.start) && stretch.touches(core.range.end)
    switch life {
    case .spent: return
    case .live: guard isInside else { return forget() }
    case .fading:
      // A client that deletes the trigger inserts the name next. A letter in between was typed.
      let isTyped = stretch.isEmpty && core.removed.isEmpty && core.inserted.isOneGrapheme
      guard isInside, !isTyped else { return forget() }
    case .accepted:
      // After an edit that removes nothing, such as typing after an accepted name, the offers can no longer be
      // accepted: a further preview would remove at least the end of the name.
      guard isInside, !core.removed.isEmpty else { return forget() }
    }
    let end = max(stretch.start, stretch.end + core.shift)
    stretch = TextRange(stretch.start, buffer.clamp(end))
    guard life == .accepted else { return }
    guard let list = listTyped(in: stretch, of: buffer) else { return life = .fading(until: until) }
    life = .live
    stretch = TextRange(stretch.start, stretch.start + list.typed.count)
    tail = list.tail
  }

  /// Whether this is the additional edit of the offers. Must be called before ``follow(_:in:until:)``.
  fileprivate func isTailRemoval(_ core: AppliedEdit) -> Bool {
    isAwake && !tail.isEmpty && core.inserted.isEmpty && core.range.start == stretch.end
      && core.removed == tail
  }

  /// Updates ``place`` after net changes, which are sorted, disjoint and relative to the text before them.
  mutating func movePlace(_ changes: [AppliedEdit]) {
    guard let old = place else { return }
    let before = changes.filter { $0.range.start < old }
    let isHidden = before.contains { $0.range.end > old }
    place = isHidden ? nil : old + before.reduce(0) { $0 + $1.shift }
  }

  /// Whether this edit replaces the text of an accepted offer by the text typed before, which undoes a preview. Must be
  /// called before ``follow(_:in:until:)``.
  func isTakenBack(by core: AppliedEdit, in buffer: TextBuffer) -> Bool {
    guard life == .accepted, !core.removed.isEmpty, stretch.touches(core.range.start),
      stretch.touches(core.range.end)
    else { return false }
    let end = max(stretch.start, stretch.end + core.shift)
    return listTyped(in: TextRange(stretch.start, buffer.clamp(end)), of: buffer) != nil
  }

  /// The latest list whose typed text equals the text of the stretch, either alone or together with the text after it
  /// that the acceptance removed; nil if there is none.
  private func listTyped(in stretch: TextRange, of buffer: TextBuffer) -> List? {
    let now = buffer.bytes(in: stretch)
    return lists.last { now == $0.typed || now == $0.typed + $0.tail }
  }

  /// The offer that an edit accepted.
  struct Acceptance: Hashable, Sendable {
    var id: OfferID
    var entity: Entity
    /// The range of the offer's text, in the current text.
    var range: TextRange
    /// The range of the annotation.
    var visible: TextRange
  }

  /// The offer whose text the stretch equals after this edit. Must be called before ``follow(_:in:until:)``.
  ///
  /// - Parameters:
  ///   - core: the minimal net edit; nil if the text is unchanged.
  ///   - raw: the edit as sent by the client.
  ///   - isByHand: whether the change consists of deletions only, or of single graphemes typed at the end of the
  ///     stretch.
  ///   - isWordTail: returns whether a range contains only characters that may occur in a key. Needed because clients
  ///     may also replace the rest of the word after the stretch.
  fileprivate func acceptance(
    core: AppliedEdit?, raw: AppliedEdit, isByHand: Bool, isWordTail: (TextRange) -> Bool,
    in buffer: TextBuffer
  ) -> Acceptance? {
    // A change that the user may have made by hand accepts only a selected offer.
    guard isAwake, !isByHand || selected != nil else { return nil }
    // The minimal edit may begin after the stretch, if the removed word begins like the rest of the offer;
    // then use the edit as sent.
    let change = core.flatMap { $0.range.start <= stretch.end ? $0 : nil } ?? raw
    guard change.range.start >= stretch.start, change.range.start <= stretch.end else { return nil }
    let written = raw.range.start == stretch.start ? raw.inserted : nil
    let end = tail.isEmpty ? stretch.end + change.shift : nil
    return acceptance(written: written, end: end) { id, text in
      (!isByHand || id == selected)
        && fits(
          text, change, core == nil ? raw : nil, isLatest: id.queryID == lists.last?.queryID, isWordTail,
          in: buffer)
    }
  }

  /// The accepted offer if only its additional edit arrived, because the stretch already equals the offer.
  fileprivate func acceptanceInPlace(in buffer: TextBuffer) -> Acceptance? {
    acceptance { _, text in text.count == stretch.count && buffer.holds(text, at: stretch.start) }
  }

  /// The offer whose text matches; of several, the selected one, else the one resolved last, else the first.
  ///
  /// - Parameters:
  ///   - written: the text inserted by the client's edit, if that edit begins at the start of the stretch.
  ///   - end: the current end of the stretch, if the offers leave the word after it unchanged.
  private func acceptance(
    written: [UInt8]? = nil, end: TextOffset? = nil, where fits: (OfferID, [UInt8]) -> Bool
  ) -> Acceptance? {
    var found: [(id: OfferID, text: InsertedText, entity: Entity)] = []
    for list in lists.reversed() {
      for (index, entry) in list.entries.enumerated() {
        let id = OfferID(queryID: list.queryID, index: index)
        let text = list.format.write(entry.entity, trigger: list.trigger)
        if fits(id, text.bytes) { found.append((id, text, entry.entity)) }
      }
    }
    // The inserted text decides between `@ada` and `@adam`, even if an `m` follows that a separate edit will
    // remove.
    if let written, found.contains(where: { $0.text.bytes == written }) {
      found.removeAll { $0.text.bytes != written }
    }
    // If an `m` follows, `Ada` is accepted and not `Adam`, unless the client has removed the letter.
    if let end, found.contains(where: { stretch.start + $0.text.bytes.count == end }) {
      found.removeAll { stretch.start + $0.text.bytes.count != end }
    }
    // The longest text wins: `Ada ` leaves nothing over, but `Ada` would leave a space.
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

  /// Whether the stretch now equals `text`, ending at the old end of the stretch or of the word after it. One separator
  /// may follow `text`: a commit character, or a space added by the client.
  private func fits(
    _ text: [UInt8], _ change: AppliedEdit, _ unchanged: AppliedEdit?, isLatest: Bool,
    _ isWordTail: (TextRange) -> Bool, in buffer: TextBuffer
  ) -> Bool {
    guard !text.isEmpty, buffer.holds(text, at: stretch.start) else { return false }
    let end = stretch.start + text.count
    if let unchanged {
      // The text was replaced by itself, which only the edit as sent shows.
      guard unchanged.insertedRange.end >= end else { return false }
      if stretch.end == end { return unchanged.range.start <= stretch.start }
      // The space at the end of the key serves as the space that the client adds, unless the offer is from an earlier
      // list, in which case the client has restored the typed key.
      if unchanged.range == stretch, stretch.end > end {
        return isLatest && isOneSeparator(TextRange(end, stretch.end), in: buffer)
      }
      // The text after the stretch was removed and inserted again as the rest of the offer.
      let rest = TextRange(stretch.end, max(stretch.end, end))
      return !rest.isEmpty && (isWordTail(rest) || text.suffix(rest.count).elementsEqual(tail))
    }
    let inserted = change.insertedRange.end
    if end >= inserted {
      let oldEnd = end - change.shift
      if oldEnd < stretch.end, change.range.end <= oldEnd {
        // The space at the end of the key serves as the space that the client adds.
        return isOneSeparator(TextRange(end, stretch.end + change.shift), in: buffer)
      }
      guard oldEnd >= stretch.end, change.range.end <= oldEnd else { return false }
      return oldEnd == stretch.end || removesOnlyTail(change, oldEnd: oldEnd, isWordTail, in: buffer)
    }
    guard change.range.end >= stretch.end,
      change.range.end == stretch.end
        || removesOnlyTail(change, oldEnd: change.range.end, isWordTail, in: buffer)
    else { return false }
    // The typed key is not an accepted offer, even if it equals an offer of an earlier list followed by a space.
    if let typed = lists.last?.typed, stretch.start + typed.count == inserted,
      buffer.holds(typed, at: stretch.start)
    {
      return false
    }
    return isOneSeparator(TextRange(end, inserted), in: buffer)
  }

  /// The end of the text that replaced the stretch, including a space after it. Must be called before an acceptance is
  /// applied.
  fileprivate func replacedEnd(by core: AppliedEdit) -> TextOffset {
    core.range.end > stretch.end
      ? core.insertedRange.end : max(core.insertedRange.end, stretch.end + core.shift)
  }

  private func isOneSeparator(_ range: TextRange, in buffer: TextBuffer) -> Bool {
    let text = buffer.string(in: range)
    return text.count == 1 && text.first.map { CharacterClass($0).isSeparator } ?? false
  }

  /// Whether the edit removed nothing after the stretch except the rest of a word, or the text that the offers remove.
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

/// An offer that a change has accepted.
struct FoundAcceptance {
  /// The acceptance at the cursor for which the list was shown.
  var offer: OfferMemory.Acceptance
  /// The end of the replaced text, which may include a commit character, or a space added by the client, after the
  /// offer's text; nil if the change does not show this end, or if the text was inserted at several cursors.
  var end: TextOffset?
  /// The ranges of annotations at the other cursors, in the current text (<doc:Behaviour>, section 3).
  var others: [TextRange] = []
}

/// Determines whether a change accepted an offer (<doc:Behaviour>, section 11). Created for one question and then
/// discarded, because it shares the document's storage.
struct AcceptanceFinder {
  let text: IndexedText
  let offers: OfferMemory
  /// The mention in creation before the change; nil if there was none.
  let creation: Creation?
  /// The position of the cursor before the change.
  let cursor: TextOffset

  func acceptance(by change: Change) -> FoundAcceptance? {
    let joined = joined(change)
    // An inserted name that ends like the word after it may have been sent as text within that word.
    let core = joined.map { $0.trimmed() } ?? change.net.first
    if let raw = joined ?? change.sentAsOne, let offer = offer(acceptedBy: change, core, raw) {
      let end = core.map(offers.replacedEnd) ?? (raw.range == offers.stretch ? raw.range.end : nil)
      return FoundAcceptance(offer: offer, end: end)
    }
    return change.sent.count > 1 ? atSeveralCursors(change) : nil
  }

  /// Joins several edits that begin in the stretch: a client that sends minimal edits omits the common parts of key and
  /// name. Nil for a single edit, or if the edits begin outside of the stretch or are too far apart.
  private func joined(_ change: Change) -> AppliedEdit? {
    let stretch = offers.stretch
    guard change.net.count > 1, let first = change.net.first, first.range.start >= stretch.start,
      first.range.start <= stretch.end
    else { return nil }
    return change.joined(in: text.buffer)
  }

  /// The offer that a change accepts.
  ///
  /// - Parameters:
  ///   - core: the change as a single minimal edit; nil if the text is unchanged.
  ///   - raw: the change as sent by the client.
  private func offer(
    acceptedBy change: Change, _ core: AppliedEdit?, _ raw: AppliedEdit
  ) -> OfferMemory.Acceptance? {
    if let core, offers.isTailRemoval(core) { return offers.acceptanceInPlace(in: text.buffer) }
    let isByHand = raw.inserted.isEmpty || (core.map { isTyping($0, raw, change.edits) } ?? false)
    return offers.acceptance(
      core: core, raw: raw, isByHand: isByHand && !(core.map { leavesName($0, change) } ?? false),
      isWordTail: isWordTail, in: text.buffer)
  }

  /// Whether a range contains only characters that may occur in a key.
  private func isWordTail(_ range: TextRange) -> Bool {
    var place = range.start
    while place < range.end, let grapheme = text.buffer.grapheme(after: place), grapheme.kind.belongsInKey {
      place = grapheme.range.end
    }
    return place >= range.end
  }

  /// Whether the client sent the whole text, and only the trigger was removed from the typed text while the cursor was
  /// at the end of the key. This is the whole difference if a name was typed completely and then accepted.
  private func leavesName(_ core: AppliedEdit, _ change: Change) -> Bool {
    guard !change.isExact, core.inserted.isEmpty, let creation, creation.kind == .explicit else {
      return false
    }
    return cursor == creation.cursor && core.range == TextRange(creation.start, creation.keyStart)
  }

  /// Whether the change consists of deletions only, or of single graphemes typed at the end of the
  /// stretch, each a separate edit. A client that also replaces the trigger, or the word after it,
  /// is not typing, even if the change is small.
  private func isTyping(_ core: AppliedEdit, _ raw: AppliedEdit, _ edits: [AppliedEdit]) -> Bool {
    if edits.allSatisfy(\.inserted.isEmpty) { return true }
    guard core.removed.isEmpty else { return false }
    // A letter was inserted into an accepted name that is being changed by hand.
    if case .fading = offers.life, raw.removed.isEmpty, core.inserted.isOneGrapheme { return true }
    guard core.range.start == offers.stretch.end else { return false }
    if !raw.removed.isEmpty, raw.range.end > offers.stretch.end { return false }
    let replacesControl = !raw.removed.isEmpty && raw.range.start <= offers.stretch.start
    if replacesControl, offers.lists.last?.trigger.isEmpty == false { return false }
    if core.inserted.isOneGrapheme { return true }
    // An earlier notification deleted the trigger; no one retypes a name that fast.
    if offers.stretch.isEmpty { return false }
    return edits.allSatisfy { $0.removed.isEmpty && $0.inserted.isOneGrapheme }
  }

  /// The acceptance in a change at several positions. An item was accepted at several cursors if its text was inserted
  /// at all of them; each position at which it replaced the same text as in the stretch becomes a mention.
  private func atSeveralCursors(_ change: Change) -> FoundAcceptance? {
    // In the stretch, the text may be unchanged, if the word after the cursor was the rest of the item's text.
    let parts = change.sentParts.filter {
      offers.stretch.touches($0.oldRange.start) || $0.removed != $0.inserted
    }
    guard parts.count > 1,
      let at = parts.firstIndex(where: { offers.stretch.touches($0.oldRange.start) })
    else { return nil }
    // From here on, positions are in the current text.
    let moved = parts.map(\.edit)
    let own = moved[at]
    let offered = offers.shifted(by: own.range.start - parts[at].oldRange.start)
    let isByHand = own.inserted.isEmpty || (own.removed.isEmpty && own.inserted.isOneGrapheme)
    guard moved.allSatisfy({ $0.inserted == own.inserted }),
      let offer = offered.acceptance(
        core: own.trimmed(), raw: own, isByHand: isByHand, isWordTail: isWordTail, in: text.buffer)
    else { return nil }
    let written = text.buffer.bytes(in: offer.range)
    let typed = own.removed.prefix(max(0, offered.stretch.end - own.range.start))
    let others = moved.indices.compactMap { index -> TextRange? in
      let start = moved[index].range.start + (offer.range.start - own.range.start)
      guard index != at, moved[index].removed.elementsEqual(typed), start >= .zero,
        text.buffer.holds(written, at: start)
      else { return nil }
      return offer.visible.shifted(by: start - offer.range.start)
    }
    return FoundAcceptance(offer: offer, others: others)
  }
}
