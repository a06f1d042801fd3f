import MentionsServer
import Synchronization
import SystemCalls

/// Writes to a descriptor without ever waiting for its reader.
///
/// ```
///   write ──► room for it? ──yes──► descriptor
///                  └─no─► queue ──► a thread, which may wait ──► descriptor
/// ```
///
/// Bytes that the descriptor accepts immediately are written immediately, so that output is not delayed as long as the
/// reader keeps up. The rest waits in a queue of limited length. `O_NONBLOCK` is never set: it would apply to every
/// process that shares the descriptor. All methods may be called from any thread.
package final class DescriptorWriter: Sendable {
  package enum Outcome: Equatable, Sendable {
    case taken
    /// The queue is full, with `waiting` bytes in it; nothing was accepted.
    case full(waiting: Int)
    /// The reader has closed the descriptor; nothing was accepted.
    case closed
  }

  private struct State {
    /// The waiting pieces, in the order in which they will be written.
    var waiting: [[UInt8]] = []
    /// The number of waiting bytes, including those that the thread is writing.
    var waitingBytes = 0
    /// Whether the thread is running, which it is as long as bytes are waiting.
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

    /// Records that the thread ends, because nothing is waiting.
    mutating func endThread() {
      isRunning = false
      finisher?.post(true)
      finisher = nil
    }
  }

  private let descriptor: Int32
  private let limit: Int
  private let isOwner: Bool
  /// Whether the descriptor is a terminal, on which a longer write may block even if it can accept a byte.
  private let isTerminal: Bool
  private let state = Mutex(State())

  /// The size in bytes up to which small waiting pieces are joined.
  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - descriptor: a pipe, a file or a terminal.
  ///   - limit: the number of waiting bytes at which further writes are refused. The last accepted write may exceed it.
  ///   - isOwner: whether the writer closes the descriptor when it is deallocated, after everything has been written.
  package init(_ descriptor: Int32, limit: Int, isOwner: Bool = false) {
    self.descriptor = descriptor
    self.limit = limit
    self.isOwner = isOwner
    isTerminal = Platform.isTerminal(descriptor)
  }

  // The thread retains the writer while bytes are waiting.
  deinit { if isOwner { Platform.closeDescriptor(descriptor) } }

  /// Whether no accepted bytes are waiting: all have been written, or the reader has closed the descriptor.
  package var isIdle: Bool { state.withLock(\.isIdle) }

  /// Accepts all of the bytes or none. Never waits.
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
      // The next write tries again.
      state.withLock { $0.isRunning = false }
    }
    return outcome
  }

  /// Waits until no accepted bytes are waiting, or until an instant on the monotonic clock (in milliseconds). Returns
  /// false if that instant comes first, or if the process has no file descriptor left for waiting.
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

  /// Writes as much as the descriptor accepts. Returns the number of bytes; nil if the reader has closed it.
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
    // In reverse order, so that each piece is removed and freed once it is written.
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
