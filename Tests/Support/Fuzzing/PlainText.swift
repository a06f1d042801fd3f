import TextModel

/// A text as nobody would keep it: an array of bytes, and with each byte the annotation that it belongs to. What is
/// asked is worked out anew each time.
struct PlainText {
  var bytes: [UInt8]
  /// The number of the annotation that the byte is part of.
  var tags: [UInt64?]

  init(_ bytes: [UInt8]) {
    // What is not UTF-8 is mended as the standard library does it.
    self.bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    tags = Array(repeating: nil, count: self.bytes.count)
  }

  /// Replaces bytes; the range must be on scalar boundaries.
  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    let inserted = PlainText(new)
    bytes.replaceSubrange(range, with: inserted.bytes)
    tags.replaceSubrange(range, with: inserted.tags)
  }

  /// The offset that a position names (LSP 3.17, `Position`), by walking along the line.
  func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    let starts = plainLineStarts(of: bytes)
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    var at = starts[position.line]
    var column = 0
    for scalar in line(position.line, starts).unicodeScalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      guard column + width <= max(position.column, 0) else { return at }
      column += width
      at += UTF8.width(scalar)
    }
    return at
  }

  /// The position of an offset on a scalar boundary that does not divide a line end.
  func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
    let starts = plainLineStarts(of: bytes)
    let line = (starts.lastIndex { $0 <= offset }) ?? 0
    let before = String(decoding: bytes[starts[line]..<offset], as: UTF8.self)
    let column =
      switch encoding {
      case .utf8: before.utf8.count
      case .utf16: before.utf16.count
      case .utf32: before.unicodeScalars.count
      }
    return TextPosition(line: line, column: column)
  }

  /// The boundaries of all graphemes.
  var graphemeBoundaries: Set<Int> {
    let text = String(decoding: bytes, as: UTF8.self)
    var boundaries: Set<Int> = [0]
    var at = 0
    for character in text {
      at += character.utf8.count
      boundaries.insert(at)
    }
    return boundaries
  }

  private func line(_ number: Int, _ starts: [Int]) -> String {
    var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
    if number + 1 < starts.count {
      end -= end - starts[number] > 1 && bytes[end - 1] == 10 && bytes[end - 2] == 13 ? 2 : 1
    }
    return String(decoding: bytes[starts[number]..<end], as: UTF8.self)
  }
}
