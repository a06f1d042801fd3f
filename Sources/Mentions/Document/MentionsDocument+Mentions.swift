import TextModel

/// What mentions there are, and which the user does not want.
extension MentionsDocument {
  // MARK: Making

  /// Nil if it cannot be there.
  mutating func put(_ new: NewAnnotation) -> Annotation? {
    do {
      let (annotation, bleached) = try annotations.insert(new, in: text)
      for old in bleached { call.noteDeleted(old, .overlapped) }
      forgetDamage(in: [annotation.range])
      if !declinedMentions.isEmpty { declinedMentions.remove(in: [annotation.range]) }
      return annotation
    } catch {
      return nil
    }
  }

  /// Whether it was annotated: it does not disturb the text there, nor what is being made.
  mutating func restore(_ new: NewAnnotation) -> Bool {
    guard annotations.indices(in: new.range).isEmpty else { return false }
    if let creation, creation.range.overlaps(new.range) { return false }
    return put(new) != nil
  }

  // MARK: Plain text

  /// Remembers that the user wants these as plain text, where they could be read back.
  mutating func decline(_ gone: [Annotation]) {
    guard !gone.isEmpty, canReadBack else { return }
    for annotation in gone {
      decline(
        NewAnnotation(
          range: annotation.range, entity: annotation.entity, source: .restored,
          expectedText: annotation.text))
    }
  }

  mutating func decline(_ old: NewAnnotation) {
    if declinedMentions.isEmpty {
      let removed = declinedMentions.removed
      declinedMentions = AnnotationStore(textCount: text.buffer.count)
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

  /// At most so many stretches of plain text are remembered; the oldest go first.
  private static let mostDeclined = 1000

  // MARK: Damage

  /// Something else is in these ranges now (nil: everywhere), or the user wants plain text there.
  mutating func forgetDamage(in ranges: [TextRange]?) {
    guard !damage.isEmpty else { return }
    let hadHints = !damage.shown.isEmpty
    damage.forget(in: ranges)
    if hadHints { emit(.damageChanged(byEdit: false)) }
  }
}
