import Entities
import TextModel

/// Plans edits that write other names of entities.
enum RenamePlanner {
  /// - Parameters:
  ///   - edits: in the text as it is, sorted and disjoint, each in one mention or outside of all.
  ///   - renamed: an entity as it is from then on.
  ///   - text: the document's.
  ///   - annotations: the document's.
  static func plan(
    _ edits: [TextReplacement], _ renamed: (Entity) -> Entity, in text: IndexedText,
    _ annotations: AnnotationStore
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
      // A short form may be that of the new name too.
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
