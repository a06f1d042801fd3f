import TextEvents
import TextModel

/// A console that shows what the user does in an editor.
struct ActionConsole {
  private(set) var lines: [String] = []
  private var text: IndexedText
  private var recognizer = TextEventRecognizer(policy: .standard)

  init(_ text: String) { self.text = IndexedText(text) }

  /// Text that an input method has not committed yet.
  var composed: String? { recognizer.markedRange.map { text.buffer.string(in: $0) } }

  /// Takes the edits of one notification, each of the text as it is after the one before, at a time in milliseconds.
  mutating func edit(_ edits: [TextReplacement], now: Int) {
    var batch = EditBatch()
    for edit in edits { batch.apply(edit, to: &text) }
    show(recognizer.receive(Change(batch), in: text.buffer, now: now))
  }

  /// As ``edit(_:now:)``, for edits that the editor makes by itself.
  mutating func ownEdit(_ edits: [TextReplacement], now: Int) {
    recognizer.pushIgnore(.ownChanges)
    edit(edits, now: now)
    recognizer.popIgnore()
  }

  mutating func select(_ range: TextRange, now: Int) { show(recognizer.select(range, now: now)) }

  private mutating func show(_ events: [TextEvent]) {
    for event in events {
      let (before, after) = (
        String(decoding: event.before, as: UTF8.self), String(decoding: event.text, as: UTF8.self)
      )
      let cause = event.cause.map { " (\($0.rawValue), \(event.certainty.rawValue))" } ?? ""
      lines.append("\(event.kind.rawValue) at \(event.range.start.utf8): “\(before)” → “\(after)”\(cause)")
    }
  }
}
