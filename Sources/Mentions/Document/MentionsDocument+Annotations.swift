import Entities
public import TextModel

extension MentionsDocument {
  /// Annotates existing text (`mentions/add`). Annotations that overlap a new one are bleached first. O(log n) for each
  /// request.
  public mutating func add(_ requests: [AddRequest]) -> AddOutcome {
    var added: [Annotation] = []
    var refused: [(index: Int, reason: AnnotationError)] = []
    let report = inCall(call.now) {
      for (index, request) in requests.enumerated() {
        switch $0.add(request) {
        case .success(let annotation): added.append(annotation)
        case .failure(let reason): refused.append((index, reason))
        }
      }
      if !added.isEmpty { $0.emit(.annotationsChangedWithoutEdit) }
    }
    return AddOutcome(added: added, refused: refused, report: report)
  }

  private mutating func add(_ request: AddRequest) -> Result<Annotation, AnnotationError> {
    let new = NewAnnotation(
      range: request.range, entity: request.entity, source: .added,
      shortForm: shortForm(of: request.entity, written: request.range),
      expectedText: request.text)
    let isReplacing = !annotations.indices(in: request.range).isEmpty
    do {
      let annotation = try put(new)
      if let creation, creation.range.overlaps(annotation.range) { toMachine(.cancelled) }
      // Otherwise, a later edit could count as accepting the offer of the replaced mention again.
      if isReplacing, creation == nil { process.offerMemory.forget() }
      return .success(annotation)
    } catch {
      return .failure(error)
    }
  }

  /// The short form of an entity in the first format whose output for this entity is the text in a range. Nil if there
  /// is no such format, or if the entity has no short form in it.
  func shortForm(of entity: Entity, written range: TextRange) -> [UInt8]? {
    guard range.start >= .zero, range.end <= text.buffer.end else { return nil }
    let place = insertPlace(at: range.start)
    let formats =
      policy.triggers.map { ($0.insert.format(for: languageID, at: place), $0.character) }
      + [(policy.implicit.insert.format(for: languageID, at: place), "")]
    for (format, trigger) in formats {
      let visible = format.write(entity, trigger: trigger).visibleBytes
      if visible.count == range.count, text.buffer.holds(visible, at: range.start) {
        return format.shortForm(for: entity, trigger: trigger)
      }
    }
    return nil
  }

  /// Turns annotations that overlap the ranges into plain text; all annotations if `ranges` is nil. If their text could
  /// be read as mentions again, the user's choice is remembered. O(log n) for each range, plus the mentions in it.
  public mutating func removeAnnotations(in ranges: [TextRange]?) -> (removed: Int, report: DocumentReport) {
    var count = 0
    let report = inCall(call.now) {
      let gone = $0.annotations.remove(in: ranges)
      count = gone.count
      $0.decline(gone)
      for annotation in gone { $0.call.noteDeleted(annotation, .asked) }
      $0.forgetDamage(in: ranges)
      if !gone.isEmpty { $0.emit(.annotationsChangedWithoutEdit) }
    }
    return (count, report)
  }

  /// The trigger of the mention that may be in progress at a position; nil if there is none. O(look-back limit).
  package func trigger(at offset: TextOffset) -> MentionsPolicy.Trigger? {
    reader.lookBack(from: offset, spaces: .asTheTriggerAllows)?.trigger.map { policy.triggers[$0] }
  }

  /// Explains whether a mention would be offered automatically at a position. O(look-back limit).
  public func explain(at offset: TextOffset) -> Explanation {
    let offset = text.buffer.scalarStart(at: offset)
    if let annotation = annotations.annotation(containing: offset) {
      return Explanation(
        offered: false, rule: "annotation",
        reason: "The position is inside a mention of \(annotation.entity.name).")
    }
    let reader = reader
    guard let candidate = reader.lookBack(from: offset, spaces: .asTheTriggerAllows) else {
      let isAddress = reader.isWithinAddress(offset)
      if !isAddress, let word = reader.word(before: offset) { return explainName(word) }
      let verdict = verdict(at: offset, trigger: policy.triggers.first?.character)
      guard isAddress, verdict.isProse else { return explain(verdict, .explicit) }
      return Explanation(
        offered: false, rule: ProseRule.emailAddress.rawValue,
        reason:
          "A trigger directly after a letter does not begin a mention, because it may be part of an e-mail address."
      )
    }
    let trigger = candidate.trigger.map { policy.triggers[$0] }
    if let trigger, trigger.isPathExcluded {
      return Explanation(
        offered: false, rule: "excluded-path",
        reason:
          "The settings exclude this path; “\(trigger.character)” offers mentions only if you request completion."
      )
    }
    if let trigger, !trigger.isOffered(in: languageID) {
      return Explanation(
        offered: false, rule: "excluded-language",
        reason: "In \(languageID), “\(trigger.character)” offers mentions only if you request completion.")
    }
    let verdict = verdict(at: candidate.start, trigger: trigger?.character)
    if verdict.isProse, process.cancelledTriggers.contains(candidate.start) { return .cancelled }
    return explain(verdict, .explicit)
  }

  /// Explains whether a word without a trigger is completed automatically.
  private func explainName(_ word: CreationStart) -> Explanation {
    let verdict = verdict(at: word.start, trigger: nil)
    guard verdict.isProse else { return explain(verdict, .implicit) }
    let (implicit, typed) = (policy.implicit, word.typed)
    func refusal(_ rule: String, _ reason: String) -> Explanation {
      Explanation(offered: false, rule: rule, reason: reason, kind: .implicit)
    }
    if implicit.minimumLength == 0 {
      return refusal("implicit-off", "The settings allow mentions only after a trigger.")
    }
    if typed.count < implicit.minimumLength {
      return refusal(
        "too-short", "Without a trigger, people are offered only after \(implicit.minimumLength) letters.")
    }
    if !implicit.anyCase, typed.first?.isLowercase == true {
      return refusal(
        "lowercase", "Without a trigger, people are offered only for words that begin with a capital letter.")
    }
    if implicit.ignore.contains(typed), !isInTrailer(at: word.keyStart) {
      return refusal("ignored-word", "The settings exclude the word “\(typed)”.")
    }
    return process.cancelledTriggers.contains(word.start) ? .cancelled : explain(verdict, .implicit)
  }

  private func verdict(at offset: TextOffset, trigger: String?) -> ProseVerdict {
    var prose = prose
    return prose.verdict(at: offset, in: text, trigger: trigger)
  }

  private func explain(_ verdict: ProseVerdict, _ kind: SearchKind) -> Explanation {
    Explanation(offered: verdict.isProse, rule: verdict.rule.rawValue, reason: verdict.reason, kind: kind)
  }
}

/// Attributes and accessories of the host (Hakawai: attribute APIs, accessory views).
extension MentionsDocument {
  /// Adds an attribute to the text. It replaces attributes of the same name in its range.
  ///
  /// - Parameter attribute: the attribute, with its range in UTF-8 offsets in the current text; the range is
  ///   widened to whole scalars.
  /// - Complexity: O(names + log n), plus the distance from the last change.
  /// - Throws: if the range is empty or outside of the text, the name is empty, or the name is new and there are
  ///   already ``Attributes/mostNames`` names.
  public mutating func add(_ attribute: TextAttribute) throws(AttributeError) {
    try attributes.add(attribute, in: text)
  }

  /// Removes attributes from the text.
  ///
  /// - Parameters:
  ///   - names: the names of the attributes to remove; nil for all.
  ///   - ranges: UTF-8 offsets in the current text; nil for everywhere. Parts of an attribute outside the ranges are
  ///     kept.
  /// - Returns: whether any part of an attribute was removed.
  /// - Complexity: O(log n) for each name and range, plus the attributes removed and the distance from the last change.
  @discardableResult
  public mutating func stripAttributes(names: [String]? = nil, in ranges: [TextRange]? = nil) -> Bool {
    attributes.strip(names: names, ranges: ranges)
  }

  /// Replaces ``accessories`` with a modified copy, in which all anchors must be in the current text.
  public mutating func setAccessories(_ accessories: Accessories) { self.accessories = accessories }
}

/// Creating, removing and declining annotations.
extension MentionsDocument {
  // MARK: Creating

  /// Creates an annotation. Annotations that overlap it are bleached first.
  ///
  /// - Parameter keepsDamage: whether damaged mentions in its range can still be restored.
  mutating func put(
    _ new: NewAnnotation, keepsDamage: Bool = false
  ) throws(AnnotationError) -> Annotation {
    let (annotation, bleached) = try annotations.insert(new, in: text)
    for old in bleached { call.noteDeleted(old, .overlapped) }
    if !keepsDamage { forgetDamage(in: [annotation.range]) }
    if !declinedMentions.isEmpty { declinedMentions.remove(in: [annotation.range]) }
    return annotation
  }

  /// Restores an annotation, unless another annotation or the mention in creation overlaps its range. Returns whether
  /// the annotation was restored.
  mutating func restore(_ new: NewAnnotation) -> Bool {
    guard annotations.indices(in: new.range).isEmpty else { return false }
    if let creation, creation.range.overlaps(new.range) { return false }
    return (try? put(new)) != nil
  }

  // MARK: Plain text

  /// Records that the text of removed annotations stays plain text, if it could otherwise be read as a mention again.
  mutating func decline(_ gone: [Annotation]) {
    for annotation in gone where canBeReadBack(annotation) {
      decline(
        NewAnnotation(
          range: annotation.range, entity: annotation.entity, source: .restored,
          expectedText: annotation.text))
    }
  }

  mutating func decline(_ old: NewAnnotation) {
    if declinedMentions.isEmpty {
      let removed = declinedMentions.removed
      declinedMentions = Annotations(textCount: text.buffer.count)
      declinedMentions.removed = removed
      declinedMentions.removed.limit = annotations.removed.limit
    }
    _ = try? declinedMentions.insert(old, in: text)
    guard declinedMentions.count > Self.mostDeclined,
      let oldest = declinedMentions.indices.min(by: {
        declinedMentions[$0].id.rawValue < declinedMentions[$1].id.rawValue
      })
    else { return }
    declinedMentions.remove(at: oldest)
  }

  /// The maximum number of remembered ranges of plain text; the oldest are dropped first.
  private static let mostDeclined = 1000

  // MARK: Damage

  /// Drops the damaged mentions in these ranges (nil: everywhere), because another mention uses the text, or the user
  /// requested plain text.
  mutating func forgetDamage(in ranges: [TextRange]?) {
    guard !damage.isEmpty else { return }
    let hadHints = !damage.shown.isEmpty
    damage.forget(in: ranges)
    if hadHints { emit(.damageChanged(byEdit: false)) }
  }
}
