import JSONText
import TextModel

/// The trailers of a commit message (git-interpret-trailers(1)): the last paragraph, where every line of it is
/// `Token: value` or goes on with the value above.
enum CommitTrailers {
  /// Their lines, from 0; nil where there are none. O(text).
  static func lines(of text: IndexedText) -> Range<Int>? {
    var end = 0
    while end < text.lines.lineCount, !isScissors(end, in: text) { end += 1 }
    while end > 0, kind(of: end - 1, in: text).isPassedOver { end -= 1 }
    var start = end
    while start > 0 {
      switch kind(of: start - 1, in: text) {
      case .trailer, .continuation, .comment: start -= 1
      case .blank:
        while start < end, kind(of: start, in: text) == .comment { start += 1 }
        return start < end && kind(of: start, in: text) == .trailer ? start..<end : nil
      case .other: return nil
      }
    }
    // The first paragraph is the message.
    return nil
  }

  private enum Kind {
    case blank, comment, trailer, continuation, other

    var isPassedOver: Bool { self == .blank || self == .comment }
  }

  /// A token is not longer.
  private static let longestToken = 128

  private static func kind(of line: Int, in text: IndexedText) -> Kind {
    let content = text.content(ofLine: line)
    let head = text.buffer.bytes(in: TextRange(content.start, min(content.end, content.start + longestToken)))
    guard let first = head.first else { return .blank }
    if first == UInt8(ascii: "#") { return .comment }
    if first == 0x20 || first == 0x09 { return head.allSatisfy { $0 <= 0x20 } ? .blank : .continuation }
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return .other }
    let isToken = head[..<colon].allSatisfy {
      $0 == UInt8(ascii: "-") || $0 < 0x80 && CharacterClass.isNormal($0)
    }
    return isToken && (colon + 1 == head.count || head[colon + 1] == 0x20) ? .trailer : .other
  }

  /// `# ------------------------ >8 ------------------------`: behind it is the difference of `git commit -v`.
  private static func isScissors(_ line: Int, in text: IndexedText) -> Bool {
    let content = text.content(ofLine: line)
    guard content.count > 8, text.buffer[content.start] == UInt8(ascii: "#") else { return false }
    let head = text.buffer.bytes(in: TextRange(content.start, min(content.end, content.start + longestToken)))
    return head.firstOccurrence(of: "---- >8 ----".utf8) != nil
  }
}
