import EntitySources
import TextModel

/// Where in an open document the lines are that a person is written down on. The client's text may end lines otherwise
/// than the file, and have the byte order mark that readers pass over.
struct PlacedText {
  /// Where each line starts in the place's text, and in the document.
  private var starts: [(own: Int, there: TextOffset)] = []

  /// Nil where the document has other lines there. O(the place's text).
  init?(_ place: EntityPlace, in text: IndexedText) {
    let own = IndexedText(place.text)
    for number in 0..<own.lines.lineCount {
      let line = Self.line(number, of: own)
      var there = Self.line(place.firstLine + number, of: text)
      if place.firstLine + number == 0, there.bytes.starts(with: Self.mark) {
        there = (there.start + Self.mark.count, there.bytes.dropFirst(Self.mark.count))
      }
      guard line.bytes == there.bytes else { return nil }
      starts.append((line.start.utf8, there.start))
    }
  }

  /// An edit of the place's text as one of the document's.
  func edit(_ change: (range: Swift.Range<Int>, bytes: [UInt8])) -> TextReplacement {
    TextReplacement(
      range: TextRange(offset(of: change.range.lowerBound), offset(of: change.range.upperBound)),
      replacement: change.bytes)
  }

  private func offset(of own: Int) -> TextOffset {
    let line = starts.last { $0.own <= own } ?? (0, .zero)
    return line.there + (own - line.own)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Without its end.
  private static func line(
    _ number: Int, of text: IndexedText
  ) -> (start: TextOffset, bytes: ArraySlice<UInt8>) {
    let start = text.lines.start(ofLine: number)
    var bytes = text.buffer.bytes(in: TextRange(start, text.lines.start(ofLine: number + 1)))[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    return (start, bytes)
  }
}
