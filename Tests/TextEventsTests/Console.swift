import MentionsTestKit
import Testing
import TextEvents
import TextModel

/// An editor with a console that shows what the recognizer makes of it, one line for each event:
///
///     inserted 3 "a" typing certain
///     replaced 0 "teh" → "the" autocorrect likely
///
/// with the UTF-8 offset in the text just before the event. Every event is applied to a copy of the text, which must
/// then be the editor's.
final class Console {
  private(set) var text: IndexedText
  private(set) var lines: [String] = []
  var recognizer: TextEventRecognizer
  /// Where the editor types.
  var cursor: Int
  /// Milliseconds.
  var now = 0
  var isExact = true
  private(set) var copy: [UInt8]

  init(_ marked: MarkedText = "|", policy: TextEventPolicy = .standard) {
    text = IndexedText(marked.bytes)
    copy = marked.bytes
    recognizer = TextEventRecognizer(policy: policy)
    cursor = marked.cursor?.utf8 ?? marked.bytes.count
    if let cursor = marked.cursor { _ = recognizer.select(TextRange(at: cursor), now: 0) }
  }

  /// An editor that does not tell where its cursor is.
  static func silent(_ marked: MarkedText = "|") -> Console {
    let console = Console(MarkedText(marked.bytes))
    console.cursor = marked.cursor?.utf8 ?? 0
    return console
  }

  var string: String { String(decoding: text.buffer.bytes(in: text.buffer.range), as: UTF8.self) }

  /// Edits at UTF-8 offsets, each of the text as it is then, in one notification.
  func edit(_ edits: [(Range<Int>, String)], cause: TextEvent.Cause? = nil) {
    show(recognizer.receive(apply(edits), cause: cause, in: text.buffer, now: now))
  }

  /// Edits of which events may be rejected. Returns what is to be applied then.
  func edit(
    _ edits: [(Range<Int>, String)], version: Int, allows: (TextEvent) -> Bool
  ) -> TextEventRecognizer.Ruling {
    let change = apply(edits)
    let ruling = recognizer.receive(change, version: version, in: text.buffer, now: now, allows: allows)
    show(ruling.events)
    return ruling
  }

  private func apply(_ edits: [(Range<Int>, String)]) -> Change {
    var facts: [AppliedEdit] = []
    for (range, string) in edits {
      let fact = text.apply(TextReplacement(TextRange(range.lowerBound, range.upperBound), string))
      facts.append(fact)
      cursor = fact.insertedRange.end.utf8
    }
    return Change(facts, isExact: isExact)
  }

  func type(_ string: String) { edit([(cursor..<cursor, string)]) }

  /// One notification for each character.
  func typeSlowly(_ string: String) {
    for character in string { type(String(character)) }
  }

  func backspace() {
    let start = text.buffer.graphemeStart(before: TextOffset(cursor))?.utf8 ?? 0
    edit([(start..<cursor, "")])
  }

  /// Replaces what is before the cursor.
  func replaceBack(_ old: String, _ new: String) {
    edit([(cursor - old.utf8.count..<cursor, new)])
  }

  func select(_ range: Range<Int>) {
    cursor = range.upperBound
    show(recognizer.select(TextRange(range.lowerBound, range.upperBound), now: now))
  }

  func wait(_ milliseconds: Int) {
    now += milliseconds
    show(recognizer.tick(now: now))
  }

  func finish() { show(recognizer.finish()) }

  /// The lines since the last look.
  func look() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func show(_ events: [TextEvent]) {
    for event in events {
      if let edit = event.edit {
        let range = edit.range.start.utf8..<edit.range.end.utf8
        guard range.upperBound <= copy.count else {
          Issue.record("\(event) is outside of the text")
          return
        }
        #expect(Array(copy[range]) == edit.removed, "\(event.line)")
        copy.replaceSubrange(range, with: edit.inserted)
      }
      lines.append(event.line)
    }
  }

  /// Whether the events told so far make the text; else the copy is put right.
  func followed() -> Bool {
    defer { copy = text.buffer.bytes(in: text.buffer.range) }
    return copy == text.buffer.bytes(in: text.buffer.range)
  }
}

extension TextEvent {
  /// As the console shows it.
  var line: String {
    var words = [kind.rawValue, "\(range.start.utf8)"]
    func quoted(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
    switch kind {
    case .selected: words[1] += "–\(range.end.utf8)"
    case .moved: break
    case .inserted, .committed: words.append(quoted(text))
    case .deleted: words.append(quoted(before))
    case .replaced, .marked, .undone: words += [quoted(before), "→", quoted(text)]
    }
    if let cause { words.append(cause.rawValue) }
    return (words + [certainty.rawValue]).joined(separator: " ")
  }
}

/// Plays something on a console and compares what it shows; the events must make the text that the editor has.
func check(
  _ marked: MarkedText, expects lines: String, location: SourceLocation = #_sourceLocation,
  _ play: (Console) -> Void
) {
  let console = Console(marked)
  play(console)
  expect(console, lines, location)
}

func expect(_ console: Console, _ lines: String, _ location: SourceLocation = #_sourceLocation) {
  #expect(console.look().joined(separator: "\n") == lines, sourceLocation: location)
  #expect(console.followed(), "the events do not make \(console.string)", sourceLocation: location)
}

extension TextEvent {
  /// The event as an edit; nil if the text is unchanged.
  var edit: AppliedEdit? {
    kind.changesText ? AppliedEdit(range: range, removed: before, inserted: text) : nil
  }
}
