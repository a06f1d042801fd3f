import Entities
import LanguageProtocol
import ServerHost

/// `events FILE`: what the user did, by the abstraction layer, from a transcript.
enum Events {
  /// Longer texts are cut, in graphemes.
  private static let longest = 48

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

  /// 0, or 2 if there is nothing to read.
  private static func show(_ transcript: Transcript, _ path: String) -> Int32 {
    guard transcript.count > 0 else {
      HostProcess.complain(
        "mentions-lsp: \(path) is not a transcript: none of its lines can be read as one\n")
      return 2
    }
    var columns = Columns()
    for event in TranscriptReplay.textEvents(in: transcript, version: Version.text) {
      let params = event.params
      columns.add(
        seconds(event.milliseconds), place(params), params.event.rawValue, text(of: params),
        (params.cause.map { "\($0.rawValue), " } ?? "") + params.certainty.rawValue)
    }
    HostProcess.write(columns.lines().map { $0 + "\n" }.joined())
    return 0
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// `notes.md:3:14`, counted from 1.
  private static func place(_ params: MentionsTextEventParams) -> String {
    let path = "\(params.textDocument.uri)"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    func shown(_ position: Position) -> String { "\(position.line + 1):\(position.character + 1)" }
    let start = "\(name):\(shown(params.range.start))"
    return params.event.rawValue == "selected" ? "\(start)–\(shown(params.range.end))" : start
  }

  private static func text(of params: MentionsTextEventParams) -> String {
    let (before, text) = (params.before.map(quoted), params.text.map(quoted))
    // What it took the place of was told when it was marked.
    if params.event.rawValue == "committed" { return text ?? "" }
    switch (before, text) {
    case (let before?, let text?): return "\(before) → \(text)"
    case (let before?, nil): return params.event.rawValue == "deleted" ? before : "\(before) → \(quoted(""))"
    case (nil, let text?): return text
    case (nil, nil): return ""
    }
  }

  /// On one line, in quotes, without what would act on a terminal.
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
