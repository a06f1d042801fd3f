/// A settings file as it was found on disk.
public struct SettingsFile: Hashable, Sendable {
  public enum Contents: Hashable, Sendable {
    case bytes([UInt8])
    case missing
    /// It is there and cannot be read; the reason in words.
    case unreadable(String)
  }

  public var path: String
  public var contents: Contents

  public init(path: String, contents: Contents) {
    self.path = path
    self.contents = contents
  }

  /// Larger files are refused: nobody writes them by hand. In bytes.
  public static let maximumSize = 1 << 20
}
