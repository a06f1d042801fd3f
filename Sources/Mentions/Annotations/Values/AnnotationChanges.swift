public import TextModel

/// What edits did to a document's annotations, apart from moving them.
public struct AnnotationChanges: Hashable, Sendable {
  /// An annotation that an edit changed the text of.
  public struct Damage: Hashable, Sendable {
    /// As it was; its range is in the text before the edits.
    public let annotation: Annotation
    /// What is left of its text, in the text after the edits; empty if nothing is.
    public let remains: TextRange
    /// Whether text was deleted and none put in its place.
    public let isCut: Bool

    public init(annotation: Annotation, remains: TextRange, isCut: Bool) {
      self.annotation = annotation
      self.remains = remains
      self.isCut = isCut
    }
  }

  /// Those that became plain text.
  public var bleached: [Damage] = []
  /// As they are now.
  public var trimmed: [Annotation] = []
  /// Those of ``trimmed`` as they were.
  public var shortened: [Damage] = []
  /// As they were; ranges in the text before the edits.
  public var deleted: [Annotation] = []
  /// How many became plain text or went, by the rule.
  public var rules: [PlainTextRule: Int] = [:]
  /// How many will not come back by a paste or an undo, because there is no room to remember them.
  public var forgotten = 0
  /// What it cost to compare texts: counted steps, none for an edit that hits no annotation. For tests and benchmarks.
  public var steps = 0
  /// Made anew because text was inserted that is remembered; as they are now.
  public var recreated: [Annotation] = []

  public init() {}

  public var isEmpty: Bool {
    bleached.isEmpty && trimmed.isEmpty && deleted.isEmpty && recreated.isEmpty
  }
}
