public import Entities
public import TextModel

/// Text transforms and the host's own edits, planned so that mentions survive them (seed 003: adding, removing and
/// transforming plain and attributed text).
extension MentionsDocument {
  /// Plans what a function makes of a stretch of the text. Nothing is changed yet.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in the text as it is; clamped to it and widened to whole user-perceived characters and to
  ///     the mentions that it cuts.
  ///   - body: a pure function of the text of that stretch and the mentions in it, which says where each of them goes.
  /// - Complexity: O(lines of the stretch), and what `body` costs.
  public func transform(
    _ range: TextRange, _ body: (StyledText) -> TransformedText
  ) -> EditPlan {
    plan(in: range, reach: .selection, body)
  }

  /// Plans a transform of a stretch of the text. Nothing is changed yet.
  ///
  /// - Parameters:
  ///   - transform: what to do.
  ///   - range: UTF-8 offsets in the text as it is; clamped to it and widened to what the transform reaches.
  /// - Complexity: O(lines of the stretch), and what the transform costs.
  public func plan(_ transform: TextTransform, in range: TextRange) -> EditPlan {
    plan(in: range, reach: transform.reach) { transform.apply(to: $0) }
  }

  /// Plans edits of the host. Nothing is changed yet.
  ///
  /// - Parameters:
  ///   - edits: in the text as it is, disjoint, in any order.
  ///   - sparing: whether a mention that an edit only reaches into is left whole; else it becomes plain text, is trimmed
  ///     or goes as it does by any other edit.
  /// - Complexity: O(lines of the edits).
  /// - Throws: if an edit is outside of the text or overlaps another, with its place in the list.
  public func plan(
    edits: [TextReplacement], sparing: Bool
  ) throws(HostEditError) -> EditPlan {
    try HostEditPlanner.plan(edits, sparing: sparing, in: text, annotations)
  }

  /// Plans edits that write other names of entities. A mention that an edit lies in stays one, of its entity under the
  /// new name. Nothing is changed yet.
  ///
  /// - Parameters:
  ///   - edits: in the text as it is, sorted and disjoint, each in one mention or outside of all.
  ///   - renamed: an entity as it is from then on.
  /// - Complexity: O(lines from the first edit to the last).
  public func plan(renaming edits: [TextReplacement], _ renamed: (Entity) -> Entity) -> EditPlan {
    RenamePlanner.plan(edits, renamed, in: text, annotations)
  }

  /// Plans to put mentions in place of text, as the formats of the language and the place write them. Nothing is changed
  /// yet.
  ///
  /// - Parameter wanted: disjoint, in any order; of those that overlap the first counts. A mention that is in the way goes,
  ///   with what its format wrote round it. What would be written round it and is there already is not written twice;
  ///   nor is a second address in a trailer. A link that would be in the text of another one is left out.
  /// - Complexity: O(the stretch from the first to the last of them).
  public func plan(writing wanted: [WantedMention]) -> EditPlan {
    var units = MentionUnits(policy)
    var writings: [WritingPlanner.Writing] = []
    for one in wanted.sorted(by: { $0.range.start < $1.range.start }) {
      var range = text.buffer.widenedToScalars(text.buffer.clamp(one.range))
      for index in annotations.indices(in: range) {
        let unit = units.unit(of: annotations[index], in: text.buffer)
        range = TextRange(min(range.start, unit.start), max(range.end, unit.end))
      }
      let (format, character) = format(of: one.trigger, at: range.start)
      let written = format.write(one.entity, trigger: character)
      range = unit(of: range, in: written) ?? range
      if written.bytes.last == UInt8(ascii: ">"), let address = address(behind: range) {
        range = TextRange(range.start, address.end)
      }
      guard range.start >= writings.last?.range.end ?? .zero,
        !(written.isLink && LinkText.contains(range, in: text))
      else { continue }
      writings.append(
        WritingPlanner.Writing(
          range: range, entity: one.entity, text: written,
          shortForm: format.shortForm(for: one.entity, trigger: character)))
    }
    return WritingPlanner.plan(writings, in: text, annotations)
  }

  /// The ` <address>` after a name in a trailer of a commit message, regardless of its owner. Nil if there is none.
  ///
  /// - Parameter range: UTF-8 offsets in the current text.
  package func address(behind range: TextRange) -> TextRange? {
    guard insertPlace(at: range.start) == .trailer else { return nil }
    let line = text.content(ofLine: text.lines.line(at: range.end))
    let rest = text.buffer.bytes(in: TextRange(range.end, min(line.end, range.end + Self.longestAddress)))
    guard let open = rest.firstIndex(where: { $0 != 0x20 && $0 != 9 }), rest[open] == UInt8(ascii: "<"),
      let close = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return TextRange(range.end, range.end + close + 1)
  }

  /// In bytes: an address has at most 254 (RFC 5321).
  private static let longestAddress = 512

  private func plan(
    in range: TextRange, reach: TextTransform.Reach, _ body: (StyledText) -> TransformedText
  ) -> EditPlan {
    let selection = TransformSelection(range, reach: reach, in: text, annotations, policy)
    return TransformPlanner.plan(
      selection.stretch, selection.source, selection.annotations, result: body(selection.source), in: text,
      annotations)
  }

  /// Whether a mention is at a place or in a stretch: then there is something to do for the transforms of mentions.
  ///
  /// - Parameter range: UTF-8 offsets in the text as it is.
  package func hasMention(touching range: TextRange) -> Bool {
    let range = text.buffer.clamp(range)
    return !(range.isEmpty ? annotations.indices(touching: range) : annotations.indices(in: range)).isEmpty
  }
}

/// Recognizing planned edits in the host's changes.
extension MentionsDocument {
  /// Expects this edit from the host: when its change arrives, however it is written, each mention moves to its
  /// place in the plan. Undoing the edit is recognized too.
  ///
  /// - Parameters:
  ///   - plan: for the current text.
  ///   - readsText: whether to look for mentions in the inserted text, as in pasted text.
  public mutating func expect(_ plan: EditPlan, readsText: Bool = false) {
    var plan = plan
    for index in plan.marks.indices where plan.marks[index].id == .unnamed {
      plan.marks[index].id = annotations.nextID()
    }
    plans.expect(plan, readsText: readsText)
  }

  /// Makes the mentions of a plan that leaves the text as it is, and plain text of those that it leaves out. Does nothing
  /// for a plan that changes the text.
  ///
  /// - Parameter plan: made for the text as it is.
  public mutating func applyWithoutEdit(_ plan: EditPlan) -> DocumentReport {
    guard plan.edits.isEmpty else { return DocumentReport() }
    let new = plan.marks.filter { $0.id == .unnamed }.map { mark in
      NewAnnotation(
        range: mark.place(in: plan.region), entity: mark.content.entity, source: mark.source,
        shortForm: mark.content.shortForm, expectedText: mark.content.text)
    }
    if new.isEmpty {
      let plain = plan.mentions.filter { $0.after == nil }.map(\.before.range)
      return plain.isEmpty ? DocumentReport() : removeAnnotations(in: plain).report
    }
    return inCall(call.now) {
      for one in new {
        if let annotation = $0.put(one) { $0.emit(.didCreate(annotation)) }
        if let creation = $0.creation, creation.range.overlaps(one.range) { $0.toMachine(.cancelled) }
      }
      $0.emit(.annotationsChangedWithoutEdit)
    }
  }

  /// A planned edit has been made: its mentions are where it has them, and everything else moves along.
  mutating func carryOut(_ plan: PlannedEdits.Expected, _ change: Change) {
    process.offerMemory.forget()
    var changes = annotations.apply(change, in: text, at: call.now, restores: false)
    steps += changes.steps
    _ = followTrims(change.net, &changes)
    let planned = Dictionary(uniqueKeysWithValues: plan.marks.map { ($0.id, $0) })
    let known = Set(annotations.indices(in: plan.region).map { annotations[$0].id })
      .union(changes.bleached.map(\.annotation.id)).union(changes.deleted.map(\.id))

    changes.bleached.removeAll { planned[$0.annotation.id] != nil }
    changes.deleted.removeAll { planned[$0.id] != nil }
    changes.shortened = []
    changes.trimmed.removeAll { planned[$0.id]?.state == .whole }
    changes.rules = [:]
    let lost = changes.bleached.count + changes.deleted.count
    if lost > 0 { changes.rules[.planned] = lost }
    call.note(changes)

    for gone in annotations.settle(plan.marks, in: plan.region) where planned[gone.id] == nil {
      call.noteDeleted(gone, .planned)
    }
    let trimmed = Set(changes.trimmed.map(\.id))
    let wasWhole = Set(plan.originalMarks.filter { $0.state == .whole }.map(\.id))
    for index in annotations.indices(in: plan.region) {
      let annotation = annotations[index]
      guard annotation.source != .added else { continue }
      if !known.contains(annotation.id) { emit(.didCreate(annotation)) }
      let isTrimmedNow = annotation.state == .trimmed && wasWhole.contains(annotation.id)
      if isTrimmedNow, !trimmed.contains(annotation.id) { emit(.didTrim(annotation)) }
    }
    moveMarks(with: change, accepted: true)
    followDamage(change, AnnotationChanges())
    forgetDamage(in: [plan.region])
    declinedMentions.remove(in: plan.marks.map { $0.place(in: plan.region) })
    settleElsewhere(at: change.end ?? plan.region.end)
    if plan.readsText { reportPastes(change) }
  }
}
