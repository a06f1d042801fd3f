import Entities
public import TextModel

/// Somebody to be mentioned in place of some text.
public struct WantedMention: Hashable, Sendable {
  /// What to replace, UTF-8 offsets in the text as it is.
  public var range: TextRange
  public var entity: Entity
  /// The trigger by whose format the mention is written (its place in the policy); nil: as implicit mentions are.
  public var trigger: Int?

  public init(_ entity: Entity, in range: TextRange, trigger: Int? = nil) {
    (self.range, self.entity, self.trigger) = (range, entity, trigger)
  }
}

/// Plans edits that put mentions in place of text.
struct WritingPlanner {
  /// One of them, as its format writes it.
  struct Writing {
    var range: TextRange
    var entity: Entity
    var text: InsertedText
    var shortForm: [UInt8]?
  }

  /// - Parameters:
  ///   - writings: sorted and disjoint, on the boundaries of scalars. Mentions that they overlap give way to them.
  ///   - text: the document's.
  ///   - store: the document's annotations.
  /// - Complexity: O(the stretch from the first to the last of them).
  static func plan(
    _ writings: [Writing], in text: IndexedText, _ store: AnnotationStore
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

  /// Whether the mention is there already.
  private static func isThere(_ writing: Writing, _ annotation: Annotation?, _ text: IndexedText) -> Bool {
    guard let annotation, annotation.entity == writing.entity,
      annotation.range == writing.text.visible.shifted(by: writing.range.start.utf8)
    else { return false }
    return text.buffer.bytes(in: writing.range) == writing.text.bytes
  }
}
