/// A piece of text with the annotations that stood wholly inside it: what was cut, or a stretch of an open
/// document that may be what is being pasted.
public struct AnnotatedText: Sendable {
  struct Mark: Sendable {
    /// UTF-8 offsets from the start of the text.
    var range: Range<Int>
    var content: AnnotationContent
    var state: Annotation.State
  }

  public let bytes: [UInt8]
  /// Sorted and disjoint.
  let marks: [Mark]

  init(bytes: [UInt8], marks: [Mark]) {
    self.bytes = bytes
    self.marks = marks
  }

  /// How many annotations it holds.
  public var annotationCount: Int { marks.count }

  /// The marks of every stretch that equals `wanted` and holds at least one whole annotation, one list per
  /// stretch, their ranges counted from the start of `wanted`.
  func stretches(equalTo wanted: [UInt8]) -> [[Mark]] {
    guard wanted.count <= bytes.count else { return [] }
    if wanted.count == bytes.count { return wanted == bytes && !marks.isEmpty ? [marks] : [] }
    var found: [[Mark]] = []
    var last = -1
    for start in starts(of: wanted) where start > last {
      last = start
      let inside = marks(in: start..<start + wanted.count)
      if !inside.isEmpty { found.append(inside) }
    }
    return found
  }

  /// Whether its own text says something besides what is annotated, so that finding it inside a longer text
  /// is no accident.
  var hasContext: Bool {
    if marks.count > 1 { return true }
    guard let mark = marks.first else { return false }
    return bytes[..<mark.range.lowerBound].contains { !Self.isSpace($0) }
      || bytes[mark.range.upperBound...].contains { !Self.isSpace($0) }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }

  private func marks(in range: Range<Int>) -> [Mark] {
    marks.compactMap { mark in
      guard range.lowerBound <= mark.range.lowerBound, mark.range.upperBound <= range.upperBound else {
        return nil
      }
      let shifted = mark.range.lowerBound - range.lowerBound..<mark.range.upperBound - range.lowerBound
      return Mark(range: shifted, content: mark.content, state: mark.state)
    }
  }

  /// Rising. A short text is looked for round the annotations only: it must hold one of them.
  private func starts(of wanted: [UInt8]) -> [Int] {
    if wanted.count > 256 { return ByteSearch.all(wanted, in: bytes, atMost: 3) }
    var starts: Set<Int> = []
    for mark in marks where mark.range.count <= wanted.count {
      for inside in 0...(wanted.count - mark.range.count) {
        let start = mark.range.lowerBound - inside
        if start >= 0, start + wanted.count <= bytes.count, wanted[0] == bytes[start],
          bytes[start..<start + wanted.count].elementsEqual(wanted)
        {
          starts.insert(start)
        }
      }
    }
    return starts.sorted()
  }
}

enum ByteSearch {
  /// Where `wanted` stands in `bytes`, the first `limit` places. Overlapping places count.
  static func all(_ wanted: [UInt8], in bytes: [UInt8], atMost limit: Int) -> [Int] {
    guard let first = wanted.first, wanted.count <= bytes.count else { return [] }
    var found: [Int] = []
    var at = 0
    let last = bytes.count - wanted.count
    while at <= last, found.count < limit {
      guard let next = bytes[at...last].firstIndex(of: first) else { break }
      if bytes[next..<next + wanted.count].elementsEqual(wanted) { found.append(next) }
      at = next + 1
    }
    return found
  }
}
