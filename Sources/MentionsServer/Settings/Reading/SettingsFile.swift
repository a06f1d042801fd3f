import SystemCalls

/// A settings file as it was found on disk.
public struct SettingsFile: Hashable, Sendable {
  public enum Contents: Hashable, Sendable {
    case bytes([UInt8])
    case missing
    /// It is there and cannot be read; the reason in words.
    case unreadable(String)

    /// Reads a file, one byte more than `limit` at most, which tells a file that is too long. Blocks.
    static func read(_ path: String, limit: Int = SettingsFile.maximumSize) -> Contents {
      do throws(SystemError) {
        return .bytes(try Platform.readOrdinaryFile(path, limit: limit))
      } catch {
        return error.isMissing ? .missing : .unreadable(error.message)
      }
    }
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

  /// Reads a file from the disk, and looks up where it is. Blocks.
  init(reading path: String) {
    self.init(path: path, contents: .read(path), realPaths: RealPaths(of: path, lookUp: Platform.realPath))
  }

  /// Larger files are refused: nobody writes them by hand. In bytes.
  public static let maximumSize = 1 << 20
}
