#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

// What a supervisor asks of the system: to be given the orphans, to hear of every death, to find who is left.

#if canImport(Darwin)
// Of `libproc.h`, which the module map leaves out.
@_silgen_name("proc_listchildpids")
private func listChildren(_ parent: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int32) -> Int32
#else
// `prctl` is declared with `...`, which Swift does not import. Its arguments are integers, passed as any others are.
@_silgen_name("prctl")
private func processControl(_ option: Int32, _ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt) -> Int32
#endif

extension Platform {
  /// From now on this process is the parent of every descendant whose own parent has ended. False where the system has
  /// no such thing (macOS): orphans go to the first process there.
  @discardableResult
  package static func adoptOrphans() -> Bool {
    #if canImport(Darwin)
    return false
    #else
    let becomeSubreaper: Int32 = 36
    return processControl(becomeSubreaper, 1, 0, 0, 0) == 0
    #endif
  }

  /// Signals that ask a process to end do nothing from now on; nor do broken pipes.
  package static func ignoreRequestsToEnd() {
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE] { _ = signal(number, SIG_IGN) }
  }

  /// Waits until a child of this process has ended. It stays a zombie until `reapChild`. False where there is no child.
  package static func awaitChild() -> Bool {
    var facts = unsafe siginfo_t()
    while true {
      if unsafe waitid(P_ALL, 0, &facts, WEXITED | WNOWAIT) == 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// A child that has ended, and its status; it is gone after that. Nil where none has.
  package static func reapChild() -> (process: Int32, status: Int32)? {
    var status: Int32 = 0
    while true {
      let process = unsafe waitpid(-1, &status, WNOHANG)
      if process > 0 { return (process, status) }
      if process == 0 || errno != EINTR { return nil }
    }
  }

  /// Kills the children of this process; on systems that give orphans away, their children first found as well.
  ///
  /// A child's number is its own until it is waited for, so nobody else is hit as long as no other thread does that.
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

  /// The processes whose parent it is, zombies included.
  ///
  /// - Complexity: O(n) in the processes of the machine on Linux.
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
  /// `4242 (name, of whatever bytes) S 4241 …`
  private static func parent(of process: Int32) -> Int32? {
    guard let status = try? readFile("/proc/\(process)/stat", limit: 4095),
      let end = status.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = status[(end + 1)...].split(separator: 0x20, maxSplits: 2)
    return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
  }
  #endif
}
