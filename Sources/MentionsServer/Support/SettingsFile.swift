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

/// Where a file and the folders above it are once every symbolic link is followed.
///
/// Names alone say nothing of where a folder is: a link in a trusted folder may lead anywhere.
public struct RealPaths: Hashable, Sendable {
  /// Of the root, of each folder below it, and of the file at last; nil where there is none.
  public var paths: [String?]

  public init(paths: [String?]) { self.paths = paths }

  /// Looks up a file and each folder above it by `lookUp`, which follows all links of a path.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - lookUp: the path without links, or nil where there is nothing.
  /// - Complexity: one look-up for each name in the path.
  public init?(of path: String, lookUp: (String) -> String?) {
    guard let file = FolderPath(path, home: nil) else { return nil }
    paths = file.ancestors.map { lookUp($0.path) }
  }

  /// Where the file's folder really is, and where the file itself does if it is a link to another folder's.
  var folders: [FolderPath]? {
    guard paths.count > 1, let folder = paths[paths.count - 2].flatMap({ FolderPath($0, home: nil) }) else {
      return nil
    }
    guard let file = paths[paths.count - 1] else { return [folder] }
    return [folder] + [FolderPath(FolderPath.parent(of: file), home: nil)].compactMap(\.self)
  }

  /// Whether the folder of that name, and what it really is, hold the file.
  func isHeld(by trusted: FolderPath) -> Bool {
    guard let folders else { return false }
    // A path without links is what it is called.
    var places = [trusted]
    // The file was reached through it: what it is called is a link to where it is.
    if trusted.names.count < paths.count - 1, let real = paths[trusted.names.count] {
      places = [FolderPath(real, home: nil)].compactMap(\.self)
    }
    return folders.allSatisfy { folder in places.contains { $0.holds(folder) } }
  }
}
