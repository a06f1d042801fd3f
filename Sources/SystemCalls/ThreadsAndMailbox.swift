import Synchronization

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
@unsafe @preconcurrency import Darwin
#endif

extension Platform {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The size of each thread's stack, in bytes.
  private static let stackSize = 4 << 20

  /// Calls `body` on a detached thread with a stack of 4 MiB. Returns false, without calling `body`, if no thread can
  /// be created.
  @discardableResult
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    // A thread is a pointer on Darwin and a number elsewhere.
    #if canImport(Darwin)
    guard let thread = unsafe makeThread(body) else { return false }
    unsafe pthread_detach(thread)
    #else
    guard let thread = makeThread(body) else { return false }
    pthread_detach(thread)
    #endif
    return true
  }

  /// Calls `body` on a number of threads, including the caller's, and returns when all have ended. Uses fewer threads
  /// if the system cannot create as many.
  package static func runOnThreads(_ count: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      #if canImport(Darwin)
      var threads = unsafe (1..<max(1, count)).compactMap { _ in unsafe makeThread(body) }
      body()
      while let thread = unsafe threads.popLast() { unsafe pthread_join(thread, nil) }
      #else
      let threads = (1..<max(1, count)).compactMap { _ in makeThread(body) }
      body()
      for thread in threads { pthread_join(thread, nil) }
      #endif
    }
  }

  private static func makeThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let failed = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        #if !canImport(Darwin)
        guard let argument = unsafe argument else { return nil }
        #endif
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard failed == 0 else {
      unsafe work.release()
      return nil
    }
    #if canImport(Darwin)
    return unsafe thread
    #else
    return thread
    #endif
  }
}

// MARK: - Mailbox

/// A queue to which any number of threads add elements, and from which one thread takes them.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let wake: Platform.Pipe

  /// Returns nil if the process has no file descriptors left.
  package init?() {
    guard let pipe = try? Platform.makePipe() else { return nil }
    Platform.makeNonblocking(pipe.reading)
    Platform.makeNonblocking(pipe.writing)
    wake = pipe
  }

  deinit {
    Platform.closeDescriptor(wake.reading)
    Platform.closeDescriptor(wake.writing)
  }

  /// A descriptor that is readable while elements may be waiting.
  package var wakeDescriptor: Int32 { wake.reading }

  /// Adds an element. Can be called on any thread; never blocks.
  package func post(_ element: Element) {
    elements.withLock { $0.append(element) }
    // If the pipe is full, the byte is not written, but the pipe is readable, so a waiting thread wakes anyway.
    _ = Platform.shieldedFromBrokenPipes { Platform.send(wake.writing, [1]) }
  }

  /// Removes all elements from the queue and returns them, in the order in which they were posted; never blocks.
  package func take() -> [Element] {
    var drained = [UInt8](repeating: 0, count: 64)
    while case .bytes(64) = Platform.receive(wake.reading, into: &drained) {}
    return elements.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// Removes all elements from the queue and returns them. If there are none, waits until one is posted; returns an
  /// empty array if none is posted in time.
  package func take(waitingAtMost milliseconds: Int) -> [Element] {
    let end = Platform.milliseconds() + milliseconds
    while true {
      let taken = take()
      let left = end - Platform.milliseconds()
      if !taken.isEmpty || left <= 0 { return taken }
      _ = Platform.isReadable(wake.reading, within: left)
    }
  }
}
