import Entities
import LanguageProtocol
import ServerHost

/// `replay FILE`: replays a transcript with a new session and compares the messages.
enum Replay {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let reduces = arguments.flag("--reduce")
    let path = try arguments.word("a transcript")
    try arguments.finish()
    do {
      return replay(Transcript(try HostProcess.readFile(path)), path, reduces: reduces)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 2
    }
  }

  /// Returns the exit status: 0 if the replay matches the recording, 1 if it differs, 2 if there is nothing to replay.
  private static func replay(_ transcript: Transcript, _ path: String, reduces: Bool) -> Int32 {
    guard transcript.count > 0 else {
      HostProcess.complain(
        "mentions-lsp: \(path) is not a transcript: it contains no valid line\n")
      return 2
    }
    if transcript.leftOut > 0 {
      HostProcess.complain(
        "mentions-lsp: the recording omits \(transcript.leftOut) entities, so the replay may differ\n"
      )
    }
    guard let difference = TranscriptReplay.firstDifference(in: transcript, version: Version.text) else {
      if !reduces { HostProcess.write("no differences in \(transcript.count) lines\(skipped(transcript))\n") }
      return 0
    }
    if reduces, let reduced = TranscriptReduction.reduce(transcript, version: Version.text) {
      HostProcess.complain("\(path): \(difference)\n\(transcript.count) lines reduced to \(reduced.count)\n")
      HostProcess.write(String(decoding: reduced.encoded, as: UTF8.self))
    } else {
      HostProcess.write("\(path): \(difference)\n")
    }
    return 1
  }

  private static func skipped(_ transcript: Transcript) -> String {
    transcript.skipped == 0 ? "" : ", \(transcript.skipped) not recognized and skipped"
  }
}

// MARK: - Events

/// `events FILE`: shows the user's actions in a transcript, as recognized by `TextEventRecognizer`.
enum Events {
  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    let path = try arguments.word("a transcript")
    try arguments.finish()
    do {
      return show(Transcript(try HostProcess.readFile(path)), path)
    } catch {
      HostProcess.complain("mentions-lsp: \(error)\n")
      return 2
    }
  }

  /// Returns the exit status: 0, or 2 if there is nothing to show.
  private static func show(_ transcript: Transcript, _ path: String) -> Int32 {
    guard transcript.count > 0 else {
      HostProcess.complain(
        "mentions-lsp: \(path) is not a transcript: it contains no valid line\n")
      return 2
    }
    var columns = Columns()
    for event in TranscriptReplay.textEvents(in: transcript, version: Version.text) {
      let params = event.params
      columns.add(
        seconds(event.milliseconds), TextEventLine.place(of: params), params.event.rawValue,
        TextEventLine.text(of: params), TextEventLine.source(of: params))
    }
    HostProcess.write(columns.lines().map { $0 + "\n" }.joined())
    return 0
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

/// A user action in words.
enum TextEventLine {
  /// The maximum length of a text, in graphemes.
  private static let longest = 48

  /// The cause and the certainty.
  static func source(of params: MentionsTextEventParams) -> String {
    (params.cause.map { "\($0.rawValue), " } ?? "") + params.certainty.rawValue
  }

  /// The position, with line and column from 1: `notes.md:3:14`; for a selection, also its end.
  fileprivate static func place(of params: MentionsTextEventParams) -> String {
    let path = "\(params.textDocument.uri)"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    func shown(_ position: Position) -> String { "\(position.line + 1):\(position.character + 1)" }
    let start = "\(name):\(shown(params.range.start))"
    return params.event.rawValue == "selected" ? "\(start)–\(shown(params.range.end))" : start
  }

  static func text(of params: MentionsTextEventParams) -> String {
    let (before, text) = (params.before.map(quoted), params.text.map(quoted))
    // The replaced text was reported when it was marked.
    if params.event.rawValue == "committed" { return text ?? "" }
    switch (before, text) {
    case (let before?, let text?): return "\(before) → \(text)"
    case (let before?, nil): return params.event.rawValue == "deleted" ? before : "\(before) → \(quoted(""))"
    case (nil, let text?): return text
    case (nil, nil): return ""
    }
  }

  /// The text on one line, in quotes, without control characters.
  private static func quoted(_ text: String) -> String {
    var shown = "\""
    for character in text.prefix(longest) {
      switch character {
      case "\"", "\\": shown += "\\\(character)"
      case "\n", "\r\n": shown += "\\n"
      case "\r": shown += "\\r"
      case "\t": shown += "\\t"
      default: shown.append(character)
      }
    }
    return ShownText.line(shown) + (text.dropFirst(longest).isEmpty ? "\"" : "…\"")
  }
}
