public import Entities
public import TextModel

extension MentionsDocument {
  /// The mention that the next backspace at this place trims, or deletes because it cannot be trimmed: a host that knows
  /// better how it is trimmed is asked then. Nil where a backspace lights one up, deletes a trimmed one, or does nothing
  /// special. O(log n).
  public func mentionToTrim(at offset: TextOffset) -> Annotation? {
    guard let index = annotationIndex(endingAt: offset) else { return nil }
    let annotation = annotations[index]
    guard annotation.state == .whole, !lightsUpFirst(annotation) else { return nil }
    return annotation
  }

  /// Takes over whether and to what a mention can be trimmed, as its host knows it by now. The text stays.
  ///
  /// - Parameters:
  ///   - id: of a mention that is whole; any other stays as it is.
  ///   - entity: only its `canTrim` and `shortName` count.
  /// - Complexity: O(n) in the number of mentions.
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

  /// Decides what a backspace at this place does. Right after a mention, the first highlights it, the second trims
  /// it if possible, and a further one deletes all of it. The annotation follows from the host's change.
  /// O(log n).
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

  /// A range with what would be written round it: the brackets and the address of a link whose text alone is to be
  /// another one. Nil where that is not there.
  func unit(of range: TextRange, in written: InsertedText) -> TextRange? {
    let head = Array(written.bytes[..<written.visible.start.utf8])
    let tail = Array(written.bytes[written.visible.end.utf8...])
    guard range.start.utf8 >= head.count, range.end + tail.count <= text.buffer.end,
      text.buffer.holds(head, at: range.start - head.count), text.buffer.holds(tail, at: range.end)
    else { return nil }
    return TextRange(range.start - head.count, range.end + tail.count)
  }
}

/// After so many milliseconds without the change that was asked for, it counts as refused.
private let patience = 1000

extension MentionsDocument {
  /// Mentions that an edit has damaged and that were not edited since, oldest first, for hints. Omits those whose
  /// remains contain another mention.
  public var damagedMentions: [DamagedMention] {
    damage.shown.filter { annotations.indices(in: $0.remains).isEmpty }
  }

  /// The edit that does something about the mention at a place: a damaged one, else, for ``MentionFix/trim`` and
  /// ``MentionFix/delete``, a whole one. For the text as it is; nil if there is none or nothing to do.
  /// What the mention becomes follows from the host's change.
  public mutating func fix(_ fix: MentionFix, at offset: TextOffset) -> TextReplacement? {
    let touching = damagedMentions.reversed().filter { $0.remains.touches(offset) }
    if !touching.isEmpty {
      // Where one begins and another ends, the one that begins is meant: a quick fix names the start of its hint.
      let meant = touching.filter { offset < $0.remains.end } + touching.filter { offset == $0.remains.end }
      return meant.lazy.compactMap { $0.edit(for: fix) }.first
    }
    return annotations.annotation(touching: offset).flatMap { edit(for: fix, of: $0) }
  }

  /// The edit that trims or deletes a whole mention; nil for one that cannot be trimmed.
  mutating func edit(for fix: MentionFix, of annotation: Annotation) -> TextReplacement? {
    switch fix {
    case .restore: return nil
    case .trim:
      guard let short = annotation.shortForm else { return nil }
      trims.add(annotation, region: annotation.range, isBackspaced: backspaced == annotation.id)
      return TextReplacement(turning: annotation.text, at: annotation.range.start, into: short)
    case .delete: return TextReplacement(range: annotation.range, replacement: [])
    }
  }

  /// The host's word on ``MentionsEffect/change(_:)``. That it was done proves nothing: the change counts.
  public mutating func changeRefused(now: Instant) -> DocumentReport {
    inCall(now) { $0.giveUpRepairs() }
  }

  // MARK: Edits

  /// Follows a notification's change: annotates restored mentions and remembers damaged ones. `takenBack`: the
  /// annotation of an undone preview of which the typed key remains.
  mutating func followDamage(
    _ change: Change, _ changes: AnnotationChanges, takenBack: AnnotationID? = nil
  ) {
    guard damage.isWorthFollowing(changes) else { return }
    let hadHints = !damage.shown.isEmpty
    let outcome = damage.follow(change, in: text, at: call.now, gap: policy.deletionGap)
    for restoration in outcome.back { restore(restoration) }
    for mention in outcome.gone where !mention.isTrimmed { annotations.rememberDeleted(mention.annotation) }
    for annotation in changes.restored { damage.restoreTrimmed(annotation, in: text, at: call.now) }
    for bleached in changes.bleached { note(bleached, isTrimmed: false, outcome.resumed, takenBack) }
    for shortened in changes.shortened { note(shortened, isTrimmed: true, [], takenBack) }
    damage.patienceEnds = nil
    damage.pauseEnds = damage.awaitPause ? call.now.advanced(by: policy.deletionGap) : nil
    if let due = damage.pauseEnds { emit(.wake(at: due)) }
    if hadHints || !damage.shown.isEmpty { emit(.damageChanged(byEdit: true)) }
  }

  /// `resumed`: those that were trimmed just now by a deletion that goes on.
  private mutating func note(
    _ damaged: AnnotationChanges.Damage, isTrimmed: Bool, _ resumed: [DamagedMention],
    _ takenBack: AnnotationID?
  ) {
    guard !damaged.remains.isEmpty else { return }
    if damaged.annotation.id == takenBack {
      // A key being typed: redo restores it whole, and it is not a short form.
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
    // What is typed on, or was written as a handle, is text to be typed: no hint, and nothing to repair.
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

  /// Annotates text that was restored, unless something else has taken its place.
  private mutating func restore(_ restoration: DamagedMentions.Restoration) {
    let old = restoration.mention.annotation
    let standing = annotations.indices(in: restoration.range)
    let isOwn = standing.allSatisfy {
      let annotation = annotations[$0]
      return annotation.state == .trimmed && annotation.entity.isSameEntity(as: old.entity)
    }
    guard isOwn else { return }
    let isOld = restoration.state == old.state
    defer {
      if !isOld { damage.add(restoration.mention.trimmed(to: restoration.range, in: text, at: call.now)) }
    }
    if standing.count == 1, annotations.range(at: standing.lowerBound) == restoration.range { return }
    let new = NewAnnotation(
      range: restoration.range, entity: old.entity, source: old.source.restored,
      state: restoration.state, shortForm: isOld ? old.shortForm : nil)
    guard let annotation = put(new) else { return }
    call.noteRestored()
    guard annotation.source != .added else { return }
    emit(.didCreate(annotation))
    if !isOld { emit(.didTrim(annotation)) }
  }

  // MARK: Trims that were asked for

  /// Annotates mentions that the host has trimmed as requested, in edits that did not look like a trim. Removes from
  /// `changes` the mentions that only seem deleted; call it before reporting them.
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

  /// Annotates trims whose mention was removed in an earlier notification; call it after following damage.
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
    guard let annotation = put(new) else { return }
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

  /// Takes notice of the time: the instant that a report asked for has come.
  public mutating func tick(now: Instant) -> DocumentReport {
    var report = inCall(now) { $0.tickDamage() }
    if !plugins.isEmpty { report.effects += tickPlugins(now: now).effects }
    return report
  }

  /// Asks for the edits that the policy wants once nothing has arrived for a while.
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

/// Trims requested of the host, until they are completed. A host may write one edit as several notifications:
/// lsp-mode inserts `Countess` before it removes `Ada Lovelace`.
struct PendingTrims: Sendable {
  struct Trim: Sendable {
    let annotation: Annotation
    let shortForm: [UInt8]
    /// The text in its place and any text inserted at its edges, in the current text.
    var region: TextRange
    /// Nil until the first edit comes.
    var expires: Instant?
    /// Whether a backspace asked for it: the short form then stays lit up, and the next one deletes it.
    let isBackspaced: Bool
  }

  private var all: [Trim] = []
  /// Whose trims the last notification made.
  private var made: Set<AnnotationID> = []

  /// Whether nothing is to be followed.
  var isEmpty: Bool { all.isEmpty && made.isEmpty }

  /// How long after the first edit the last may come, in milliseconds.
  private static let patience = 1000

  mutating func add(_ annotation: Annotation, region: TextRange, isBackspaced: Bool) {
    guard let short = annotation.shortForm else { return }
    all.removeAll { $0.annotation.id == annotation.id }
    all.append(Trim(annotation: annotation, shortForm: short, region: region, isBackspaced: isBackspaced))
  }

  /// Whether a mention is being trimmed, or has just been, at this document's request.
  func contains(_ id: AnnotationID) -> Bool { made.contains(id) || all.contains { $0.annotation.id == id } }

  /// Whether net changes, relative to the text before them, are to a mention that is being trimmed. What only puts
  /// text at its edge counts only where the trim would.
  func concern(_ changes: [AppliedEdit]) -> Bool {
    all.contains { trim in changes.contains { trim.isTouched(by: $0) } }
  }

  /// Follows net changes, which are sorted, disjoint and relative to the text before them, and takes out the trims
  /// that were made. One that the changes pass by is given up.
  mutating func follow(_ changes: [AppliedEdit], in buffer: TextBuffer, now: Instant) -> [Trim] {
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
    // What puts in anything else is not a step of the trim, wherever it is: an acceptance after a refusal, say.
    guard change.inserted.isEmpty || isPart(change.inserted) else { return false }
    return region.overlaps(change.range) || (change.range.isEmpty && region.touches(change.range.start))
  }

  /// Whether the short form holds these bytes: the host writes it next to what is to go.
  private func isPart(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= shortForm.count else { return false }
    return (0...shortForm.count - bytes.count).contains { shortForm[$0...].starts(with: bytes) }
  }

  /// False where none of the changes concerns it.
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
