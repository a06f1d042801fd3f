import TextEvents
import TextModel

/// Interprets the edits of one notification: typed graphemes, deletions, pastes, a replaced key, a change elsewhere.
/// Only the net effect counts, because Neovim and Eglot batch keystrokes, input methods replace text that they have
/// just inserted, and some clients send whole documents without ranges.
struct EditClassifier {
  let reader: ContextReader
  /// The position of the cursor before the edits.
  let cursor: TextOffset
  /// The mention in creation before the edits; nil if there was none.
  let creation: Creation?
  /// Whether the client sent the range of the edit; false if it sent the whole text, which was compared with the old
  /// text.
  var isExact = true

  private var buffer: TextBuffer { reader.text.buffer }
  private var limit: Int { reader.policy.typedRunLimit }

  /// The meaning of an edit for the state machines. One edit may consist of several steps.
  enum Step: Hashable {
    /// The cursor had moved before the edit; contains the kind of text before its new position.
    case cursorMoved(PrecedingText)
    case typed(TypedGrapheme)
    /// Text was deleted while nothing is being created.
    case deleted(DeletionFacts)
    /// Text was inserted that is too long to have been typed, or contains a line end; contains the kind of text before
    /// the end of the insertion.
    case pasted(PrecedingText)
    /// Graphemes at the end of the key were deleted; contains the key up to the cursor.
    case keyShrunk(to: String)
    /// Part of the key was replaced; contains the key up to the cursor.
    case keyReplaced(by: String)
    /// Only the rest of the word after the cursor, or closing brackets inserted by the editor, were deleted, as by an
    /// additional edit of an offer.
    case tailDeleted
    /// The line was broken before the mention; contains the mention's new start.
    case lineBroken(CreationStart)
    /// The edit deleted or changed the trigger, or crossed the start of the mention.
    case startDeleted
    /// Several positions changed at once; contains the kind of text before the end of the last one.
    case several(PrecedingText)

    /// Whether the step is a paste or an edit at several positions, so that the user is not typing at the cursor.
    var isJump: Bool {
      switch self {
      case .pasted, .several: true
      default: false
      }
    }
  }

  struct Outcome {
    var steps: [Step] = []
    /// The cursor's position after the edit.
    var cursor: TextOffset
  }

  /// The meaning of a change; nil if the text is unchanged.
  func outcome(of change: Change) -> Outcome? {
    guard let core = change.net.first, let last = change.edits.last else { return nil }
    if let creation, let outcome = lineBroken(change, creation) { return outcome }
    return change.net.count == 1
      ? outcome(core: core, raw: change.sentAsOne ?? core) : several(lastEdit: last)
  }

  /// `core` is the minimal net edit, `raw` the same edit as sent by the client, both relative to the text before it.
  private func outcome(core: AppliedEdit, raw: AppliedEdit) -> Outcome {
    let core = isExact && raw.removed.isEmpty ? core : core.slid(toward: cursor, in: buffer)
    if isDisjoint(core) { return several(lastEdit: core) }
    if let creation { return duringCreation(core, raw, creation) ?? elsewhere(core, raw) }
    return quiescent(core, raw)
  }

  /// The outcome if several positions changed: as if the cursor had moved to the end of the last edit.
  private func several(lastEdit: AppliedEdit) -> Outcome {
    let end = buffer.clamp(lastEdit.insertedRange.end)
    return Outcome(steps: [.several(reader.preceding(end))], cursor: end)
  }

  /// Whether an apparently single edit changes several words, because the client sent the whole text or, during a
  /// creation, one range that spans all changes. The replacement of a key is always a single edit.
  private func isDisjoint(_ core: AppliedEdit) -> Bool {
    if core.removed.isEmpty || core.inserted.isEmpty || (isExact && creation == nil) { return false }
    if let creation, creation.range.contains(core.range) { return false }
    // Larger changes count as pastes, which are single edits.
    guard core.inserted.count <= 1 << 16, core.removed.count <= 1 << 20 else { return false }
    let parts = TextDifference.hunks(in: core)
    return zip(parts, parts.dropFirst()).contains { first, second in
      let kept = first.range.end - core.range.start..<second.range.start - core.range.start
      return core.removed[kept].contains { $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
    }
  }

  // MARK: Nothing is being created

  private func quiescent(_ core: AppliedEdit, _ raw: AppliedEdit) -> Outcome {
    let place = core.range.start
    var outcome = Outcome(cursor: cursorAfter(core, raw))
    if core.inserted.isEmpty {
      let isForward = place == cursor
      if core.range.end != cursor, !isForward {
        outcome.steps.append(.cursorMoved(precedingEnd(of: core.removed)))
      }
      outcome.cursor = place
      outcome.steps.append(
        .deleted(reader.deleted(core.removed, cursor: place, isBackward: !isForward)))
      return outcome
    }
    if core.removed.isEmpty {
      if place != cursor { outcome.steps.append(.cursorMoved(reader.preceding(place))) }
    } else if core.range.end != cursor, place != cursor {
      outcome.steps.append(.cursorMoved(reader.preceding(place)))
    } else {
      outcome.steps.append(.deleted(DeletionFacts(removed: .other, preceding: reader.preceding(place))))
    }
    insert(core, isTyping: raw.removed.isEmpty, &outcome)
    return outcome
  }

  // MARK: During a creation

  /// The outcome of an edit of the mention in creation; nil if the edit does not belong to it.
  private func duringCreation(_ core: AppliedEdit, _ raw: AppliedEdit, _ creation: Creation) -> Outcome? {
    let (start, end) = (core.range.start, core.range.end)
    if start < creation.keyStart, end > creation.start { return startDeleted(core, raw) }
    if core.inserted.isEmpty, core.range.start == creation.cursor, creation.isTail(core.removed) {
      return Outcome(steps: [.tailDeleted], cursor: creation.cursor)
    }
    guard start <= creation.cursor, end <= creation.cursor, start >= creation.start else { return nil }
    var outcome = Outcome(cursor: creation.cursor + core.shift)
    if core.inserted.isEmpty {
      guard end == creation.cursor else { return interior(core, raw, creation) }
      outcome.steps = [.keyShrunk(to: key(creation, to: start))]
      return outcome
    }
    guard start >= creation.keyStart else { return nil }
    guard end == creation.cursor else { return interior(core, raw, creation) }
    let place = buffer.graphemeFloor(start)
    guard place >= creation.keyStart else { return startDeleted(core, raw) }
    if core.removed.isEmpty, place == start {
      insert(core, isTyping: raw.removed.isEmpty, &outcome)
      return outcome
    }
    // An input method or autocorrection replaced the end of the key, or an accent joined the letter before it.
    guard let graphemes = graphemes(from: place, to: core.insertedRange.end),
      !TypedText.holdsLineEnd(core.inserted)
    else {
      outcome.steps = [.pasted(reader.preceding(core.insertedRange.end))]
      return outcome
    }
    let legal = graphemes.prefix { isKeyGrapheme(at: $0) }
    let replaced = legal.last?.end ?? place
    outcome.steps = [.keyReplaced(by: key(creation, to: replaced))]
    outcome.steps += graphemes.dropFirst(legal.count).map {
      .typed(reader.typed($0, behind: outcome.cursor))
    }
    return outcome
  }

  /// Handles an editor that wraps lines during typing: it has broken a line at the white space before the mention, and
  /// may have inserted an indent or a comment marker. The notification may also contain letters typed at the end of the
  /// key.
  private func lineBroken(_ change: Change, _ creation: Creation) -> Outcome? {
    guard let first = change.net.first, first.range.start < creation.start,
      let edit = change.joined(in: buffer), edit.range.end <= creation.cursor
    else { return nil }
    let cursor = creation.cursor + edit.shift
    let found =
      creation.kind == .explicit
      ? reader.lookBack(from: cursor, spaces: .asTheTriggerAllows) : reader.word(before: cursor)
    guard var start = found, start.trigger == creation.trigger, start.start > edit.range.start,
      start.typed.utf8.starts(with: creation.typed.utf8)
    else { return nil }
    let kept = TextRange(edit.range.end, max(edit.range.end, creation.start)).shifted(by: edit.shift)
    let before = edit.removed.prefix(creation.start - edit.range.start) + buffer.bytes(in: kept)
    let after = buffer.bytes(in: TextRange(edit.range.start, start.start))
    let word = before.drop(while: Self.isBlank)
    guard before.first.map(Self.isBlank) ?? false, TypedText.holdsLineEnd(after),
      !word.contains(where: Self.isBlank),
      after.suffix(word.count).elementsEqual(word)
    else { return nil }
    start.tail = creation.tailText
    start.invoked = creation.invoked
    return Outcome(steps: [.lineBroken(start)], cursor: cursor)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Handles an edit inside the key that does not reach its end: a replacement keeps the mention; typing or deleting
  /// there means that the cursor had moved.
  private func interior(_ core: AppliedEdit, _ raw: AppliedEdit, _ creation: Creation) -> Outcome? {
    let isReplacement = !core.removed.isEmpty && !core.inserted.isEmpty
    let wasReplaced =
      !raw.removed.isEmpty && !raw.inserted.isEmpty && raw.range.start >= creation.start
      && raw.range.end <= creation.cursor
    guard isReplacement || wasReplaced else { return nil }
    // The replacement may contain a space if the replaced text did.
    let isSpaced = core.removed.contains(0x20)
    guard let graphemes = graphemes(from: core.range.start, to: core.insertedRange.end),
      graphemes.allSatisfy({ isKeyGrapheme(at: $0) || (isSpaced && isSpace(at: $0)) })
    else { return nil }
    let cursor = creation.cursor + core.shift
    return Outcome(steps: [.keyReplaced(by: key(creation, to: cursor))], cursor: cursor)
  }

  private func startDeleted(_ core: AppliedEdit, _ raw: AppliedEdit) -> Outcome {
    var outcome = Outcome(steps: [.startDeleted], cursor: cursorAfter(core, raw))
    if core.inserted.isEmpty {
      outcome.cursor = core.range.start
    } else {
      insert(core, isTyping: false, &outcome)
    }
    return outcome
  }

  /// Handles an edit elsewhere: the cursor must have moved there, which cancels the mention.
  private func elsewhere(_ core: AppliedEdit, _ raw: AppliedEdit) -> Outcome {
    var outcome = EditClassifier(reader: reader, cursor: TextOffset(-1), creation: nil).quiescent(core, raw)
    if case .cursorMoved = outcome.steps.first {
    } else {
      outcome.steps.insert(.cursorMoved(.normal), at: 0)
    }
    return outcome
  }

  private func key(_ creation: Creation, to end: TextOffset) -> String {
    buffer.string(in: TextRange(creation.keyStart, max(creation.keyStart, end)))
  }

  private func isKeyGrapheme(at range: TextRange) -> Bool {
    guard let kind = buffer.grapheme(before: range.end)?.kind, kind.belongsInKey else { return false }
    return reader.triggers.match(endingAt: range.end, in: buffer) == nil
  }

  private func isSpace(at range: TextRange) -> Bool {
    guard let kind = buffer.grapheme(before: range.end)?.kind else { return false }
    return kind.contains(.whitespace) && !kind.contains(.lineEnd)
  }

  // MARK: Insertions

  private func insert(_ core: AppliedEdit, isTyping: Bool, _ outcome: inout Outcome) {
    let range = core.insertedRange
    let start = buffer.graphemeFloor(range.start)
    guard let graphemes = graphemes(from: start, to: range.end), TypedText.isTyped(core.inserted) else {
      outcome.steps.append(.pasted(reader.preceding(range.end)))
      return
    }
    if isTyping, AutoClosing.isPair(core.inserted), let first = graphemes.first {
      // The editor inserted the closing bracket automatically, so the cursor is between the two brackets.
      outcome.steps.append(.typed(reader.typed(first, behind: first.end)))
      outcome.cursor = first.end
      return
    }
    for grapheme in graphemes { outcome.steps.append(.typed(reader.typed(grapheme, behind: range.end))) }
  }

  /// The graphemes of an insertion; nil if it is too long to have been typed.
  private func graphemes(from start: TextOffset, to end: TextOffset) -> [TextRange]? {
    var graphemes: [TextRange] = []
    var place = start
    while place < end {
      guard graphemes.count <= limit, let next = buffer.graphemeEnd(after: place) else { return nil }
      graphemes.append(TextRange(place, min(next, end)))
      place = next
    }
    return graphemes.count <= limit ? graphemes : nil
  }

  // MARK: The cursor

  /// The cursor's position after an edit: the end of the text that the client sent, unless that is far from the end of
  /// the change or on another line, as when an undo is sent as one large range.
  private func cursorAfter(_ core: AppliedEdit, _ raw: AppliedEdit) -> TextOffset {
    let end = core.insertedRange.end
    let rawEnd = raw.insertedRange.end
    guard rawEnd > end, rawEnd - end <= limit, rawEnd <= buffer.end else { return end }
    return TypedText.holdsLineEnd(buffer.bytes(in: TextRange(end, rawEnd))) ? end : rawEnd
  }

  private func precedingEnd(of removed: [UInt8]) -> PrecedingText {
    // The last bytes suffice to find the last grapheme.
    guard let last = String(decoding: removed.suffix(64), as: UTF8.self).last else { return .separator }
    return ContextReader.preceding(of: CharacterClass(last))
  }
}

extension Change {
  /// The net edits joined into a single one; nil if several of them span more than a limit.
  ///
  /// - Parameters:
  ///   - buffer: the text after the change.
  ///   - limit: the limit in bytes.
  func joined(in buffer: TextBuffer, within limit: Int = 1024) -> AppliedEdit? {
    guard net.count > 1 else { return net.first }
    guard let first = net.first, let last = net.last, last.range.end - first.range.start <= limit else {
      return nil
    }
    var removed: [UInt8] = []
    var inserted: [UInt8] = []
    var end = first.range.start
    var shift = 0
    for edit in net {
      let kept = buffer.bytes(in: TextRange(end, edit.range.start).shifted(by: shift))
      removed += kept + edit.removed
      inserted += kept + edit.inserted
      end = edit.range.end
      shift += edit.shift
    }
    return AppliedEdit(range: TextRange(first.range.start, end), removed: removed, inserted: inserted)
  }

  /// The net change as sent by the client; nil if several positions changed.
  var sentAsOne: AppliedEdit? {
    guard net.count <= 1 else { return nil }
    if edits.count == 1 { return edits[0] }
    guard let core = net.first else { return sent.count == 1 ? sent[0] : nil }
    return sent.first { $0.range.contains(core.range) }
  }
}
