/// Names one annotation of one document for as long as it lives. Given by ``AnnotationStore`` in rising
/// order and never given twice; an annotation that is made anew (after a cut and paste) has a new one.
public struct AnnotationID: Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (a: AnnotationID, b: AnnotationID) -> Bool { a.rawValue < b.rawValue }

  /// Of an annotation that is not in a store yet.
  static let unnamed = AnnotationID(rawValue: 0)
}
