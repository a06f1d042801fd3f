import EntitySources
import MentionsServer
import SystemCalls

/// A file to read for mentions.
package struct NamedFile: Hashable, Sendable {
  /// As the user is told of it: what was named on the command line, and the path below that.
  package let shown: String
  /// Absolute.
  package let path: String
  /// The same with the links in its folder followed: one, however the file is named. A link at its end is a name of its
  /// own, as it is to Git.
  package let realPath: String
  /// Whether it was named itself, and not found in a folder that was.
  package let isNamed: Bool
  /// Whether its text comes from elsewhere, and what is on the disk counts for nothing.
  package let isInput: Bool

  init(shown: String, path: String, realPath: String, isNamed: Bool, isInput: Bool = false) {
    (self.shown, self.path, self.realPath) = (shown, path, realPath)
    (self.isNamed, self.isInput) = (isNamed, isInput)
  }

  /// A file that was named itself. Blocks, for its links.
  init(named name: String, in current: String, isInput: Bool = false) {
    let path = Self.absolute(name, in: current)
    self.init(
      shown: name, path: path, realPath: Self.followingFolder(of: path), isNamed: true, isInput: isInput)
  }

  /// A file that is not looked at: its text comes from elsewhere.
  ///
  /// - Parameter name: what it would be called, relative to the current directory.
  package init(unread name: String) {
    self.init(named: name, in: Platform.currentDirectory(), isInput: true)
  }

  /// A path with the current directory in front of it, where it needs that. The shell has read `~` already: here it is a
  /// name like others.
  static func absolute(_ path: String, in current: String) -> String {
    FolderPath.resolve(path.utf8.first == UInt8(ascii: "/") ? path : "./" + path, in: current, home: nil)
  }

  /// A file's path with the links in its folder followed. Where the folder is not there yet, as for a text that is still
  /// to be saved, one further up is.
  private static func followingFolder(of path: String) -> String {
    var folder = path[...]
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
      folder = path[..<slash]
      if let real = Platform.realPath(String(folder)) {
        return (real == "/" ? "" : real) + path[slash...]
      }
    }
    return path
  }
}

/// The files that some paths mean: the paths themselves, of folders what belongs to them (`ListedFiles`).
package struct NamedFiles: Sendable {
  /// Sorted by the bytes of what is shown; each once, however often and by whatever names it was named.
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
    // By their real paths.
    var files: [String: NamedFile] = [:]
    var problems: [String] = []
    var isWhole = true
    for path in paths {
      let absolute = NamedFile.absolute(path, in: current)
      switch Platform.kind(of: absolute) {
      case .directory:
        let listed = ListedFiles(absolute)
        problems += listed.problems
        // No links are followed in it: what holds for the folder holds for all below it.
        let real = Platform.realPath(absolute) ?? absolute
        for name in listed.paths {
          let file = NamedFile(
            shown: Self.shown(name, in: path), path: Self.join(absolute, name),
            realPath: Self.join(real, name), isNamed: false)
          files[file.realPath] = files[file.realPath] ?? file
        }
      case .file, .other:
        let file = NamedFile(named: path, in: current)
        if files[file.realPath]?.isNamed != true { files[file.realPath] = file }
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
    return folder == "." ? name : join(folder, name)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }
}
