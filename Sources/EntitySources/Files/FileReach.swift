import SystemCalls

/// Which files a source may read.
public enum FileReach: Hashable, Sendable {
  case anywhere
  /// Only what really lies in this folder, wherever symbolic links lead: what a workspace names that nobody has said
  /// is trusted.
  case inside(folder: String)

  /// Opens an ordinary file for reading. A pipe or device is refused and not waited for.
  func openFile(_ path: String) throws(SystemError) -> Int32 {
    switch self {
    case .anywhere: try Platform.openFile(path)
    case .inside(let folder): try Platform.openFile(path, within: folder)
    }
  }

  func openFolder(_ path: String) throws(SystemError) -> Platform.Folder {
    switch self {
    case .anywhere: try Platform.Folder(path)
    case .inside(let folder): try Platform.openFolder(path, within: folder)
    }
  }

  /// Why a file cannot be read, for the user.
  func explanation(of error: SystemError) -> String {
    if error == .outside, case .inside(let folder) = self {
      return "lies outside of \(folder), which is not in trustedFolders of the user's own settings; not read"
    }
    if error.isMissing { return "the file does not exist" }
    if error.isFolder { return "is a directory, expected a file" }
    if error == .notOrdinary { return "is not a regular file" }
    return "the file cannot be read: \(error.message)"
  }
}

/// How much of a file is held at once, in bytes. Longer things are left out, each with one message that names its line.
enum ReadingLimit {
  /// Of a line, of a table's row, of an element of a JSON array, of a vCard, of a note's front matter.
  static let record = 1 << 20
  /// Of a file that is read whole.
  static let wholeFile = 64 << 20

  static let recordText = "1 MiB"
  static let wholeFileText = "64 MiB"
}
