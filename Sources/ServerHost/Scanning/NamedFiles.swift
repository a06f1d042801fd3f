import EntitySources
import MentionsServer
import SystemCalls

/// A file to read for mentions.
package struct NamedFile: Hashable, Sendable {
  /// As the user is told of it: what was named on the command line, and the path below that.
  package let shown: String
  /// Absolute.
  package let path: String
  /// Whether it was named itself, and not found in a folder that was.
  package let isNamed: Bool
  /// Whether its text comes from elsewhere, and what is on the disk counts for nothing.
  package let isInput: Bool

  init(shown: String, path: String, isNamed: Bool, isInput: Bool = false) {
    (self.shown, self.path, self.isNamed, self.isInput) = (shown, path, isNamed, isInput)
  }

  /// A file that is not looked at: its text comes from elsewhere.
  ///
  /// - Parameter name: what it would be called, relative to the current directory.
  package init(unread name: String) {
    self.init(
      shown: name, path: FolderPath.resolve(name, in: Platform.currentDirectory(), home: nil), isNamed: true,
      isInput: true)
  }
}

/// The files that some paths mean: the paths themselves, of folders what belongs to them (`ListedFiles`).
package struct NamedFiles: Sendable {
  /// Sorted by the bytes of what is shown, each once.
  package let files: [NamedFile]
  /// A sentence each.
  package let problems: [String]
  /// Whether all paths that were named are there.
  package let isWhole: Bool

  /// Looks them up. Blocks.
  ///
  /// - Parameter paths: relative ones start in the current directory.
  package init(_ paths: [String]) {
    let current = Platform.currentDirectory()
    var files: [String: NamedFile] = [:]
    var problems: [String] = []
    var isWhole = true
    for path in paths {
      let absolute = FolderPath.resolve(path, in: current, home: nil)
      switch Platform.kind(of: absolute) {
      case .directory:
        let listed = ListedFiles(absolute)
        problems += listed.problems
        for name in listed.paths {
          let shown = Self.shown(name, in: path)
          files[shown] = files[shown] ?? NamedFile(shown: shown, path: absolute + "/" + name, isNamed: false)
        }
      case .file, .other: files[path] = NamedFile(shown: path, path: absolute, isNamed: true)
      case nil:
        isWhole = false
        problems.append("cannot read \(path): there is no such file or folder")
      }
    }
    self.files = files.values.sorted { $0.shown.utf8.lexicographicallyPrecedes($1.shown.utf8) }
    self.problems = problems
    self.isWhole = isWhole
  }

  /// `.` is not shown, as Git does not show it.
  private static func shown(_ name: String, in folder: String) -> String {
    var folder = folder
    while folder.hasSuffix("/"), folder.utf8.count > 1 { folder.removeLast() }
    if folder == "." { return name }
    return folder == "/" ? "/" + name : folder + "/" + name
  }
}
