/// What is wrong with an insert template.
public struct InsertFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// UTF-8 offset in the template.
  public var offset: Int
  /// What was expected, in words.
  public var expected: String

  public init(offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  public var description: String { "at \(offset): expected \(expected)" }
}
