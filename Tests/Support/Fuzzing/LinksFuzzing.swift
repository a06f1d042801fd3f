import Entities
import EntitySources
import Mentions
import MentionsServer
import ServerHost
import SystemCalls

/// A workspace of files, folders and links, and what the server reads and keeps in it. Whatever it is made of, nothing
/// outside of it is read or written.
///
/// Each line of an input is one step. `folder PATH`, `file PATH`, `link PATH TARGET` make something in the workspace;
/// `keep DOCUMENT`, `drop DOCUMENT`, `read DOCUMENT`, `find` and `tidy` use its store; `people PATH` and `notes PATH` are
/// sources. In paths `STORE` is the store's folder, `KEPT` the name of the secret document's file, and `OUT` in a target
/// the folder beside the workspace.
enum LinksFuzzing {
  static func run(_ input: [UInt8]) throws(FuzzError) {
    guard let workspace = LinkedWorkspace() else { throw FuzzError("there is no temporary folder") }
    defer { workspace.remove() }
    for line in FuzzInput.lines(input).prefix(32) {
      let words =
        line.split(separator: UInt8(ascii: " ")).prefix(3).map { FuzzInput.text($0) } + ["", "", ""]
      try workspace.perform(words[0], words[1], words[2])
      try require(workspace.isWhole, "“\(FuzzInput.text(line))” changed something outside of the workspace")
    }
  }
}

private struct LinkedWorkspace {
  /// Holds the workspace and, beside it, what must not be read or changed.
  private let top: String
  private let outside: [String: [UInt8]]

  private static let secret = "Secret"
  /// No file of the workspace can be called that.
  private static let secretName = "Hidden/1"
  private static let store = ".mentions.annotations"

  private var root: String { top + "/ws" }
  private var store: String { "\(root)/\(Self.store)" }
  private var reach: FileReach { .inside(folder: root) }

  init?() {
    guard let top = try? Platform.makeTemporaryFolder("/tmp/mentions-links-") else { return nil }
    self.top = top
    let kept = #"{"version": 1, "document": "Secret", "states": []}"#
    outside = [
      "people.jsonl": Array("{\"name\": \"\(Self.secretName)\"}".utf8),
      "Secret.md": Array("---\nname: \(Self.secretName)\n---\n".utf8),
      StoreFile.name(of: Self.secret): Array(kept.utf8),
    ]
    do throws(SystemError) {
      try Platform.createFolders(top + "/ws", mode: 0o700)
      try Platform.createFolders(top + "/out", mode: 0o700)
      let folder = try Platform.Folder(top + "/out")
      for (name, bytes) in outside { try Self.make(name, bytes, in: folder) }
    } catch {
      return nil
    }
  }

  func remove() {
    if let folder = try? Platform.Folder(top) { Self.empty(folder, at: top) }
    Platform.removeFolder(top)
  }

  /// Whether all outside of the workspace is as it was.
  var isWhole: Bool {
    guard let folder = try? Platform.Folder(top + "/out"), let names = try? folder.names(),
      (try? Platform.names(in: top)) == ["out", "ws"], Set(names) == Set(outside.keys)
    else { return false }
    return outside.allSatisfy { name, bytes in (try? folder.readFile(name, limit: 1 << 12)) == bytes }
  }

  func perform(_ what: String, _ first: String, _ second: String) throws(FuzzError) {
    switch what {
    case "folder", "file", "link": make(what, first, second)
    case "keep", "drop":
      // The secret one is nobody's in here.
      let document = first == Self.secret ? "" : first
      let stored = StoredDocument(document: document, states: [DocumentArchive()]).encoded().bytes
      var updater = StoreUpdater()
      let writing = StoreUpdate(
        path: "\(store)/\(StoreFile.name(of: document))", bytes: what == "keep" ? stored : nil,
        base: .replaced,
        limit: nil, oldPath: nil)
      _ = updater.perform(writing) { StoreFiles.replace($0, limit: nil, $1) }
    case "read":
      let contents = StoreFiles.read("\(store)/\(StoreFile.name(of: Self.secret))")
      if case .bytes(let bytes) = contents {
        try require(
          bytes != outside[StoreFile.name(of: Self.secret)],
          "a document's file was read outside of the workspace")
      }
    case "find":
      let found = StoreFiles.documents(in: store, below: [""])
      try require(!found.contains(Self.secret), "a document was found outside of the workspace")
    case "tidy": StoreFiles.tidy(store, limit: StoreLimit(documents: 1, bytes: 1 << 10))
    case "people": try look(FileSource(name: "team", path: "\(root)/\(first).jsonl", reach: reach))
    case "notes": try look(DirectorySource(name: "team", path: "\(root)/\(first)", reach: reach))
    default: break
    }
  }

  private func look(_ source: some LoadableSource) throws(FuzzError) {
    var isRead = false
    _ = source.read { entity in
      if entity.name == Self.secretName { isRead = true }
      return .kept
    }
    try require(!isRead, "somebody was read from outside of the workspace")
  }

  // MARK: Making things

  private func make(_ what: String, _ path: String, _ target: String) {
    do throws(SystemError) {
      var folder = try Platform.Folder(root)
      // Names of the kind that paths and links are made of; what is made is in the workspace.
      let names = Self.spelled(path).utf8.split(separator: UInt8(ascii: "/")).prefix(4).map {
        String(Substring($0))
      }
      .filter { $0 != "." && $0 != ".." && !$0.utf8.contains(0) && $0.utf8.count < 100 }
      for name in names.dropLast() {
        try folder.makeFolder(name, mode: 0o700)
        folder = try folder.folder(name)
      }
      guard let name = names.last else { return }
      switch what {
      case "folder": try folder.makeFolder(name, mode: 0o700)
      case "file": try Self.make(name, Array("{\"name\": \"Ada\"}\n".utf8), in: folder)
      default: try folder.makeLink(name, to: Self.spelled(target).replacing("OUT", with: top + "/out"))
      }
    } catch {
      // It is there already, or its name is none.
    }
  }

  private static func spelled(_ path: String) -> String {
    path.replacing("STORE", with: store).replacing("KEPT", with: StoreFile.name(of: secret))
  }

  private static func make(_ name: String, _ bytes: [UInt8], in folder: Platform.Folder) throws(SystemError) {
    let file = try folder.createFile(name, mode: 0o600)
    defer { Platform.closeDescriptor(file) }
    try Platform.writeAll(file, bytes)
  }

  private static func empty(_ folder: Platform.Folder, at path: String) {
    for name in (try? folder.names()) ?? [] {
      if let below = try? folder.folder(name) {
        empty(below, at: "\(path)/\(name)")
        Platform.removeFolder("\(path)/\(name)")
      } else {
        try? folder.remove(name)
      }
    }
  }
}
