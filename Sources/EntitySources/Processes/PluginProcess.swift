import Synchronization
import SystemCalls

/// An event of a plug-in's program, delivered on a separate thread.
package enum PluginEvent: Hashable, Sendable {
  /// Lines of the program's output, without their line ends. Blank lines are omitted.
  case lines([[UInt8]])
  /// The program printed too many lines in one second, or a line that was too long; the excess was dropped.
  case flooded
  /// The program does not read its input; a line was dropped.
  case stuck
  /// A line from the program's standard error.
  case log(String)
  /// The program has ended or could not be started, for the reason given in words.
  case ended(String)
}

/// The program of a plug-in (`"plugins"` in the settings): exchanges JSON lines in both directions, like a provider.
///
/// The program is started once and not restarted; the owner of this object decides whether to create another. All
/// methods except ``waitForEnd(until:)`` return immediately, and all may be called on any thread; events are passed to
/// `tell`, on a separate thread, one at a time.
package final class PluginProcess: Sendable {
  /// Limits of the process.
  package struct Policy: Hashable, Sendable {
    /// The number of bytes that may be queued for the program; further lines are dropped.
    package var outgoingLimit: Int
    /// The maximum length of a line in bytes; longer ones are dropped.
    package var lineLimit: Int
    /// The maximum number of lines per second; further ones are dropped.
    package var linesPerSecond: Int
    /// The maximum number of lines of standard error per second; the rest is only counted.
    package var errorLinesPerSecond: Int
    /// The number of milliseconds that the program may continue after its input was closed.
    package var farewell: Int

    package init(
      outgoingLimit: Int = 1 << 24, lineLimit: Int = 1 << 20, linesPerSecond: Int = 200,
      errorLinesPerSecond: Int = 50, farewell: Int = 500
    ) {
      self.outgoingLimit = outgoingLimit
      self.lineLimit = lineLimit
      self.linesPerSecond = linesPerSecond
      self.errorLinesPerSecond = errorLinesPerSecond
      self.farewell = farewell
    }
  }

  private struct State {
    var child: ChildProcess?
    /// Lines sent before the program was started.
    var waiting: [[UInt8]] = []
    var isStopped = false
    /// The time at which the program is killed, in milliseconds on the clock of `Platform`; nil until it is stopped.
    var killAt: Int?
  }

  private let command: ChildCommand
  private let policy: Policy
  private let tell: @Sendable (PluginEvent) -> Void
  private let state = Mutex(State())
  /// Signals the program's end.
  private let ending = Mailbox<Bool>()

  package init(command: ChildCommand, policy: Policy, tell: @escaping @Sendable (PluginEvent) -> Void) {
    self.command = command
    self.policy = policy
    self.tell = tell
  }

  /// Starts the program. Must be called once.
  package func start() {
    if Platform.startThread({ [self] in live() }) { return }
    ending?.post(true)
    tell(.ended("the program cannot be started, because no thread is available"))
  }

  /// Sends a line, including its line end.
  package func send(_ line: [UInt8]) {
    let isTaken = state.withLock { state in
      if state.isStopped { return true }
      guard let child = state.child else {
        state.waiting.append(line)
        return true
      }
      return child.write(line, limit: policy.outgoingLimit)
    }
    if !isTaken { tell(.stuck) }
  }

  /// Closes the program's input after all lines have been sent, and kills the program if it does not end. No event
  /// follows.
  package func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      state.killAt = Platform.milliseconds() + policy.farewell
      return state.child
    }
    child?.closeInput()
  }

  /// Waits until all lines have been sent and the program has ended, at most until `end` (in milliseconds on the clock
  /// of `Platform`). Must be called once, after ``stop()``.
  package func waitForEnd(until end: Int) {
    _ = ending?.take(waitingAtMost: max(0, end - Platform.milliseconds()))
  }

  private func emit(_ event: PluginEvent) { if !state.withLock({ $0.isStopped }) { tell(event) } }

  private func live() {
    defer { ending?.post(true) }
    let child: ChildProcess
    do throws(ChildError) {
      child = try ChildProcess(command)
    } catch {
      return emit(.ended("\(error)"))
    }
    let isStopped = state.withLock { state in
      for line in state.waiting { child.write(line, limit: policy.outgoingLimit) }
      state.waiting = []
      state.child = child
      return state.isStopped
    }
    if isStopped { child.closeInput() }
    var reader = PluginReader(policy: policy)
    let status = child.pump(
      .init(
        output: { [self] bytes in reader.output(bytes, at: Platform.milliseconds()) { emit($0) } },
        errors: { [self] bytes in reader.errors(bytes, at: Platform.milliseconds()) { emit($0) } },
        tick: { [self] now in
          let killAt = state.withLock { $0.killAt }
          if let killAt, killAt <= now { child.kill() }
          return [killAt, reader.tellMore(at: now) { emit($0) }].compactMap(\.self).min()
        }))
    state.withLock { $0.child = nil }
    reader.finish { emit($0) }
    emit(.ended("the program ended (\(status))"))
  }
}

/// Converts the output of a plug-in's program to events.
struct PluginReader {
  private let policy: PluginProcess.Policy
  private var lines: LineSplitter
  private var errorLines: ErrorLines
  /// The start of the one-second window in which lines are counted.
  private var began: Int?
  private var count = 0
  private var dropped = 0

  init(policy: PluginProcess.Policy) {
    self.policy = policy
    lines = LineSplitter(limit: policy.lineLimit)
    errorLines = ErrorLines(perSecond: policy.errorLinesPerSecond)
  }

  mutating func output(_ bytes: [UInt8], at now: Int, _ hear: (PluginEvent) -> Void) {
    if began.map({ now - $0 >= 1000 }) ?? true { (began, count) = (now, 0) }
    let limit = policy.linesPerSecond
    var (taken, seen) = ([[UInt8]](), count)
    lines.take(bytes) { line in
      guard line.contains(where: { $0 > 0x20 }) else { return }
      seen += 1
      if seen <= limit { taken.append(Array(line)) }
    }
    // An excess of lines is reported only once per second.
    var floods = count <= limit && seen > limit
    count = seen
    if lines.dropped > dropped {
      dropped = lines.dropped
      floods = true
    }
    if !taken.isEmpty { hear(.lines(taken)) }
    if floods { hear(.flooded) }
  }

  /// Ends the stream; the last line may lack its line end.
  mutating func finish(_ hear: (PluginEvent) -> Void) {
    var last: [UInt8] = []
    lines.finish { last = Array($0) }
    if last.contains(where: { $0 > 0x20 }), count < policy.linesPerSecond { hear(.lines([last])) }
    errorLines.finish { hear(.log($0)) }
  }

  mutating func errors(_ bytes: [UInt8], at now: Int, _ hear: (PluginEvent) -> Void) {
    errorLines.take(bytes, at: now) { hear(.log($0)) }
  }

  fileprivate mutating func tellMore(at now: Int, _ hear: (PluginEvent) -> Void) -> Int? {
    errorLines.tellMore(at: now) { hear(.log($0)) }
  }
}
