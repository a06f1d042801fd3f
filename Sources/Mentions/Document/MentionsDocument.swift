public import TextModel

/// One document with its mentions: text, annotations, and the mention in creation.
///
/// A document is a value: the caller passes in the time and performs the returned effects. One `didChange` notification
/// corresponds to calls of ``beginChanges()``, any number of ``splice(_:)``, and ``finishChanges(now:)``; a keystroke
/// costs the same in a document of any size. Keep a single owner: a retained copy makes the next edit copy the text.
///
/// Unless its documentation says otherwise, a function costs O(log n) in the number of annotations, plus the entries of
/// the chooser and the text that it reads next to the cursor.
public struct MentionsDocument: Sendable {
  /// The current text, with the edits of ``splice(_:)`` so far.
  public internal(set) var text: IndexedText
  /// The mentions. They follow the edits of a notification in ``finishChanges(now:)``.
  public internal(set) var annotations: Annotations
  /// Mentions that the user turned into plain text; they move like annotations and are not read as mentions again.
  public internal(set) var declinedMentions = Annotations(textCount: 0)
  /// Attributes that the host has added to the text.
  public internal(set) var attributes = Attributes()
  /// Labels that the host shows beside the text.
  public internal(set) var accessories = Accessories()
  /// The settings. ``setPolicy(_:now:)`` changes them.
  public internal(set) var policy: MentionsPolicy
  /// The LSP language identifier. It is fixed, so another language requires another document.
  public let languageID: String
  /// The latest known position of the cursor: from a selection message, from a request, or the end of the last edit.
  public internal(set) var cursor: TextOffset = .zero
  /// Whether the host reported a non-empty selection, and nothing has happened since.
  public internal(set) var hasSelection = false

  var triggers: TriggerTable
  var prose: ProseScanner
  /// The mention in creation, and the offers for it.
  var process = CreationProcess()
  var requests = RequestHistory()
  var damage = DamagedMentions()
  /// The annotation highlighted by a backspace, while the cursor stays at its end.
  var backspaced: AnnotationID?
  /// Trims requested from the host, regardless of the policy for deletions.
  var trims = PendingTrims()
  /// Finds the mentions in the text.
  package internal(set) var mentionReader: MentionReader
  /// Mentions that were read but have no definite entity (unknown, ambiguous, former names), and the text to read
  /// again.
  var track: ScanTrack
  /// The number of bytes read for mentions so far.
  var readBytes = 0
  /// A mention that was just typed in full, with the separator that ended it.
  var typedOut: TypedOutMention?
  /// The start of a mention that the current change has turned into plain text because the user continues to type it.
  var joined: TextOffset?
  /// Edits requested from the host.
  var plans = PlannedEdits()
  /// The annotation of the offer accepted last, to recognize that this acceptance is undone or restored.
  var acceptedAnnotation: AnnotationID?

  /// The changes of the current notification so far.
  var batch = EditBatch()
  var batchIsExact = true
  /// The current call.
  var call = DocumentCall()
  var plugins = PluginRegistry()
  /// The number of steps spent on comparing texts: 0 for an edit that does not touch a mention. For tests and
  /// benchmarks.
  package internal(set) var steps = 0

  /// Creates a document without mentions. ``read(known:)`` finds the mentions in the text, and ``restore(_:)`` restores
  /// the stored ones.
  ///
  /// - Parameters:
  ///   - text: well-formed UTF-8; anything else is repaired with U+FFFD.
  ///   - languageID: the LSP language identifier.
  ///   - policy: the settings.
  /// - Complexity: linear in the text.
  public init(text: [UInt8], languageID: String, policy: MentionsPolicy) {
    self.text = IndexedText(text)
    self.languageID = languageID
    self.policy = policy
    annotations = Annotations(textCount: self.text.buffer.count)
    mentionReader = MentionReader(policy: policy, languageID: languageID)
    track = ScanTrack(textCount: self.text.buffer.count)
    triggers = TriggerTable(policy)
    prose = ProseScanner(languageID: languageID)
    annotations.removed.limit = RemovedText.Limit(
      count: policy.removedTextCount, bytes: policy.removedTextBytes)
    annotations.recentTime = policy.recentLineTime
  }

  /// The number of creations begun so far; distinguishes one creation from the next.
  public var creationNumber: Int { process.number }

  public var phase: CreationPhase { process.phase }

  /// The entries from which the user selects.
  public var chooser: Chooser { process.chooser }

  /// The mention in creation.
  package var creation: Creation? { process.creation }

  /// The query whose answers the chooser shows, while a mention is being created.
  package var query: Query? { process.query }

  /// A reader for immediate use. It shares the document's storage and must be released before the document changes.
  var reader: ContextReader {
    ContextReader(
      text: text, annotations: annotations, triggers: triggers, policy: policy,
      marksEmphasis: prose.marksEmphasis)
  }
}

extension MentionsDocument {
  /// Applies new settings. Cancels the mention in creation if the triggers, or the rules for implicit mentions, change.
  /// O(triggers).
  public mutating func setPolicy(_ policy: MentionsPolicy, now: Instant) -> DocumentReport {
    inCall(now) {
      let old = $0.policy
      if old.triggers != policy.triggers || old.implicit != policy.implicit {
        $0.toMachine(.cancelled)
        $0.process.offerMemory.forget()
      }
      $0.policy = policy
      $0.mentionReader = MentionReader(policy: policy, languageID: $0.languageID)
      $0.track.forget()
      $0.triggers = TriggerTable(policy)
      $0.annotations.removed.limit = RemovedText.Limit(
        count: policy.removedTextCount, bytes: policy.removedTextBytes)
      $0.annotations.recentTime = policy.recentLineTime
      if policy.deletion == .plain { $0.giveUpRepairs() }
      if !policy.lightUp, $0.annotations.lightUp(at: nil) { $0.emit(.annotationsChangedWithoutEdit) }
    }
  }

  /// Performs one call of the host, and reports its effects.
  mutating func inCall(_ now: Instant, _ body: (inout Self) -> Void) -> DocumentReport {
    call.begin(at: now)
    process.offerMemory.expire(now: call.now)
    let before = process.runningNumber
    body(&self)
    process.report(since: before, under: policy, in: &call)
    call.noteForgotten(damage.takeForgotten())
    return call.end()
  }

  mutating func emit(_ effect: MentionsEffect) { call.emit(effect) }

  /// Passes an event to the detector and performs its decision.
  mutating func toDetector(_ event: StartDetector.Event) { process.detect(event, under: policy, in: &call) }

  /// Passes an event to the creation machine and, if it ends the creation, notifies the detector.
  mutating func toMachine(_ event: CreationMachine.Event) { process.advance(event, under: policy, in: &call) }
}

/// Choosing the insert format for a position (<doc:Behaviour>, section 9).
extension MentionsDocument {
  private var formats: DocumentFormats { mentionReader.formats }

  /// Whether the cursor is in a trailer of a commit message, after its token. O(1): reads at most 128 bytes.
  public var isInTrailer: Bool { isInTrailer(at: cursor) }

  package func isInTrailer(at offset: TextOffset) -> Bool { insertPlace(at: offset) == .trailer }

  func insertPlace(at offset: TextOffset) -> InsertPlace { formats.place(at: offset, in: text) }

  /// The line numbers of the trailers in a commit message, counted from 0; nil if there are none. O(text).
  package var trailerLines: Range<Int>? {
    formats.isCommitMessage ? CommitTrailers.lines(of: text) : nil
  }

  func format(of creation: Creation) -> InsertFormat {
    format(of: creation.trigger, at: creation.start).format
  }

  /// The format of a trigger (its index in the policy; nil for implicit mentions) at a position, and the characters of
  /// the trigger.
  func format(of trigger: Int?, at offset: TextOffset) -> (format: InsertFormat, character: String) {
    let trigger = trigger.flatMap { policy.triggers.indices.contains($0) ? policy.triggers[$0] : nil }
    let templates = trigger?.insert ?? policy.implicit.insert
    return (templates.format(for: languageID, at: insertPlace(at: offset)), trigger?.character ?? "")
  }
}
