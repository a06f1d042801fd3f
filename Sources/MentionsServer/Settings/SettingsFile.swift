/// A settings file as it was found on disk.
package struct SettingsFile: Hashable, Sendable {
  package enum Contents: Hashable, Sendable {
    case bytes([UInt8])
    case missing
    /// It is there and cannot be read; the reason in words.
    case unreadable(String)
  }

  package var path: String
  package var contents: Contents
  /// Where the file and the folders above it really are.
  package var realPaths: RealPaths?

  /// - Parameters:
  ///   - path: absolute.
  ///   - contents: what was read.
  ///   - realPaths: nil where the names are all that is known: then they decide whether a folder is trusted.
  package init(path: String, contents: Contents, realPaths: RealPaths? = nil) {
    self.path = path
    self.contents = contents
    self.realPaths = realPaths
  }

  /// Larger files are refused: nobody writes them by hand. In bytes.
  package static let maximumSize = 1 << 20
}

/// Where a file and the folders above it are once every symbolic link is followed.
///
/// Names alone say nothing of where a folder is: a link in a trusted folder may lead anywhere.
package struct RealPaths: Hashable, Sendable {
  /// Paths of the root, of each folder below it, and finally of the file; nil where there is none.
  package var paths: [String?]

  package init(paths: [String?]) { self.paths = paths }

  /// Looks up a file and each folder above it by `lookUp`, which follows all links of a path.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - lookUp: the path without links, or nil where there is nothing.
  /// - Complexity: one look-up for each name in the path.
  package init?(of path: String, lookUp: (String) -> String?) {
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

// MARK: - Paths

/// Absolute paths, compared name by name. Nothing is looked up: symbolic links are what they are called.
package struct FolderPath: Hashable, Sendable {
  /// From the root on; neither empty, `.` nor `..`.
  let names: [[UInt8]]

  /// Nil unless the path is absolute, or begins with `~` and the home is known.
  package init?(_ path: String, home: String?) {
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "~") {
      guard bytes.count == 1 || bytes[1] == UInt8(ascii: "/"), let home else { return nil }
      bytes.replaceSubrange(0..<1, with: home.utf8)
    }
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var names: [[UInt8]] = []
    for name in bytes.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(Array(name)) }
    }
    self.names = names
  }

  /// The root, each folder below it, and this one at last.
  package var ancestors: [FolderPath] { (0...names.count).map { FolderPath(names: names.prefix($0)) } }

  /// Whether the other folder is this one or lies in it.
  func holds(_ other: FolderPath) -> Bool { other.names.starts(with: names) }

  /// This path without that folder's; nil where it does not lie in it. `a/b`, without a slash at the start.
  package func relative(to folder: FolderPath) -> String? {
    guard folder.holds(self) else { return nil }
    let rest = names.dropFirst(folder.names.count)
    return String(decoding: Array(rest.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
  }

  package var path: String {
    var bytes: [UInt8] = []
    for name in names {
      bytes.append(UInt8(ascii: "/"))
      bytes += name
    }
    return String(decoding: bytes, as: UTF8.self).orRoot
  }

  /// Whether a path says by itself where it begins.
  static func isAnchored(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return bytes.first == UInt8(ascii: "/") || bytes == [UInt8(ascii: "~")] || bytes.starts(with: "~/".utf8)
  }

  /// A path as it is written in settings, made absolute where that can be done.
  package static func resolve(_ path: String, in base: String, home: String?) -> String {
    if let anchored = FolderPath(path, home: home) { return anchored.path }
    guard !isAnchored(path), let joined = FolderPath(base + "/" + path, home: home) else { return path }
    return joined.path
  }

  /// A folder as a client names it, without `.`, `..` and a slash at its end; what is no absolute path stays.
  static func plain(_ path: String) -> String { FolderPath(path, home: nil)?.path ?? path }

  /// The folder that a file lies in.
  static func parent(of path: String) -> String {
    guard let file = FolderPath(path, home: nil) else { return "" }
    return FolderPath(names: file.names.dropLast()).path
  }

  private init(names: ArraySlice<[UInt8]>) { self.names = Array(names) }
}

extension String {
  fileprivate var orRoot: String { isEmpty ? "/" : self }
}
