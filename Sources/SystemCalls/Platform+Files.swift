#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

/// The state of a file at some time, to detect changes.
package struct FileStamp: Hashable, Sendable {
  package let seconds: Int
  package let nanoseconds: Int
  /// The size in bytes.
  package let size: Int
  package let file: UInt64
  package let device: UInt64

  init(_ facts: stat) {
    #if canImport(Darwin)
    let time = facts.st_mtimespec
    #else
    let time = facts.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    size = Int(facts.st_size)
    file = UInt64(facts.st_ino)
    device = UInt64(truncatingIfNeeded: facts.st_dev)
  }

  /// The stamp as numbers, for storage; see ``init(_:)``.
  package var numbers: [UInt64] {
    [UInt64(bitPattern: Int64(seconds)), UInt64(nanoseconds), UInt64(size), file, device]
  }

  /// Creates a stamp from its `numbers`; nil if the numbers are not those of a stamp.
  package init?(_ numbers: [UInt64]) {
    guard numbers.count == 5, let nanoseconds = Int(exactly: numbers[1]), let size = Int(exactly: numbers[2])
    else { return nil }
    seconds = Int(Int64(bitPattern: numbers[0]))
    self.nanoseconds = nanoseconds
    self.size = size
    file = numbers[3]
    device = numbers[4]
  }
}

extension Platform {
  package enum FileKind: Hashable, Sendable { case file, directory, other }

  /// The kind of the file at `path`, following links; nil if there is none.
  package static func kind(of path: String) -> FileKind? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Identifies the state of a file; nil if there is no file.
  package static func stamp(_ path: String) -> FileStamp? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    return FileStamp(facts)
  }

  /// Whether the path refers to a program that this user may execute.
  package static func isProgram(_ path: String) -> Bool {
    unsafe kind(of: path) == .file && access(path, X_OK) == 0
  }

  /// Whether this user may write to the file.
  package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// Whether the path itself is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// The path with all symbolic links resolved; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Flags for opening files to read: child processes do not inherit them, pipes without a writer do not block, and a
  /// terminal does not become the controlling one.
  static let readingFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// Opens a regular file for reading. Links are followed.
  package static func openFile(_ path: String) throws(SystemError) -> Int32 {
    try ordinary(unsafe open(path, O_RDONLY | readingFlags)).descriptor
  }

  /// Checks that an opened file is a regular one, and closes it otherwise. The path is not checked, because it may
  /// refer to another file by now.
  static func ordinary(
    _ descriptor: Int32
  ) throws(SystemError) -> (descriptor: Int32, stamp: FileStamp) {
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      let facts = try facts(of: descriptor)
      switch facts.kind {
      case .file: return (descriptor, facts.stamp)
      case .folder: throw SystemError(code: EISDIR)
      case .link, .other: throw .notOrdinary
      }
    } catch {
      closeDescriptor(descriptor)
      throw error
    }
  }

  /// The bytes of a regular file, at most one more than `limit`, which is enough to detect a longer file.
  package static func readOrdinaryFile(
    _ path: String, limit: Int, followsLink: Bool = true
  ) throws(SystemError) -> [UInt8] {
    try readStampedFile(path, limit: limit, followsLink: followsLink).bytes
  }

  /// The bytes of a regular file as from ``readOrdinaryFile(_:limit:followsLink:)``, and its stamp; the stamp is nil if
  /// the file changed while it was read.
  package static func readStampedFile(
    _ path: String, limit: Int, followsLink: Bool
  ) throws(SystemError) -> (bytes: [UInt8], stamp: FileStamp?) {
    let flags = O_RDONLY | readingFlags | (followsLink ? 0 : O_NOFOLLOW)
    let file = try ordinary(unsafe open(path, flags))
    defer { closeDescriptor(file.descriptor) }
    // Reading a file in /proc, which has this size, may block.
    if file.stamp.size == 0 { return ([], file.stamp) }
    let bytes = try readAll(file.descriptor, size: file.stamp.size, limit: limit)
    let isSame = try facts(of: file.descriptor).stamp == file.stamp
    return (bytes, isSame ? file.stamp : nil)
  }

  /// The bytes of any file that the user has named, at most one more than `limit`.
  package static func readFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { closeDescriptor(descriptor) }
    return try readAll(descriptor, limit: limit)
  }

  /// Reads everything up to the end, waiting for the writer of a pipe. If the size of the file is known, allocates no
  /// more memory than the bytes need.
  package static func readAll(_ descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    try readAll(descriptor, size: (try? facts(of: descriptor).stamp.size) ?? 0, limit: limit)
  }

  /// - Parameter size: the size of a regular file; 0 if it is not known.
  static func readAll(_ descriptor: Int32, size: Int, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // A small buffer suffices for small files, and for callers that read only the head of a file.
    let piece = size > 0 ? min(size + 1, 1 << 16) : 1 << 16
    var buffer = [UInt8](repeating: 0, count: min(piece, limit + 1))
    while bytes.count <= limit {
      switch receive(descriptor, into: &buffer) {
      case .bytes(let count):
        // Most files are read by a single call: there was room for another byte, and the file has no more.
        if bytes.isEmpty, count == size, count < buffer.count {
          buffer.removeLast(buffer.count - count)
          return buffer
        }
        if bytes.isEmpty { bytes.reserveCapacity(min(max(0, size), limit) + 1) }
        bytes += buffer[..<min(count, limit + 1 - bytes.count)]
      case .end: return bytes
      case .wouldBlock:
        var interests = [Interest(descriptor: descriptor)]
        wait(for: &interests, milliseconds: nil)
      case .failed(let error): throw error
      }
    }
    return bytes
  }

  /// The names in a folder that are UTF-8, sorted by bytes, without `.` and `..`.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let handle = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(handle) }
    return unsafe entries(in: handle).sorted().names
  }

  #if canImport(Darwin)
  typealias Listing = UnsafeMutablePointer<DIR>
  #else
  typealias Listing = OpaquePointer
  #endif

  static func entries(in listing: Listing) -> FolderEntries {
    var all = FolderEntries()
    while let entry = unsafe readdir(listing) {
      let type = unsafe entry.pointee.d_type
      unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress!
        guard let valid = unsafe String(validatingCString: name) else {
          unsafe all.malformed.append(String(cString: name))
          return
        }
        if valid != "." && valid != ".." { all.entries.append(.init(name: valid, type: type)) }
      }
    }
    return all
  }

  /// Whether a path precedes another in the order of their bytes. Many times faster than `lexicographicallyPrecedes`.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    unsafe first.withCString { first in unsafe second.withCString { unsafe strcmp(first, $0) < 0 } }
  }

  /// Sets the times of the last access and modification of a file to a number of seconds ago. Returns false if that is
  /// impossible.
  package static func setAge(of path: String, seconds: Int) -> Bool {
    var times = [timespec(), timespec()]
    for place in times.indices { times[place].tv_sec = time_t(secondsSince1970() - seconds) }
    return unsafe utimensat(AT_FDCWD, path, times, 0) == 0
  }

  /// Drops a file from the system's cache, if supported. For benchmarks.
  package static func dropFromMemory(_ path: String) {
    #if !canImport(Darwin)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    closeDescriptor(descriptor)
    #endif
  }

  // MARK: Writing

  /// Opens the null device, which discards all output.
  package static func openNowhere() throws(SystemError) -> Int32 {
    let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Creates or empties a file, and opens it for writing. Fails for a named pipe without a reader.
  package static func createFile(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Removes a file. Succeeds if it does not exist.
  package static func remove(_ path: String) throws(SystemError) {
    if unsafe unlink(path) != 0 && errno != ENOENT && errno != ENOTDIR { throw .last }
  }

  /// Creates a folder and its missing parents.
  package static func createFolders(_ path: String, mode: UInt32) throws(SystemError) {
    if path.isEmpty || kind(of: path) == .directory { return }
    if let slash = path.lastIndex(of: "/") { try createFolders(String(path[..<slash]), mode: mode) }
    guard unsafe mkdir(path, mode_t(mode)) != 0, kind(of: path) != .directory else { return }
    throw .last
  }

  /// Creates a new, empty folder that only this user can access. Its name is `prefix` and six random characters.
  package static func makeTemporaryFolder(_ prefix: String) throws(SystemError) -> String {
    // `mkdtemp` replaces the six `X`.
    var template = Array((prefix + String(repeating: "X", count: 6)).utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package static func removeFolder(_ path: String) { _ = unsafe rmdir(path) }
}
