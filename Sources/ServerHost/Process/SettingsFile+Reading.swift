import MentionsServer
import SystemCalls

extension SettingsFile {
  /// Reads a file from the disk, and looks up where it is. Blocks.
  package init(reading path: String) {
    self.init(path: path, contents: .read(path), realPaths: RealPaths(of: path, lookUp: Platform.realPath))
  }
}

extension SettingsFile.Contents {
  /// Reads a file, one byte more than `limit` at most, which tells a file that is too long. Blocks.
  static func read(_ path: String, limit: Int = SettingsFile.maximumSize) -> Self {
    do throws(SystemError) {
      return .bytes(try Platform.readOrdinaryFile(path, limit: limit))
    } catch {
      return error.isMissing ? .missing : .unreadable(error.message)
    }
  }
}
