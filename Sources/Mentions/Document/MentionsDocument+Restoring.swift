import Entities
import TextEvents
public import TextModel

/// The state of a document to store until it is opened again (<doc:Behaviour>, section 9).
public struct DocumentArchive: Hashable, Sendable {
  /// The mentions, without those that can be read from the text again.
  public var mentions: AnnotationArchive
  /// Mentions that the user turned into plain text.
  public var declined: AnnotationArchive
  /// The document's text; nil if it was too long for a fingerprint.
  public var text: TextFingerprint?

  public init(
    mentions: AnnotationArchive = .init(), declined: AnnotationArchive = .init(), text: TextFingerprint? = nil
  ) {
    self.mentions = mentions
    self.declined = declined
    self.text = text
  }

  public var isEmpty: Bool { mentions.records.isEmpty && declined.records.isEmpty }
  /// The number of mentions, declined ones included.
  public var count: Int { mentions.records.count + declined.records.count }
}

/// The result of restoring an archive.
public struct RestoreOutcome: Sendable {
  /// The index of the archive that matches the text best; 0 if there was none.
  public var chosen: Int
  /// The number of restored mentions. A mention that was found is not restored if another annotation, or the mention in
  /// creation, is at its position.
  public var restored: Int
  /// Mentions of the chosen archive that were not found, with the reason.
  public var lost: [(record: AnnotationArchive.Record, loss: AnnotationArchive.Loss)]
  public var report: DocumentReport
}

extension MentionsDocument {
  // MARK: Archives

  /// An archive of the current document. O(annotations), and O(document) if there are any.
  public func archive() -> DocumentArchive {
    if annotations.isEmpty, declinedMentions.isEmpty { return DocumentArchive() }
    return DocumentArchive(
      mentions: .snapshot(of: annotations, in: text), declined: .snapshot(of: declinedMentions, in: text),
      text: TextFingerprint(of: text))
  }

  /// A number that changes when annotations or declined mentions are added or removed.
  public var keptRevision: Int {
    annotations.membershipRevision &+ declinedMentions.membershipRevision
  }

  /// Restores the stored state. If there are several archives, which belong to different versions of the text, uses the
  /// one of exactly this text or, if there is none, the one of which the most mentions are found. Tries no further
  /// archives once all mentions of one are found. Existing annotations are kept. O(document) at worst.
  public mutating func restore(_ archives: [DocumentArchive]) -> RestoreOutcome {
    let fingerprint = archives.count > 1 ? TextFingerprint(of: text) : nil
    let same = fingerprint.flatMap { own in archives.firstIndex { $0.text == own } }
    var chosen = same ?? 0
    var best = (archives.isEmpty ? DocumentArchive() : archives[chosen]).mentions.restore(
      into: text, steps: &steps)
    // The archive of exactly this text is used even if mentions that another server added to it are not
    // found.
    for (index, archive) in archives.enumerated() where same == nil && index > 0 && !best.lost.isEmpty {
      let other = archive.mentions.restore(into: text, steps: &steps)
      if other.found.count > best.found.count { (chosen, best) = (index, other) }
    }
    var restored = 0
    let report = inCall(call.now) {
      for new in best.found where $0.restore(new) { restored += 1 }
      if archives.indices.contains(chosen) {
        for old in archives[chosen].declined.restore(into: $0.text).found { $0.decline(old) }
      }
      if restored > 0 { $0.emit(.annotationsChangedWithoutEdit) }
    }
    let records = archives.indices.contains(chosen) ? archives[chosen].mentions.records : []
    return RestoreOutcome(
      chosen: chosen, restored: restored, lost: best.lost.map { (records[$0.index], $0.loss) }, report: report
    )
  }

  // MARK: Pastes

  /// The maximum number of pastes examined per notification.
  private static let mostPastes = 256

  mutating func reportPastes(_ change: Change) {
    guard change.edits.contains(where: { $0.inserted.count > 1 }) else { return }
    var shift = 0
    for change in change.sent.prefix(Self.mostPastes) {
      let start = change.range.start + shift
      shift += change.shift
      let core = change.trimmed()
      guard core.inserted.count > 1, !core.inserted.isOneGrapheme,
        !core.inserted.allSatisfy(WhiteSpace.isASCIISpace)
      else { continue }
      let from = start + (core.range.start - change.range.start)
      let range = TextRange(from, from + core.inserted.count)
      // Text pasted into a key is part of the key.
      if let creation, creation.start < start, creation.range.end > start { continue }
      let sent = TextRange(start, start + change.inserted.count)
      emit(.pasted(PastedText(range: range, sent: sent, newest: annotations.newestID)))
    }
  }

  /// The parts of a pasted text that may be a copy, in the order in which to try them: the text as sent, then its new
  /// part, each first with and then without surrounding white space.
  public func pieces(of pasted: PastedText) -> [TextRange] {
    guard pasted.sent.end <= text.buffer.end, pasted.sent.contains(pasted.range) else { return [] }
    var pieces: [TextRange] = []
    for range in [pasted.sent, pasted.range] {
      for piece in [range, withoutSpace(range)] where !piece.isEmpty && !pieces.contains(piece) {
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// Annotates pasted text like the texts that it may be a copy of. Skips positions at which these refer to different
  /// entities, or that are annotated already.
  ///
  /// - Complexity: O(log n) for each annotation of the texts.
  public mutating func annotate(copyOf found: [AnnotatedText], at start: TextOffset) -> DocumentReport {
    inCall(call.now) { $0.noteCopied($0.annotations.annotate(copyOf: found, at: start, in: $0.text)) }
  }

  /// Annotates lines of a pasted text in the same way as equal lines of the document. A filter such as `sort` may
  /// insert its output before it removes the old lines.
  ///
  /// - Complexity: linear in the pasted lines and the annotations of the document.
  public mutating func annotateLines(of pasted: PastedText) -> DocumentReport {
    guard pasted.range.end <= text.buffer.end,
      text.buffer.firstIndex(of: 10, from: pasted.range.start, limit: pasted.range.end) != nil
    else {
      return DocumentReport()
    }
    return inCall(call.now) { $0.noteCopied($0.annotations.annotate(linesIn: pasted.range, of: $0.text)) }
  }

  private mutating func noteCopied(_ made: [Annotation]) {
    guard !made.isEmpty else { return }
    for annotation in made where settle(annotation) {
      if !declinedMentions.isEmpty { declinedMentions.remove(in: [annotation.range]) }
      emit(.didCreate(annotation))
      // Replaying a pasted copy as typing may have begun a mention.
      if let creation, creation.range.overlaps(annotation.range) { toMachine(.cancelled) }
    }
    // A hint about a damaged mention is not shown where another mention is.
    if !damage.isEmpty { emit(.damageChanged(byEdit: false)) }
  }

  private func withoutSpace(_ range: TextRange) -> TextRange {
    var (from, to) = (range.start, range.end)
    while from < to, WhiteSpace.isASCIISpace(text.buffer[from]) { from = from + 1 }
    while to > from, WhiteSpace.isASCIISpace(text.buffer[to - 1]) { to = to - 1 }
    return TextRange(from, to)
  }
}
