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

  /// The stack of each thread, in bytes.
  private static let stackSize = 4 << 20

  /// Runs `body` on a thread of its own, which nobody waits for, with a stack of 4 MiB. False where the system has no
  /// thread to give; `body` is not run then.
  @discardableResult
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    // A thread is a pointer on Darwin, and a number elsewhere.
    #if canImport(Darwin)
    guard let thread = unsafe makeThread(body) else { return false }
    unsafe pthread_detach(thread)
    #else
    guard let thread = makeThread(body) else { return false }
    pthread_detach(thread)
    #endif
    return true
  }

  /// Runs `body` on so many threads, the caller's among them, and returns when all have ended. Where the system has
  /// fewer threads to give, fewer run it.
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

/// Where threads leave things for one that waits for them, in order.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let wake: Platform.Pipe

  /// Nil when the process has no descriptors left.
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

  /// Readable while something may be waiting.
  package var wakeDescriptor: Int32 { wake.reading }

  /// From any thread; never blocks.
  package func post(_ element: Element) {
    elements.withLock { $0.append(element) }
    // A full pipe is as good as a byte more: a waiting thread wakes all the same.
    _ = Platform.shieldedFromBrokenPipes { Platform.send(wake.writing, [1]) }
  }

  /// The elements posted since the last call; never blocks.
  package func take() -> [Element] {
    var drained = [UInt8](repeating: 0, count: 64)
    while case .bytes(64) = Platform.receive(wake.reading, into: &drained) {}
    return elements.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// The elements posted since the last call. Waits for the first of them for a limited time and returns nothing if
  /// none came.
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
