import TextModel

/// A piece of text with the annotations that stood wholly inside it: what was cut, or a stretch of an open
/// document that may be what is being pasted.
public struct AnnotatedText: Sendable {
  struct Mark: Sendable {
    /// UTF-8 offsets from the start of the text.
    var range: Range<Int>
    var content: AnnotationContent
    var state: Annotation.State

    func shifted(by distance: Int) -> Mark {
      Mark(
        range: range.lowerBound + distance..<range.upperBound + distance, content: content, state: state)
    }
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

  /// Whether its own text says something besides what is annotated, so that finding it inside a longer text
  /// is not an accident.
  var hasContext: Bool {
    if marks.count > 1 { return true }
    guard let mark = marks.first else { return false }
    return bytes[..<mark.range.lowerBound].contains { !WhiteSpace.isASCIISpace($0) }
      || bytes[mark.range.upperBound...].contains { !WhiteSpace.isASCIISpace($0) }
  }

  /// The marks wholly inside a stretch, counted from its start. O(log n + found).
  func marks(in range: Range<Int>) -> [Mark] {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = low + (high - low) / 2
      if marks[middle].range.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return marks[low...].prefix { $0.range.upperBound <= range.upperBound }
      .map { $0.shifted(by: -range.lowerBound) }
  }
}

enum ByteSearch {
  /// The places of `wanted` in `bytes`, the first `limit` of them. Overlapping places count. `budget` shrinks by the
  /// bytes that were looked at; once it is used up, the search ends.
  static func all(
    _ wanted: [UInt8], in bytes: [UInt8], atMost limit: Int, budget: inout Int
  ) -> [Int] {
    guard let first = wanted.first, wanted.count <= bytes.count else { return [] }
    var found: [Int] = []
    var at = 0
    let last = bytes.count - wanted.count
    while at <= last, found.count < limit, budget > 0 {
      guard let next = bytes[at...last].firstIndex(of: first) else {
        budget -= last - at + 1
        break
      }
      var same = 1
      while same < wanted.count, bytes[next + same] == wanted[same] { same += 1 }
      budget -= next - at + same
      if same == wanted.count { found.append(next) }
      at = next + 1
    }
    return found
  }

  static func all(_ wanted: [UInt8], in bytes: [UInt8], atMost limit: Int) -> [Int] {
    var budget = Int.max
    return all(wanted, in: bytes, atMost: limit, budget: &budget)
  }
}
