/// Finds a line of a document in the version of the last commit.
///
/// Lines around the cursor that are in both show where it is: the nearest one that says something, and of equal lines
/// in the committed version the one whose number is the nearest. Where none of them is there, the same number counts.
enum CommittedLines {
  /// Shorter lines (braces, blank ones) are everywhere. In bytes, spaces left out.
  private static let shortest = 4

  /// - Parameters:
  ///   - place: a line of the document, and those around it.
  ///   - committed: the whole text of the committed version.
  /// - Returns: the line's number there, and how many lines there are; nil where there are none.
  /// - Complexity: O(n) in the bytes of both.
  static func line(of place: NearLine, in committed: [UInt8]) -> (line: Int, count: Int)? {
    var wanted: [ArraySlice<UInt8>: [Int]] = [:]
    for (at, text) in place.texts.enumerated() where text.count < NearLine.longestText {
      let text = trimmed(text[...])
      if text.count < shortest { continue }
      wanted[text, default: []].append(place.first + at)
    }
    /// For lines of the document, where the nearest equal line is.
    var found: [Int: Int] = [:]
    var count = 0
    var rest = committed[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      for own in wanted[trimmed(rest[..<end])] ?? [] {
        if let known = found[own], abs(known - own) <= abs(count - own) { continue }
        found[own] = count
      }
      count += 1
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    if count == 0 { return nil }
    let anchor = found.min { a, b in
      let (near, other) = (abs(a.key - place.line), abs(b.key - place.line))
      return near != other ? near < other : a.key < b.key
    }
    let line = anchor.map { $0.value + place.line - $0.key } ?? place.line
    return (min(max(line, 0), count - 1), count)
  }

  /// Without spaces at both ends: also the CR of a line end that git does not keep.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line.drop { $0 <= 0x20 }
  }
}
