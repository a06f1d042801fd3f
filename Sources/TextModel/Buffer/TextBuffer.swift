/// The bytes of a document: always valid UTF-8, with a gap where the last edit was.
///
/// An edit costs its own size plus the way that the gap has to move, whatever the size of the document;
/// only when the gap is used up is the whole text moved once (the gap grows with the text, so that this is
/// rare). A copy shares its storage until one of the two is edited: keep one owner for text that is typed
/// into. Ranges and offsets that lie outside are clamped, so no argument makes a reader trap, except the
/// subscript's.
public struct TextBuffer: Sendable {
  /// Text before the gap, the gap's old bytes, text behind it.
  var storage: [UInt8]
  var gapStart: Int
  var gapEnd: Int

  public init() { self.init(wellFormed: []) }

  /// Ill-formed UTF-8 is repaired with U+FFFD. Linear.
  public init(_ bytes: [UInt8]) { self.init(wellFormed: UTF8Form.repaired(bytes)) }
  public init(_ string: String) { self.init(wellFormed: Array(string.utf8)) }

  /// The gap is made with the text, so that the first key typed does not pay for it.
  private init(wellFormed bytes: [UInt8]) {
    let gap = Self.roomyGap(for: bytes.count)
    storage = []
    storage.reserveCapacity(bytes.count + gap)
    storage.append(contentsOf: bytes)
    storage.append(contentsOf: repeatElement(0, count: gap))
    gapStart = bytes.count
    gapEnd = storage.count
  }

  static func roomyGap(for count: Int) -> Int { 256 + count / 16 }

  /// UTF-8 code units.
  public var count: Int { storage.count - (gapEnd - gapStart) }
  public var isEmpty: Bool { count == 0 }
  public var end: TextOffset { TextOffset(count) }
  public var range: TextRange { TextRange(.zero, end) }

  /// The byte at an offset, which must lie inside the text. O(1).
  public subscript(offset: TextOffset) -> UInt8 { byte(at: offset.utf8) }

  func byte(at index: Int) -> UInt8 {
    storage[index < gapStart ? index : index + (gapEnd - gapStart)]
  }

  /// The nearest offset inside the text.
  public func clamp(_ offset: TextOffset) -> TextOffset { min(max(offset, .zero), end) }
  public func clamp(_ range: TextRange) -> TextRange { TextRange(clamp(range.start), clamp(range.end)) }

  /// The part of `range` before the gap and the part behind it, either perhaps empty, without a copy.
  /// The spans are valid inside `body` only.
  public func withPieces<Result, Failure: Error>(
    in range: TextRange, _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = clamp(range)
    let gap = gapEnd - gapStart
    let (from, to) = (range.start.utf8, range.end.utf8)
    let span = storage.span
    let first = span.extracting(min(from, gapStart)..<min(to, gapStart))
    let second = span.extracting(max(from, gapStart) + gap..<max(to, gapStart) + gap)
    return try body(first, second)
  }

  /// A copy of the bytes. Linear in the range.
  public func bytes(in range: TextRange) -> [UInt8] {
    let range = clamp(range)
    let gap = gapEnd - gapStart
    let (from, to) = (range.start.utf8, range.end.utf8)
    if to <= gapStart { return Array(storage[from..<to]) }
    if from >= gapStart { return Array(storage[from + gap..<to + gap]) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    bytes.append(contentsOf: storage[from..<gapStart])
    bytes.append(contentsOf: storage[gapEnd..<to + gap])
    return bytes
  }

  /// The text of a range. Linear in the range; an edge inside a scalar shows as U+FFFD.
  public func string(in range: TextRange) -> String {
    let range = clamp(range)
    let gap = gapEnd - gapStart
    let (from, to) = (range.start.utf8, range.end.utf8)
    if to <= gapStart { return String(decoding: storage[from..<to], as: UTF8.self) }
    if from >= gapStart { return String(decoding: storage[from + gap..<to + gap], as: UTF8.self) }
    return String(decoding: bytes(in: range), as: UTF8.self)
  }

  /// Whether these very bytes are at `offset`. Linear in `bytes`.
  public func holds(_ bytes: [UInt8], at offset: TextOffset) -> Bool {
    guard offset >= .zero, offset <= end, bytes.count <= end - offset else { return false }
    return withPieces(in: TextRange(offset, offset + bytes.count)) { first, second in
      let span = bytes.span
      return ByteScan.commonPrefix(first, span) == first.count
        && ByteScan.commonSuffix(second, span) == second.count
    }
  }
}

extension TextBuffer: Equatable {
  /// Whether both hold the same bytes. Linear.
  public static func == (a: TextBuffer, b: TextBuffer) -> Bool {
    guard a.count == b.count else { return false }
    return a.commonPrefix(with: b, limit: a.count) == a.count
  }

  private func commonPrefix(with other: TextBuffer, limit: Int) -> Int {
    withPieces(in: range) { first, second in
      let head = other.commonPrefix(with: first, at: 0)
      return head < first.count ? head : head + other.commonPrefix(with: second, at: head)
    }
  }

  /// How many bytes from `start` on agree with `span`.
  func commonPrefix(with span: Span<UInt8>, at start: Int) -> Int {
    withPieces(in: TextRange(TextOffset(min(start, count)), end)) { first, second in
      let head = ByteScan.commonPrefix(first, span)
      guard head == first.count, head < span.count else { return head }
      return head + ByteScan.commonPrefix(second, span.extracting(head..<span.count))
    }
  }

  /// How many bytes at the end of `range` agree with the end of `span`.
  func commonSuffix(with span: Span<UInt8>, in range: TextRange) -> Int {
    withPieces(in: range) { first, second in
      let tail = ByteScan.commonSuffix(second, span)
      guard tail == second.count, tail < span.count else { return tail }
      return tail + ByteScan.commonSuffix(first, span.extracting(0..<span.count - tail))
    }
  }
}
