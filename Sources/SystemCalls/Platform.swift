#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

/// Access to the operating system. Every call into the C library is in an extension of this type, in this module; no
/// other module imports the C library.
package enum Platform {
  /// Milliseconds on a clock that never goes back. Its zero has no meaning.
  package static func milliseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  /// Microseconds that the processors have worked for this process, all of its threads together.
  package static func processorMicroseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
  }

  /// Nanoseconds that a processor has worked for the calling thread.
  package static func threadNanoseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// The number of processors that are online.
  package static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  // MARK: This process

  package static func endProcess(_ status: Int32) -> Never { exit(status) }

  package static func currentDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The file of the running program, with symbolic links followed; nil if unknown.
  package static func executablePath() -> String? {
    #if canImport(Darwin)
    var size: UInt32 = 4096
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return realPath(unsafe String(cString: buffer))
    #else
    return realPath("/proc/self/exe")
    #endif
  }

  /// This process's variables, each as `NAME=value`.
  package static func environmentEntries() -> [String] {
    #if canImport(Darwin)
    let first = unsafe _NSGetEnviron().pointee
    #else
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    guard var at = unsafe first else { return [] }
    var all: [String] = []
    while let entry = unsafe at.pointee {
      all.append(unsafe String(cString: entry))
      unsafe at += 1
    }
    return all
  }

  /// This process's variables by name; of two of one name, the last.
  package static func environment() -> [String: String] {
    var all: [String: String] = [:]
    for entry in environmentEntries() {
      guard let equals = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      all[String(entry[..<equals])] = String(entry[entry.index(after: equals)...])
    }
    return all
  }

  // MARK: Signals

  /// Writing to a pipe that nobody reads, or to a file beyond the size that the process may write (`ulimit -f`), is an
  /// error from now on and no signal.
  package static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Runs `body` while a write to a pipe without a reader is an error and no signal.
  package static func shieldedFromBrokenPipes<Value>(_ body: () -> Value) -> Value {
    #if !canImport(Darwin)
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
}

/// An `errno`, and the operating system's words for it.
package struct SystemError: Error, Hashable, Sendable {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The last error on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The other end of a connection is gone.
  package static let connectionLost = SystemError(code: ECONNRESET)

  /// It is a device, a pipe or the like.
  package static let notOrdinary = SystemError(code: -1)
  /// It lies outside of the folder that was to be stayed in.
  package static let outside = SystemError(code: -2)

  package var message: String {
    switch self {
    case .notOrdinary: "it is not a regular file"
    case .outside: "it lies outside of the folder"
    default: unsafe String(cString: strerror(code))
    }
  }
  package var isLink: Bool { code == ELOOP }
  package var isFolder: Bool { code == EISDIR }
  /// Nobody reads any more what is written.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// No room is left, or none for this user.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isNotExecutable: Bool {
    code == EACCES || code == ENOEXEC || code == EISDIR || code == EPERM
  }
}

// MARK: - Memory

#if canImport(Glibc)
/// `<malloc.h>`, which the module of the C library leaves out.
@_silgen_name("mallopt")
private func setAllocatorOption(_ option: CInt, _ value: CInt) -> CInt
#endif

extension Platform {
  #if canImport(Glibc)
  /// `M_MMAP_THRESHOLD`.
  private static let mappingThresholdOption: CInt = -3
  /// In bytes. Left alone, the threshold grows to 32 MiB with the first large block that is freed, and from then on
  /// freed blocks stay with the process. Buffers for messages are below it: mapping takes longer than reusing.
  private static let mappingThreshold: CInt = 1 << 20
  #endif

  /// From now on blocks of 1 MiB and more go back to the system as soon as they are freed. Does nothing where the
  /// system's allocator has no such option. To be called before there are threads.
  package static func returnFreedBlocks() {
    #if canImport(Glibc)
    _ = setAllocatorOption(mappingThresholdOption, mappingThreshold)
    #endif
  }

  /// The first index of a byte in a range of bytes; nil where it does not occur.
  ///
  /// - Complexity: O(n) in the range, at the speed of the C library.
  package static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    unsafe bytes[range].withUnsafeBytes { found in
      guard let base = found.baseAddress,
        let place = unsafe memchr(base, CInt(byte), found.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(place) - base)
    }
  }
}
