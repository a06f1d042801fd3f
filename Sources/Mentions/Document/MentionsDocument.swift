public import TextModel

/// One document with its mentions: text, annotations, and the mention being made.
///
/// A value; time is passed in, effects are handed back. One `didChange` is ``beginChanges()``, any number of
/// ``splice(_:)`` and ``finishChanges(now:)``; a key typed costs the same in any document. Keep one owner: a
/// copy that is kept makes the next edit copy the text.
///
/// Unless a function says otherwise, it costs O(log n) in the annotations, O(entries of the chooser), and the text that it
/// reads next to the cursor.
public struct MentionsDocument: Sendable {
  public internal(set) var text: IndexedText
  public internal(set) var annotations: Annotations
  /// Mentions that the user turned into plain text: they move like annotations and are not read back.
  public internal(set) var declinedMentions = Annotations(textCount: 0)
  /// Attributes that the host has set on the text.
  public internal(set) var attributes = Attributes()
  /// Views that the host shows beside the text.
  public internal(set) var accessories = Accessories()
  public internal(set) var policy: MentionsPolicy
  public let languageID: String
  /// The latest of a selection message, a request's position and the end of the last edit.
  public internal(set) var cursor: TextOffset = .zero
  /// Whether the host said that text is selected, and nothing has happened since.
  public internal(set) var hasSelection = false

  var triggers: TriggerTable
  var prose: ProseScanner
  /// The mention that is being made, and what was offered for it.
  var process = CreationProcess()
  var requests = RequestHistory()
  var damage = DamagedMentions()
  /// Highlighted by a backspace, as long as the cursor stays at its end.
  var backspaced: AnnotationID?
  /// Trims requested of the host, regardless of the policy for deletions.
  var trims = PendingTrims()
  /// Decides what the text mentions.
  var mentionReader: MentionReader
  /// Read mentions without a certain entity (unknown, ambiguous, former names), and the text to read again.
  var track: ScanTrack
  /// How much has been read, in bytes.
  var readBytes = 0
  /// A mention that was just typed out, with the separator that ended it.
  var typedOut: TypedOutMention?
  /// Where a mention began that the change under way has made plain text because its typing goes on.
  var joined: TextOffset?
  /// Edits requested of the host.
  var plans = PlannedEdits()
  /// The annotation that an offer was accepted as, for ``confirm(_:now:)``.
  var acceptedAnnotation: AnnotationID?

  /// Changes so far of the current notification.
  var batch = EditBatch()
  var batchIsExact = true
  /// The call that is going on.
  var call = DocumentCall()
  var plugins = PluginRegistry()
  /// The number of steps spent on comparing texts: 0 for an edit that touches no mention. For tests and benchmarks of
  /// complexity.
  package internal(set) var steps = 0

  /// - Parameters:
  ///   - text: well-formed UTF-8.
  ///   - languageID: LSP's name of its language.
  ///   - policy: every setting.
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

  /// The number of mentions begun so far; distinguishes one creation from the next.
  public var creationNumber: Int { process.number }

  public var phase: CreationPhase { process.phase }

  /// The entries that the user chooses from.
  public var chooser: Chooser { process.chooser }

  /// The mention that is being made.
  package var creation: Creation? { process.creation }

  /// The query that the chooser shows the answers to, while a mention is being made.
  package var query: Query? { process.query }

  /// For one question: it shares the document's storage and must be gone before that is changed.
  var reader: ContextReader {
    ContextReader(
      text: text, annotations: annotations, triggers: triggers, policy: policy,
      marksEmphasis: prose.marksEmphasis)
  }
}

extension MentionsDocument {
  /// Takes new settings. A mention that is being made is cancelled where they change what may start one.
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

  /// Runs one call from outside and works out what has changed through it.
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

  /// Gives the detector an event and begins what it decides.
  mutating func toDetector(_ event: StartDetector.Event) { process.detect(event, under: policy, in: &call) }

  /// Gives the creation an event, and the detector its end.
  mutating func toMachine(_ event: CreationMachine.Event) { process.advance(event, under: policy, in: &call) }
}

/// Choosing the insert format for a place (<doc:Behaviour>, section 9).
extension MentionsDocument {
  private var formats: DocumentFormats { mentionReader.formats }

  /// Whether the cursor is in a trailer of a commit message, after its token. O(1): at most 128 bytes are read.
  public var isInTrailer: Bool { isInTrailer(at: cursor) }

  package func isInTrailer(at offset: TextOffset) -> Bool { insertPlace(at: offset) == .trailer }

  func insertPlace(at offset: TextOffset) -> InsertPlace { formats.place(at: offset, in: text) }

  /// The lines, from 0, of the trailers of a commit message; nil where there are none. O(text).
  package var trailerLines: Range<Int>? {
    formats.isCommitMessage ? CommitTrailers.lines(of: text) : nil
  }

  func format(of creation: Creation) -> InsertFormat {
    format(of: creation.trigger, at: creation.start).format
  }

  /// The format that holds for a trigger (its place in the policy; nil: implicit mentions) at a place, and the control
  /// character.
  func format(of trigger: Int?, at offset: TextOffset) -> (format: InsertFormat, character: String) {
    let trigger = trigger.flatMap { policy.triggers.indices.contains($0) ? policy.triggers[$0] : nil }
    let templates = trigger?.insert ?? policy.implicit.insert
    return (templates.format(for: languageID, at: insertPlace(at: offset)), trigger?.character ?? "")
  }
}
