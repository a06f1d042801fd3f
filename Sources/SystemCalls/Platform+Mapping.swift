import Synchronization

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

extension Platform {
  /// The bytes of a file as read-only memory: they are loaded when accessed, and shared with every process that maps
  /// the file.
  ///
  /// They remain available if the file is replaced or removed. If the file is truncated, or its disk fails, zeros
  /// replace the missing bytes, and ``isDamaged`` becomes true.
  @safe package final class Mapping: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer
    private let region: UnsafeMutablePointer<MappedRegion>

    /// - Parameter descriptor: the descriptor of a regular file, which may be closed afterwards.
    package init(_ descriptor: Int32) throws(SystemError) {
      let size = try facts(of: descriptor).stamp.size
      guard size > 0 else { throw SystemError(code: EINVAL) }
      let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard unsafe start != MAP_FAILED, let start = unsafe start else { throw .last }
      unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
      unsafe region = MappedRegion.take(UInt(bitPattern: start), size)
      catchBusFault()
    }

    /// Whether bytes of the file could not be read.
    package var isDamaged: Bool { unsafe region.pointee.isDamaged.load(ordering: .acquiring) }

    /// Lets the system reclaim the memory. The bytes are loaded again when they are accessed.
    package func releasePages() {
      unsafe madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
    }

    deinit {
      unsafe region.pointee.end.store(0, ordering: .releasing)
      // Unmapping much memory takes milliseconds, and the thread that releases the last reference often must not wait.
      let memory = unsafe Memory(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      if memory.count < Self.muchMemory || !startThread({ memory.unmap() }) { memory.unmap() }
    }

    /// The size in bytes at and above which the memory is unmapped on a separate thread.
    private static let muchMemory = 8 << 20

    @safe private struct Memory: @unchecked Sendable {
      private let start: UnsafeMutableRawPointer?
      let count: Int

      init(_ start: UnsafeMutableRawPointer?, _ count: Int) {
        unsafe self.start = start
        self.count = count
      }

      func unmap() { unsafe munmap(start, count) }
    }
  }

  /// The number of faults in mapped files since the process started.
  package static var mappingFaults: Int { faultCount.load(ordering: .acquiring) }
}

/// The record of a mapped file, with which the handler of `SIGBUS` finds the file of an address. Records are never
/// freed, because the handler may be reading them at any time; an unused one is reused for the next file.
@safe private struct MappedRegion: ~Copyable {
  private let start = Atomic<UInt>(0)
  /// The address after the memory; 0 if the region is unused.
  let end = Atomic<UInt>(0)
  let isDamaged = Atomic(false)
  /// The address of the next region.
  private let next: UInt

  private init(next: UInt) { self.next = next }

  private static let first = Atomic<UInt>(0)
  private static let taking = Mutex(())

  /// Registers a mapped file.
  ///
  /// - Parameters:
  ///   - start: the address of the memory.
  ///   - size: the size of the memory in bytes.
  static func take(_ start: UInt, _ size: Int) -> UnsafeMutablePointer<MappedRegion> {
    unsafe taking.withLock { _ in
      let region = unsafe unused() ?? make()
      unsafe region.pointee.isDamaged.store(false, ordering: .relaxed)
      unsafe region.pointee.start.store(start, ordering: .releasing)
      unsafe region.pointee.end.store(start + UInt(size), ordering: .releasing)
      return unsafe region
    }
  }

  private static func unused() -> UnsafeMutablePointer<MappedRegion>? {
    unsafe find { unsafe $0.pointee.end.load(ordering: .acquiring) == 0 }
  }

  private static func make() -> UnsafeMutablePointer<MappedRegion> {
    let region = UnsafeMutablePointer<MappedRegion>.allocate(capacity: 1)
    unsafe region.initialize(to: MappedRegion(next: first.load(ordering: .relaxed)))
    first.store(UInt(bitPattern: region), ordering: .releasing)
    return unsafe region
  }

  private static func find(
    _ isWanted: (UnsafeMutablePointer<MappedRegion>) -> Bool
  ) -> UnsafeMutablePointer<MappedRegion>? {
    var place = first.load(ordering: .acquiring)
    while let region = unsafe UnsafeMutablePointer<MappedRegion>(bitPattern: place) {
      if unsafe isWanted(region) { return unsafe region }
      place = unsafe region.pointee.next
    }
    return nil
  }

  /// Maps zeros from the page of an address to the end of its file. Called by a signal handler, so it neither allocates
  /// nor locks. Returns false if the address is not in a mapped file.
  static func fill(from address: UInt) -> Bool {
    // Another thread may reuse the region for another file in the meantime. If the end is unchanged after the start was
    // read, both belong to the same file. The file at `address` stays mapped, because the thread that caused the signal
    // is reading it.
    var end: UInt = 0
    let found = unsafe find { region in
      end = unsafe region.pointee.end.load(ordering: .acquiring)
      let start = unsafe region.pointee.start.load(ordering: .acquiring)
      let isSteady = unsafe region.pointee.end.load(ordering: .acquiring) == end
      return isSteady && start <= address && address < end
    }
    guard let region = unsafe found else { return false }
    unsafe region.pointee.isDamaged.store(true, ordering: .releasing)
    faultCount.add(1, ordering: .releasing)
    let page = address - address % UInt(getpagesize())
    let count = Int(end - page)
    let zeros = unsafe mmap(
      UnsafeMutableRawPointer(bitPattern: page), count, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0)
    return unsafe zeros != MAP_FAILED
  }
}

private let faultCount = Atomic(0)

extension Platform {
  /// Handles a bus error in a mapped file by replacing the missing bytes with zeros. Called by a signal handler.
  /// Returns false for any other bus error.
  static func mendMapping(_ information: UnsafeMutablePointer<siginfo_t>?) -> Bool {
    guard let information = unsafe information else { return false }
    #if canImport(Darwin)
    let address = unsafe information.pointee.si_addr
    #elseif canImport(Musl)
    let address = unsafe information.pointee.__si_fields.__sigfault.si_addr
    #else
    let address = unsafe information.pointee._sifields._sigfault.si_addr
    #endif
    let before = errno
    defer { errno = before }
    return MappedRegion.fill(from: UInt(bitPattern: address))
  }
}
