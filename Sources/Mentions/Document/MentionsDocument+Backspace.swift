public import Entities
public import TextModel

extension MentionsDocument {
  /// The mention that the next backspace at this place trims, or deletes because it cannot be trimmed: a host that knows
  /// better how it is trimmed is asked then. Nil where a backspace lights one up, deletes a trimmed one, or does nothing
  /// special. O(log n).
  public func mentionToTrim(at offset: TextOffset) -> Annotation? {
    guard let index = annotationIndex(endingAt: offset) else { return nil }
    let annotation = annotations[index]
    guard annotation.state == .whole, !lightsUpFirst(annotation) else { return nil }
    return annotation
  }

  /// Takes over whether and to what a mention can be trimmed, as its host knows it by now. The text stays.
  ///
  /// - Parameters:
  ///   - id: of a mention that is whole; any other stays as it is.
  ///   - entity: only its `canTrim` and `shortName` count.
  /// - Complexity: O(n) in the number of mentions.
  public mutating func updateTrimming(of id: AnnotationID, to entity: Entity) {
    guard let index = annotations.firstIndex(where: { $0.id == id }) else { return }
    let annotation = annotations[index]
    guard annotation.state == .whole else { return }
    var known = annotation.entity
    (known.canTrim, known.shortName) = (entity.canTrim, entity.shortName)
    guard known != annotation.entity else { return }
    let short = shortForm(of: known, written: annotation.range)
    annotations.update(at: index, entity: known, shortForm: short)
  }

  private func lightsUpFirst(_ annotation: Annotation) -> Bool {
    policy.lightUp && (backspaced != annotation.id || !annotation.litUp)
  }

  /// What a backspace at this place should do: right after a mention, the first lights it up, the second trims
  /// it where it can be trimmed, a further one deletes it whole. The annotation follows from the host's change.
  /// O(log n).
  public mutating func backspace(at offset: TextOffset, now: Instant) -> BackspaceAnswer {
    var answer = BackspaceAnswer(action: .none, report: DocumentReport())
    answer.report = inCall(now) {
      guard let index = $0.annotationIndex(endingAt: offset) else { return }
      $0.settleCursor(at: offset, hasSelection: false)
      let annotation = $0.annotations[index]
      if $0.lightsUpFirst(annotation) {
        $0.backspaced = annotation.id
        if $0.annotations.lightUp(at: index) { $0.emit(.annotationsChangedWithoutEdit) }
        answer.action = .lightUp
        return
      }
      $0.backspaced = annotation.id
      let fix: MentionFix = annotation.shortForm == nil ? .delete : .trim
      answer.action = fix == .trim ? .trim : .delete
      answer.edit = $0.edit(for: fix, of: annotation)
    }
    return answer
  }
}
