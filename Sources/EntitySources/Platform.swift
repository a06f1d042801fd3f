#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

/// The operating system, as far as this module needs it. The only file that imports the C library.
enum Platform {
  /// An `errno` and the system's words for it.
  struct Fault: Error, Hashable, Sendable {
    var code: Int32
    var message: String { unsafe String(cString: strerror(code)) }
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    var isNotExecutable: Bool { code == EACCES || code == ENOEXEC || code == EISDIR || code == EPERM }
  }

  /// A moment on a clock that only goes forward, in milliseconds.
  static func milliseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  // MARK: Files

  enum FileKind: Hashable, Sendable { case file, directory, other }

  /// What stands at `path`, links followed; nil where nothing does.
  static func kind(of path: String) -> FileKind? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  static func openFile(_ path: String) throws(Fault) -> Int32 {
    while true {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw Fault(code: errno) }
    }
  }

  static func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  enum Transfer: Hashable, Sendable { case bytes(Int), end, wouldBlock, failed(Fault) }

  /// Reads into `buffer` from `start` on, at most to its end.
  static func receive(_ descriptor: Int32, into buffer: inout [UInt8], from start: Int) -> Transfer {
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard start < bytes.count else { return 0 }
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return unsafe read(descriptor, room.baseAddress, room.count)
      }
      if got > 0 { return .bytes(got) }
      if got == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(Fault(code: errno))
      }
    }
  }

  /// Writes `bytes` from `start` on. The calling thread must be `shieldedFromBrokenPipes`.
  static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Transfer {
    while true {
      let put = unsafe bytes.withUnsafeBytes { all -> Int in
        guard start < all.count else { return 0 }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      if put >= 0 { return .bytes(put) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(Fault(code: errno))
      }
    }
  }

  /// The names in a directory, sorted by their bytes, `.` and `..` left out.
  static func names(in directory: String) throws(Fault) -> [String] {
    guard let handle = unsafe opendir(directory) else { throw Fault(code: errno) }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: Threads and signals

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own, which nobody waits for. False where the system has none to give.
  @discardableResult
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t?
    #endif
    let failed = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Glibc)
        guard let argument = unsafe argument else { return nil }
        #endif
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if failed != 0 { unsafe work.release() }
    return failed == 0
  }

  /// Runs `body` while a write to a pipe without a reader is an error and no signal.
  static func shieldedFromBrokenPipes<Value>(_ body: () -> Value) -> Value {
    #if canImport(Glibc)
    var pipe = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      if unsafe sigismember(&before, SIGPIPE) == 0 {
        var none = timespec()
        unsafe sigtimedwait(&pipe, nil, &none)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      }
    }
    #endif
    return body()
  }

  // MARK: Pipes

  struct Pipe {
    var reading: Int32
    var writing: Int32
  }

  /// Both ends are closed in programs that are started, and neither is one of the first three descriptors.
  static func makePipe() throws(Fault) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Fault(code: errno) }
    for index in 0..<2 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      let fault = errno
      closeDescriptor(ends[index])
      ends[index] = moved
      if moved < 0 {
        closeDescriptor(ends[0])
        if index == 0 { closeDescriptor(ends[1]) }
        throw Fault(code: fault)
      }
    }
    #if canImport(Darwin)
    _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
    #endif
    return Pipe(reading: ends[0], writing: ends[1])
  }

  static func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  struct Interest {
    var descriptor: Int32
    var writing = false
    /// Set by `wait`: something can be read or written, or the other end is gone.
    var isReady = false
  }

  /// Waits until one of the descriptors is ready or the time is up (nil: for ever). Negative descriptors are ignored.
  static func wait(for interests: inout [Interest], milliseconds: Int?) {
    var polled = interests.map {
      pollfd(fd: $0.descriptor, events: Int16($0.writing ? POLLOUT : POLLIN), revents: 0)
    }
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    let ready = unsafe poll(&polled, nfds_t(polled.count), limit)
    for index in interests.indices { interests[index].isReady = ready > 0 && polled[index].revents != 0 }
  }
}

// MARK: - Processes

extension Platform {
  /// Starts a program in a process group of its own with the three descriptors as its first three and no
  /// others. Signals are at their defaults in it.
  static func spawn(
    _ command: [String], directory: String?, environment: [String],
    input: Int32, output: Int32, errors: Int32
  ) throws(Fault) -> Int32 {
    guard let program = command.first else { throw Fault(code: ENOENT) }
    var attributes = makeAttributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var actions = unsafe makeActions()
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, place) in [(input, 0), (output, 1), (errors, 2)] as [(Int32, Int32)] {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }
    if let directory, !(unsafe changeDirectory(in: &actions, to: directory)) { throw Fault(code: ENOSYS) }
    unsafe closeOthers(in: &actions)
    var child: pid_t = 0
    let failed = unsafe withCStrings(command) { arguments in
      unsafe withCStrings(environment) { variables in
        unsafe posix_spawnp(&child, program, &actions, &attributes, arguments, variables)
      }
    }
    guard failed == 0 else { throw Fault(code: failed) }
    return child
  }

  #if canImport(Glibc)
  private typealias Attributes = posix_spawnattr_t
  private typealias Actions = posix_spawn_file_actions_t
  #else
  private typealias Attributes = posix_spawnattr_t?
  private typealias Actions = posix_spawn_file_actions_t?
  #endif

  private static func makeAttributes() -> Attributes {
    #if canImport(Glibc)
    var attributes = posix_spawnattr_t()
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #else
    var attributes: posix_spawnattr_t?
    let flags =
      POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  private static func makeActions() -> Actions {
    #if canImport(Glibc)
    var actions = unsafe posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    return unsafe actions
  }

  // Not in every C library, and hidden by the headers of some that have them: looked up by name.

  private static func changeDirectory(in actions: inout Actions, to directory: String) -> Bool {
    typealias Add = @convention(c) (UnsafeMutablePointer<Actions>, UnsafePointer<CChar>) -> Int32
    guard let found = unsafe dlsym(dlopen(nil, RTLD_LAZY), "posix_spawn_file_actions_addchdir_np") else {
      return false
    }
    return unsafe unsafeBitCast(found, to: Add.self)(&actions, directory) == 0
  }

  private static func closeOthers(in actions: inout Actions) {
    typealias Add = @convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32
    guard let found = unsafe dlsym(dlopen(nil, RTLD_LAZY), "posix_spawn_file_actions_addclosefrom_np") else {
      return
    }
    _ = unsafe unsafeBitCast(found, to: Add.self)(&actions, 3)
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe copies.append(nil)
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }

  /// This process's own variables, each as `NAME=value`.
  static func environment() -> [String] {
    #if canImport(Glibc)
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #else
    let first = unsafe _NSGetEnviron().pointee
    #endif
    guard var at = unsafe first else { return [] }
    var all: [String] = []
    while let entry = unsafe at.pointee {
      all.append(unsafe String(cString: entry))
      unsafe at += 1
    }
    return all
  }

  /// Returns when the process has ended. It stays a zombie, its number still its own, until `reap`.
  static func waitForEnd(of process: Int32) {
    var facts = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
  }

  /// The status of an ended process, which is gone after that.
  static func reap(_ process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  static func killGroup(_ process: Int32, politely: Bool = false) {
    if process > 1 { _ = kill(-process, politely ? SIGTERM : SIGKILL) }
  }
}
