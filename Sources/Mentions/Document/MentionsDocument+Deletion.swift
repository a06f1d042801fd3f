public import Entities
public import TextModel

extension MentionsDocument {
  /// The mention that the next backspace at this position trims, or deletes because it cannot be trimmed. Before the
  /// backspace, the host can ask a source that may know the short form. Nil if the backspace highlights a mention,
  /// deletes a trimmed one, or has no special effect. O(log n).
  public func mentionToTrim(at offset: TextOffset) -> Annotation? {
    guard let index = annotationIndex(endingAt: offset) else { return nil }
    let annotation = annotations[index]
    guard annotation.state == .whole, !lightsUpFirst(annotation) else { return nil }
    return annotation
  }

  /// Updates whether a mention can be trimmed, and its short form, from the host's current data. The text is unchanged.
  ///
  /// - Parameters:
  ///   - id: the id of a mention that has not been trimmed; a trimmed mention is not updated.
  ///   - entity: only its `canTrim` and `shortName` are used.
  /// - Complexity: O(mentions).
  public mutating func updateTrimming(of id: AnnotationID, to entity: Entity) {
    guard let index = annotations.firstIndex(where: { $0.id == id }) else { return }
    let annotation = annotations[index]
    guard annotation.state == .whole else { return }
    var known = annotation.entity
    (known.canTrim, known.shortName) = (entity.canTrim, entity.shortName)
    guard known != annotation.entity else { return }
    let short = shortForm(of: known, written: annotation.range)
    annotations.update(at: index, entity: known, shortForm: short)
  }

  private func lightsUpFirst(_ annotation: Annotation) -> Bool {
    policy.lightUp && (backspaced != annotation.id || !annotation.litUp)
  }

  /// Decides the effect of a backspace at this position. Directly after a mention, the first backspace highlights the
  /// mention, the second trims it if possible, and the next one deletes it completely. The annotation changes when the
  /// host's edit arrives. O(log n).
  public mutating func backspace(at offset: TextOffset, now: Instant) -> BackspaceAnswer {
    var answer = BackspaceAnswer(action: .none, report: DocumentReport())
    answer.report = inCall(now) {
      guard let index = $0.annotationIndex(endingAt: offset) else { return }
      $0.settleCursor(at: offset, hasSelection: false)
      let annotation = $0.annotations[index]
      if $0.lightsUpFirst(annotation) {
        $0.backspaced = annotation.id
        if $0.annotations.lightUp(at: index) { $0.emit(.annotationsChangedWithoutEdit) }
        answer.action = .lightUp
        return
      }
      $0.backspaced = annotation.id
      let fix: MentionFix = annotation.shortForm == nil ? .delete : .trim
      answer.action = fix == .trim ? .trim : .delete
      answer.edit = $0.edit(for: fix, of: annotation)
    }
    return answer
  }

  /// The range extended by the text that `written` contains around its visible part, such as the brackets and the URL
  /// of a link. Nil if the range is not surrounded by this text.
  func unit(of range: TextRange, in written: InsertedText) -> TextRange? {
    let head = Array(written.bytes[..<written.visible.start.utf8])
    let tail = Array(written.bytes[written.visible.end.utf8...])
    guard range.start.utf8 >= head.count, range.end + tail.count <= text.buffer.end,
      text.buffer.holds(head, at: range.start - head.count), text.buffer.holds(tail, at: range.end)
    else { return nil }
    return TextRange(range.start - head.count, range.end + tail.count)
  }
}

/// The number of milliseconds after which a requested change counts as refused.
private let patience = 1000

extension MentionsDocument {
  /// Damaged mentions for which hints are shown, oldest first: those whose remains have not been edited since the
  /// damage. Omits mentions whose remains contain another mention.
  public var damagedMentions: [DamagedMention] {
    damage.shown.filter { annotations.indices(in: $0.remains).isEmpty }
  }

  /// The edit of the current text that fixes the mention at a position: a damaged one or, for ``MentionFix/trim`` and
  /// ``MentionFix/delete``, any other. Nil if there is no such mention, or nothing to fix. The mention changes when the
  /// host's edit arrives. This edit does not count as accepting an offer with the same text, unless a mention is in
  /// creation.
  public mutating func fix(_ fix: MentionFix, at offset: TextOffset) -> TextReplacement? {
    let edit = edit(for: fix, at: offset)
    if edit != nil, creation == nil { process.offerMemory.forget() }
    return edit
  }

  private mutating func edit(for fix: MentionFix, at offset: TextOffset) -> TextReplacement? {
    let touching = damagedMentions.reversed().filter { $0.remains.touches(offset) }
    if !touching.isEmpty {
      // Where one mention ends and another begins, the latter is fixed: a quick fix passes the start of its hint.
      let meant = touching.filter { offset < $0.remains.end } + touching.filter { offset == $0.remains.end }
      return meant.lazy.compactMap { $0.edit(for: fix) }.first
    }
    return annotations.annotation(touching: offset).flatMap { edit(for: fix, of: $0) }
  }

  /// The edit that trims or deletes an undamaged mention; nil if the mention cannot be trimmed, and for
  /// ``MentionFix/restore``.
  private mutating func edit(for fix: MentionFix, of annotation: Annotation) -> TextReplacement? {
    switch fix {
    case .restore: return nil
    case .trim:
      guard let short = annotation.shortForm else { return nil }
      trims.add(annotation, region: annotation.range, isBackspaced: backspaced == annotation.id)
      return TextReplacement(turning: annotation.text, at: annotation.range.start, into: short)
    case .delete: return TextReplacement(range: annotation.range, replacement: [])
    }
  }

  /// Handles the host's response that a requested ``MentionsEffect/change(_:)`` was refused. A positive response is not
  /// needed, because the change itself arrives.
  public mutating func changeRefused(now: Instant) -> DocumentReport {
    inCall(now) { $0.giveUpRepairs() }
  }

  // MARK: Edits

  /// Follows the change of a notification: annotates restored mentions and records damaged ones.
  ///
  /// - Parameter takenBack: the annotation of a completion preview that this change has undone, leaving the typed key.
  mutating func followDamage(
    _ change: Change, _ changes: AnnotationChanges, takenBack: AnnotationID? = nil
  ) {
    guard damage.isWorthFollowing(changes) else { return }
    let hadHints = !damage.shown.isEmpty
    let outcome = damage.follow(change, in: text, at: call.now, gap: policy.deletionGap)
    // Restores the latest damage first: a letter that restores it may also complete an older name inside it.
    for restoration in outcome.back.reversed() { restore(restoration, changes) }
    for mention in outcome.gone where !mention.isTrimmed { annotations.rememberDeleted(mention.annotation) }
    for annotation in changes.restored { damage.restoreTrimmed(annotation, in: text, at: call.now) }
    for bleached in changes.bleached { note(bleached, isTrimmed: false, outcome.resumed, takenBack) }
    for shortened in changes.shortened { note(shortened, isTrimmed: true, [], takenBack) }
    damage.patienceEnds = nil
    damage.pauseEnds = damage.awaitPause ? call.now.advanced(by: policy.deletionGap) : nil
    if let due = damage.pauseEnds { emit(.wake(at: due)) }
    if hadHints || !damage.shown.isEmpty { emit(.damageChanged(byEdit: true)) }
  }

  /// Records a damaged mention.
  ///
  /// - Parameter resumed: mentions that were trimmed just now by a deletion that this change continues.
  private mutating func note(
    _ damaged: AnnotationChanges.Damage, isTrimmed: Bool, _ resumed: [DamagedMention],
    _ takenBack: AnnotationID?
  ) {
    guard !damaged.remains.isEmpty else { return }
    if damaged.annotation.id == takenBack {
      // The remains are the typed key, not a short form. A redo restores the whole mention.
      return damage.add(.typed(damaged.annotation, damaged.remains, in: text, at: call.now))
    }
    let whole =
      damaged.annotation.state == .whole
      ? nil
      : resumed.first {
        $0.remains.overlaps(damaged.remains)
          && $0.annotation.entity.isSameEntity(as: damaged.annotation.entity)
      }
    let isAsked = trims.contains(damaged.annotation.id) && isTrimmed
    // Text that the user continues to type, or that was written as a handle, gets no hint and no repair.
    let isText =
      damaged.isJoined
      || policy.triggerOfHandle(in: damaged.annotation.text, of: damaged.annotation.entity) != nil
    let isRepaired = damaged.isCut && policy.deletion != .plain && !isAsked && !isText
    damage.supersede(in: damaged.remains)
    damage.add(
      DamagedMention(
        whole?.annotation ?? damaged.annotation, remains: damaged.remains, in: text, isTrimmed: isTrimmed,
        stage: isRepaired ? .awaitsPause : isTrimmed || isText ? .quiet : .shown, at: call.now))
  }

  /// Annotates restored text, unless another annotation has replaced it. Annotations of its own short form do not
  /// prevent this, nor do those that the same change restored in only a part of the text.
  private mutating func restore(_ restoration: DamagedMentions.Restoration, _ changes: AnnotationChanges) {
    let old = restoration.mention.annotation
    let standing = annotations.indices(in: restoration.range)
    let isFree = standing.allSatisfy { index in
      let annotation = annotations[index]
      let isPart =
        restoration.range.contains(annotation.range) && restoration.range != annotation.range
        && changes.restored.contains { $0.id == annotation.id }
      return isPart || annotation.isTrimmed(from: old)
    }
    guard isFree else { return }
    let isOld = restoration.state == old.state
    defer {
      if !isOld { damage.add(restoration.mention.trimmed(to: restoration.range, in: text, at: call.now)) }
    }
    if standing.count == 1, annotations.range(at: standing.lowerBound) == restoration.range { return }
    let new = NewAnnotation(
      range: restoration.range, entity: old.entity, source: old.source.restored,
      state: restoration.state, shortForm: isOld ? old.shortForm : nil)
    // Keeps the damage: this text may consist, by chance, of the remains of another mention, which can still be
    // restored.
    guard let annotation = try? put(new, keepsDamage: true) else { return }
    damage.supersede(in: annotation.range)
    call.noteRestored()
    guard annotation.source != .added else { return }
    emit(.didCreate(annotation))
    if !isOld { emit(.didTrim(annotation)) }
  }

  // MARK: Requested trims

  /// Annotates mentions that the host has trimmed as requested, by edits that do not look like a trim. Removes these
  /// mentions from the deleted ones in `changes`, and must therefore be called before `changes` are reported. Returns
  /// the completed trims.
  mutating func followTrims(_ cores: [AppliedEdit], _ changes: inout AnnotationChanges) -> [PendingTrims.Trim]
  {
    let made = trims.follow(cores, in: text.buffer, now: call.now)
    for trim in made {
      guard let at = changes.deleted.firstIndex(where: { $0.id == trim.annotation.id }) else { continue }
      changes.deleted.remove(at: at)
      restore(trimmed: trim, wasGone: false)
    }
    return made
  }

  /// Annotates trims whose mention was removed in an earlier notification; must be called after ``followDamage``.
  mutating func finishTrims(_ made: [PendingTrims.Trim]) {
    for trim in made where annotations.indices(in: trim.region).isEmpty {
      restore(trimmed: trim, wasGone: true)
    }
  }

  private mutating func restore(trimmed trim: PendingTrims.Trim, wasGone: Bool) {
    let old = trim.annotation
    let new = NewAnnotation(
      range: trim.region, entity: old.entity, source: old.source == .added ? .added : .restored,
      state: .trimmed)
    guard let annotation = try? put(new) else { return }
    damage.add(
      DamagedMention(old, remains: trim.region, in: text, isTrimmed: true, stage: .quiet, at: call.now))
    if trim.isBackspaced {
      backspaced = annotation.id
      annotations.lightUp(at: annotations.index(of: annotation.id))
    }
    guard annotation.source != .added else { return }
    if wasGone { emit(.didCreate(annotation)) }
    emit(.didTrim(annotation))
  }

  // MARK: Time

  /// Notifies the document that an instant requested by ``MentionsEffect/wake(at:)`` has come.
  public mutating func tick(now: Instant) -> DocumentReport {
    var report = inCall(now) { $0.tickDamage() }
    if !plugins.isEmpty { report.effects += tickPlugins(now: now).effects }
    return report
  }

  /// After a pause in editing, requests the edits of damaged mentions that the policy demands; later gives up those
  /// that the host has not made.
  private mutating func tickDamage() {
    if let due = damage.pauseEnds {
      guard due <= call.now else { return emit(.wake(at: due)) }
      damage.pauseEnds = nil
      let edits = creation == nil ? takeRepairs() : []
      guard !edits.isEmpty else { return giveUpRepairs() }
      let expiry = call.now.advanced(by: patience)
      damage.patienceEnds = expiry
      emit(.change(edits))
      emit(.wake(at: expiry))
    } else if let due = damage.patienceEnds {
      if due <= call.now { giveUpRepairs() } else { emit(.wake(at: due)) }
    }
  }

  private mutating func takeRepairs() -> [TextReplacement] {
    let edits = damage.takeRepairs(policy.deletion)
    guard policy.deletion == .trim else { return edits }
    for mention in damage.asked {
      trims.add(mention.annotation, region: mention.remains, isBackspaced: false)
    }
    return edits
  }

  mutating func giveUpRepairs() {
    if damage.giveUp() { emit(.damageChanged(byEdit: false)) }
  }
}

/// Trims requested from the host, until they are completed. A host may send one edit as several notifications: lsp-mode
/// inserts `Countess` before it removes `Ada Lovelace`.
struct PendingTrims: Sendable {
  struct Trim: Sendable {
    let annotation: Annotation
    let shortForm: [UInt8]
    /// The range of the mention's text and of text inserted next to it, in the current text.
    var region: TextRange
    /// The time after which the trim is given up; nil until its first edit arrives.
    var expires: Instant?
    /// Whether a backspace requested the trim: the short form then stays highlighted, and the next backspace deletes
    /// it.
    let isBackspaced: Bool
  }

  private var all: [Trim] = []
  /// The mentions whose trims were completed by the last notification.
  private var made: Set<AnnotationID> = []

  /// Whether no trim is pending and the last notification completed none.
  var isEmpty: Bool { all.isEmpty && made.isEmpty }

  /// The maximum time in milliseconds between the first and the last edit of a trim.
  private static let patience = 1000

  fileprivate mutating func add(_ annotation: Annotation, region: TextRange, isBackspaced: Bool) {
    guard let short = annotation.shortForm else { return }
    all.removeAll { $0.annotation.id == annotation.id }
    all.append(Trim(annotation: annotation, shortForm: short, region: region, isBackspaced: isBackspaced))
  }

  /// Whether a mention is being trimmed, or has just been trimmed, at the request of this document.
  fileprivate func contains(_ id: AnnotationID) -> Bool {
    made.contains(id) || all.contains { $0.annotation.id == id }
  }

  /// Whether net changes, relative to the text before them, touch a mention that is being trimmed. An insertion next to
  /// the mention counts only if the inserted text is part of the short form.
  func concern(_ changes: [AppliedEdit]) -> Bool {
    all.contains { trim in changes.contains { trim.isTouched(by: $0) } }
  }

  /// Follows net changes, which are sorted, disjoint and relative to the text before them. Removes and returns the
  /// completed trims. A trim that the changes do not touch is given up.
  fileprivate mutating func follow(_ changes: [AppliedEdit], in buffer: TextBuffer, now: Instant) -> [Trim] {
    self.made = []
    var made: [Trim] = []
    all = all.compactMap { trim in
      var trim = trim
      guard now <= trim.expires ?? now, trim.follow(changes), trim.region.end <= buffer.end else {
        return nil
      }
      if trim.region.count == trim.shortForm.count, buffer.holds(trim.shortForm, at: trim.region.start) {
        made.append(trim)
        return nil
      }
      trim.expires = trim.expires ?? now.advanced(by: Self.patience)
      return trim
    }
    self.made = Set(made.map(\.annotation.id))
    return made
  }
}

extension PendingTrims.Trim {
  fileprivate func isTouched(by change: AppliedEdit) -> Bool {
    // A change that inserts text that is not part of the short form is not a step of the trim, but, for instance, an
    // acceptance after a refused trim.
    guard change.inserted.isEmpty || isPart(change.inserted) else { return false }
    return region.overlaps(change.range) || (change.range.isEmpty && region.touches(change.range.start))
  }

  /// Whether the short form contains these bytes, which the host may insert next to the text to remove.
  private func isPart(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= shortForm.count else { return false }
    return (0...shortForm.count - bytes.count).contains { shortForm[$0...].starts(with: bytes) }
  }

  /// Updates the region. Returns false if none of the changes concerns the trim.
  fileprivate mutating func follow(_ changes: [AppliedEdit]) -> Bool {
    var (start, end) = (region.start, region.end)
    var (before, inside) = (0, 0)
    var isTouched = false
    for change in changes {
      if self.isTouched(by: change) {
        isTouched = true
        start = min(start, change.range.start)
        end = max(end, change.range.end)
        inside += change.shift
      } else if change.range.end <= region.start {
        before += change.shift
      }
    }
    region = TextRange(start + before, end + before + inside)
    return isTouched
  }
}
