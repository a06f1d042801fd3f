import MentionsServer
import SystemCalls

/// An opened and checked folder in which the server stores files: a folder of the store, or the cache.
///
/// Its path is not trusted: a workspace may come from anyone, and other users may have write access to a parent folder.
/// So symbolic links are followed only in the path of its parent (the workspace folder, `XDG_STATE_HOME` or
/// `XDG_CACHE_HOME`); its own name and the names in it must not be links. All operations use names relative to the open
/// folder, so that nothing can be replaced between a check and a write.
struct GuardedFolder {
  let path: String
  private let folder: Platform.Folder

  /// The reason why nothing may be stored in the folder, in words that include its path.
  struct AccessError: Error {
    let reason: String
    var isFullDisk = false
  }

  /// Whether a path is the folder of the store in a workspace, which is shared together with the workspace. Other
  /// folders belong to the user alone.
  static func isShared(_ path: String) -> Bool { path.hasSuffix("/" + StoredDocument.workspaceFolder) }

  /// Opens and checks a folder; nil if it does not exist.
  ///
  /// - Parameter makes: whether to create the folder if it does not exist.
  init?(_ path: String, makes: Bool = false) throws(AccessError) {
    guard let slash = path.lastIndex(of: "/"), path.last != "/" else {
      throw AccessError(reason: "\(path): not a folder")
    }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let name = String(path[path.index(after: slash)...])
    let isShared = Self.isShared(path)
    self.path = path
    do throws(SystemError) {
      if makes, !isShared { try Platform.createFolders(parent, mode: 0o700) }
      let above = try Platform.Folder(parent)
      if makes { try above.makeFolder(name, mode: isShared ? 0o777 : 0o700) }
      folder = try above.folder(name)
      if isShared { return }
    } catch {
      if error.isMissing, !makes { return nil }
      throw AccessError(
        reason: error.isLink
          ? "\(path) is a symbolic link, which is not followed" : "\(path): \(error.message)",
        isFullDisk: error.isFullDisk)
    }
    try checkOwner()
  }

  /// Checks that no other user can write to the folder: such a user could make any text in this user's documents appear
  /// as a mention.
  private func checkOwner() throws(AccessError) {
    guard let facts = try? folder.facts() else { throw AccessError(reason: "\(path) cannot be examined") }
    guard facts.owner == Platform.user else { throw AccessError(reason: "\(path) belongs to another user") }
    guard facts.mode & 0o022 == 0 else {
      throw AccessError(
        reason: "\(path) can be written by other users (`chmod go-w` removes their access)")
    }
  }

  // MARK: Files

  /// The maximum size of a file in the store, in bytes.
  static let longest = 64 << 20

  func read(_ name: String) -> SettingsFile.Contents {
    do throws(SystemError) {
      let bytes = try folder.readFile(name, limit: Self.longest)
      return bytes.count > Self.longest ? .unreadable("it is longer than 64 MiB") : .bytes(bytes)
    } catch {
      if error.isMissing { return .missing }
      return .unreadable(error.isLink ? "it is a symbolic link, which is not followed" : error.message)
    }
  }

  /// The first bytes of a file; nil if it cannot be read.
  func head(of name: String) -> [UInt8]? { try? folder.readFile(name, limit: StoredDocument.headSize) }

  func names() -> [String] { (try? folder.listing().names) ?? [] }

  /// The kind, stamp, owner and mode of a file; nil if there is nothing with this name.
  func facts(of name: String) -> FileFacts? { try? folder.facts(of: name) }

  /// Replaces a file atomically: readers find either the old or the new file, even after a crash. If an error is
  /// thrown, the old file is unchanged.
  ///
  /// - Parameter mode: the permissions of the new file, reduced by the process's mask.
  func write(_ name: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
    try write(name, mode: mode) { file, _ throws(SystemError) in try Platform.writeAll(file, bytes) }
  }

  /// Replaces a file with the content that `body` writes to a descriptor. `body` also receives the temporary name.
  func write(
    _ name: String, mode: UInt32, _ body: (Int32, String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let temporary = KeptFileName.temporary(for: name)
    let file = try folder.createFile(temporary, mode: mode)
    defer { Platform.closeDescriptor(file) }
    // The lock shows that the writer is alive.
    _ = Platform.lock(file)
    do throws(SystemError) {
      try body(file, temporary)
      try Platform.synchronize(file)
      try folder.rename(temporary, to: name)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
  }

  /// Replaces several files like ``write(_:_:mode:)``, waiting for the disk only once. All of them are open at the same
  /// time, so their number must not exceed the process's limit on open files.
  ///
  /// - Returns: the errors, by the files' indices in the list.
  func write(_ files: [(name: String, bytes: [UInt8])], mode: UInt32) -> [Int: SystemError] {
    var faults: [Int: SystemError] = [:]
    var open: [(index: Int, temporary: String, file: Int32)] = []
    defer { for (_, _, file) in open { Platform.closeDescriptor(file) } }
    for (index, file) in files.enumerated() {
      do throws(SystemError) {
        let temporary = KeptFileName.temporary(for: file.name)
        let descriptor = try folder.createFile(temporary, mode: mode)
        open.append((index, temporary, descriptor))
        // The lock shows that the writer is alive.
        _ = Platform.lock(descriptor)
        try Platform.writeAll(descriptor, file.bytes)
      } catch {
        faults[index] = error
      }
    }
    do throws(SystemError) {
      try folder.synchronize(open.map { $0.file })
    } catch {
      for (index, _, _) in open where faults[index] == nil { faults[index] = error }
    }
    for (index, temporary, _) in open {
      do throws(SystemError) {
        if faults[index] == nil { try folder.rename(temporary, to: files[index].name) }
      } catch {
        faults[index] = error
      }
      if faults[index] != nil { try? folder.remove(temporary) }
    }
    return faults
  }

  func remove(_ name: String) throws(SystemError) { try folder.remove(name) }

  /// Marks the file as recently used.
  func touch(_ name: String) { folder.touch(name) }

  /// Opens a regular file for reading; a link is not followed.
  func open(_ name: String) throws(SystemError) -> Int32 { try folder.openFile(name) }

  /// Creates a file, and opens it for writing. Throws an error if it exists already.
  func create(_ name: String) throws(SystemError) -> Int32 { try folder.createFile(name, mode: 0o600) }

  /// Whether a file can be locked, which means that its writer has ended. Nil if there is no such file.
  func isAbandoned(_ name: String) -> Bool? {
    guard let file = try? folder.openFile(name) else { return nil }
    defer { Platform.closeDescriptor(file) }
    return Platform.lock(file) == .locked
  }

  /// Writes the entries of the folder to disk.
  func synchronize() { folder.synchronize() }

  // MARK: Locking

  /// The number of milliseconds to wait for another server's lock on the folder. A server that is stopped while writing
  /// must not prevent others from ever writing.
  private static let patience = 2000

  /// Calls `body` while no other server writes here. Continues without the lock if another server holds it for too
  /// long.
  func locked<Value>(_ body: () -> Value) -> Value {
    let isLocked = folder.lock(within: Self.patience)
    defer { if isLocked { folder.unlock() } }
    return body()
  }

  // MARK: Leftovers and limits

  /// The number of seconds after which an unchanged temporary file counts as left over, even if it is not known whether
  /// its writer has ended.
  private static let oldAge = 3600

  /// Removes temporary files whose writers have ended, or that have not changed for ``oldAge`` seconds.
  func removeLeftOvers() {
    for name in names() where KeptFileName.isTemporary(name) {
      guard let facts = facts(of: name), facts.kind == .file else { continue }
      let isOld = facts.stamp.seconds < Platform.secondsSince1970() - Self.oldAge
      if isOld || (KeptFileName.tellsItsWriter(name) && isAbandoned(name) == true) {
        try? folder.remove(name)
      }
    }
  }

  /// The rules for removing files from a folder that exceeds its limit.
  struct Pruning {
    let limit: FolderLimit
    /// The last file written, which is not removed.
    var latest: String?
    /// A time in seconds since 1970. Files used since then are not removed, because their documents may be open.
    var inUse = Int.max
  }

  /// Removes files left by crashed servers, and then the least recently used files until the folder is within a limit,
  /// while no other server writes here.
  ///
  /// - Parameter pruning: nil for no limit.
  /// - Returns: the times in seconds since 1970 at which the files removed because of the limit were last used.
  @discardableResult
  func tidy(_ pruning: Pruning?) -> [Int] {
    locked {
      removeLeftOvers()
      return pruning.map { prune($0) } ?? []
    }
  }

  /// Removes the least recently used files until the folder is within a limit. Files that are still being written count
  /// towards the limit, but are not removed.
  ///
  /// - Returns: the times in seconds since 1970 at which the removed files were last used.
  private func prune(_ pruning: Pruning) -> [Int] {
    var files: [(name: String, stamp: FileStamp)] = names().compactMap { name in
      guard KeptFileName.isWhole(name) || KeptFileName.isTemporary(name) else { return nil }
      return facts(of: name).map { (name, $0.stamp) }
    }
    let limit = pruning.limit
    var count = files.count
    var bytes = files.reduce(0) { $0 + $1.stamp.size }
    guard count > limit.documents || bytes > limit.bytes else { return [] }
    files.sort {
      ($0.stamp.seconds, $0.stamp.nanoseconds, $0.name) < ($1.stamp.seconds, $1.stamp.nanoseconds, $1.name)
    }
    var gone: [Int] = []
    for file in files where count > limit.documents || bytes > limit.bytes {
      guard file.name != pruning.latest, file.stamp.seconds < pruning.inUse, KeptFileName.isWhole(file.name)
      else { continue }
      try? remove(file.name)
      gone.append(file.stamp.seconds)
      count -= 1
      bytes -= file.stamp.size
    }
    return gone
  }
}

/// The limits on the number of files in a folder and on their total size. The least recently used files are removed
/// first.
package struct FolderLimit: Hashable, Sendable {
  package var documents: Int
  package var bytes: Int

  package init(documents: Int, bytes: Int) {
    self.documents = documents
    self.bytes = bytes
  }

  /// The limit of the state folder.
  package static let state = FolderLimit(documents: 2000, bytes: 64 << 20)

  /// The limit of the catalogs of slow sources, and of the histories of repositories.
  package static let catalogs = FolderLimit(documents: 100, bytes: 2 << 30)
}

/// The names of the server's files: 32 hexadecimal digits and an extension.
enum KeptFileName {
  /// The extension of a file with the mentions of a document.
  private static let documentEnding = ".json"
  /// The extension of a file with a catalog of entities.
  static let catalogEnding = ".catalog"
  /// The extension of a file with the mentions of a workspace.
  static let indexEnding = ".index"
  /// The extension of a file with the history of a repository.
  static let historyEnding = ".history"
  /// The extension of a file that is locked while a list is being fetched.
  private static let lockEnding = ".lock"
  private static let endings = [documentEnding, catalogEnding, indexEnding, historyEnding, lockEnding]

  /// Whether a file with this name contains the mentions of a document; other files in the store are neither read nor
  /// changed.
  static func isDocument(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(documentEnding) }

  static func isCatalog(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(catalogEnding) }

  /// The name of the lock file for a catalog.
  ///
  /// - Parameter name: the name of a catalog.
  static func lock(for name: String) -> String { name.prefix(32) + lockEnding }

  fileprivate static func isWhole(_ name: String) -> Bool {
    name.utf8.prefix(32).count(where: isHexadecimal) == 32
      && endings.contains(String(Substring(name.utf8.dropFirst(32))))
  }

  /// The name of a temporary file, which other users cannot predict.
  fileprivate static func temporary(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "\(name).\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits).new"
  }

  fileprivate static func isTemporary(_ name: String) -> Bool { middle(of: name) != nil }

  /// Whether a temporary file is locked while its writer runs, according to its name. Earlier versions of the server
  /// did not lock temporary files, and used the process ID in their names.
  fileprivate static func tellsItsWriter(_ name: String) -> Bool { middle(of: name)?.utf8.count == 16 }

  /// The part between the name of the final file and `.new`.
  private static func middle(of name: String) -> Substring? {
    guard name.hasSuffix(".new"),
      let whole = endings.map({ 32 + $0.utf8.count }).first(where: {
        name.utf8.count > $0 + 5 && isWhole(String(name.prefix($0)))
      })
    else { return nil }
    let rest = name.dropFirst(whole)
    guard rest.first == ".", rest.utf8.dropFirst().prefix(while: isHexadecimal).count == rest.utf8.count - 5
    else {
      return nil
    }
    return rest.dropFirst().dropLast(4)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte)
  }
}
