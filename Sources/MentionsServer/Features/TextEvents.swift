import LanguageProtocol
import Mentions
import TextEvents
import TextModel

/// `mentions/textEvent`: the user's actions, for hosts and plug-ins that requested them. If none did, this costs
/// nothing.
extension Session {
  /// Sends the events of a change of the text.
  ///
  /// - Parameters:
  ///   - change: the change as sent by the client.
  ///   - report: the document's report on the change. Text of an accepted offer is attributed to the server, from which
  ///     it comes.
  func readTextEvents(_ change: Change, _ report: DocumentReport, in key: DocumentURI) {
    withTextEvents(in: key) { recognizer, text in
      recognizer.receive(
        change, cause: report.acceptsOffer ? .server : nil, in: text.buffer, now: Int(now.milliseconds))
    }
  }

  /// Sends the selection, or the position of the cursor.
  func readSelection(_ range: TextRange, in key: DocumentURI) {
    withTextEvents(in: key) { recognizer, _ in recognizer.select(range, now: Int(now.milliseconds)) }
  }

  /// Sends events that are due.
  func tickTextEvents() {
    for key in openKeys {
      withTextEvents(in: key) { recognizer, _ in recognizer.tick(now: Int(now.milliseconds)) }
    }
  }

  /// Sends the remaining events before the document is closed.
  func finishTextEvents(in key: DocumentURI) {
    withTextEvents(in: key) { recognizer, _ in recognizer.finish() }
  }

  /// Announces edits requested from the client, so that they do not count as the user's when they arrive as a change.
  func announceOwnEdits(_ edits: [TextReplacement], in key: DocumentURI) {
    withTextEvents(in: key) { recognizer, text in
      recognizer.announce(edits, in: text.buffer, isSilent: false, now: Int(now.milliseconds))
      return []
    }
  }

  /// Runs the event recognizer of a document, if it has one, and sends its events.
  private func withTextEvents(
    in key: DocumentURI, _ body: (inout TextEventRecognizer, IndexedText) -> [TextEvent]
  ) {
    guard let document = documents[key], var recognizer = document.textEvents.recognizer else { return }
    document.textEvents.recognizer = nil
    let text = document.mentions.text
    let events = body(&recognizer, text)
    document.textEvents.recognizer = recognizer
    if let due = recognizer.due { perform(.wake(at: Instant(milliseconds: Int64(due)))) }
    for event in events {
      let params = params(event, of: document.uri, in: text)
      if client.wantsTextEvents { notify(.mentionsTextEvent, params) }
      sendTextEvent(params, toPluginsOf: key)
    }
  }

  private func params(_ event: TextEvent, of uri: DocumentURI, in text: IndexedText)
    -> MentionsTextEventParams
  {
    func string(_ bytes: [UInt8]) -> String? { bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
    let range =
      switch event.kind {
      case .selected, .moved: positions.range(event.range, in: text)
      // The text before the committed text no longer changes, so the start of the committed text is still valid.
      case .committed: positions.range(ofText: event.text, at: event.range.start, in: text)
      case .inserted, .deleted, .replaced, .marked, .undone:
        positions.range(ofText: event.before, at: event.range.start, in: text)
      }
    return MentionsTextEventParams(
      textDocument: TextDocumentIdentifier(uri: uri), event: TextEventName(rawValue: event.kind.rawValue),
      range: range, text: string(event.text), before: string(event.before),
      cause: event.cause.map { TextEventCause(rawValue: $0.rawValue) },
      certainty: TextEventCertainty(rawValue: event.certainty.rawValue))
  }
}

/// Recognizes the user's actions in a document, once a host or plug-in has requested them.
struct TextEventReader {
  fileprivate var recognizer: TextEventRecognizer?

  private(set) var isReading = false

  mutating func begin() {
    if isReading { return }
    isReading = true
    recognizer = TextEventRecognizer(policy: .standard)
  }
}
