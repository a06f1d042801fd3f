import LanguageProtocol

/// Keys typed one after the other into a document of prose, each as one `didChange`.
struct Typing {
  let uri: DocumentURI
  let lines: Int
  /// Columns that are not prose: a comment's sign.
  let prefix: Int
  let text: [String]
  private var keys = 0

  /// Keys typed into one line before the next line's turn.
  private static let keysPerLine = 60

  init(uri: DocumentURI, lines: Int, prefix: Int, text: String = "lorem ipsum dolor sit amet ") {
    self.uri = uri
    self.lines = lines
    self.prefix = prefix
    self.text = text.map { String($0) }
  }

  /// The next key; the first ones go to the line `from`.
  mutating func next(from line: Int) -> RPCMessage {
    defer { keys += 1 }
    let at = cursor(from: line)
    return Messages.didChange(
      uri, version: keys + 1, line: at.line, column: at.character, text[keys % text.count])
  }

  /// Where the next key goes.
  func cursor(from line: Int) -> Position {
    Position(
      line: (line + keys / Self.keysPerLine) % lines, character: prefix + keys % Self.keysPerLine)
  }
}
