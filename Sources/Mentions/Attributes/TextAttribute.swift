public import JSONText
public import TextModel

/// A named range that the host has put on the text (seed 003: custom attributes). It moves with edits as annotations do;
/// what it means, and how it is drawn, is the host's business.
public struct TextAttribute: Hashable, Sendable {
  /// UTF-8 offsets, on scalar boundaries; never empty.
  public var range: TextRange
  public var name: String
  /// Whatever the host wants to know again.
  public var value: JSONValue?
  public var policy: AttributePolicy

  public init(
    range: TextRange, name: String, value: JSONValue? = nil, policy: AttributePolicy = AttributePolicy()
  ) {
    self.range = range
    self.name = name
    self.value = value
    self.policy = policy
  }
}

/// What edits do to an attribute.
public struct AttributePolicy: Hashable, Sendable {
  /// Whether what is typed right behind it takes the attribute, as the typing attributes of a text view do.
  public enum WhenTypedAt: String, Hashable, Sendable, CaseIterable { case grow, keep }

  /// What a change of the text inside it does.
  public enum WhenChanged: String, Hashable, Sendable, CaseIterable {
    /// It holds what is there now, and goes with the last of its text.
    case keep
    /// It goes.
    case strip
  }

  public var whenTypedAt: WhenTypedAt
  public var whenChanged: WhenChanged

  public init(whenTypedAt: WhenTypedAt = .keep, whenChanged: WhenChanged = .keep) {
    self.whenTypedAt = whenTypedAt
    self.whenChanged = whenChanged
  }
}

/// Why an attribute was not put on the text.
public enum AttributeError: Error, Hashable, CustomStringConvertible {
  case emptyRange
  case outOfBounds(TextRange, count: Int)
  case emptyName
  /// A document has attributes of as many names as it may have.
  case tooManyNames(Int)

  public var description: String {
    switch self {
    case .emptyRange: "the range is empty"
    case .outOfBounds(let range, let count):
      "the range \(range.start.utf8)..<\(range.end.utf8) is outside of the text of \(count) bytes"
    case .emptyName: "the name is empty"
    case .tooManyNames(let limit): "the document has attributes of \(limit) names already"
    }
  }
}
