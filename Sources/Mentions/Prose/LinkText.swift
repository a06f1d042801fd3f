import TextModel

/// The text of a Markdown link, `[…](…)` or `[…][…]`, in which there can be no other link (CommonMark, section 6.3).
enum LinkText {
  /// How far its brackets are looked for, in bytes.
  private static let reach = 1024

  /// Whether a stretch lies in the text of a link. Reads the paragraph, 1 KiB on each side at most.
  static func contains(_ range: TextRange, in text: IndexedText) -> Bool {
    var first = text.lines.line(at: range.start)
    while first > 0, range.start - text.lines.start(ofLine: first) < reach, !isEmpty(first - 1, text) {
      first -= 1
    }
    var last = text.lines.line(at: range.end)
    while last + 1 < text.lines.lineCount, text.content(ofLine: last).end - range.end < reach,
      !isEmpty(last + 1, text)
    {
      last += 1
    }
    let before = text.buffer.bytes(
      in: TextRange(max(text.lines.start(ofLine: first), range.start - reach), range.start))
    let after = text.buffer.bytes(
      in: TextRange(range.end, min(text.content(ofLine: last).end, range.end + reach)))
    return isClosed(after, opened: opened(before))
  }

  private static func isEmpty(_ line: Int, _ text: IndexedText) -> Bool { text.content(ofLine: line).isEmpty }

  /// How many brackets are open at the end.
  private static func opened(_ bytes: [UInt8]) -> Int {
    var depth = 0
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      default: break
      }
      at += 1
    }
    return depth
  }

  /// Whether one of the open brackets is closed as a link's is.
  private static func isClosed(_ bytes: [UInt8], opened: Int) -> Bool {
    var depth = opened
    var inner = 0
    var at = 0
    while at < bytes.count, depth > 0 {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): inner += 1
      case UInt8(ascii: "]") where inner > 0: inner -= 1
      case UInt8(ascii: "]"):
        let next = at + 1 < bytes.count ? bytes[at + 1] : 0
        if next == UInt8(ascii: "(") || next == UInt8(ascii: "[") { return true }
        depth -= 1
      default: break
      }
      at += 1
    }
    return false
  }
}
