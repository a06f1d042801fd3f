public import TextModel

/// Where the text may hold the name of somebody who is not mentioned yet.
extension MentionsDocument {
  private static let mostWords = 5
  /// Bytes on each side of a place that are looked at.
  private static let nearby = 256

  /// Stretches of words round a place, each of which may be a name, the longest first and all on one line; where something
  /// is selected, that alone. O(1).
  ///
  /// - Parameter range: UTF-8 offsets in the text as it is.
  public func nameCandidates(around range: TextRange) -> [TextRange] {
    let range = text.buffer.clamp(range)
    let line = text.content(ofLine: text.lines.line(at: range.start))
    guard range.end <= line.end, range.count <= Self.nearby else { return [] }
    if !range.isEmpty {
      let name = WhiteSpace.trimmed(0..<range.count, in: text.buffer.bytes(in: range).span)
      return name.isEmpty ? [] : [TextRange(range.start + name.lowerBound, range.start + name.upperBound)]
    }
    let start = text.buffer.scalarStart(at: max(line.start, range.start - Self.nearby))
    let end = text.buffer.scalarStart(at: min(line.end, range.end + Self.nearby))
    let bytes = text.buffer.bytes(in: TextRange(start, end))
    let words = Self.words(in: bytes).map { TextRange(start + $0.lowerBound, start + $0.upperBound) }
    var candidates: [TextRange] = []
    for first in words.indices {
      for last in first..<min(words.count, first + Self.mostWords) {
        let candidate = TextRange(words[first].start, words[last].end)
        guard candidate.touches(range.start) else { continue }
        candidates.append(candidate)
        if let genitive = Self.genitive(of: bytes[..<(candidate.end - start)]) {
          candidates.append(TextRange(candidate.start, candidate.end - genitive))
        }
      }
    }
    return candidates.sorted { ($1.count, $0.start) < ($0.count, $1.start) }
  }

  /// Letters, digits and what joins them: `O’Hara`, `Jean-Luc`, `J.R`.
  private static func words(in bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var at = 0
    while at < bytes.count {
      guard WordScalars.isWordByte(bytes[at]) else {
        at += 1
        continue
      }
      let start = at
      while at < bytes.count {
        let joins =
          "-.'".utf8.contains(bytes[at]) && at + 1 < bytes.count && WordScalars.isWordByte(bytes[at + 1])
        guard joins || WordScalars.isWordByte(bytes[at]) else { break }
        at += 1
      }
      words.append(start..<at)
    }
    return words
  }

  /// The length of an English genitive at the end.
  private static func genitive(of bytes: ArraySlice<UInt8>) -> Int? {
    ["'s", "’s"].map { Array($0.utf8) }.first { bytes.suffix($0.count).elementsEqual($0) }?.count
  }

  /// Whether a mention may be put there: a name, or a trigger and a word, stands there by itself, it is prose, and nothing
  /// else is known of it.
  public mutating func admitsMention(in range: TextRange, trigger: Int? = nil) -> Bool {
    let character = trigger.flatMap {
      policy.triggers.indices.contains($0) ? policy.triggers[$0].character : nil
    }
    return annotations.indices(in: range).isEmpty && isByItself(range)
      && prose.verdict(at: range.start, in: text, trigger: character).isProse
  }

  /// All places where a text stands by itself and may be a mention, in order. O(document).
  ///
  /// - Parameters:
  ///   - wanted: not empty.
  ///   - trigger: the one that it begins with, or by whose format the mentions are written; its place in the policy.
  ///   - limit: the most places.
  public mutating func plainOccurrences(of wanted: [UInt8], trigger: Int?, limit: Int) -> [TextRange] {
    guard let first = wanted.first else { return [] }
    var found: [TextRange] = []
    var at = TextOffset.zero
    while found.count < limit, let next = text.buffer.firstIndex(of: first, from: at, limit: text.buffer.end)
    {
      at = next + 1
      let range = TextRange(next, next + wanted.count)
      guard range.end <= text.buffer.end, text.buffer.holds(wanted, at: next),
        admitsMention(in: range, trigger: trigger)
      else { continue }
      found.append(range)
      at = range.end
    }
    return found
  }

  /// Whether a stretch is neither a part of a longer word nor of an address, a path or another mention.
  private func isByItself(_ range: TextRange) -> Bool {
    let start = text.buffer.scalarStart(at: max(.zero, range.start - Self.nearby))
    let end = text.buffer.scalarStart(at: min(text.buffer.end, range.end + Self.nearby))
    let stretch = TextStretch(
      start: start, bytes: text.buffer.bytes(in: TextRange(start, end)),
      before: text.buffer.scalar(before: start), after: text.buffer.scalar(at: end))
    // Of an address whether or not it is a trigger.
    let controls = policy.triggers.map { Array($0.character.utf8) } + [[UInt8(ascii: "@")]]
    return stretch.admitsName(at: (range.start - start)..<(range.end - start), controls: controls)
  }
}

extension TextStretch {
  /// Whether what stands here may be replaced by a mention. A mention may stand here; but what is read as one is known to
  /// be somebody's, while a name may be a part of anything else, such as a file's name.
  fileprivate func admitsName(at range: Range<Int>, controls: [[UInt8]]) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard admitsStart(at: start, controls: controls), admitsEnd(at: end, controls: controls),
      !kind(at: end).contains(.normal),
      // In a script without spaces nobody knows where a name begins.
      !(kind(at: start).contains(.normal) && kind(before: start).contains(.normal))
    else { return false }
    if start > 0, UnknownRule.joinsCode(bytes[start - 1]) { return false }
    // `ada+lists@example.org`.
    return bytes[end...].first { !TypedAddress.isLocalPart($0) } != UInt8(ascii: "@")
  }
}
