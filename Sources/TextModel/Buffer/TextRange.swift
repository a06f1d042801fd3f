/// A place between two bytes of a document: UTF-8 code units from its start.
public struct TextOffset: Hashable, Comparable, Sendable {
  /// UTF-8 code units from the start of the document.
  public var utf8: Int

  public init(_ utf8: Int) { self.utf8 = utf8 }

  public static let zero = TextOffset(0)

  public static func < (a: TextOffset, b: TextOffset) -> Bool { a.utf8 < b.utf8 }
  public static func + (a: TextOffset, distance: Int) -> TextOffset { TextOffset(a.utf8 + distance) }
  public static func - (a: TextOffset, distance: Int) -> TextOffset { TextOffset(a.utf8 - distance) }
  /// The distance in UTF-8 code units.
  public static func - (a: TextOffset, b: TextOffset) -> Int { a.utf8 - b.utf8 }
}

/// A half-open stretch of a document in UTF-8 offsets; `start <= end` always.
public struct TextRange: Hashable, Sendable {
  public let start: TextOffset
  public let end: TextOffset

  public init(_ start: TextOffset, _ end: TextOffset) {
    precondition(start <= end, "a text range ends before it starts")
    self.start = start
    self.end = end
  }

  /// A range given in UTF-8 offsets.
  public init(_ start: Int, _ end: Int) { self.init(TextOffset(start), TextOffset(end)) }

  /// The empty range at an offset.
  public init(at offset: TextOffset) { self.init(offset, offset) }

  /// UTF-8 code units inside.
  public var count: Int { end - start }
  public var isEmpty: Bool { start == end }

  /// Whether `other` lies inside, edges included.
  public func contains(_ other: TextRange) -> Bool { start <= other.start && other.end <= end }
  /// Whether the offset lies strictly between the edges.
  public func containsInside(_ offset: TextOffset) -> Bool { start < offset && offset < end }
  /// Whether the offset lies inside or on an edge.
  public func touches(_ offset: TextOffset) -> Bool { start <= offset && offset <= end }
  /// Whether both share at least one byte.
  public func overlaps(_ other: TextRange) -> Bool { start < other.end && other.start < end }
  /// The same range `distance` bytes further on.
  public func shifted(by distance: Int) -> TextRange { TextRange(start + distance, end + distance) }
}
