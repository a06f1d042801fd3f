import MentionsServer
import SystemCalls

/// A folder that the server keeps files in, open and checked: of the annotation store, or of the cache.
///
/// The way to it leads over foreign ground: a workspace may come from anybody, and other users may be able to write in
/// a folder above the user's own. So links are followed only above the folder that holds it, the workspace folder or
/// what `XDG_STATE_HOME` or `XDG_CACHE_HOME` says; its own name and the names in it are not links. Everything is done by names in the open
/// folder, so that nothing can be swapped between looking and writing.
struct GuardedFolder {
  let path: String
  private let folder: Platform.Folder

  /// Reason why nothing may be kept here, in words that name the folder.
  struct AccessError: Error {
    let reason: String
    var isFullDisk = false
  }

  /// Nil where there is no such folder.
  /// - Parameter makes: whether it is made then.
  init?(_ path: String, makes: Bool = false) throws(AccessError) {
    guard let slash = path.lastIndex(of: "/"), path.last != "/" else {
      throw AccessError(reason: "\(path): there is no folder")
    }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    let name = String(path[path.index(after: slash)...])
    // The user's own folder is nobody else's business; a workspace's is shared.
    let isShared = name == StoreFile.workspaceFolder
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

  /// Other users who can write in it could have any text shown as the user's mentions.
  private func checkOwner() throws(AccessError) {
    guard let facts = try? folder.facts() else { throw AccessError(reason: "\(path) cannot be looked at") }
    guard facts.owner == Platform.user else { throw AccessError(reason: "\(path) belongs to another user") }
    guard facts.mode & 0o022 == 0 else {
      throw AccessError(
        reason: "\(path) can be written by other users (`chmod go-w` would make it yours alone)")
    }
  }

  // MARK: Files

  /// No file of the store is that long, in bytes.
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

  /// The first bytes of a file; nil where it cannot be read.
  func head(of name: String) -> [UInt8]? { try? folder.readFile(name, limit: StoredDocument.headSize) }

  func names() -> [String] { (try? folder.names()) ?? [] }

  /// Nil where there is nothing of this name.
  func facts(of name: String) -> FileFacts? { try? folder.facts(of: name) }

  /// Puts a file in the place of another in one step: readers find the old one or the new one, whole, even
  /// after a crash. Where it throws, the old one is as it was.
  /// - Parameter mode: the permissions of the new file, less the process's mask.
  func write(_ name: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
    try write(name, mode: mode) { file, _ throws(SystemError) in try Platform.writeAll(file, bytes) }
  }

  /// Writes a file through `body`, which takes a descriptor and the temporary name.
  func write(
    _ name: String, mode: UInt32, _ body: (Int32, String) throws(SystemError) -> Void
  ) throws(SystemError) {
    let temporary = KeptFileName.temporary(for: name)
    let file = try folder.createFile(temporary, mode: mode)
    defer { Platform.closeDescriptor(file) }
    // As long as it is locked its writer lives.
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

  /// Puts several files in the places of others as ``write(_:_:mode:)`` does, with one wait for the disk. At most as
  /// many as files may be open.
  /// - Returns: what went wrong, by the files' places in the list.
  func write(_ files: [(name: String, bytes: [UInt8])], mode: UInt32) -> [Int: SystemError] {
    var faults: [Int: SystemError] = [:]
    var open: [(index: Int, temporary: String, file: Int32)] = []
    defer { for (_, _, file) in open { Platform.closeDescriptor(file) } }
    for (index, file) in files.enumerated() {
      do throws(SystemError) {
        let temporary = KeptFileName.temporary(for: file.name)
        let descriptor = try folder.createFile(temporary, mode: mode)
        open.append((index, temporary, descriptor))
        // As long as it is locked its writer lives.
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

  /// Opens an ordinary file for reading; a link is not followed.
  func open(_ name: String) throws(SystemError) -> Int32 { try folder.openFile(name) }

  /// Makes a file that was not there, and opens it for writing.
  func create(_ name: String) throws(SystemError) -> Int32 { try folder.createFile(name, mode: 0o600) }

  /// Whether a file can be locked, so that its writer has ended. Nil if there is no such file.
  func isAbandoned(_ name: String) -> Bool? {
    guard let file = try? folder.openFile(name) else { return nil }
    defer { Platform.closeDescriptor(file) }
    return Platform.lock(file) == .locked
  }

  /// Has the names put on the disk.
  func synchronize() { folder.synchronize() }

  // MARK: Keeping others out

  /// Milliseconds to wait for another server's lock on the folder. One that is stopped in the middle
  /// of writing must not keep this one from ever writing.
  private static let patience = 2000

  /// Runs `body` while no other server writes here.
  func locked<Value>(_ body: () -> Value) -> Value {
    let isLocked = folder.lock(within: Self.patience)
    defer { if isLocked { folder.unlock() } }
    return body()
  }

  // MARK: What crashed servers left

  /// Seconds after its last change until a file is left over whose name does not show whether its writer lives.
  private static let oldAge = 3600

  /// Removes temporary files whose writers are gone.
  func removeLeftOvers() {
    for name in names() where KeptFileName.isTemporary(name) {
      guard let facts = facts(of: name), facts.kind == .file else { continue }
      let isOld = facts.stamp.seconds < Platform.secondsSince1970() - Self.oldAge
      if isOld || (KeptFileName.tellsItsWriter(name) && isAbandoned(name) == true) {
        try? folder.remove(name)
      }
    }
  }

  /// The files that may be removed where a folder exceeds its limit.
  struct Pruning {
    let limit: StoreLimit
    /// The file that was written last; it stays.
    var latest: String?
    /// Files that were used since then stay, in seconds since 1970: their documents may be open.
    var inUse = Int.max
  }

  /// Removes what crashed servers left, then the files used longest ago until the folder is within a limit, while no
  /// other server writes here.
  ///
  /// - Parameter pruning: nil: it may hold any amount.
  /// - Returns: when the files were used that had to go for the limit, in seconds since 1970.
  @discardableResult
  func tidy(_ pruning: Pruning?) -> [Int] {
    locked {
      removeLeftOvers()
      return pruning.map { prune($0) } ?? []
    }
  }

  /// Removes the files used longest ago until the folder is within a limit. What is still being written counts too,
  /// but stays.
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

/// The names of files that the server keeps: 32 hexadecimal digits and an ending.
enum KeptFileName {
  /// A document's mentions.
  static let documentEnding = ".json"
  /// A catalog of entities.
  static let catalogEnding = ".catalog"
  /// The mentions of a workspace.
  static let indexEnding = ".index"
  /// A repository's history.
  static let historyEnding = ".history"
  /// Locked while a list is fetched.
  static let lockEnding = ".lock"
  private static let endings = [documentEnding, catalogEnding, indexEnding, historyEnding, lockEnding]

  /// Nothing else in the store is read or touched.
  static func isDocument(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(documentEnding) }

  static func isCatalog(_ name: String) -> Bool { isWhole(name) && name.hasSuffix(catalogEnding) }

  /// - Parameter name: a catalog's.
  static func lock(for name: String) -> String { name.prefix(32) + lockEnding }

  static func isWhole(_ name: String) -> Bool {
    name.utf8.prefix(32).count(where: isHexadecimal) == 32
      && endings.contains { name.utf8.dropFirst(32).elementsEqual($0.utf8) }
  }

  /// A name that nobody can know beforehand.
  static func temporary(for name: String) -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "\(name).\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits).new"
  }

  static func isTemporary(_ name: String) -> Bool { middle(of: name) != nil }

  /// Whether the file is locked by its writer. Earlier versions did not, and had the process's number in the name.
  static func tellsItsWriter(_ name: String) -> Bool { middle(of: name)?.utf8.count == 16 }

  /// Part between a whole file's name and `.new`.
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
