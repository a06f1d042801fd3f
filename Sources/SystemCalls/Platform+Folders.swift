#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

/// The system's metadata of an entry of a folder, or of an open file.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case file, folder, link, other }

  package let kind: Kind
  package let stamp: FileStamp
  /// The user ID of the owner.
  package let owner: UInt32
  /// The permission bits.
  package let mode: UInt32

  fileprivate init(_ facts: stat) {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    stamp = FileStamp(facts)
    owner = UInt32(facts.st_uid)
    mode = UInt32(facts.st_mode) & 0o7777
  }
}

/// The content of a folder.
package struct FolderEntries: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let name: String
    /// The kind of the entry; nil if the file system does not report kinds in listings.
    package let kind: FileFacts.Kind?

    /// - Parameter type: `d_type` of the directory entry.
    init(name: String, type: UInt8) {
      self.name = name
      kind =
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): nil
        default: .other
        }
    }
  }

  package var entries: [Entry] = []
  package var names: [String] { entries.map(\.name) }
  /// Names that are not UTF-8, with U+FFFD for invalid bytes. They can be displayed, but not used to open files.
  package var malformed: [String] = []

  /// The entries and malformed names in the order of their bytes.
  package func sorted() -> FolderEntries {
    var sorted = self
    sorted.entries.sort { Platform.precedes($0.name, $1.name) }
    sorted.malformed.sort { Platform.precedes($0, $1) }
    return sorted
  }
}

extension Platform {
  /// An open folder. The descriptor keeps referring to the same folder if its path changes. The methods do not follow a
  /// symbolic link in the folder: they operate on the link itself or throw an error.
  package final class Folder: Sendable {
    private let descriptor: Int32

    /// Opens a folder by its path, following links.
    package convenience init(_ path: String) throws(SystemError) {
      try self.init(opened: unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private init(opened descriptor: Int32) throws(SystemError) {
      guard descriptor >= 0 else { throw .last }
      self.descriptor = descriptor
    }

    deinit { closeDescriptor(descriptor) }

    package func facts() throws(SystemError) -> FileFacts { try Platform.facts(of: descriptor) }

    /// The metadata of an entry of the folder; for a symbolic link, of the link itself.
    package func facts(of name: String) throws(SystemError) -> FileFacts {
      var facts = stat()
      guard unsafe fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
      return FileFacts(facts)
    }

    /// All entries of the folder except `.` and `..`, in no particular order.
    package func listing() throws(SystemError) -> FolderEntries {
      // A separate descriptor, because reading a listing moves the descriptor's offset, and `closedir` closes the
      // descriptor.
      let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard copy >= 0 else { throw .last }
      guard let listing = unsafe fdopendir(copy) else {
        let error = SystemError.last
        closeDescriptor(copy)
        throw error
      }
      defer { unsafe closedir(listing) }
      return unsafe Platform.entries(in: listing)
    }

    // MARK: Folders

    package func folder(_ name: String) throws(SystemError) -> Folder {
      switch try facts(of: name).kind {
      case .folder: break
      case .link: throw SystemError(code: ELOOP)
      case .file, .other: throw SystemError(code: ENOTDIR)
      }
      return try Folder(
        opened: unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    /// Creates a folder. Does nothing if an entry with this name exists.
    package func makeFolder(_ name: String, mode: UInt32) throws(SystemError) {
      if unsafe mkdirat(descriptor, name, mode_t(mode)) != 0 && errno != EEXIST { throw .last }
    }

    /// Creates a symbolic link.
    package func makeLink(_ name: String, to target: String) throws(SystemError) {
      guard unsafe symlinkat(target, descriptor, name) == 0 else { throw .last }
    }

    // MARK: Files

    /// Opens a regular file for reading, and throws an error for anything else. A pipe without a writer does not block
    /// the call.
    package func openFile(_ name: String) throws(SystemError) -> Int32 {
      try ordinary(unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | readingFlags)).descriptor
    }

    /// Reads at most `limit` + 1 bytes of a regular file, so that the caller can detect that the file exceeds the
    /// limit.
    package func readFile(_ name: String, limit: Int) throws(SystemError) -> [UInt8] {
      let file = try ordinary(unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | readingFlags))
      defer { closeDescriptor(file.descriptor) }
      return try readAll(file.descriptor, size: file.stamp.size, limit: limit)
    }

    /// Creates a file and opens it for writing. Fails if the name exists.
    package func createFile(_ name: String, mode: UInt32) throws(SystemError) -> Int32 {
      let file = unsafe openat(
        descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
      guard file >= 0 else { throw .last }
      return file
    }

    /// Renames a file. An existing file with the new name is replaced.
    package func rename(_ name: String, to new: String) throws(SystemError) {
      guard unsafe renameat(descriptor, name, descriptor, new) == 0 else { throw .last }
    }

    /// Removes a file, or a symbolic link but not its target. Does nothing if there is no such entry.
    package func remove(_ name: String) throws(SystemError) {
      if unsafe unlinkat(descriptor, name, 0) != 0 && errno != ENOENT { throw .last }
    }

    /// Sets the modification time of a file to now.
    package func touch(_ name: String) { _ = unsafe utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

    /// Writes the folder's entries to disk, as is necessary after creating or renaming a file.
    package func synchronize() { _ = fsync(descriptor) }

    /// Writes the contents of the given open files to disk. On Linux, several files are written by one system call,
    /// which writes the whole file system of this folder.
    package func synchronize(_ files: [Int32]) throws(SystemError) {
      #if os(Linux)
      // Synchronizing each file separately would wait for the disk several times.
      if files.count > 1, systemSyncFileSystem(descriptor) == 0 { return }
      #endif
      for file in files { try Platform.synchronize(file) }
    }

    // MARK: Locking

    /// Takes an exclusive advisory lock on this folder, and holds it until the folder is unlocked or closed. Meanwhile,
    /// the lock cannot be taken by opening the folder again, in this process or in another. Returns false if the lock
    /// cannot be taken within the given number of milliseconds.
    package func lock(within milliseconds: Int) -> Bool {
      let end = Platform.milliseconds() + milliseconds
      while true {
        switch Platform.lock(descriptor) {
        case .locked: return true
        case .impossible: return false
        case .taken: if Platform.milliseconds() >= end { return false }
        }
        var none: [Interest] = []
        Platform.wait(for: &none, milliseconds: 5)
      }
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }
  }

  // MARK: Descriptors

  package static func facts(of descriptor: Int32) throws(SystemError) -> FileFacts {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { throw .last }
    return FileFacts(facts)
  }

  package enum LockOutcome: Hashable, Sendable { case locked, taken, impossible }

  /// Takes an exclusive advisory lock on an open file, and holds it until the file is closed. Returns `.taken` at once,
  /// without waiting, if there is another holder.
  package static func lock(_ descriptor: Int32) -> LockOutcome {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return .taken }
      if errno != EINTR { return .impossible }
    }
    return .locked
  }

  /// Writes the content of an open file to disk.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// The effective user ID of this process.
  package static var user: UInt32 { UInt32(geteuid()) }

  /// Seconds since 1970, as in the stamps of files.
  package static func secondsSince1970() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int(now.tv_sec)
  }

  // MARK: Staying inside a folder

  /// Opens a regular file for reading whose real path is inside `folder`. Symbolic links are followed if the resulting
  /// path is inside `folder`. Throws an error if a component of that path is replaced by a link while the file is being
  /// opened.
  package static func openFile(_ path: String, within folder: String) throws(SystemError) -> Int32 {
    let (parent, name) = try descend(to: path, within: folder)
    guard let name else { throw SystemError(code: EISDIR) }
    return try parent.openFile(name)
  }

  /// Opens a folder whose real path is `folder` or inside it.
  package static func openFolder(_ path: String, within folder: String) throws(SystemError) -> Folder {
    let (parent, name) = try descend(to: path, within: folder)
    guard let name else { return parent }
    return try parent.folder(name)
  }

  /// Opens `folder` and then each folder on the real path of `path`, down to the parent of its last component. Returns
  /// the parent and the last component; `folder` and no name if the path is `folder` itself.
  private static func descend(
    to path: String, within folder: String
  ) throws(SystemError) -> (parent: Folder, name: String?) {
    guard let real = realPath(path), let top = realPath(folder) else { throw .last }
    let names = real.utf8.split(separator: UInt8(ascii: "/"))
    let above = top.utf8.split(separator: UInt8(ascii: "/"))
    guard names.starts(with: above, by: { $0.elementsEqual($1) }) else { throw .outside }
    var parent = try Folder(top)
    let inside = names.dropFirst(above.count).map { String(Substring($0)) }
    for name in inside.dropLast() { parent = try parent.folder(name) }
    return (parent, inside.last)
  }
}

#if os(Linux)
/// Declared by the C library only if `_GNU_SOURCE` is defined.
@_silgen_name("syncfs")
private func systemSyncFileSystem(_ descriptor: Int32) -> Int32
#endif
