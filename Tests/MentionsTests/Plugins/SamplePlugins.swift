import Entities
import Mentions
import TextEvents
import TextModel

/// Counts the words of a document: a mention is one, whatever its name.
struct WordCounter: Plugin {
  private var atFirst = 0
  private var latest = 0

  /// By how many words the text has grown since the plug-in was registered.
  var grown: Int { latest - atFirst }

  mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    atFirst = count(in: document)
    return DocumentReport()
  }

  /// How many words there are now. O(document).
  mutating func count(in document: MentionsDocument) -> Int {
    var start = TextOffset.zero
    var count = 0
    for annotation in document.annotations {
      count += Self.words(in: document, from: start, to: annotation.range.start) + 1
      start = annotation.range.end
    }
    latest = count + Self.words(in: document, from: start, to: document.text.buffer.end)
    return latest
  }

  private static func words(in document: MentionsDocument, from start: TextOffset, to end: TextOffset) -> Int
  {
    let text = String(decoding: document.text.buffer.bytes(in: TextRange(start, end)), as: UTF8.self)
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" }.count
  }
}

/// Writes the emoji for its name between colons once it is typed. Hears text events, and decides about them where some
/// text is rejected.
struct EmojiExpander: Plugin {
  static let emoji = ["smile": "😄", "tada": "🎉", "+1": "👍"]

  /// Text that may not be typed.
  var rejected = ""
  /// How many events it has heard.
  private(set) var heard = 0

  init(rejected: String = "") { self.rejected = rejected }

  var decides: Bool { !rejected.isEmpty }
  var textEventPolicy: TextEventPolicy? { .standard }

  mutating func allows(_ event: TextEvent, in document: inout MentionsDocument, now: Instant) -> Bool {
    event.text != Array(rejected.utf8)
  }

  mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    if event.kind == .inserted { heard += 1 }
    guard event.kind == .inserted, event.cause == .typing, event.text == [UInt8(ascii: ":")],
      let name = name(before: event.range.start, in: document), let emoji = Self.emoji[name.text]
    else { return DocumentReport() }
    let edit = TextReplacement(TextRange(name.start, event.range.start + 1), emoji)
    guard let plan = try? document.plan(edits: [edit], sparing: true) else { return DocumentReport() }
    return document.requestChange(plan)
  }

  /// The name behind the last colon, and where that is.
  private func name(
    before end: TextOffset, in document: MentionsDocument
  ) -> (start: TextOffset, text: String)? {
    let reach = TextRange(TextOffset(max(0, end.utf8 - 16)), end)
    let bytes = document.text.buffer.bytes(in: reach)
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return (reach.start + colon, String(decoding: bytes[(colon + 1)...], as: UTF8.self))
  }
}

/// People who must not be mentioned after 18:00: they do not become mentions, and who is mentioned already stays.
struct QuietHours: Plugin {
  /// By handle or name.
  let people: Set<String>
  /// A trigger that offers nobody then.
  var silentTrigger: String?
  /// The hour of the day, from 0 to 23: a document knows no clock of days.
  let hour: @Sendable () -> Int

  var decides: Bool { true }

  private var isQuiet: Bool { hour() >= 18 }

  private func rests(_ entity: Entity) -> Bool {
    isQuiet && (people.contains(entity.name) || entity.handle.map(people.contains) == true)
  }

  mutating func allowsOffer(for query: Query, in document: inout MentionsDocument, now: Instant) -> Bool {
    !isQuiet || silentTrigger == nil || query.controlCharacter != silentTrigger
  }

  mutating func allowsAcceptance(
    of entity: Entity, in document: inout MentionsDocument, now: Instant
  ) -> Bool { !rests(entity) }

  mutating func allowsDeletion(
    of mention: Annotation, in document: inout MentionsDocument, now: Instant
  ) -> Bool { !rests(mention.entity) }
}
