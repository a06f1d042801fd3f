import Synchronization

/// Where threads leave things for one that waits for them.
package final class Mailbox<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let wakeDescriptor: Int32
  private let wakeWriter: Int32

  /// Nil when the process has no descriptors left.
  package init?() {
    guard let pipe = Platform.makePipe() else { return nil }
    wakeDescriptor = pipe.read
    wakeWriter = pipe.write
  }

  deinit {
    Platform.close(wakeDescriptor)
    Platform.close(wakeWriter)
  }

  /// From any thread; never blocks.
  package func post(_ element: Element) {
    elements.withLock { $0.append(element) }
    // A full pipe is as good as a byte more: whoever waits wakes all the same.
    _ = Platform.send(wakeWriter, [1], from: 0)
  }

  /// What was posted since the last taking, in order. Waits for the first of it at most so many milliseconds
  /// and returns nothing if none came.
  package func take(waitingAtMost milliseconds: Int) -> [Element] {
    let end = Platform.now() + Int64(milliseconds)
    while true {
      let taken = elements.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      let left = end - Platform.now()
      if !taken.isEmpty || left <= 0 { return taken }
      guard Platform.wait(input: nil, wake: wakeDescriptor, output: nil, milliseconds: left).wake else {
        continue
      }
      var drained = [UInt8](repeating: 0, count: 64)
      while case .bytes = Platform.receive(wakeDescriptor, into: &drained) {}
    }
  }
}
