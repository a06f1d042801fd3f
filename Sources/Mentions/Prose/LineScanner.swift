import TextModel

/// Follows the blocks of Markdown, and the scissors of a commit message, from line to line. Looks at the
/// beginning of each line only.
struct LineScanner {
  let bytes: [UInt8]
  let isCommitMessage: Bool

  /// What holds on the line itself: an opening or closing fence belongs to the fence.
  func mode(on line: Range<Int>, after state: ScanState) -> ScanState.Mode {
    guard case .normal = state.mode else { return state.mode }
    var next = state
    step(&next, line: line)
    return next.mode
  }

  func nextLine(after start: Int) -> Int {
    guard let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) else { return bytes.count }
    let isPair = bytes[end] == 13 && end + 1 < bytes.count && bytes[end + 1] == 10
    return end + (isPair ? 2 : 1)
  }

  func step(_ state: inout ScanState, line: Range<Int>) {
    if isCommitMessage {
      if starts(line, with: "# ------------------------ >8") { state.mode = .diff }
      return
    }
    switch state.mode {
    case .normal:
      guard line.lowerBound < line.upperBound, Self.mayOpen(bytes[line.lowerBound]) else { return }
      if let fence = fence(line), !fence.isCloserOnly {
        state.mode = .fence(fence.sign, count: fence.count, quoted: fence.quoted)
      } else if let tag = rawTag(line) {
        state.mode = .rawHTML(tag)
        if closes(line, tag) { state.mode = .normal }
      }
    case .fence(let sign, let count, let quoted):
      let content = skipMarkers(line, lists: false)
      if quoted, !content.quoted {
        state.mode = .normal
        step(&state, line: line)
      } else if let end = fence(line, lists: false), end.sign == sign, end.count >= count, end.isBare {
        state.mode = .normal
      }
    case .frontMatter(let sign):
      if isRule(line, of: sign) || (sign == UInt8(ascii: "-") && isRule(line, of: UInt8(ascii: "."))) {
        state.mode = .normal
      }
    case .rawHTML(let tag): if closes(line, tag) { state.mode = .normal }
    case .lineComment, .blockComment, .string, .regex, .diff: break
    }
  }

  /// Whether a line that begins with this byte may open a block: white space, the signs of quotes and lists, those of
  /// fences, and tags.
  private static func mayOpen(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 9, UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "<"):
      true
    default: false
    }
  }

  // MARK: Front matter

  /// Whether the text begins with front matter that is closed within what is looked at.
  func beginsWithFrontMatter() -> UInt8? {
    guard let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return nil }
    var at = nextLine(after: 0)
    guard isRule(0..<at, of: sign) else { return nil }
    while at < bytes.count {
      let next = nextLine(after: at)
      if isRule(at..<next, of: sign)
        || (sign == UInt8(ascii: "-") && isRule(at..<next, of: UInt8(ascii: ".")))
      {
        return sign
      }
      at = next
    }
    return nil
  }

  /// Three signs and nothing else.
  private func isRule(_ line: Range<Int>, of sign: UInt8) -> Bool {
    var end = line.upperBound
    while end > line.lowerBound, WhiteSpace.isASCIISpace(bytes[end - 1]) { end -= 1 }
    return end - line.lowerBound == 3 && bytes[line.lowerBound..<end].allSatisfy { $0 == sign }
  }

  // MARK: Fences

  private struct Fence {
    var sign: UInt8
    var count: Int
    var quoted: Bool
    /// Nothing follows.
    var isBare: Bool
    /// Backticks follow, which no opening fence of backticks may have.
    var isCloserOnly: Bool
  }

  private func fence(_ line: Range<Int>, lists: Bool = true) -> Fence? {
    let (start, quoted) = skipMarkers(line, lists: lists)
    guard start < line.upperBound else { return nil }
    let sign = bytes[start]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    var end = start
    while end < line.upperBound, bytes[end] == sign { end += 1 }
    guard end - start >= 3 else { return nil }
    let rest = bytes[end..<min(line.upperBound, end + 256)]
    return Fence(
      sign: sign, count: end - start, quoted: quoted, isBare: rest.allSatisfy(WhiteSpace.isASCIISpace),
      isCloserOnly: sign == UInt8(ascii: "`") && rest.contains(sign))
  }

  /// Where a line's own text begins, behind its indentation, signs of block quotes and of lists.
  private func skipMarkers(_ line: Range<Int>, lists: Bool) -> (start: Int, quoted: Bool) {
    var at = line.lowerBound
    var quoted = false
    let end = min(line.upperBound, line.lowerBound + 512)
    while at < end {
      switch bytes[at] {
      case 0x20, 9: at += 1
      case UInt8(ascii: ">"):
        quoted = true
        at += 1
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        guard lists, at + 1 < end, bytes[at + 1] == 0x20 else { return (at, quoted) }
        at += 2
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var digit = at
        while digit < end, digit - at < 10, (0x30...0x39).contains(bytes[digit]) { digit += 1 }
        guard lists, digit + 1 < end, bytes[digit] == UInt8(ascii: ".") || bytes[digit] == UInt8(ascii: ")"),
          bytes[digit + 1] == 0x20
        else { return (at, quoted) }
        at = digit + 2
      default: return (at, quoted)
      }
    }
    return (at, quoted)
  }

  // MARK: Raw HTML

  private func rawTag(_ line: Range<Int>) -> [UInt8]? {
    let (start, _) = skipMarkers(line, lists: false)
    guard start < line.upperBound, bytes[start] == UInt8(ascii: "<") else { return nil }
    for tag in Self.rawTags {
      let end = start + tag.open.count
      guard end < line.upperBound, ByteCase.equal(bytes[start..<end], tag.open),
        !WordScalars.isWordByte(bytes[end])
      else { continue }
      return tag.close
    }
    return nil
  }

  private static let rawTags = ["script", "style", "pre", "textarea"].map {
    (open: Array("<\($0)".utf8), close: Array("</\($0)".utf8))
  }

  private func closes(_ line: Range<Int>, _ tag: [UInt8]) -> Bool {
    var at = line.lowerBound
    while at + tag.count <= line.upperBound {
      if bytes[at] == tag[0], ByteCase.equal(bytes[at..<at + tag.count], tag) { return true }
      at += 1
    }
    return false
  }

  private func starts(_ line: Range<Int>, with text: String) -> Bool { bytes[line].starts(with: text.utf8) }
}

enum ByteCase {
  /// Whether both are equal, the case of ASCII letters aside; `lowercased` is so already.
  static func equal(_ bytes: ArraySlice<UInt8>, _ lowercased: [UInt8]) -> Bool {
    bytes.elementsEqual(lowercased) { byte, wanted in
      byte == wanted || ((0x41...0x5a).contains(byte) && byte | 0x20 == wanted)
    }
  }
}
