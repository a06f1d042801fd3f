import Entities
import LanguageProtocol

/// One thing that the user did, in words.
enum TextEventLine {
  /// Longer texts are cut, in graphemes.
  private static let longest = 48

  /// Cause and certainty.
  static func source(of params: MentionsTextEventParams) -> String {
    (params.cause.map { "\($0.rawValue), " } ?? "") + params.certainty.rawValue
  }

  /// `notes.md:3:14`, counted from 1.
  static func place(of params: MentionsTextEventParams) -> String {
    let path = "\(params.textDocument.uri)"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    func shown(_ position: Position) -> String { "\(position.line + 1):\(position.character + 1)" }
    let start = "\(name):\(shown(params.range.start))"
    return params.event.rawValue == "selected" ? "\(start)–\(shown(params.range.end))" : start
  }

  static func text(of params: MentionsTextEventParams) -> String {
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
