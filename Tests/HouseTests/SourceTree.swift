import Foundation
import MentionsTestKit

/// The files of a checkout, by path from its top; what the rules of the house are judged on.
/// Rules are functions from such a tree to violations, so that each can be shown to catch a planted one.
struct SourceTree {
  struct File {
    let path: String
    let text: String
    /// The lines with comments and the contents of string literals blanked out, for Swift files.
    let code: [(number: Int, text: Substring)]

    init(path: String, text: String) {
      self.path = path
      self.text = text
      code = path.hasSuffix(".swift") ? SourceTree.numbered(SwiftCode.blanked(text)) : []
    }

    var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }
    var folders: [Substring] { path.split(separator: "/").dropLast() }
    /// The lines, numbered from 1.
    var lines: [(number: Int, text: Substring)] { SourceTree.numbered(text) }
    /// The target that the file belongs to, for files below `Sources` or `Tests`.
    var target: Substring? {
      let parts = path.split(separator: "/")
      return parts.count > 2 && (parts[0] == "Sources" || parts[0] == "Tests") ? parts[1] : nil
    }
  }

  var files: [File] = []
  /// Names at the top, folders with a slash at the end; what the build leaves there is not listed.
  var top: [String] = []

  /// A tree that exists only in a test.
  init(planted: [String: String]) {
    files = planted.map { File(path: $0.key, text: $0.value) }.sorted { $0.path < $1.path }
    top = Set(
      planted.keys.map { path in
        path.contains("/") ? path.prefix { $0 != "/" } + "/" : path
      }
    ).sorted()
  }

  /// The folders that hold what is kept in the repository.
  private static let folders: Set<String> = ["Sources", "Tests", "editors", ".ci", ".github"]

  /// Reads the checkout at `root`: every text file below ``folders``, and those at the top.
  init(root: URL) throws {
    for entry in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let isFolder = Self.isFolder(root.appending(path: entry))
      top.append(isFolder ? entry + "/" : entry)
      if Self.folders.contains(entry) || !isFolder { try read(entry, below: root) }
    }
  }

  /// This checkout, read once.
  static let here = Result { try SourceTree(root: checkout) }

  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  func swift(below folder: String) -> [File] {
    files.filter { $0.path.hasPrefix(folder + "/") && $0.path.hasSuffix(".swift") }
  }

  private mutating func read(_ path: String, below root: URL) throws {
    let place = root.appending(path: path)
    if Self.isFolder(place) {
      for entry in try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      where entry != "__pycache__" && entry != "node_modules" && entry != ".build" {
        try read(path + "/" + entry, below: root)
      }
    } else if let text = try? String(contentsOf: place, encoding: .utf8) {
      files.append(File(path: path, text: text))
    }
  }

  private static func isFolder(_ place: URL) -> Bool {
    var folder: ObjCBool = false
    return FileManager.default.fileExists(atPath: place.path, isDirectory: &folder) && folder.boolValue
  }

  private static func numbered(_ text: String) -> [(number: Int, text: Substring)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      ($0.offset + 1, $0.element)
    }
  }
}

/// One breach of a rule, as a compiler would point at it.
struct Violation: CustomStringConvertible {
  let path: String
  var line: Int? = nil
  let reason: String

  var description: String { line.map { "\(path):\($0): \(reason)" } ?? "\(path): \(reason)" }
}
