public import TextEvents

/// The mentions machinery: the control flow plug-in that a new document begins with. What it knows is kept with the
/// document, since others read it too: the annotations, the chooser, what was offered.
public struct MentionsPlugin: DirectControlFlowPlugin, MovesMentions {
  public init() {}

  public mutating func performInitialSetup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    document.inCall(now) { $0.beginDetecting() }
  }

  /// Whatever is being made is cancelled. Mentions stay and move with the text.
  public mutating func performFinalCleanup(
    in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    document.inCall(now) { $0.endDetecting() }
  }

  public mutating func didChange(
    _ change: DocumentChange, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    document.decided(document.inCall(now) { $0.finish() }, on: change, now)
  }

  public mutating func didSelect(
    _ selection: ToldSelection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    document.inCall(now) {
      let place = $0.place(of: selection)
      $0.settleCursor(at: place.cursor, hasSelection: place.hasSelection)
    }
  }

  public mutating func didRequestCompletion(
    _ request: CompletionAsking, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    document.decided(document.inCall(now) { $0.answer(request) }, on: nil, now)
  }

  public mutating func timePassed(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    document.inCall(now) { $0.tickDamage() }
  }
}
