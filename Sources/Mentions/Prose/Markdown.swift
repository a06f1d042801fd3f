import JSONText
import TextModel

/// Finds the parts of a Markdown paragraph that are not prose: code spans, link destinations, autolinks, HTML tags, and
/// citations. Scans the paragraph once and only as far as needed, regardless of the number of queries.
struct MarkdownInline: Sendable {
  /// The paragraph, or the part of it that is examined.
  let bytes: [UInt8]
  /// Whether to find code spans only, as in reStructuredText, AsciiDoc and Typst.
  private let backticksOnly: Bool
  /// The offset up to which the paragraph has been scanned.
  private var at = 0
  /// Closed constructs, in order and disjoint.
  private var closed: [(range: Range<Int>, rule: ProseRule)] = []
  /// Unclosed constructs, in order.
  private var open: [Opening] = []
  /// The start of the last run of backticks for each length.
  private let lastRuns: [Int: Int]

  /// An unclosed construct. Its rule applies only on the line where it begins, because the user may be typing it there.
  private struct Opening {
    /// The positions to which the rule applies.
    var places: ClosedRange<Int>
    var lineEnd: Int
    var rule: ProseRule
  }

  private static let backtick = UInt8(ascii: "`")

  init(bytes: [UInt8], backticksOnly: Bool = false) {
    (self.bytes, self.backticksOnly) = (bytes, backticksOnly)
    var runs: [Int: Int] = [:]
    var at = 0
    while let next = bytes[at...].firstIndex(of: Self.backtick) {
      at = bytes[next...].firstIndex { $0 != Self.backtick } ?? bytes.count
      runs[at - next] = next
    }
    lastRuns = runs
  }

  /// The rule that applies to a position; nil if it is prose. O(paragraph) in total for positions queried in order,
  /// plus the unclosed constructs of each position's line.
  mutating func rule(at target: Int) -> ProseRule? {
    while at < target { step() }
    for opening in open.reversed() {
      if opening.lineEnd < target { break }
      if opening.places.contains(target) { return opening.rule }
    }
    let next = closed.partitionIndex { $0.range.lowerBound >= target }
    guard next > 0, closed[next - 1].range.upperBound > target else { return nil }
    return closed[next - 1].rule
  }

  private mutating func step() {
    let start = at
    let end =
      switch bytes[at] {
      case UInt8(ascii: "\\") where !backticksOnly: at + 2
      case Self.backtick: codeSpan(at)
      case UInt8(ascii: "<") where !backticksOnly: angle(at)
      case UInt8(ascii: "[") where !backticksOnly: citation(at)
      case UInt8(ascii: "]") where !backticksOnly: bracket(at)
      default: at + 1
      }
    at = max(start + 1, end)
  }

  private mutating func close(_ start: Int, _ end: Int, _ rule: ProseRule) -> Int {
    closed.append((start..<end, rule))
    return end
  }

  /// Adds an unclosed construct whose rule applies from `first` to `last`, or to the end of the line if that is
  /// earlier.
  private mutating func leaveOpen(_ start: Int, from first: Int, to last: Int = .max, _ rule: ProseRule) {
    let lineEnd = lineEnd(from: start)
    let last = min(last, lineEnd)
    if first <= last { open.append(Opening(places: first...last, lineEnd: lineEnd, rule: rule)) }
  }

  private func lineEnd(from start: Int) -> Int {
    if let last = open.last, last.lineEnd >= start { return last.lineEnd }
    return bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
  }

  private func run(of byte: UInt8, at start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == byte { end += 1 }
    return end - start
  }

  private mutating func codeSpan(_ start: Int) -> Int {
    let count = run(of: Self.backtick, at: start)
    let inner = start + count
    if let last = lastRuns[count], last > start {
      var next = inner
      while let run = bytes[next...].firstIndex(of: Self.backtick) {
        let length = self.run(of: Self.backtick, at: run)
        if length == count { return close(start, run + count, .codeSpan) }
        next = run + length
      }
    }
    // The span is not closed. Directly before text, the backticks make the rest of the line code; before white space,
    // they make only the position directly after them code. Backticks after a word open nothing.
    if start == 0 || !WordScalars.isWordByte(bytes[start - 1]) {
      let begins = inner < bytes.count && !WhiteSpace.isASCIISpace(bytes[inner])
      leaveOpen(start, from: inner, to: begins ? .max : inner, .codeSpan)
    }
    return inner
  }

  private mutating func angle(_ start: Int) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    if bytes[(start + 1)...].starts(with: "!--".utf8) { return start + 4 }
    guard isLetter(bytes[start + 1]) || "/!?".utf8.contains(bytes[start + 1]) else { return start + 1 }
    var at = start + 1
    while at < bytes.count, isLetter(bytes[at]) || "0123456789+.-".utf8.contains(bytes[at]) { at += 1 }
    if at < bytes.count, at - start > 2, bytes[at] == UInt8(ascii: ":") || bytes[at] == UInt8(ascii: "@") {
      var end = at
      while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<"),
        bytes[end] != UInt8(ascii: ">")
      {
        end += 1
      }
      if end < bytes.count, bytes[end] == UInt8(ascii: ">") { return close(start, end + 1, .autolink) }
      leaveOpen(start, from: start + 1, to: end, .autolink)
    }
    return tag(start)
  }

  private mutating func tag(_ start: Int) -> Int {
    var quote: UInt8 = 0
    for at in start + 1..<bytes.count {
      let byte = bytes[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if bytes[at - 1] == UInt8(ascii: "=") { quote = byte }
      } else if byte == UInt8(ascii: ">") {
        return close(start, at + 1, .htmlTag)
      } else if byte == UInt8(ascii: "<") {
        return start + 1
      }
    }
    if quote != 0 { leaveOpen(start, from: start + 1, .htmlTag) }
    return start + 1
  }

  /// The maximum length of a citation in bytes.
  private static let longestCitation = 1024

  /// Skips a citation in Pandoc's syntax: `[@knuth84; @lamport94, p. 3]`, `[-@knuth84, ch. 2]`.
  private mutating func citation(_ start: Int) -> Int {
    var key = start + 1
    if key < bytes.count, bytes[key] == UInt8(ascii: "-") { key += 1 }
    guard key < bytes.count, bytes[key] == UInt8(ascii: "@") else { return start + 1 }
    let limit = min(bytes.count, key + Self.longestCitation)
    guard
      let end = bytes[key..<limit].firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
      bytes[end] == UInt8(ascii: "]"), end + 1 == bytes.count || !"([".utf8.contains(bytes[end + 1])
    else { return start + 1 }
    let inner = bytes[key..<end]
    let hasLocator = inner.indices.contains {
      inner[$0] == UInt8(ascii: ",") && isLocator(inner[($0 + 1)...])
    }
    guard hasLocator || inner.contains(UInt8(ascii: ";")) else { return start + 1 }
    return close(start, end + 1, .citation)
  }

  /// Whether a reference to a part of a work begins here: a number, possibly after a word or a symbol (`p. 3`,
  /// `chap. 2`, `§ 4`).
  private func isLocator(_ text: ArraySlice<UInt8>) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: ".") }
    let word = text.drop(while: isSpace)
    let number = word.drop { $0 >= 0x80 || isLetter($0) }.drop(while: isSpace)
    return number.first.map { (0x30...0x39).contains($0) } ?? false
  }

  private mutating func bracket(_ start: Int) -> Int {
    guard start + 1 < bytes.count else { return start + 1 }
    if bytes[start + 1] == UInt8(ascii: ":"), endsLabel(start) {
      var at = start + 2
      while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 9 { at += 1 }
      while at < bytes.count, bytes[at] > 0x20 { at += 1 }
      return close(start, at + 1, .linkDestination)
    }
    guard bytes[start + 1] == UInt8(ascii: "(") else { return start + 1 }
    var depth = 0
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return close(start, at + 1, .linkDestination) }
      case 10, 13: return start + 1
      default: break
      }
      at += 1
    }
    let space = bytes[(start + 2)...].firstIndex { $0 <= 0x20 } ?? bytes.count
    leaveOpen(start, from: start + 1, to: space, .linkDestination)
    return start + 1
  }

  /// Whether this `]` ends the label of a link reference definition, at the start of a line. The label `[^1]` is that
  /// of a footnote, which is followed by text.
  private func endsLabel(_ end: Int) -> Bool {
    var at = end - 1
    while at >= 0, bytes[at] != UInt8(ascii: "["), bytes[at] != 10, bytes[at] != 13 { at -= 1 }
    guard at >= 0, bytes[at] == UInt8(ascii: "["), bytes[at + 1] != UInt8(ascii: "^") else { return false }
    while at > 0, bytes[at - 1] == 0x20 { at -= 1 }
    return at == 0 || bytes[at - 1] == 10 || bytes[at - 1] == 13
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}

extension Array {
  /// The first index whose element satisfies a condition, which must hold for all later elements. O(log n).
  fileprivate func partitionIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The text of a Markdown link, `[…](…)` or `[…][…]`, which cannot contain another link (CommonMark, section 6.3).
enum LinkText {
  /// The number of bytes before and after a range that are searched for the brackets of a link.
  private static let reach = 1024

  /// Whether a range is inside the text of a link. Reads the paragraph, at most 1 KiB on each side.
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

  /// The number of brackets that are still open at the end of `bytes`.
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

  /// Whether `](` or `][` in `bytes`, which ends the text of a link, closes one of the brackets that are open before
  /// `bytes`.
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

/// Selection ranges around a mention.
package enum SelectionSteps {
  /// The ranges to which a selection at `offset` expands: the word there, the mention, the Markdown link whose text the
  /// mention is, and the line. Each range contains the previous one.
  ///
  /// - Complexity: O(line), but at most a few KiB of the line are read.
  package static func around(
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

  /// The maximum distance in bytes from the end of a mention to the end of the link around it.
  private static let longestTarget = 4096

  /// The range of the link around a mention: `[@ada](https://example.org/ada)` around `@ada`.
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

// MARK: - Commit messages

/// The trailers of a commit message (git-interpret-trailers(1)): the last paragraph, if each of its lines is
/// `Token: value`, continues the previous value, or is a comment.
enum CommitTrailers {
  /// The line numbers of the trailers, counted from 0; nil if there are none. O(text).
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
    // The only paragraph is the message itself, even if its lines have the form of trailers.
    return nil
  }

  private enum Kind {
    case blank, comment, trailer, continuation, other

    var isPassedOver: Bool { self == .blank || self == .comment }
  }

  /// The number of bytes at the start of a line within which the token of a trailer must end.
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

  /// Whether a line is the scissors line `# ------------------------ >8 ------------------------`, which is followed by
  /// the diff of `git commit -v`.
  private static func isScissors(_ line: Int, in text: IndexedText) -> Bool {
    let content = text.content(ofLine: line)
    guard content.count > 8, text.buffer[content.start] == UInt8(ascii: "#") else { return false }
    let head = text.buffer.bytes(in: TextRange(content.start, min(content.end, content.start + longestToken)))
    return head.firstOccurrence(of: "---- >8 ----".utf8) != nil
  }
}
