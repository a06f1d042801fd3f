#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

extension Platform {
  /// A file's bytes as memory that may only be read: they are fetched when they are looked at, and shared with every
  /// process that has the file mapped. It stays what it was when the file is replaced or removed. Who cuts the file
  /// short ends the process that reads behind its new end.
  @safe package final class Mapping: @unchecked Sendable {
    package let bytes: UnsafeRawBufferPointer

    /// - Parameter descriptor: of an ordinary file; may be closed afterwards.
    package init(_ descriptor: Int32) throws(SystemError) {
      let size = try facts(of: descriptor).stamp.size
      guard size > 0 else { throw SystemError(code: EINVAL) }
      let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard unsafe start != MAP_FAILED, let start = unsafe start else { throw .last }
      unsafe bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    /// Takes the memory from the process until it is looked at again.
    package func releasePages() {
      unsafe madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
    }

    deinit {
      // The last to let go is often the thread that must not wait, and much memory takes some milliseconds.
      let memory = unsafe Memory(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      if memory.count < Self.muchMemory || !startThread({ memory.unmap() }) { memory.unmap() }
    }

    /// In bytes.
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
}
