import EntitySources
import TextModel

/// Where in an open document the lines are that a person is written down on. The client's text may end lines otherwise
/// than the file, and have the byte order mark that readers pass over.
struct PlacedText {
  /// Lines without their ends, and where each begins.
  typealias Lines = [(start: Int, bytes: ArraySlice<UInt8>)]

  /// Where each line starts in the place's text, and in the document.
  private var starts: [(own: Int, there: TextOffset)] = []

  /// Nil where the document has other lines there. O(the place's text).
  init?(_ place: EntityPlace, in text: IndexedText) {
    self.init(Self.lines(of: place), from: place.firstLine, in: text)
  }

  /// The same for lines that may be anywhere.
  ///
  /// - Parameter first: the line of the document that the first one may be.
  init?(_ lines: Lines, from first: Int, in text: IndexedText) {
    for (number, own) in lines.enumerated() {
      var there = Self.line(first + number, of: text)
      if first + number == 0, there.bytes.starts(with: Self.mark) {
        there = (there.start + Self.mark.count, there.bytes.dropFirst(Self.mark.count))
      }
      guard own.bytes == there.bytes else { return nil }
      starts.append((own.start, there.start))
    }
  }

  static func lines(of place: EntityPlace) -> Lines {
    let text = IndexedText(place.text)
    return (0..<text.lines.lineCount).map { number in
      let line = line(number, of: text)
      return (line.start.utf8, line.bytes)
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

  /// Without its end; empty behind the last one.
  private static func line(
    _ number: Int, of text: IndexedText
  ) -> (start: TextOffset, bytes: ArraySlice<UInt8>) {
    let start = text.lines.start(ofLine: number)
    var bytes = text.buffer.bytes(in: TextRange(start, text.lines.start(ofLine: number + 1)))[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    return (start, bytes)
  }
}
