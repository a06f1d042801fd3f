/// An absolute path, compared component by component. Symbolic links are not resolved.
package struct FolderPath: Hashable, Sendable {
  /// The components from the root; none is empty, `.` or `..`.
  let names: [[UInt8]]

  /// Parses a path. Nil unless it is absolute, or begins with `~` and the home directory is known.
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

  /// The root, each folder below it, and finally this one.
  package var ancestors: [FolderPath] { (0...names.count).map { FolderPath(names: names.prefix($0)) } }

  /// Whether the other path is this folder or inside it.
  func holds(_ other: FolderPath) -> Bool { other.names.starts(with: names) }

  /// This path relative to a folder, such as `a/b`; nil if this path is not inside the folder.
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

  /// Whether a path is absolute or begins with `~`.
  static func isAnchored(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    return bytes.first == UInt8(ascii: "/") || bytes == [UInt8(ascii: "~")] || bytes.starts(with: "~/".utf8)
  }

  /// A path from the settings, made absolute if possible: a relative path is resolved against `base`.
  package static func resolve(_ path: String, in base: String, home: String?) -> String {
    if let anchored = FolderPath(path, home: home) { return anchored.path }
    guard !isAnchored(path), let joined = FolderPath(base + "/" + path, home: home) else { return path }
    return joined.path
  }

  /// A command from the settings. If its program contains a slash, it is a path, which is resolved against `base`;
  /// otherwise it is unchanged.
  static func program(_ words: [String], in base: String, home: String?) -> [String] {
    guard let first = words.first, first.utf8.contains(UInt8(ascii: "/")) else { return words }
    return [resolve(first, in: base, home: home)] + words.dropFirst()
  }

  /// A folder as named by a client, without `.`, `..` and a trailing slash; unchanged if it is not an absolute path.
  static func plain(_ path: String) -> String { FolderPath(path, home: nil)?.path ?? path }

  /// The path of a file in a folder.
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The folder that contains a file.
  static func parent(of path: String) -> String {
    guard let file = FolderPath(path, home: nil) else { return "" }
    return FolderPath(names: file.names.dropLast()).path
  }

  /// The path of a file relative to a folder, for matching globs; only the file's name if there is no folder, or if the
  /// file is not inside it.
  static func relativePath(of path: String, in folder: FolderPath?) -> String {
    let own = FolderPath(path, home: nil)
    return folder.flatMap { own?.relative(to: $0) }
      ?? own?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }

  private init(names: ArraySlice<[UInt8]>) { self.names = Array(names) }
}

extension String {
  fileprivate var orRoot: String { isEmpty ? "/" : self }
}

// MARK: - Real paths

/// The real paths of a file and its parent folders, after resolving all symbolic links. The path alone does not show
/// where a folder is, because a link in a trusted folder may lead anywhere.
package struct RealPaths: Hashable, Sendable {
  /// The real paths of the root, of each folder below it, and finally of the file; nil for those that do not exist.
  package var paths: [String?]

  package init(paths: [String?]) { self.paths = paths }

  /// Looks up a file and each of its parent folders.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the file.
  ///   - lookUp: returns the real path, or nil if there is none.
  /// - Complexity: one look-up for each component of the path.
  package init?(of path: String, lookUp: (String) -> String?) {
    guard let file = FolderPath(path, home: nil) else { return nil }
    paths = file.ancestors.map { lookUp($0.path) }
  }

  /// The real path of the folder that contains the file. If the file exists, also the folder of the file's real path,
  /// which may be a different folder if the file is a link. Nil if the folder does not exist.
  var folders: [FolderPath]? {
    guard paths.count > 1, let folder = paths[paths.count - 2].flatMap({ FolderPath($0, home: nil) }) else {
      return nil
    }
    guard let file = paths[paths.count - 1] else { return [folder] }
    return [folder] + [FolderPath(FolderPath.parent(of: file), home: nil)].compactMap(\.self)
  }

  /// Whether the file is really inside a trusted folder, after resolving symbolic links in both paths.
  ///
  /// - Parameter trusted: a folder that contains the file according to both paths as given.
  func isHeld(by trusted: FolderPath) -> Bool {
    guard let folders else { return false }
    // The trusted folder's path as given, unless its real path is known.
    var places = [trusted]
    // The file's path contains the trusted folder's path, so `paths` has its real path at this index.
    if trusted.names.count < paths.count - 1, let real = paths[trusted.names.count] {
      places = [FolderPath(real, home: nil)].compactMap(\.self)
    }
    return folders.allSatisfy { folder in places.contains { $0.holds(folder) } }
  }
}

// MARK: - Folders of the program

/// The program's folders for one user, and the names of files in them.
package enum UserFolders {
  /// `$XDG_STATE_HOME/mentions-lsp`, else `~/.local/state/mentions-lsp`; nil if neither folder is known. Relative paths
  /// are ignored, as the XDG Base Directory Specification requires.
  package static func state(_ environment: [String: String]) -> String? {
    folder("XDG_STATE_HOME", else: ".local/state", environment)
  }

  /// The folder for the catalogs of large sources: `$XDG_CACHE_HOME/mentions-lsp`, else `~/.cache/mentions-lsp`
  /// (`~/Library/Caches/mentions-lsp` on macOS); nil if neither folder is known.
  package static func cache(_ environment: [String: String]) -> String? {
    #if os(macOS)
    folder("XDG_CACHE_HOME", else: "Library/Caches", environment)
    #else
    folder("XDG_CACHE_HOME", else: ".cache", environment)
    #endif
  }

  private static func folder(
    _ variable: String, else standard: String, _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") {
      return FolderPath.join(folder, "mentions-lsp")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FolderPath.join(home, "\(standard)/mentions-lsp")
  }

  /// A hash of 32 hexadecimal digits, the same on every machine.
  package static func hash(of text: String) -> String {
    hexadecimal(hash(text, seed: 0)) + hexadecimal(hash(text, seed: 0x9e37_79b9_7f4a_7c15))
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ text: String, seed: UInt64) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
