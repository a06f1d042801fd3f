import Mentions
import TextModel

/// A mention in a file, with all that is told of it.
package struct FileMention: Sendable {
  /// A place in a text, as people and tools count: from one. Columns are Unicode code points.
  package struct Place: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  /// Its range counts bytes of the file, the byte order mark included.
  package let mention: ScannedMention
  /// The text in its range.
  package let written: String
  package let start: Place
  /// Behind its last code point.
  package let end: Place
  /// What is wrong with it.
  package let finding: MentionFinding?

  /// - Parameter mark: how many bytes the file has in front of the text.
  init(
    _ mention: ScannedMention, in text: IndexedText, behind mark: Int, _ cursor: inout PositionCursor,
    finding: MentionFinding?
  ) {
    var inFile = mention
    inFile.range = TextRange(mention.range.start + mark, mention.range.end + mark)
    self.mention = inFile
    written = text.buffer.string(in: mention.range)
    start = Place(cursor.position(of: mention.range.start, in: text))
    end = Place(cursor.position(of: mention.range.end, in: text))
    self.finding = finding
  }
}

extension FileMention.Place {
  fileprivate init(_ position: TextPosition) {
    self.init(line: position.line + 1, column: position.column + 1)
  }
}
