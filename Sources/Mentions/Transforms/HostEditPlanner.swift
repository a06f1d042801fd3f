import Entities
public import TextModel

/// The reason why edits of the host cannot be planned.
public enum HostEditError: Error, Hashable, Sendable {
  /// The edit at this index of the list is outside of the text.
  case outOfBounds(Int)
  /// The edit at this index of the list overlaps another one.
  case overlaps(Int)
}

/// Plans edits of the host by applying the rules for edits to a copy of the affected region.
enum HostEditPlanner {
  /// Plans edits that the host requests.
  ///
  /// - Parameters:
  ///   - edits: the requested edits, with ranges in the current text, in any order.
  ///   - sparing: whether mentions that an edit partially overlaps are preserved.
  ///   - text: the document's text.
  ///   - store: the document's annotations.
  static func plan(
    _ edits: [TextReplacement], sparing: Bool, in text: IndexedText, _ store: Annotations
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
    // Several insertions at one position keep their order (LSP: TextEdit[]).
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

  /// Reduces an edit so that it preserves each mention that it only partially covers: the mention keeps its text, and
  /// the inserted text is placed after the mention or, if the edit covers the start of the mention, before it.
  private static func spare(_ edit: TextReplacement, _ store: Annotations) -> TextReplacement {
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

  /// Whether the edit removes exactly the text that trimming would remove.
  private static func trims(_ edit: TextReplacement, _ annotation: Annotation) -> Bool {
    guard edit.replacement.isEmpty, let short = annotation.shortForm, edit.range.end >= annotation.range.end,
      annotation.text.starts(with: short)
    else { return false }
    let kept = edit.range.start - annotation.range.start
    return kept >= short.count && annotation.text[short.count..<kept].allSatisfy(WhiteSpace.isASCIISpace)
  }

  /// Whether the edit replaces white space inside the mention by other white space.
  private static func respaces(_ edit: TextReplacement, _ annotation: Annotation) -> Bool {
    guard annotation.range.contains(edit.range), !edit.range.isEmpty, !edit.replacement.isEmpty else {
      return false
    }
    let from = edit.range.start - annotation.range.start
    let removed = annotation.text[from..<from + edit.range.count]
    return removed.allSatisfy(WhiteSpace.isASCIISpace) && edit.replacement.allSatisfy(WhiteSpace.isASCIISpace)
  }

  // MARK: The fates of the mentions

  private static func plan(_ edits: [TextReplacement], in region: PlannedRegion) -> EditPlan {
    var text = IndexedText(region.original)
    var store = Annotations(textCount: region.original.count)
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
    let change = Change(batch)
    let changes = store.apply(change, in: text, restores: false)
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
      edits: change.net.map {
        TextReplacement(range: $0.range.shifted(by: region.range.start.utf8), replacement: $0.inserted)
      },
      mentions: mentions, faults: [], original: region.original, originalMarks: region.marks,
      marks: marks.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }
}

/// Plans edits that rename entities.
enum RenamePlanner {
  /// Plans edits that replace the names of entities by new ones.
  ///
  /// - Parameters:
  ///   - edits: the edits, with ranges in the current text; sorted and disjoint, each inside one mention or outside of
  ///     all mentions.
  ///   - renamed: returns the entity under its new name.
  ///   - text: the document's text.
  ///   - annotations: the document's annotations.
  static func plan(
    _ edits: [TextReplacement], _ renamed: (Entity) -> Entity, in text: IndexedText,
    _ annotations: Annotations
  ) -> EditPlan {
    let stretch = TextRange(edits.first?.range.start ?? .zero, edits.last?.range.end ?? .zero)
    let hit = annotations.indices(touching: stretch).map { annotations.range(at: $0) }
    let region = PlannedRegion(
      around: TextRange(
        min(stretch.start, hit.first?.start ?? stretch.start), max(stretch.end, hit.last?.end ?? stretch.end)),
      in: text, annotations)
    var written: [UInt8] = []
    var end = region.range.start
    for edit in edits {
      written += text.buffer.bytes(in: TextRange(end, edit.range.start)) + edit.replacement
      end = edit.range.end
    }
    written += text.buffer.bytes(in: TextRange(end, region.range.end))

    var marks: [PlannedMark] = []
    var mentions: [EditPlan.Mention] = []
    var (next, shift) = (0, 0)
    for annotation in region.annotations {
      while next < edits.count, edits[next].range.start < annotation.range.start {
        shift += edits[next].replacement.count - edits[next].range.count
        next += 1
      }
      let start = annotation.range.start + shift
      while next < edits.count, edits[next].range.end <= annotation.range.end {
        shift += edits[next].replacement.count - edits[next].range.count
        next += 1
      }
      let range = TextRange(start, annotation.range.end + shift)
      var mark = PlannedMark(annotation, at: region.offsets(of: range))
      let own = Array(written[mark.range])
      let entity = renamed(annotation.entity)
      // The text of a trimmed mention is unchanged if the new name has the same short form; its entity changes anyway.
      if own != annotation.text || annotation.state == .trimmed && entity != annotation.entity {
        mark.content = AnnotationContent(
          entity: entity, text: own,
          shortForm: annotation.shortForm.flatMap { own.starts(with: $0) ? $0 : nil })
      }
      marks.append(mark)
      mentions.append(.init(before: annotation, after: range, fate: .moved))
    }
    return EditPlan(
      region: region.range, replacement: written, edits: edits, mentions: mentions, faults: [],
      original: region.original, originalMarks: region.marks, marks: marks)
  }
}

/// A mention to create in place of text.
public struct WantedMention: Hashable, Sendable {
  /// The range of the text to replace, in UTF-8 offsets in the current text.
  public var range: TextRange
  public var entity: Entity
  /// The trigger in whose format the mention is written (its index in the policy); nil for the format of implicit
  /// mentions.
  public var trigger: Int?

  public init(_ entity: Entity, in range: TextRange, trigger: Int? = nil) {
    (self.range, self.entity, self.trigger) = (range, entity, trigger)
  }
}

/// Plans edits that replace text by mentions.
struct WritingPlanner {
  /// A mention to write, with the text that its insert format writes for it.
  struct Writing {
    var range: TextRange
    var entity: Entity
    var text: InsertedText
    var shortForm: [UInt8]?
  }

  /// Plans edits that write mentions.
  ///
  /// - Parameters:
  ///   - writings: the mentions to write, sorted and disjoint, on scalar boundaries. They replace existing mentions
  ///     that they overlap.
  ///   - text: the document's text.
  ///   - store: the document's annotations.
  /// - Complexity: O(text from the first to the last of `writings`).
  static func plan(
    _ writings: [Writing], in text: IndexedText, _ store: Annotations
  ) -> EditPlan {
    let hull = TextRange(writings.first?.range.start ?? .zero, writings.last?.range.end ?? .zero)
    let hit = store.indices(in: hull).map { store.range(at: $0) }
    let region = PlannedRegion(
      around: TextRange(
        min(hull.start, hit.first?.start ?? hull.start), max(hull.end, hit.last?.end ?? hull.end)),
      in: text, store)

    var marks: [PlannedMark] = []
    var mentions: [EditPlan.Mention] = []
    var edits: [TextReplacement] = []
    var replacement: [UInt8] = []
    var copied = 0
    var shift = 0
    var next = 0

    func keep(until end: TextOffset) {
      while next < region.annotations.count, region.annotations[next].range.end <= end {
        let annotation = region.annotations[next]
        let offsets = region.offsets(of: annotation.range)
        marks.append(
          PlannedMark(annotation, at: offsets.lowerBound + shift..<offsets.upperBound + shift))
        mentions.append(
          .init(before: annotation, after: annotation.range.shifted(by: shift), fate: .moved))
        next += 1
      }
    }
    for writing in writings {
      keep(until: writing.range.start)
      let isThere = isThere(writing, next < region.annotations.count ? region.annotations[next] : nil, text)
      if isThere { continue }
      while next < region.annotations.count, region.annotations[next].range.start < writing.range.end {
        mentions.append(.init(before: region.annotations[next], after: nil, fate: .removed))
        next += 1
      }
      let offsets = region.offsets(of: writing.range)
      replacement += region.original[copied..<offsets.lowerBound]
      let start = replacement.count
      replacement += writing.text.bytes
      copied = offsets.upperBound
      let visible = writing.text.visible
      marks.append(
        PlannedMark(
          writing.entity, text: writing.text.visibleBytes, shortForm: writing.shortForm,
          at: start + visible.start.utf8..<start + visible.end.utf8))
      shift = replacement.count - copied
      let edit = AppliedEdit(
        range: writing.range, removed: Array(region.original[offsets]), inserted: writing.text.bytes)
      if !edit.changesNothing { edits.append(edit.edit) }
    }
    keep(until: region.range.end)
    replacement += region.original[copied...]
    return EditPlan(
      region: region.range, replacement: replacement, edits: edits, mentions: mentions, faults: [],
      original: region.original, originalMarks: region.marks, marks: marks)
  }

  /// Whether the text already contains exactly this mention, so that nothing has to be written.
  private static func isThere(_ writing: Writing, _ annotation: Annotation?, _ text: IndexedText) -> Bool {
    guard let annotation, annotation.entity == writing.entity,
      annotation.range == writing.text.visible.shifted(by: writing.range.start.utf8)
    else { return false }
    return text.buffer.bytes(in: writing.range) == writing.text.bytes
  }
}
