#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Everything this module asks of the operating system, and the only file that imports it.
enum Platform {
  /// Milliseconds on the monotone clock.
  static func now() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The operating system's words for what went wrong last on this thread.
  static func lastError() -> String { unsafe String(cString: strerror(errno)) }

  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// An editor that goes away may say so by a signal while its last words are still in the pipe. Their end tells
  /// the same, later.
  static func ignoreHangUps() { _ = signal(SIGHUP, SIG_IGN) }

  /// A pipe whose ends are not inherited by children; nil when there are no descriptors left.
  static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Duplicates `descriptor` and points the original at standard error, so that nothing but the
  /// protocol can reach it. Returns the duplicate.
  static func takeOver(_ descriptor: Int32) -> Int32 {
    let copy = dup(descriptor)
    guard copy >= 0 else { return descriptor }
    _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
    _ = dup2(2, descriptor)
    return copy
  }

  struct Readiness {
    var input = false
    var wake = false
    var output = false
  }

  /// Waits until one of the descriptors is ready or the time is over. A negative timeout waits for ever.
  static func wait(input: Int32?, wake: Int32, output: Int32?, milliseconds: Int64) -> Readiness {
    var requests = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
    requests.append(pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0))
    requests.append(pollfd(fd: output ?? -1, events: Int16(POLLOUT), revents: 0))
    let timeout = milliseconds < 0 ? -1 : Int32(clamping: milliseconds)
    guard unsafe poll(&requests, nfds_t(requests.count), timeout) > 0 else { return Readiness() }
    return Readiness(
      input: requests[1].revents != 0, wake: requests[0].revents != 0, output: requests[2].revents != 0)
  }

  enum Transfer {
    case bytes(Int)
    case wouldBlock
    case ended
  }

  /// Reads at most `buffer.count` bytes into `buffer`.
  static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return .wouldBlock }
    return .ended
  }

  /// Writes from `bytes[start...]`, at most one pipe's worth, which a ready pipe takes without blocking.
  static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Transfer {
    let length = min(bytes.count - start, 4096)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress?.advanced(by: start), length)
    }
    if count >= 0 { return .bytes(count) }
    return errno == EINTR || errno == EAGAIN ? .wouldBlock : .ended
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #else
    _ = Darwin.close(descriptor)
    #endif
  }

  /// Whether the process exists and is no zombie.
  static func isAlive(process: Int32) -> Bool {
    guard process > 0 else { return false }
    if kill(process, 0) != 0 && errno != EPERM { return false }
    #if !canImport(Darwin)
    // A dead child that nobody has waited for still answers to signal 0.
    if let status = readSmallFile("/proc/\(process)/stat"), let end = status.lastIndex(of: UInt8(ascii: ")")),
      end + 2 < status.count
    {
      let state = status[end + 2]
      return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    }
    #endif
    return true
  }

  /// The first 4096 bytes of a file; nil where it cannot be read.
  private static func readSmallFile(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = receive(descriptor, into: &buffer) else { return nil }
    return Array(buffer[..<count])
  }

  /// A file's bytes, or why there are none.
  static func readFile(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing }
      throw .unreadable(lastError())
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    // Small for those who only want a file's head. One more than the limit tells a file that is too long.
    var buffer = [UInt8](repeating: 0, count: min(1 << 16, limit + 1))
    while bytes.count <= limit {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 { throw .unreadable(lastError()) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  static func readSettings(_ path: String) -> SettingsFile.Contents {
    do throws(FileFault) {
      return .bytes(try readFile(path, limit: SettingsFile.maximumSize))
    } catch {
      switch error {
      case .missing: return .missing
      case .unreadable(let why): return .unreadable(why)
      }
    }
  }

  static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// What tells one state of a file from the next; nil where there is no file.
  static func stamp(_ path: String) -> FileStamp? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    #if canImport(Darwin)
    let time = facts.st_mtimespec
    #else
    let time = facts.st_mtim
    #endif
    return FileStamp(
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(facts.st_size),
      file: UInt64(facts.st_ino))
  }

  // MARK: Files that are replaced

  /// Whether the file is there and nobody has the right to write it.
  static func isReadOnly(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & 0o222 == 0
  }

  /// Returns what went wrong; a file that is not there is removed.
  static func remove(_ path: String) -> String? {
    unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR ? nil : "\(path): \(lastError())"
  }

  /// Makes a folder and those above it. Returns what went wrong.
  static func createFolders(_ path: String, mode: mode_t) -> String? {
    if path.isEmpty || isDirectory(path) { return nil }
    if let slash = path.lastIndex(of: "/"), let fault = createFolders(String(path[..<slash]), mode: mode) {
      return fault
    }
    return unsafe mkdir(path, mode) == 0 || isDirectory(path) ? nil : lastError()
  }

  /// Writes a new file beside the old one, has it put on the disk, and gives it the old one's name. Returns what went
  /// wrong; then the old one is as it was.
  static func replace(_ path: String, in folder: String, with bytes: [UInt8], mode: mode_t) -> String? {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return lastError() }
    let isWritten = writeAll(descriptor, bytes) && fsync(descriptor) == 0
    let fault = isWritten ? nil : lastError()
    close(descriptor)
    if let fault {
      _ = unsafe unlink(temporary)
      return fault
    }
    guard unsafe rename(temporary, path) == 0 else {
      let fault = lastError()
      _ = unsafe unlink(temporary)
      return fault
    }
    // The new name is on the disk once its folder is.
    let parent = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    if parent >= 0 {
      _ = fsync(parent)
      close(parent)
    }
    return nil
  }

  /// The names in a folder, in no order; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  /// Opens a file for appending, emptied first; nil when that is not possible.
  static func createFile(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Writes all bytes, blocking. False if that failed.
  @discardableResult
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      switch send(descriptor, bytes, from: start) {
      case .bytes(let count): start += count
      case .wouldBlock: continue
      case .ended: return false
      }
    }
    return true
  }

  static func endProcess(_ status: Int32) -> Never { exit(status) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func currentDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The file of the running program, with symbolic links followed; nil if the system does not tell.
  static func executablePath() -> String? {
    #if canImport(Darwin)
    var size: UInt32 = 4096
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return resolved(unsafe String(cString: buffer))
    #else
    return resolved("/proc/self/exe")
    #endif
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  static func environment() -> [String: String] {
    var all: [String: String] = [:]
    var entry = unsafe environ
    while let line = unsafe entry.pointee {
      let text = unsafe String(cString: line)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        all[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe entry += 1
    }
    return all
  }

  /// Runs `body` on a thread of its own with a stack large enough for deep work.
  static func startThread(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 4 << 20)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(&thread, &attributes, runThreadBody, box.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    if status != 0 {
      unsafe box.release()
      body()
    }
  }
}

enum FileFault: Error {
  case missing
  case unreadable(String)
}

/// How a file was when it was last looked at.
struct FileStamp: Hashable {
  let seconds: Int
  let nanoseconds: Int
  let size: Int
  let file: UInt64
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
private func runThreadBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
#else
private func runThreadBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let box = unsafe box { unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run() }
  return nil
}
#endif
