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
