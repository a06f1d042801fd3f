import Synchronization

/// Where worker threads leave events for the loop. Posting wakes the loop; taking never blocks.
final class EventQueue: Sendable {
  private let events = Mutex<[ServerEvent]>([])
  /// Readable while events may be waiting.
  let wakeDescriptor: Int32
  private let wakeWriter: Int32

  init?() {
    guard let pipe = Platform.makePipe() else { return nil }
    wakeDescriptor = pipe.read
    wakeWriter = pipe.write
  }

  deinit {
    Platform.close(wakeDescriptor)
    Platform.close(wakeWriter)
  }

  func post(_ event: ServerEvent) {
    events.withLock { $0.append(event) }
    // A full pipe is as good as a byte more: the loop wakes all the same.
    _ = Platform.send(wakeWriter, [1], from: 0)
  }

  func take() -> [ServerEvent] {
    var drained = [UInt8](repeating: 0, count: 64)
    while case .bytes(64) = Platform.receive(wakeDescriptor, into: &drained) {}
    return events.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
