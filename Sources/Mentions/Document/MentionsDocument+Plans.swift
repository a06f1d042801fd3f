public import Entities
public import TextModel

/// Text transforms and the host's own edits, planned such that mentions are preserved (Hakawai: adding, removing and
/// transforming plain and attributed text).
extension MentionsDocument {
  /// Plans the transformation of a range of text by a function. Does not change the document.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets in the current text; clamped to it and widened to whole user-perceived characters and
  ///     mentions.
  ///   - body: a pure function of the text in the range and the mentions in it, which returns the new position of each
  ///     mention.
  /// - Complexity: O(lines of the range), plus the cost of `body`.
  public func transform(
    _ range: TextRange, _ body: (StyledText) -> TransformedText
  ) -> EditPlan {
    plan(in: range, reach: .selection, body)
  }

  /// Plans a transform of a range of the text. Does not change the document.
  ///
  /// - Parameters:
  ///   - transform: the transform.
  ///   - range: UTF-8 offsets in the current text; clamped to it and widened to the reach of the transform.
  /// - Complexity: O(lines of the range), plus the cost of the transform.
  public func plan(_ transform: TextTransform, in range: TextRange) -> EditPlan {
    plan(in: range, reach: transform.reach) { transform.apply(to: $0) }
  }

  /// Plans edits by the host. Does not change the document.
  ///
  /// - Parameters:
  ///   - edits: disjoint edits of the current text, in any order.
  ///   - sparing: whether mentions that an edit only partially overlaps are preserved; otherwise they become plain
  ///     text, or are trimmed or deleted, as by any other edit.
  /// - Complexity: O(lines of the edits).
  /// - Throws: if an edit is outside of the text or overlaps another one, with its index in the list.
  public func plan(
    edits: [TextReplacement], sparing: Bool
  ) throws(HostEditError) -> EditPlan {
    try HostEditPlanner.plan(edits, sparing: sparing, in: text, annotations)
  }

  /// Plans edits that rename entities. A mention that contains an edit remains a mention of the renamed entity. Does
  /// not change the document.
  ///
  /// - Parameters:
  ///   - edits: sorted and disjoint edits of the current text, each inside one mention or outside of all mentions.
  ///   - renamed: returns the entity under its new name.
  /// - Complexity: O(lines from the first edit to the last).
  public func plan(renaming edits: [TextReplacement], _ renamed: (Entity) -> Entity) -> EditPlan {
    RenamePlanner.plan(edits, renamed, in: text, annotations)
  }

  /// Plans the replacement of text by mentions, in the formats of the language and the position. Does not change the
  /// document.
  ///
  /// - Parameter wanted: the mentions to write, in any order; if their ranges overlap, the first one is used. An
  ///   existing mention is replaced together with the text that its format wrote around it. Text that would be written
  ///   around the new mention is not repeated if it is already there; nor is an address in a trailer. A link inside the
  ///   text of another link is skipped.
  /// - Complexity: O(text from the first to the last range).
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

  /// The ` <address>` after a name in a trailer of a commit message, regardless of whose it is. Nil if there is none.
  ///
  /// - Parameter range: the range of the name, in UTF-8 offsets in the current text.
  package func address(behind range: TextRange) -> TextRange? {
    guard insertPlace(at: range.start) == .trailer else { return nil }
    let line = text.content(ofLine: text.lines.line(at: range.end))
    let rest = text.buffer.bytes(in: TextRange(range.end, min(line.end, range.end + Self.longestAddress)))
    guard let open = rest.firstIndex(where: { $0 != 0x20 && $0 != 9 }), rest[open] == UInt8(ascii: "<"),
      let close = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return TextRange(range.end, range.end + close + 1)
  }

  /// The maximum number of bytes that are searched for an address; the address itself has at most 254 (RFC 5321).
  private static let longestAddress = 512

  private func plan(
    in range: TextRange, reach: TextTransform.Reach, _ body: (StyledText) -> TransformedText
  ) -> EditPlan {
    let selection = TransformSelection(range, reach: reach, in: text, annotations, policy)
    return TransformPlanner.plan(
      selection.stretch, selection.source, selection.annotations, result: body(selection.source), in: text,
      annotations)
  }

  /// Whether a range touches a mention, so that the transforms of mentions apply.
  ///
  /// - Parameter range: UTF-8 offsets in the current text.
  package func hasMention(touching range: TextRange) -> Bool {
    let range = text.buffer.clamp(range)
    return !(range.isEmpty ? annotations.indices(touching: range) : annotations.indices(in: range)).isEmpty
  }
}

/// Recognizing planned edits in the host's changes.
extension MentionsDocument {
  /// Expects this edit from the host: when its change arrives, in any form, each mention moves to its planned position.
  /// Undoing the edit is recognized too.
  ///
  /// - Parameters:
  ///   - plan: a plan for the current text.
  ///   - readsText: whether to look for mentions in the inserted text, as in pasted text.
  public mutating func expect(_ plan: EditPlan, readsText: Bool = false) {
    var plan = plan
    for index in plan.marks.indices where plan.marks[index].id == .unnamed {
      plan.marks[index].id = annotations.nextID()
    }
    plans.expect(plan, readsText: readsText)
  }

  /// Applies a plan that does not change the text: creates its mentions, and turns those that it omits into plain text.
  /// Does nothing for a plan that changes the text.
  ///
  /// - Parameter plan: a plan for the current text.
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
        if let annotation = try? $0.put(one) { $0.emit(.didCreate(annotation)) }
        if let creation = $0.creation, creation.range.overlaps(one.range) { $0.toMachine(.cancelled) }
      }
      $0.emit(.annotationsChangedWithoutEdit)
    }
  }

  /// Handles a planned edit that has been made: moves its mentions to their planned positions, and updates all other
  /// positions.
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
