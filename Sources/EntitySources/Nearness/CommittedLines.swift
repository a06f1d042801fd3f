/// Finds a line of a document in the version of the last commit.
///
/// Lines around the cursor that are in both show where it is. Each speaks for how far it has moved: the nearer it is to
/// the cursor, the more, and the less the more often the committed version has it. What most speaks for counts. Where
/// none of the lines is there, the same number does.
enum CommittedLines {
  /// Shorter lines (braces, blank ones) are everywhere. In bytes, spaces left out.
  private static let shortest = 4
  /// What occurs more often shows nothing.
  private static let mostPlaces = 16

  /// - Parameters:
  ///   - place: a line of the document, and those around it.
  ///   - committed: the whole text of the committed version.
  /// - Returns: the line's number there, and how many lines there are; nil where there are none.
  /// - Complexity: O(n) in the bytes of both.
  static func line(of place: NearLine, in committed: [UInt8]) -> (line: Int, count: Int)? {
    var own: [ArraySlice<UInt8>: [Int]] = [:]
    for (at, text) in place.texts.enumerated() where text.count < NearLine.longestText {
      let text = trimmed(text[...])
      if text.count < shortest { continue }
      own[text, default: []].append(place.first + at)
    }
    /// For texts of the document: where the committed version has them.
    var places: [ArraySlice<UInt8>: [Int]] = [:]
    var count = 0
    var rest = committed[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let text = trimmed(rest[..<end])
      // One more than counts tells that there are too many.
      if own[text] != nil, places[text, default: []].count <= mostPlaces {
        places[text, default: []].append(count)
      }
      count += 1
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    if count == 0 { return nil }
    var votes: [Int: Double] = [:]
    for (text, numbers) in own.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let found = places[text], found.count <= mostPlaces else { continue }
      for number in numbers {
        let distance = Double(1 + abs(number - place.line))
        let weight = 1 / (distance * distance * Double(found.count))
        for line in found { votes[line - number, default: 0] += weight }
      }
    }
    let move = votes.max { a, b in
      if a.value != b.value { return a.value < b.value }
      // Of two that as much speaks for, the shorter way.
      return abs(a.key) != abs(b.key) ? abs(a.key) > abs(b.key) : a.key < b.key
    }
    return (min(max(place.line + (move?.key ?? 0), 0), count - 1), count)
  }

  /// Without spaces at both ends: also the CR of a line end that git does not keep.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.drop { $0 <= 0x20 }
  }
}
