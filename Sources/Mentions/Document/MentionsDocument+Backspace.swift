public import TextModel

extension MentionsDocument {
  /// What a backspace at this place should do: right after a mention, the first lights it up, the second trims
  /// it where it can be trimmed, a further one deletes it whole. The annotation follows from the host's change.
  /// O(log n).
  public mutating func backspace(at offset: TextOffset, now: Instant) -> BackspaceAnswer {
    var answer = BackspaceAnswer(action: .none, report: DocumentReport())
    answer.report = inCall(now) {
      guard let index = $0.annotationIndex(endingAt: offset) else { return }
      $0.settleCursor(at: offset, hasSelection: false)
      let annotation = $0.annotations[index]
      if $0.policy.lightUp, $0.backspaced != annotation.id || !annotation.litUp {
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
