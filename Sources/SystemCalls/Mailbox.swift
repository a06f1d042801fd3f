import Synchronization

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
    // A full pipe is as good as a byte more: whoever waits wakes all the same.
    _ = Platform.shieldedFromBrokenPipes { Platform.send(wake.writing, [1]) }
  }

  /// What was posted since the last taking; never blocks.
  package func take() -> [Element] {
    var drained = [UInt8](repeating: 0, count: 64)
    while case .bytes(64) = Platform.receive(wake.reading, into: &drained) {}
    return elements.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// What was posted since the last taking. Waits for the first of it at most so many milliseconds and returns nothing
  /// if none came.
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
