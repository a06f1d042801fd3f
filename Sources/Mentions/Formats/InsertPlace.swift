import TextModel

/// A place that asks for a format of its own (the behaviour, section 9).
public enum InsertPlace: Hashable, Sendable, CaseIterable {
  case text
  /// Behind `Co-authored-by: `, `Reviewed-by: ` or any other `…-by: ` in a commit message.
  case trailer
  case codeowners
}

enum TrailerLine {
  /// Whether a place lies behind the token of such a trailer. Reads the line up to there, 128 bytes of it at most.
  static func contains(_ offset: TextOffset, in text: IndexedText) -> Bool {
    let start = text.lines.start(ofLine: text.lines.line(at: offset))
    let head = text.buffer.bytes(in: TextRange(start, min(offset, start + 128)))
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > suffix.count else { return false }
    let token = head[..<colon]
    let isToken = token.allSatisfy { $0 == UInt8(ascii: "-") || ($0 < 0x80 && CharacterClass.isNormal($0)) }
    guard isToken, token.suffix(suffix.count).map({ $0 | 0x20 }) == suffix else { return false }
    return colon + 1 < head.count ? head[colon + 1] == 0x20 || head[colon + 1] == 9 : true
  }

  /// In lowercase; of its bytes `|` with 0x20 changes capitals only.
  private static let suffix = Array("-by".utf8)
}
