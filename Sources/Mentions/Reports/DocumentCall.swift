/// What one call from outside gathers until it reports.
struct DocumentCall: Sendable {
  /// The latest time that the host has told.
  private(set) var now = Instant.zero
  private var effects: [MentionsEffect] = []
  /// Mentions that became plain text or went, by the rule.
  private var lost: [PlainTextRule: Int] = [:]
  /// Mentions that text brought back that was put in again.
  private var cameBack = 0
  /// Mentions that cannot be remembered.
  private var forgotten = 0

  mutating func begin(at now: Instant) {
    self.now = max(self.now, now)
    effects.removeAll(keepingCapacity: true)
  }

  mutating func emit(_ effect: MentionsEffect) { effects.append(effect) }

  /// Ends the call: all that was gathered, what is only counted last.
  mutating func end() -> DocumentReport {
    if !lost.isEmpty { emit(.becamePlainText(lost, cameBack: cameBack)) }
    if forgotten > 0 { emit(.forgotten(mentions: forgotten)) }
    lost = [:]
    cameBack = 0
    forgotten = 0
    let effects = self.effects
    self.effects = []
    return DocumentReport(effects: effects)
  }

  // MARK: Mentions

  /// What an edit has done to mentions.
  mutating func note(_ changes: AnnotationChanges) {
    forgotten += changes.forgotten
    guard !changes.isEmpty else { return }
    lost.merge(changes.rules, uniquingKeysWith: +)
    cameBack += changes.recreated.count
    for bleached in changes.bleached { emitDeleted(bleached.annotation) }
    for deleted in changes.deleted { emitDeleted(deleted) }
    for trimmed in changes.trimmed { emit(.didTrim(trimmed)) }
    for recreated in changes.recreated { emit(.didCreate(recreated)) }
  }

  /// A mention became plain text otherwise than by an edit.
  mutating func noteDeleted(_ annotation: Annotation, _ rule: PlainTextRule) {
    noteLost(1, rule)
    emitDeleted(annotation)
  }

  /// Mentions became plain text of which the host does not hear one by one.
  mutating func noteLost(_ count: Int, _ rule: PlainTextRule) { lost[rule, default: 0] += count }

  mutating func noteCameBack() { cameBack += 1 }

  mutating func noteForgotten(_ count: Int) { forgotten += count }

  private mutating func emitDeleted(_ annotation: Annotation) {
    emit(annotation.source == .added ? .didDeleteAdded(annotation) : .didDelete(annotation))
  }
}
