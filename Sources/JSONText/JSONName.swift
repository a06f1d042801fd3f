/// The name of a member as it comes by in a ``JSONReader``, to be compared with literals in a `switch`.
public struct JSONName: Hashable, Sendable {
  public let text: String

  @inlinable
  init(text: String) { self.text = text }

  @inlinable
  public static func ~= (pattern: String, name: JSONName) -> Bool { pattern == name.text }
}
