import EntitySources
import TextModel

extension NearLine {
  /// A line of a text with those around it.
  init(_ line: Int, in text: IndexedText) {
    let first = max(0, line - Self.reach)
    let end = min(text.lines.lineCount, line + Self.reach + 1)
    self.init(
      line: line, first: first,
      texts: (first..<max(first, end)).map { number in
        let content = text.content(ofLine: number)
        return text.buffer.bytes(
          in: TextRange(content.start, min(content.end, content.start + Self.longestText)))
      })
  }

  /// The same of a file's bytes. Linear in the file.
  package init(_ line: Int, in bytes: [UInt8]) {
    let text = IndexedText(bytes)
    self.init(min(line, text.lines.lineCount - 1), in: text)
  }
}
