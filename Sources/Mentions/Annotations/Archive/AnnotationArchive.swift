public import Entities
public import TextModel

/// What is worth keeping of a document's annotations until it is opened again: a value without a format of
/// its own; whoever stores it decides on that. Texts are bytes of the document.
public struct AnnotationArchive: Hashable, Sendable {
  /// One annotation: where it stood, what it said, and what stood round it.
  public struct Record: Hashable, Sendable {
    /// UTF-8 offset of its start.
    public var start: Int
    public var text: [UInt8]
    /// Up to ``contextLength`` bytes before and after it, on scalar boundaries.
    public var before: [UInt8]
    public var after: [UInt8]
    public var entity: Entity
    public var isTrimmed: Bool
    /// What it shows once trimmed; nil if it cannot be.
    public var shortForm: [UInt8]?

    public init(
      start: Int, text: [UInt8], before: [UInt8], after: [UInt8], entity: Entity, isTrimmed: Bool,
      shortForm: [UInt8]?
    ) {
      self.start = start
      self.text = text
      self.before = before
      self.after = after
      self.entity = entity
      self.isTrimmed = isTrimmed
      self.shortForm = shortForm
    }
  }

  /// Why a record was not restored.
  public enum Loss: Hashable, Sendable, CustomStringConvertible {
    case textNotFound
    /// Its text is at several places that its surroundings fit equally well.
    case ambiguous(candidates: Int)
    /// Its text is at so many places that not all were looked at.
    case tooManyPlaces(Int)
    /// Its text is there, but nothing round it is as it was.
    case contextDiffers
    /// Another annotation is in its place.
    case overlaps
    /// An edge of the place lies inside a character.
    case insideGrapheme

    public var description: String {
      switch self {
      case .textNotFound: "its text is not in the document any more"
      case .ambiguous(let count): "its text is at \(count) places that fit equally well"
      case .tooManyPlaces(let count): "its text is at \(count) places or more, too many to examine"
      case .contextDiffers: "its text is at another place, where nothing around it is as it was"
      case .overlaps: "another annotation is in its place"
      case .insideGrapheme: "its place begins or ends inside a character"
      }
    }
  }

  public static let contextLength = 32

  /// How many bytes next to a text must be as they were for it to be taken at another place.
  public static let leastContext = 4

  /// In document order.
  public var records: [Record]

  public init(records: [Record] = []) { self.records = records }

  /// What a document's annotations are now. O(annotations).
  public static func snapshot(of store: AnnotationStore, in text: IndexedText) -> AnnotationArchive {
    AnnotationArchive(
      records: store.map { annotation in
        let range = annotation.range
        let furthest = text.buffer.clamp(range.start - contextLength)
        let start = text.buffer.scalarStart(at: furthest)
        let from =
          start == furthest ? start : start + (text.buffer.scalar(at: start).map(UTF8.width) ?? 0)
        let to = text.buffer.scalarStart(at: text.buffer.clamp(range.end + contextLength))
        return Record(
          start: range.start.utf8, text: annotation.text,
          before: text.buffer.bytes(in: TextRange(from, range.start)),
          after: text.buffer.bytes(in: TextRange(range.end, to)), entity: annotation.entity,
          isTrimmed: annotation.state == .trimmed, shortForm: annotation.shortForm)
      })
  }
}
