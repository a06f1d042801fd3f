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
  /// Where the file and the folders above it really are.
  public var realPaths: RealPaths?

  /// - Parameters:
  ///   - path: absolute.
  ///   - contents: what was read.
  ///   - realPaths: nil where the names are all that is known: then they decide whether a folder is trusted.
  public init(path: String, contents: Contents, realPaths: RealPaths? = nil) {
    self.path = path
    self.contents = contents
    self.realPaths = realPaths
  }

  /// Larger files are refused: nobody writes them by hand. In bytes.
  public static let maximumSize = 1 << 20
}
