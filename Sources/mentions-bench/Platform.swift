#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

/// The operating system, as far as measuring needs it. The only file that imports the C library.
///
/// Children are spoken to on the thread that measures: a thread between would be measured with them.
enum Platform {
  /// The operating system's words for an error number.
  static func words(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  // MARK: Children

  struct Child {
    var process: Int32
    /// Writing here reaches its standard input. Neither end blocks.
    var input: Int32
    /// Its standard output; its standard error goes nowhere.
    var output: Int32
  }

  /// Starts a program, looked up in `PATH` unless its name holds a slash.
  static func start(_ command: [String]) throws(BenchFault) -> Child {
    guard let program = command.first else { throw BenchFault("no program is named") }
    let stdin = try makePipe()
    let stdout = try makePipe()
    #if canImport(Glibc)
    var actions = unsafe posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, stdin.reading, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, stdout.writing, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let failed = unsafe posix_spawnp(&process, program, &actions, nil, words, environ)
    close(stdin.reading)
    close(stdout.writing)
    guard failed == 0 else {
      close(stdin.writing)
      close(stdout.reading)
      throw BenchFault("\(program) could not be started: \(Self.words(failed))")
    }
    for descriptor in [stdin.writing, stdout.reading] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    return Child(process: process, input: stdin.writing, output: stdout.reading)
  }

  /// Ends a child and waits for it.
  static func end(_ child: Child) {
    close(child.input)
    close(child.output)
    _ = kill(child.process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
  }

  private static func makePipe() throws(BenchFault) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw BenchFault("no pipe: \(words(errno))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  // MARK: Bytes

  enum Transfer { case bytes(Int), wouldBlock, ended }

  static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    outcome(unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) })
  }

  static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int) -> Transfer {
    let count = unsafe bytes.withUnsafeBytes { all -> Int in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
      return unsafe write(descriptor, rest.baseAddress, rest.count)
    }
    return count == 0 ? .wouldBlock : outcome(count)
  }

  private static func outcome(_ count: Int) -> Transfer {
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .wouldBlock : .ended
  }

  /// Waits until something can be read from the one or written to the other. False when the time is up.
  static func wait(reading: Int32, writing: Int32?, milliseconds: Int) -> Bool {
    var polled = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writing ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    return unsafe poll(&polled, 2, Int32(clamping: milliseconds)) != 0
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #else
    _ = Darwin.close(descriptor)
    #endif
  }

  // MARK: Files

  /// A new, empty folder that only this user may enter.
  static func makeFolder(below parent: String) throws(BenchFault) -> String {
    var template = Array("\(parent)/mentions-bench-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw BenchFault("no folder can be made in \(parent): \(words(errno))")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Makes a file and hands out a function that appends to it.
  static func writeFile(
    _ path: String, _ body: (_ append: ([UInt8]) throws(BenchFault) -> Void) throws(BenchFault) -> Void
  ) throws(BenchFault) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchFault("\(path) cannot be written: \(words(errno))") }
    defer { close(descriptor) }
    try body { (bytes: [UInt8]) throws(BenchFault) in
      var start = 0
      while start < bytes.count {
        switch send(descriptor, bytes, from: start) {
        case .bytes(let count): start += count
        case .wouldBlock: break
        case .ended: throw BenchFault("\(path) cannot be written: \(words(errno))")
        }
      }
    }
  }

  static func removeFile(_ path: String) { _ = unsafe unlink(path) }
  static func removeFolder(_ path: String) { _ = unsafe rmdir(path) }

  /// Whether it is a program that this user may start.
  static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }

  // MARK: The machine

  static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}
