/// Reads a whole JSON text into a tree (RFC 8259).
///
/// Strict, with these readings where the RFC leaves room: a byte order mark at the start is passed over; of two
/// members with one name the later wins; a surrogate escape without its partner becomes U+FFFD; a number that is
/// too large for `Double` is a fault; bytes that are not UTF-8 are a fault.
public enum JSONParser {
  public struct Options: Hashable, Sendable {
    /// How deep arrays and objects may lie in each other; at most ``depthBound``.
    public var maximumDepth: Int
    /// Whether `// …` and `/* … */` count as whitespace.
    public var allowsComments: Bool
    /// Whether `[1, 2,]` is allowed.
    public var allowsTrailingCommas: Bool

    /// What the stack of any thread can bear.
    public static let depthBound = 512

    public init(maximumDepth: Int = 128, allowsComments: Bool = false, allowsTrailingCommas: Bool = false) {
      self.maximumDepth = maximumDepth
      self.allowsComments = allowsComments
      self.allowsTrailingCommas = allowsTrailingCommas
    }

    /// What people write by hand: with comments and trailing commas.
    public static let handwritten = Options(allowsComments: true, allowsTrailingCommas: true)
  }

  /// - Complexity: linear in the bytes.
  public static func parse(_ bytes: [UInt8], options: Options = .init()) throws(JSONError) -> JSONValue {
    try JSONValue(json: bytes[...], options: options)
  }

  /// Reads a part of an array without copying it. Offsets in faults count from the part's first byte.
  public static func parse(
    _ bytes: ArraySlice<UInt8>, options: Options = .init()
  ) throws(JSONError) -> JSONValue {
    try JSONValue(json: bytes, options: options)
  }

  public static func parse(_ text: String, options: Options = .init()) throws(JSONError) -> JSONValue {
    try JSONValue(json: [UInt8](text.utf8)[...], options: options)
  }
}
