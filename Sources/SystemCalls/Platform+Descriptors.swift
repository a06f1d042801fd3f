#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

// Descriptors: reading, writing, waiting, pipes.

extension Platform {
  package enum Transfer: Hashable, Sendable { case bytes(Int), end, wouldBlock, failed(SystemError) }

  /// Reads the next bytes of a descriptor, or the bytes at an offset of a file, into `buffer` from `start`, at most to
  /// the end of the buffer. Several threads may read at offsets of the same descriptor.
  package static func receive(
    _ descriptor: Int32, into buffer: inout [UInt8], from start: Int = 0, at offset: Int? = nil
  ) -> Transfer {
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard start < bytes.count else { return 0 }
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        if let offset { return unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
        return unsafe read(descriptor, room.baseAddress, room.count)
      }
      if got > 0 { return .bytes(got) }
      if got == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(.last)
      }
    }
  }

  /// Writes `bytes` from `start`, at most `length` of them. Unless broken pipes are ignored, the calling thread must be
  /// `shieldedFromBrokenPipes`.
  package static func send(
    _ descriptor: Int32, _ bytes: [UInt8], from start: Int = 0, atMost length: Int = .max
  ) -> Transfer {
    while true {
      let put = unsafe bytes.withUnsafeBytes { all -> Int in
        guard start < all.count else { return 0 }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...].prefix(length))
        return unsafe write(descriptor, rest.baseAddress, rest.count)
      }
      if put >= 0 { return .bytes(put) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed(.last)
      }
    }
  }

  /// The number of bytes that a writable pipe or socket accepts without blocking (POSIX's `PIPE_BUF`).
  package static let pipeRoom = Int(PIPE_BUF)

  /// Writes all bytes, and blocks until they are written.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      switch send(descriptor, bytes, from: start) {
      case .bytes(let count): start += count
      case .wouldBlock:
        var interests = [Interest(descriptor: descriptor, writing: true)]
        wait(for: &interests, milliseconds: nil)
      case .end: throw SystemError(code: EPIPE)
      case .failed(let error): throw error
      }
    }
  }

  package static func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Duplicates `descriptor` and redirects the original to standard error, so that only the protocol uses the stream.
  /// Returns the duplicate; `descriptor` itself if it cannot be duplicated.
  package static func takeOver(_ descriptor: Int32) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return descriptor }
    _ = dup2(2, descriptor)
    return copy
  }

  // MARK: Pipes

  package struct Pipe: Sendable {
    package var reading: Int32
    package var writing: Int32
  }

  /// Creates a pipe. Both ends are closed in child processes, and neither is one of the first three descriptors.
  package static func makePipe() throws(SystemError) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    let (reading, writing) = try moved(ends)
    return Pipe(reading: reading, writing: writing)
  }

  /// Replaces both ends with duplicates that are not among the first three descriptors and are closed in child
  /// processes.
  private static func moved(_ pair: [Int32]) throws(SystemError) -> (Int32, Int32) {
    var ends = pair
    for index in 0..<2 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      let error = SystemError.last
      closeDescriptor(ends[index])
      ends[index] = moved
      if moved < 0 {
        closeDescriptor(ends[0])
        if index == 0 { closeDescriptor(ends[1]) }
        throw error
      }
      #if canImport(Darwin)
      _ = fcntl(moved, F_SETNOSIGPIPE, 1)
      #endif
    }
    return (ends[0], ends[1])
  }

  /// Creates a bidirectional connection. Both ends are closed in child processes unless passed to them, and neither is
  /// one of the first three descriptors.
  package static func makeConnection() throws(SystemError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last }
    let (ours, theirs) = try moved(ends)
    return (ours, theirs)
  }

  /// Whether a descriptor is an end of a connection, that is, a socket.
  package static func isConnection(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return unsafe fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// Prevents child processes from inheriting a descriptor that this process itself has inherited.
  package static func keepToThisProcess(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Redirects the first three descriptors to the null device.
  package static func leaveStandardStreams() {
    guard let nowhere = try? openNowhere() else { return }
    for descriptor in 0...2 as ClosedRange<Int32> { _ = dup2(nowhere, descriptor) }
    closeDescriptor(nowhere)
  }

  /// Makes a descriptor non-blocking. It must not be shared with other processes, because the flag would apply to them
  /// too.
  package static func makeNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  // MARK: Waiting

  /// A descriptor to wait for. Negative descriptors are never ready.
  package struct Interest {
    fileprivate var request: pollfd

    package init(descriptor: Int32, writing: Bool = false) {
      request = pollfd(fd: descriptor, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
    }

    /// Creates an interest that is ready once the reader at the other end of the descriptor has closed it.
    package init(hangUpOf descriptor: Int32) { request = pollfd(fd: descriptor, events: 0, revents: 0) }

    package var descriptor: Int32 {
      get { request.fd }
      set { request.fd = newValue }
    }

    /// Whether the last `wait` found that the descriptor is readable or writable, or that its other end is closed.
    package var isReady: Bool { request.revents != 0 }
  }

  /// Waits until one of the descriptors is ready or a timeout expires; nil means no timeout. Does not allocate.
  package static func wait(for interests: inout [Interest], milliseconds: Int?) {
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    unsafe interests.withUnsafeMutableBufferPointer { all in
      // An `Interest` has the layout of its only member.
      let ready = unsafe all.withMemoryRebound(to: pollfd.self) {
        unsafe poll($0.baseAddress, nfds_t($0.count), limit)
      }
      guard ready <= 0 else { return }
      for index in all.indices { unsafe all[index].request.revents = 0 }
    }
  }

  /// Whether the descriptor accepts `pipeRoom` bytes now without blocking, or is broken, which the next write will
  /// report. A terminal may accept fewer.
  package static func isWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, 0) > 0
  }

  /// Whether the descriptor becomes readable within a timeout.
  package static func isReadable(_ descriptor: Int32, within milliseconds: Int) -> Bool {
    var interests = [Interest(descriptor: descriptor)]
    wait(for: &interests, milliseconds: milliseconds)
    return interests[0].isReady
  }
}
