import Mentions
import MentionsTestKit
import TextEvents
import TextModel

/// What plug-ins were told, in order, kept in a document's simplest of places: shared by the plug-ins of one test.
final class PluginDiary: @unchecked Sendable {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Notes when it is set up and cleaned up.
struct NotingPlugin: Plugin {
  let name: String
  let diary: PluginDiary

  mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    diary.note("\(name) set up")
    return DocumentReport()
  }

  mutating func performFinalCleanup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    diary.note("\(name) cleaned up")
    return DocumentReport()
  }
}

/// Notes what it is told, and refuses what holds a word.
struct DecidingPlugin: Plugin {
  let diary: PluginDiary
  var refused = "\u{0}"
  var leavesWhenToldOf: String?

  var decides: Bool { true }

  mutating func performInitialSetup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    diary.note("set up")
    return DocumentReport()
  }

  mutating func performFinalCleanup(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    diary.note("cleaned up")
    return DocumentReport()
  }

  private func written(_ change: Change) -> String {
    change.edits.map { "“\($0.removed.shown)”→“\($0.inserted.shown)”" }.joined(separator: ",")
  }

  mutating func allowsChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> Bool {
    let isRefused = change.edits.contains { $0.inserted.shown == refused || $0.removed.shown == refused }
    diary.note("change \(written(change)): \(!isRefused)")
    return !isRefused
  }

  mutating func didChange(
    _ change: Change, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    diary.note("did change \(written(change))")
    guard let word = leavesWhenToldOf, change.edits.contains(where: { $0.inserted.shown == word }),
      let own = document.decidingPlugin
    else { return DocumentReport() }
    let report = document.unregister(own, now: now)
    diary.note("still here")
    return report
  }

  mutating func allowsSelection(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> Bool {
    diary.note("select \(selection.cursor.utf8)")
    return selection.cursor.utf8 != 1
  }

  mutating func didSelect(
    _ selection: Selection, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    diary.note("did select \(selection.cursor.utf8)")
    return DocumentReport()
  }

  mutating func allowsCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> Bool {
    diary.note("complete at \(request.offset.utf8)")
    return request.offset.utf8 != 1
  }

  mutating func didRequestCompletion(
    _ request: CompletionRequest, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    diary.note("did request completion at \(request.offset.utf8)")
    return DocumentReport()
  }

  mutating func timePassed(in document: inout MentionsDocument, now: Instant) -> DocumentReport {
    diary.note("time passed")
    return DocumentReport()
  }
}

/// Counts the text events that it hears.
struct EventCounter: Plugin {
  private(set) var heard = 0

  var textEventPolicy: TextEventPolicy? { .standard }

  mutating func userDid(
    _ event: TextEvent, in document: inout MentionsDocument, now: Instant
  ) -> DocumentReport {
    heard += 1
    return DocumentReport()
  }
}

extension [UInt8] {
  var shown: String { String(decoding: self, as: UTF8.self) }
}

extension DocumentReport {
  /// The edits that plug-ins want.
  var pluginEdits: [[TextReplacement]] {
    effects.compactMap { if case .changeByPlugin(let edits) = $0 { edits } else { nil } }
  }

  /// The keys that sources are asked for.
  var askedKeys: [String] {
    effects.compactMap { if case .ask(let query) = $0 { query.key } else { nil } }
  }
}

extension MentionsDocument {
  var isMakingMention: Bool { if case .creating = phase { true } else { false } }

  /// Sends edits, which are sorted, as one notification, the last one first.
  mutating func send(_ edits: [TextReplacement], now: Instant = .zero) -> DocumentReport {
    beginChanges()
    for edit in edits.reversed() { splice(edit) }
    return finishChanges(now: now)
  }

  /// Types letters at the end, one notification each.
  mutating func type(_ letters: String, now: Instant = .zero) -> DocumentReport {
    var report = DocumentReport()
    for letter in letters {
      report.effects +=
        send([TextReplacement(TextRange(at: text.buffer.end), String(letter))], now: now).effects
    }
    return report
  }

  /// Does as an editor does: makes the edits that plug-ins ask for.
  mutating func obey(_ report: DocumentReport, now: Instant = .zero) -> DocumentReport {
    var answer = DocumentReport()
    for edits in report.pluginEdits { answer.effects += send(edits, now: now).effects }
    return answer
  }
}
