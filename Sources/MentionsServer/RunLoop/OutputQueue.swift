import SystemCalls

/// Bytes on their way to the client. Written only when the descriptor is ready, so that a client
/// that does not read cannot stop the server from reading.
struct OutputQueue {
  private var bytes: [UInt8] = []
  private var start = 0
  private(set) var isClosed = false

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ message: [UInt8]) {
    guard !isClosed else { return }
    if isEmpty {
      bytes = message
      start = 0
    } else {
      bytes += message
    }
  }

  /// Writes as much as the descriptor takes without blocking.
  mutating func flush(to descriptor: Int32) {
    while !isEmpty, !isClosed {
      switch Platform.send(descriptor, bytes, from: start, atMost: Platform.pipeRoom) {
      case .bytes(let count): start += count
      case .wouldBlock: return
      case .end, .failed: isClosed = true
      }
      guard !isEmpty else { break }
      var interests = [Platform.Interest(descriptor: descriptor, writing: true)]
      Platform.wait(for: &interests, milliseconds: 0)
      guard interests[0].isReady else { return }
    }
    bytes.removeAll(keepingCapacity: bytes.capacity < 1 << 20)
    start = 0
  }
}
