import MentionsServer
import Synchronization
import SystemCalls

/// Writes to a descriptor without ever waiting for the reader at its other end.
///
/// ```
///   write ──► room for it? ──yes──► descriptor
///                  └─no─► queue ──► a thread, which may wait ──► descriptor
/// ```
///
/// What the descriptor takes at once is written at once, so that nothing becomes slower while somebody reads. The rest
/// waits in a queue of limited length. `O_NONBLOCK` is never set: it would hold for every process that shares the
/// descriptor. All methods may be called from any thread.
package final class DescriptorWriter: Sendable {
  package enum Outcome: Equatable, Sendable {
    case taken
    /// Bytes that wait already; nothing was taken.
    case full(waiting: Int)
    /// Nobody can read it any more; nor was this taken.
    case closed
  }

  private struct State {
    /// In the order of writing.
    var waiting: [[UInt8]] = []
    /// Bytes, with those that the thread is writing.
    var waitingBytes = 0
    /// Whether the thread is there; it is as long as something waits.
    var isRunning = false
    var isClosed = false
    /// Notified when all output is written.
    var finisher: Mailbox<Bool>?

    var isIdle: Bool { waitingBytes == 0 }

    mutating func append(_ bytes: ArraySlice<UInt8>, joiningUpTo size: Int) {
      waitingBytes += bytes.count
      if let last = waiting.indices.last, waiting[last].count + bytes.count <= size {
        waiting[last] += bytes
      } else {
        waiting.append(Array(bytes))
      }
    }

    /// Nothing waits, and the thread goes.
    mutating func endThread() {
      isRunning = false
      finisher?.post(true)
      finisher = nil
    }
  }

  private let descriptor: Int32
  private let limit: Int
  private let isOwner: Bool
  /// A terminal that is ready for a byte may still make a longer writing wait.
  private let isTerminal: Bool
  private let state = Mutex(State())

  /// Small pieces that wait are joined up to this many bytes.
  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - descriptor: where to write: a pipe, a file or a terminal.
  ///   - limit: how many bytes may wait before more is refused. What is taken last may exceed it.
  ///   - isOwner: whether the descriptor is closed with the writer, once nothing waits any more.
  package init(_ descriptor: Int32, limit: Int, isOwner: Bool = false) {
    self.descriptor = descriptor
    self.limit = limit
    self.isOwner = isOwner
    isTerminal = Platform.isTerminal(descriptor)
  }

  // The thread holds on to this while something waits.
  deinit { if isOwner { Platform.closeDescriptor(descriptor) } }

  /// Whether everything taken is written, or never will be.
  package var isIdle: Bool { state.withLock(\.isIdle) }

  /// Takes all of the bytes or none. Never waits.
  package func write(_ bytes: [UInt8]) -> Outcome {
    if bytes.isEmpty { return .taken }
    var starts = false
    let outcome = state.withLock { state -> Outcome in
      if state.isClosed { return .closed }
      var start = 0
      if state.isIdle {
        guard let written = writeAtOnce(bytes) else {
          state.isClosed = true
          return .closed
        }
        start = written
      } else if state.waitingBytes >= limit {
        return .full(waiting: state.waitingBytes)
      }
      if start == bytes.count { return .taken }
      state.append(bytes[start...], joiningUpTo: Self.pieceSize)
      starts = !state.isRunning
      state.isRunning = true
      return .taken
    }
    if starts, !Platform.startThread({ [self] in writeWaiting() }) {
      // The next writing tries again.
      state.withLock { $0.isRunning = false }
    }
    return outcome
  }

  /// Waits until nothing waits to be written, until an instant on the monotone clock at most (milliseconds). Returns
  /// whether that is so.
  @discardableResult
  package func finish(until end: Int) -> Bool {
    if isIdle { return true }
    guard let finisher = Mailbox<Bool>() else { return false }
    let waits = state.withLock { state in
      if !state.isIdle { state.finisher = finisher }
      return !state.isIdle
    }
    return !waits || !finisher.take(waitingAtMost: max(0, end - Platform.milliseconds())).isEmpty
  }

  /// Writes what the descriptor has room for. Returns how many bytes that were; nil when nobody reads them any more.
  private func writeAtOnce(_ bytes: [UInt8]) -> Int? {
    var start = 0
    while start < bytes.count, !isTerminal, Platform.isWritable(descriptor) {
      switch Platform.send(descriptor, bytes, from: start, atMost: Platform.pipeRoom) {
      case .bytes(let count): start += count
      case .wouldBlock: return start
      case .end, .failed: return nil
      }
    }
    return start
  }

  // MARK: On the thread

  private func writeWaiting() {
    // Last first, so that each piece's memory is given back once it is written.
    var pieces: [[UInt8]] = []
    var written = 0
    while let piece = next(&pieces, after: written) {
      do {
        try Platform.writeAll(descriptor, piece)
      } catch {
        return close()
      }
      written = piece.count
    }
  }

  private func next(_ pieces: inout [[UInt8]], after written: Int) -> [UInt8]? {
    state.withLock { state in
      state.waitingBytes -= written
      if pieces.isEmpty {
        pieces = state.waiting.reversed()
        state.waiting = []
      }
      if pieces.isEmpty { state.endThread() }
      return pieces.popLast()
    }
  }

  private func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting = []
      state.waitingBytes = 0
      state.endThread()
    }
  }
}
