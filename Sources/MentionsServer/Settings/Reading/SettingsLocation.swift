public import TextModel

/// A stretch of a settings file.
public struct SettingsLocation: Hashable, Sendable {
  /// UTF-8 offsets.
  public let range: Range<Int>
  private let start: Place
  private let end: Place

  /// From zero, in the units of `encoding`: ready for a diagnostic.
  public func start(in encoding: PositionEncoding) -> TextPosition { start.position(in: encoding) }
  public func end(in encoding: PositionEncoding) -> TextPosition { end.position(in: encoding) }

  /// From one, as editors count.
  public var line: Int { start.line + 1 }
  /// From one, in scalars.
  public var column: Int { start.utf32 + 1 }

  /// Offsets outside `bytes` mean the nearest inside.
  ///
  /// - Complexity: linear in the range's end.
  init(_ range: Range<Int>, in bytes: [UInt8]) {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    let upper = min(max(range.upperBound, lower), bytes.count)
    self.range = lower..<upper
    var place = Place()
    for at in 0..<lower { place.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil) }
    start = place
    for at in lower..<upper {
      place.step(over: bytes[at], before: at + 1 < bytes.count ? bytes[at + 1] : nil)
    }
    end = place
  }

  /// A place in all three encodings at once.
  private struct Place: Hashable, Sendable {
    var line = 0
    var utf8 = 0
    var utf16 = 0
    var utf32 = 0

    /// Lines end at `\n`, `\r\n` or a lone `\r`.
    mutating func step(over byte: UInt8, before next: UInt8?) {
      let isEnd = byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n"))
      guard !isEnd else {
        self = Place(line: line + 1)
        return
      }
      utf8 += 1
      guard byte & 0xC0 != 0x80 else { return }
      utf32 += 1
      utf16 += byte >= 0xF0 ? 2 : 1
    }

    func position(in encoding: PositionEncoding) -> TextPosition {
      switch encoding {
      case .utf8: TextPosition(line: line, column: utf8)
      case .utf16: TextPosition(line: line, column: utf16)
      case .utf32: TextPosition(line: line, column: utf32)
      }
    }
  }
}
