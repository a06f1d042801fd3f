import TextModel

/// Why edits of the host cannot be planned.
public enum HostEditError: Error, Hashable, Sendable {
  /// The edit at this place of the list lies outside of the text.
  case outOfBounds(Int)
  /// The edit at this place of the list overlaps another one.
  case overlaps(Int)
}

/// Plans edits of the host: the law of edits applied to a copy of the stretch that they are in.
enum HostEditPlanner {
  /// - Parameters:
  ///   - edits: in the text as it is, in any order.
  ///   - sparing: whether an edit that reaches into a mention leaves the mention whole.
  ///   - text: the document's.
  ///   - store: the document's annotations.
  static func plan(
    _ edits: [TextReplacement], sparing: Bool, in text: IndexedText, _ store: AnnotationStore
  ) throws(HostEditError) -> EditPlan {
    var sorted = try self.sorted(edits, in: text.buffer)
    if sparing { sorted = sorted.map { spare($0, store) } }
    let stretch = TextRange(
      sorted.first?.range.start ?? .zero, sorted.last?.range.end ?? sorted.first?.range.start ?? .zero)
    let hit = store.indices(in: stretch).map { store.range(at: $0) }
    let region = PlannedRegion(
      around: TextRange(
        min(stretch.start, hit.first?.start ?? stretch.start), max(stretch.end, hit.last?.end ?? stretch.end)),
      in: text, store)
    return plan(sorted, in: region)
  }

  private static func sorted(
    _ edits: [TextReplacement], in buffer: TextBuffer
  ) throws(HostEditError) -> [TextReplacement] {
    for (index, edit) in edits.enumerated() where edit.range.start < .zero || edit.range.end > buffer.end {
      throw .outOfBounds(index)
    }
    // Several insertions at one place keep their order (LSP: TextEdit[]).
    let order = edits.indices.sorted {
      (edits[$0].range.start, edits[$0].range.end, $0) < (edits[$1].range.start, edits[$1].range.end, $1)
    }
    for (before, after) in zip(order, order.dropFirst())
    where edits[before].range.end > edits[after].range.start {
      throw .overlaps(max(before, after))
    }
    return order.map {
      TextReplacement(
        range: buffer.widenedToScalars(edits[$0].range),
        replacement: Array(String(decoding: edits[$0].replacement, as: UTF8.self).utf8))
    }
  }

  // MARK: Sparing mentions

  /// What of an edit leaves the mentions whole that it only reaches into: those keep their text, and what is put in goes
  /// behind them, or before one that it reaches into from the front.
  private static func spare(_ edit: TextReplacement, _ store: AnnotationStore) -> TextReplacement {
    var (start, end) = (edit.range.start, edit.range.end)
    for index in store.indices(in: edit.range) {
      let annotation = store[index]
      if edit.range.contains(annotation.range), !edit.range.isEmpty { continue }
      if trims(edit, annotation) || respaces(edit, annotation) { return edit }
      if annotation.range.start < edit.range.start {
        start = annotation.range.end
        end = max(end, start)
      } else {
        end = annotation.range.start
      }
    }
    return TextReplacement(range: TextRange(start, max(start, end)), replacement: edit.replacement)
  }

  /// Whether the edit takes away what a mention loses by being trimmed.
  private static func trims(_ edit: TextReplacement, _ annotation: Annotation) -> Bool {
    guard edit.replacement.isEmpty, let short = annotation.shortForm, edit.range.end >= annotation.range.end,
      annotation.text.starts(with: short)
    else { return false }
    let kept = edit.range.start - annotation.range.start
    return kept >= short.count && annotation.text[short.count..<kept].allSatisfy(WhiteSpace.isASCIISpace)
  }

  /// Whether white space inside the mention becomes other white space.
  private static func respaces(_ edit: TextReplacement, _ annotation: Annotation) -> Bool {
    guard annotation.range.contains(edit.range), !edit.range.isEmpty, !edit.replacement.isEmpty else {
      return false
    }
    let from = edit.range.start - annotation.range.start
    let removed = annotation.text[from..<from + edit.range.count]
    return removed.allSatisfy(WhiteSpace.isASCIISpace) && edit.replacement.allSatisfy(WhiteSpace.isASCIISpace)
  }

  // MARK: What becomes of the mentions

  private static func plan(_ edits: [TextReplacement], in region: PlannedRegion) -> EditPlan {
    var text = IndexedText(region.original)
    var store = AnnotationStore(textCount: region.original.count)
    var copies: [(before: Annotation, id: AnnotationID)] = []
    for annotation in region.annotations {
      let offsets = region.offsets(of: annotation.range)
      let new = NewAnnotation(
        range: TextRange(offsets.lowerBound, offsets.upperBound), entity: annotation.entity,
        source: annotation.source, state: annotation.state, shortForm: annotation.shortForm)
      if let made = try? store.insert(new, in: text).annotation { copies.append((annotation, made.id)) }
    }
    var batch = EditBatch()
    for edit in edits.reversed() {
      batch.apply(
        TextReplacement(
          range: edit.range.shifted(by: -region.range.start.utf8), replacement: edit.replacement), to: &text)
    }
    let changes = store.apply(batch.applied, in: text, recreates: false)
    let bleached = Set(changes.bleached.map(\.annotation.id))

    var mentions: [EditPlan.Mention] = []
    var marks: [PlannedMark] = []
    for (before, id) in copies {
      guard let index = store.index(of: id) else {
        mentions.append(
          .init(before: before, after: nil, fate: bleached.contains(id) ? .plain : .removed))
        continue
      }
      let after = store[index]
      var mark = PlannedMark(before, at: after.range.start.utf8..<after.range.end.utf8)
      mark.content = after.content
      mark.state = after.state
      marks.append(mark)
      let isTrimmed = after.state == .trimmed && before.state == .whole
      mentions.append(
        .init(
          before: before, after: after.range.shifted(by: region.range.start.utf8),
          fate: isTrimmed ? .trimmed : .moved))
    }
    return EditPlan(
      region: region.range, replacement: text.buffer.bytes(in: text.buffer.range),
      edits: batch.netEdits().map {
        TextReplacement(range: $0.range.shifted(by: region.range.start.utf8), replacement: $0.replacement)
      },
      mentions: mentions, faults: [], original: region.original, originalMarks: region.marks,
      marks: marks.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }
}
