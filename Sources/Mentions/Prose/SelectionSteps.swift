public import TextModel

/// What a selection grows to around a mention.
public enum SelectionSteps {
  /// The word at `offset` of a mention, the mention, the Markdown link that it is the text of, its line: each step larger
  /// than the one before.
  ///
  /// - Complexity: O(the line), of which it reads some KiB at most.
  public static func around(
    _ mention: TextRange, at offset: TextOffset, in text: IndexedText
  ) -> [TextRange] {
    let line = text.content(ofLine: text.lines.line(at: mention.start))
    let steps = [
      word(at: offset, of: mention, in: text), mention, link(around: mention, on: line, in: text), line,
    ]
    var kept: [TextRange] = []
    for case let step? in steps {
      let last = kept.last ?? TextRange(at: offset)
      if step != last, step.start <= last.start, last.end <= step.end { kept.append(step) }
    }
    return kept
  }

  private static func word(
    at offset: TextOffset, of mention: TextRange, in text: IndexedText
  ) -> TextRange? {
    let (start, bytes) = (mention.start, text.buffer.bytes(in: mention))
    let place = min(max(offset.utf8 - start.utf8, 0), bytes.count)
    let isPart = { (byte: UInt8) in byte >= 0x80 || CharacterClass.isNormal(byte) }
    let before = bytes[..<place].reversed().prefix(while: isPart).count
    let after = bytes[place...].prefix(while: isPart).count
    return before + after == 0 ? nil : TextRange(start + (place - before), start + (place + after))
  }

  /// Farther away, the end of a link's target is not looked for, in bytes.
  private static let longestTarget = 4096

  /// `[@ada](https://example.org/ada)` around `@ada`.
  private static func link(
    around mention: TextRange, on line: TextRange, in text: IndexedText
  ) -> TextRange? {
    guard line.start < mention.start, text.buffer[mention.start - 1] == UInt8(ascii: "[") else { return nil }
    let end = min(line.end, mention.end + longestTarget)
    guard mention.end < end else { return nil }
    let behind = text.buffer.bytes(in: TextRange(mention.end, end))
    guard behind.starts(with: "](".utf8), let close = behind.firstIndex(of: UInt8(ascii: ")")) else {
      return nil
    }
    return TextRange(mention.start - 1, mention.end + (close + 1))
  }
}
