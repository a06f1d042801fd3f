import LanguageProtocol
import Mentions
import TextModel

/// Annotations as `mentions/list` and the notifications show them.
struct MentionTranslation {
  let positions: PositionTranslation

  func info(_ annotation: Annotation, in text: IndexedText) -> MentionInfo {
    MentionInfo(
      range: positions.range(annotation.range, in: text),
      text: String(decoding: annotation.text, as: UTF8.self),
      state: annotation.state == .trimmed ? .trimmed : .whole, litUp: annotation.litUp,
      entity: EntityTranslation.whole(annotation.entity))
  }
}
