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
  /// The time in milliseconds on a monotonic clock with an arbitrary origin.
  package static func milliseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  /// The processor time of all threads of this process, in microseconds.
  package static func processorMicroseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000
  }

  /// The processor time of the calling thread, in nanoseconds.
  package static func threadNanoseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// The number of online processors.
  package static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  // MARK: This process

  package static func endProcess(_ status: Int32) -> Never { exit(status) }

  package static func currentDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The path of the running program, with symbolic links resolved; nil if unknown.
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

  /// This process's environment variables, each as `NAME=value`.
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

  /// This process's environment variables by name; if a name occurs twice, the last value counts.
  package static func environment() -> [String: String] {
    var all: [String: String] = [:]
    for entry in environmentEntries() {
      guard let equals = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      all[String(entry[..<equals])] = String(entry[entry.index(after: equals)...])
    }
    return all
  }

  // MARK: Signals

  /// Makes writing to a pipe without a reader, or to a file beyond the process's limit (`ulimit -f`), an error instead
  /// of a signal.
  package static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Calls `body`. Meanwhile, writing to a pipe without a reader is an error instead of a signal on this thread.
  package static func shieldedFromBrokenPipes<Value>(_ body: () -> Value) -> Value {
    #if !canImport(Darwin)
    var pipe = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      if unsafe sigismember(&before, SIGPIPE) == 0 {
        // Discards the signal of a failed write, which would be delivered otherwise.
        var none = timespec()
        unsafe sigtimedwait(&pipe, nil, &none)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      }
    }
    #endif
    return body()
  }
}

/// An `errno` with the operating system's description, or one of the errors of this type that have no `errno`.
package struct SystemError: Error, Hashable, Sendable {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The last error on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The other end of a connection was closed.
  package static let connectionLost = SystemError(code: ECONNRESET)

  /// The file is not a regular file, but a device, a pipe or similar.
  package static let notOrdinary = SystemError(code: -1)
  /// The file is outside of the folder to which access is restricted.
  package static let outside = SystemError(code: -2)

  package var message: String {
    switch self {
    case .notOrdinary: "it is not a regular file"
    case .outside: "it is outside of the folder to which access is restricted"
    default: unsafe String(cString: strerror(code))
    }
  }
  package var isLink: Bool { code == ELOOP }
  package var isFolder: Bool { code == EISDIR }
  /// Whether the reading end was closed.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isNotExecutable: Bool {
    code == EACCES || code == ENOEXEC || code == EISDIR || code == EPERM
  }
}

// MARK: - Memory

#if canImport(Glibc)
/// Declared in `<malloc.h>`, which the module of the C library does not include.
@_silgen_name("mallopt")
private func setAllocatorOption(_ option: CInt, _ value: CInt) -> CInt
#endif

extension Platform {
  #if canImport(Glibc)
  /// The option `M_MMAP_THRESHOLD` of `mallopt`.
  private static let mappingThresholdOption: CInt = -3
  /// The size in bytes at and above which a block has a mapping of its own, which is removed when the block is freed.
  /// By default, the threshold grows, up to 32 MiB, when a larger block is freed, and the process then keeps freed
  /// blocks of up to that size. Buffers for messages are smaller than this threshold, since mapping them would take
  /// longer than reusing them.
  private static let mappingThreshold: CInt = 1 << 20
  #endif

  /// Makes the allocator return blocks of 1 MiB and more to the system as soon as they are freed. Does nothing if the
  /// allocator has no such option. Must be called before threads are created.
  package static func returnFreedBlocks() {
    #if canImport(Glibc)
    _ = setAllocatorOption(mappingThresholdOption, mappingThreshold)
    #endif
  }

  /// The first index of a byte in the given range of an array; nil if the byte does not occur there.
  ///
  /// - Complexity: O(range), at the speed of the C library.
  package static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    unsafe bytes[range].withUnsafeBytes { found in
      guard let base = found.baseAddress,
        let place = unsafe memchr(base, CInt(byte), found.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(place) - base)
    }
  }
}
