import LanguageProtocol
import Mentions
import TextModel

/// Annotations as `mentions/list` and the notifications show them.
struct MentionTranslation {
  let positions: PositionTranslation
  let styles: StyleSheet

  func info(_ annotation: Annotation, in text: IndexedText) -> MentionInfo {
    let styles = styles.styles(of: annotation)
    return MentionInfo(
      range: positions.range(annotation.range, in: text),
      text: String(decoding: annotation.text, as: UTF8.self),
      state: annotation.state == .trimmed ? .trimmed : .whole, litUp: annotation.litUp,
      entity: EntityTranslation.whole(annotation.entity), styles: styles.isEmpty ? nil : styles)
  }

  /// What becomes of each mention of a document by a plan for its text as it is. O(mentions).
  func fates(by plan: EditPlan, in document: MentionsDocument) -> [PlannedMention] {
    var after = document.text
    for edit in plan.edits.reversed() { after.apply(edit) }
    let planned = Dictionary(uniqueKeysWithValues: plan.mentions.map { ($0.before.id, $0) })
    return document.annotations.map { annotation in
      let before = positions.range(annotation.range, in: document.text)
      if let mention = planned[annotation.id] {
        return PlannedMention(
          before: before, after: mention.after.map { positions.range($0, in: after) },
          fate: PlannedFate(rawValue: mention.fate.rawValue))
      }
      let shift = annotation.range.start >= plan.region.end ? plan.shift : 0
      return PlannedMention(
        before: before, after: positions.range(annotation.range.shifted(by: shift), in: after), fate: .moved)
    }
  }
}
