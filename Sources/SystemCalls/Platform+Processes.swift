#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

#if !canImport(Darwin)
private typealias SpawnActions = posix_spawn_file_actions_t
#else
private typealias SpawnActions = posix_spawn_file_actions_t?
#endif

// The headers of some C libraries do not declare these functions. They are linked, not looked up at run time,
// because a static program has no symbol table.

/// Available in glibc since 2.29.
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeOfDirectory(
  _ actions: UnsafeMutablePointer<SpawnActions>, _ directory: UnsafePointer<CChar>
) -> CInt

#if canImport(Glibc)
/// Available in glibc since 2.34. Darwin has `POSIX_SPAWN_CLOEXEC_DEFAULT` instead; musl has neither.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addClosing(_ actions: UnsafeMutablePointer<SpawnActions>, _ first: CInt) -> CInt
#endif

extension Platform {
  /// Starts a program in a new process group, with the given descriptors and no others, and with default signal
  /// handling.
  ///
  /// - Parameters:
  ///   - path: the path of the program, which is not searched for in `PATH`. A relative path is relative to
  ///     `directory`.
  ///   - arguments: all arguments, beginning with the program's name.
  ///   - directory: the working directory; nil for this process's own.
  ///   - environment: all variables, each as `NAME=value`.
  ///   - descriptors: this process's descriptors that become descriptors 0, 1, 2 (standard input, output and error), 3
  ///     and so on of the program.
  package static func spawn(
    _ path: String, _ arguments: [String], directory: String?, environment: [String], descriptors: [Int32]
  ) throws(SystemError) -> Int32 {
    var attributes = makeAttributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var actions = unsafe makeActions()
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
    }
    if let directory {
      let failed = unsafe addChangeOfDirectory(&actions, directory)
      guard failed == 0 else { throw SystemError(code: failed) }
    }
    #if canImport(Glibc)
    _ = unsafe addClosing(&actions, Int32(descriptors.count))
    #endif
    var child: pid_t = 0
    let failed = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(environment) { variables in
        // `ETXTBSY`: the program's file is still open for writing. A child that another thread has just started may
        // have inherited the descriptor through which it was written, and holds it until it executes its own program.
        for wait in busyWaits {
          let failed = unsafe posix_spawn(&child, path, &actions, &attributes, arguments, variables)
          guard failed == ETXTBSY else { return failed }
          _ = poll(nil, 0, wait)
        }
        return unsafe posix_spawn(&child, path, &actions, &attributes, arguments, variables)
      }
    }
    guard failed == 0 else { throw SystemError(code: failed) }
    return child
  }

  /// The delays in milliseconds between attempts to start a program whose file is still open for writing.
  private static let busyWaits: [Int32] = [1, 2, 4, 8, 16]

  #if !canImport(Darwin)
  private typealias Attributes = posix_spawnattr_t
  #else
  private typealias Attributes = posix_spawnattr_t?
  #endif

  private static func makeAttributes() -> Attributes {
    #if !canImport(Darwin)
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
    for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD] {
      unsafe sigaddset(&signals, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  private static func makeActions() -> SpawnActions {
    #if !canImport(Darwin)
    var actions = unsafe posix_spawn_file_actions_t()
    #else
    var actions: posix_spawn_file_actions_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    return unsafe actions
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe copies.append(nil)
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }

  /// Waits until the process has ended. It remains a zombie, and keeps its process ID, until `reap`.
  package static func waitForEnd(of process: Int32) {
    var facts = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
  }

  /// Waits until a child process has ended, releases its process ID, and returns its status.
  package static func reap(_ process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  package static func killGroup(_ process: Int32, politely: Bool = false) {
    if process > 1 { _ = kill(-process, politely ? SIGTERM : SIGKILL) }
  }

  /// The processor time of all threads of a process, in microseconds; nil if the system does not provide it, or if
  /// there is no such process.
  package static func processorMicroseconds(of process: Int32) -> Int? {
    #if canImport(Darwin)
    return nil
    #else
    var clock = clockid_t()
    var now = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &now) == 0 else {
      return nil
    }
    return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
    #endif
  }

  /// A descriptor that becomes readable when the process ends, even before it is reaped. Nil if there is no such
  /// process, or if the system provides no such descriptor (Linux before 5.3, a sandbox).
  package static func endDescriptor(of process: Int32) -> Int32? {
    #if canImport(Darwin)
    let queue = kqueue()
    guard queue >= 0 else { return nil }
    keepToThisProcess(queue)
    var change = kevent()
    change.ident = UInt(process)
    change.filter = Int16(EVFILT_PROC)
    change.flags = UInt16(EV_ADD)
    change.fflags = UInt32(bitPattern: NOTE_EXIT)
    guard unsafe kevent(queue, &change, 1, nil, 0, nil) == 0 else {
      closeDescriptor(queue)
      return nil
    }
    return queue
    #else
    // `pidfd_open` has the same number on every architecture. The descriptor is close-on-exec.
    let openProcess = 434
    let descriptor = systemCall(openProcess, Int(process), 0)
    return descriptor >= 0 ? Int32(descriptor) : nil
    #endif
  }

  /// Whether the process exists and is not a zombie.
  package static func isAlive(process: Int32) -> Bool {
    guard process > 0 else { return false }
    if kill(process, 0) != 0 && errno != EPERM { return false }
    #if !canImport(Darwin)
    // Signal 0 can be sent to a zombie, so the test above does not exclude it.
    if let status = try? readFile("/proc/\(process)/stat", limit: 4095),
      let end = status.lastIndex(of: UInt8(ascii: ")")),
      end + 2 < status.count
    {
      let state = status[end + 2]
      return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
    }
    #endif
    return true
  }
}

// MARK: - Supervision

// System calls for a supervisor: to adopt orphans, to wait for children, and to find the remaining ones.

#if canImport(Darwin)
// Declared in `libproc.h`, which is missing from the module map.
@_silgen_name("proc_listchildpids")
private func listChildren(_ parent: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int32) -> Int32
#else
// Swift does not import `prctl`, because it is variadic. This declaration works because integer arguments are passed to
// a variadic function in the same way as to any other function.
@_silgen_name("prctl")
private func processControl(_ option: Int32, _ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt) -> Int32

// Swift does not import `syscall` either. It is used for `pidfd_open`, which glibc declares only since 2.36.
@_silgen_name("syscall")
private func systemCall(_ number: Int, _ a: Int, _ b: Int) -> Int
#endif

extension Platform {
  /// Makes this process the parent of every descendant whose own parent has ended. Returns false if the system does not
  /// support that (macOS): there, orphans become children of the first process.
  @discardableResult
  package static func adoptOrphans() -> Bool {
    #if canImport(Darwin)
    return false
    #else
    let becomeSubreaper: Int32 = 36
    return processControl(becomeSubreaper, 1, 0, 0, 0) == 0
    #endif
  }

  /// Ignores the signals that ask a process to end, and `SIGPIPE`.
  package static func ignoreRequestsToEnd() {
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE] { _ = signal(number, SIG_IGN) }
  }

  /// Waits until a child of this process has ended. It remains a zombie until `reapChild`. Returns false if there is no
  /// child.
  package static func awaitChild() -> Bool {
    var facts = unsafe siginfo_t()
    while true {
      if unsafe waitid(P_ALL, 0, &facts, WEXITED | WNOWAIT) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// Releases the process ID of an ended child, and returns the ID and the status. Nil if no child has ended.
  package static func reapChild() -> (process: Int32, status: Int32)? {
    var status: Int32 = 0
    while true {
      let process = unsafe waitpid(-1, &status, WNOHANG)
      if process > 0 { return (process, status) }
      if process == 0 || errno != EINTR { return nil }
    }
  }

  /// Kills the children of this process; on macOS, which does not support the adoption of orphans, all descendants.
  ///
  /// A child keeps its process ID until it is waited for, so no unrelated process is killed by mistake, as long as no
  /// other thread waits for children.
  package static func killChildren() {
    var found = children(of: getpid())
    #if canImport(Darwin)
    var next = 0
    while next < found.count {
      found += children(of: found[next])
      next += 1
    }
    #endif
    for process in found { _ = kill(process, SIGKILL) }
  }

  /// The child processes of a process, including zombies.
  ///
  /// - Complexity: O(processes of the machine) on Linux.
  package static func children(of parent: Int32) -> [Int32] {
    #if canImport(Darwin)
    var found = [Int32](repeating: 0, count: 4096)
    let count = unsafe found.withUnsafeMutableBytes { bytes in
      unsafe listChildren(parent, bytes.baseAddress, Int32(bytes.count))
    }
    return found.prefix(max(0, Int(count))).filter { $0 > 1 }
    #else
    let processes = ((try? names(in: "/proc")) ?? []).compactMap { Int32($0) }
    return processes.filter { self.parent(of: $0) == parent }
    #endif
  }

  #if !canImport(Darwin)
  /// The parent of a process, read from a line such as `4242 (name, any bytes) S 4241 …`.
  private static func parent(of process: Int32) -> Int32? {
    guard let status = try? readFile("/proc/\(process)/stat", limit: 4095),
      let end = status.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = status[(end + 1)...].split(separator: 0x20, maxSplits: 2)
    return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
  }
  #endif
}
