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

// Some C libraries hide these in their headers. They are linked, not looked up by name while the program runs: a static
// program has no names.

/// In glibc from 2.29 on.
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeOfDirectory(
  _ actions: UnsafeMutablePointer<SpawnActions>, _ directory: UnsafePointer<CChar>
) -> CInt

#if canImport(Glibc)
/// In glibc from 2.34 on. Darwin has `POSIX_SPAWN_CLOEXEC_DEFAULT` instead; musl has neither.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addClosing(_ actions: UnsafeMutablePointer<SpawnActions>, _ first: CInt) -> CInt
#endif

extension Platform {
  /// Starts a program in a process group of its own with the descriptors as its first ones and no others.
  /// Signals are at their defaults in it.
  ///
  /// - Parameters:
  ///   - path: the program's file; no folder is searched for it. A relative one counts from `directory`.
  ///   - arguments: all of them, the program's name first.
  ///   - directory: where it starts; nil: where this process is.
  ///   - environment: all its variables, each as `NAME=value`.
  ///   - descriptors: its standard input, output and errors, and those that follow.
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
        // A program written a moment ago is busy while a child that another thread has just started still holds the
        // descriptor it was written through, until that child's own program begins.
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

  /// How long to wait before a busy program is started once more, in milliseconds.
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

  /// Returns when the process has ended. It stays a zombie, its number still its own, until `reap`.
  package static func waitForEnd(of process: Int32) {
    var facts = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
  }

  /// The status of an ended process, which is gone after that.
  package static func reap(_ process: Int32) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  package static func killGroup(_ process: Int32, politely: Bool = false) {
    if process > 1 { _ = kill(-process, politely ? SIGTERM : SIGKILL) }
  }

  /// Microseconds that the processors have worked for a process, all of its threads together; nil where the system does
  /// not tell, or there is no such process.
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

  /// Whether the process exists and is not a zombie.
  package static func isAlive(process: Int32) -> Bool {
    guard process > 0 else { return false }
    if kill(process, 0) != 0 && errno != EPERM { return false }
    #if !canImport(Darwin)
    // A dead child that nobody has waited for still answers to signal 0.
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
