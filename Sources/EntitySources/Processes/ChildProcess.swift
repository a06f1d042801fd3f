import Synchronization
import SystemCalls

/// A running program in its own process group.
///
/// ```
///   write ─► queue ─► stdin ─► child ─► stdout ─► output(bytes)
///   (any thread)                   └──► stderr ─► errors(bytes)
/// ```
///
/// `pump` does all the work on the thread that calls it, and returns when the child has ended; the other methods may be
/// called from any thread and never block. In every case, all descendants are killed (see ``Supervision``) and the
/// child is waited for, so that neither grandchildren nor a zombie remain.
package final class ChildProcess: Sendable {
  /// Callbacks of `pump`, called on its thread.
  package struct Handlers {
    package var output: ([UInt8]) -> Void
    package var errors: ([UInt8]) -> Void
    /// Called on every iteration with the current time. Returns the latest time of the next call, in milliseconds on
    /// the clock of `Platform`; nil if there is no such limit.
    package var tick: (_ now: Int) -> Int?

    package init(
      output: @escaping ([UInt8]) -> Void = { _ in }, errors: @escaping ([UInt8]) -> Void = { _ in },
      tick: @escaping (Int) -> Int? = { _ in nil }
    ) {
      self.output = output
      self.errors = errors
      self.tick = tick
    }
  }

  private struct State {
    var queue: [[UInt8]] = []
    var queuedBytes = 0
    var closesInput = false
    var isKilled = false
    var isPolitelyAsked = false
    /// False once the child has been waited for, since its process ID may then be reused.
    var isAlive = true
  }

  private let program: StartedProgram
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private let wake: Platform.Pipe
  private let state = Mutex(State())

  /// The number of milliseconds after the child's end during which other processes may keep its pipes open.
  fileprivate static let drainTime = Supervision.grace

  /// Starts the program. May block while the program is being started.
  package init(_ command: ChildCommand) throws(ChildError) {
    guard !command.program.isEmpty else { throw .empty }
    if let directory = command.directory, Platform.kind(of: directory) != .directory {
      throw .noDirectory(directory)
    }
    var open: [Int32] = []
    func makePipe() throws(ChildError) -> Platform.Pipe {
      do throws(SystemError) {
        let pipe = try Platform.makePipe()
        open += [pipe.reading, pipe.writing]
        return pipe
      } catch {
        for descriptor in open { Platform.closeDescriptor(descriptor) }
        throw .failed(program: command.program, reason: error.message)
      }
    }
    let stdin = try makePipe()
    let stdout = try makePipe()
    let stderr = try makePipe()
    wake = try makePipe()
    do throws(ChildError) {
      program = try StartedProgram.start(
        command, descriptors: [stdin.reading, stdout.writing, stderr.writing])
    } catch {
      for descriptor in open { Platform.closeDescriptor(descriptor) }
      throw error
    }
    input = stdin.writing
    output = stdout.reading
    errors = stderr.reading
    for descriptor in [stdin.reading, stdout.writing, stderr.writing] { Platform.closeDescriptor(descriptor) }
    for descriptor in [input, output, errors, wake.reading, wake.writing] {
      Platform.makeNonblocking(descriptor)
    }
  }

  deinit {
    // `pump` was never called, so the process must be ended and waited for here.
    guard state.withLock({ $0.isAlive }) else { return }
    _ = program.end()
    program.forget()
    for descriptor in [input, output, errors, wake.reading, wake.writing] {
      Platform.closeDescriptor(descriptor)
    }
  }

  /// Queues bytes for the child's standard input. If more than `limit` bytes would then be queued, or if the child has
  /// ended, drops the bytes and returns false.
  @discardableResult
  package func write(_ bytes: [UInt8], limit: Int = 1 << 20) -> Bool {
    let isTaken = state.withLock { state in
      guard state.isAlive, state.queuedBytes + bytes.count <= limit else { return false }
      state.queue.append(bytes)
      state.queuedBytes += bytes.count
      return true
    }
    if isTaken { rouse() }
    return isTaken
  }

  /// Closes the child's standard input once all queued bytes have been written.
  package func closeInput() {
    state.withLock { $0.closesInput = true }
    rouse()
  }

  /// Kills the program and its known descendants. If `politely` is true, first asks the program to end, and kills it
  /// only if it is still running after `drainTime`.
  package func kill(politely: Bool = false) {
    state.withLock { state in
      guard state.isAlive, !state.isKilled else { return }
      if politely {
        state.isPolitelyAsked = true
        program.ask()
      } else {
        state.isKilled = true
        program.kill()
      }
    }
    rouse()
  }

  /// Wakes up `pump`.
  package func rouse() {
    state.withLock { state in
      if state.isAlive { _ = Platform.shieldedFromBrokenPipes { Platform.send(wake.writing, [1], from: 0) } }
    }
  }

  /// Transfers bytes until the child has ended; returns its exit status. Must be called exactly once.
  package func pump(_ handlers: Handlers) -> ChildStatus {
    Platform.shieldedFromBrokenPipes { pumpShielded(handlers) }
  }

  private func pumpShielded(_ handlers: Handlers) -> ChildStatus {
    var pump = Pump(
      input: input, output: output, errors: errors, ended: program.ended, wake: wake.reading)
    while !pump.isDone {
      let (isAsked, isKilled) = state.withLock { ($0.isPolitelyAsked, $0.isKilled) }
      let now = Platform.milliseconds()
      if isAsked, !isKilled {
        if let since = pump.askedAt {
          if now - since >= Self.drainTime { kill() }
        } else {
          pump.askedAt = now
        }
      }
      var due = handlers.tick(now)
      if let since = pump.endedAt ?? pump.askedAt { due = min(due ?? Int.max, since + Self.drainTime) }
      let (queue, closes) = state.withLock { state in
        let taken = state.queue
        state.queue = []
        return (taken, state.closesInput)
      }
      pump.outgoing += queue
      let written = pump.turn(until: due, now: now, closesInput: closes, handlers)
      if written > 0 { state.withLock { $0.queuedBytes -= written } }
    }
    pump.close()
    let status = state.withLock { state in
      let status = program.end()
      state.isAlive = false
      Platform.closeDescriptor(wake.reading)
      Platform.closeDescriptor(wake.writing)
      return status
    }
    program.forget()
    return status
  }
}

/// The state of the thread that transfers a child's bytes.
private struct Pump {
  var input: Int32
  var output: Int32
  var errors: Int32
  var ended: Int32
  let wake: Int32
  var outgoing: [[UInt8]] = []
  private var sent = 0
  var endedAt: Int?
  var askedAt: Int?
  private var isDrained = false
  private var buffer: [UInt8] = Array(repeating: 0, count: 1 << 16)

  init(input: Int32, output: Int32, errors: Int32, ended: Int32, wake: Int32) {
    self.input = input
    self.output = output
    self.errors = errors
    self.ended = ended
    self.wake = wake
  }

  /// Whether the child has ended and its pipes are closed, or other processes have kept them open for long enough.
  var isDone: Bool { endedAt != nil && (isDrained || (output < 0 && errors < 0)) }

  /// Waits for an event and handles it. Returns the number of queued bytes that were written or discarded.
  mutating func turn(
    until due: Int?, now: Int, closesInput: Bool, _ handlers: ChildProcess.Handlers
  ) -> Int {
    if input >= 0, outgoing.isEmpty, closesInput { closeInput() }
    var interests = [
      Platform.Interest(descriptor: outgoing.isEmpty ? -1 : input, writing: true),
      Platform.Interest(descriptor: output), Platform.Interest(descriptor: errors),
      Platform.Interest(descriptor: ended), Platform.Interest(descriptor: wake),
    ]
    Platform.wait(for: &interests, milliseconds: due.map { max(0, $0 - now) })
    let after = Platform.milliseconds()
    var dealtWith = 0
    if interests[0].isReady { dealtWith += write() }
    if input < 0 {
      dealtWith += outgoing.reduce(0) { $0 + $1.count }
      outgoing = []
      sent = 0
    }
    if interests[1].isReady { output = read(output, handlers.output) }
    if interests[2].isReady { errors = read(errors, handlers.errors) }
    if interests[3].isReady {
      endedAt = after
      ended = -1
    }
    if interests[4].isReady { while case .bytes = Platform.receive(wake, into: &buffer, from: 0) {} }
    if let endedAt, after - endedAt >= ChildProcess.drainTime { isDrained = true }
    return dealtWith
  }

  private mutating func write() -> Int {
    var dealtWith = 0
    while let first = outgoing.first {
      switch Platform.send(input, first, from: sent) {
      case .bytes(let count):
        sent += count
        guard sent == first.count else { continue }
        dealtWith += first.count
        sent = 0
        outgoing.removeFirst()
      case .wouldBlock: return dealtWith
      case .end, .failed:
        // The child has closed its input. This is not an error, because the child may not need the rest.
        closeInput()
        return dealtWith
      }
    }
    return dealtWith
  }

  /// Reads from a descriptor. Returns the descriptor or, after end-of-file or an error, closes it and returns -1.
  private mutating func read(_ descriptor: Int32, _ take: ([UInt8]) -> Void) -> Int32 {
    switch Platform.receive(descriptor, into: &buffer, from: 0) {
    case .bytes(let count): take(Array(buffer[..<count]))
    case .wouldBlock: break
    case .end, .failed:
      Platform.closeDescriptor(descriptor)
      return -1
    }
    return descriptor
  }

  private mutating func closeInput() {
    Platform.closeDescriptor(input)
    input = -1
  }

  mutating func close() {
    for descriptor in [input, output, errors] { Platform.closeDescriptor(descriptor) }
  }
}

extension ChildProcess {
  /// Runs a program to completion and collects its output.
  ///
  /// - Parameters:
  ///   - command: the program, its arguments and limits.
  ///   - started: receives the child, which may be killed from any thread.
  package static func run(
    _ command: ChildCommand, started: (ChildProcess) -> Void = { _ in }
  ) throws(ChildError) -> ChildResult {
    var output: [UInt8] = []
    var result = try run(command, started: started, output: { output += $0 })
    result.output = output
    return result
  }

  /// Runs a program to completion; passes its output to `take` piece by piece.
  package static func run(
    _ command: ChildCommand, started: (ChildProcess) -> Void = { _ in }, output take: ([UInt8]) -> Void
  ) throws(ChildError) -> ChildResult {
    let child = try ChildProcess(command)
    started(child)
    if !command.input.isEmpty { child.write(command.input, limit: Int.max) }
    child.closeInput()
    var errors: [UInt8] = []
    var received = 0
    var stop = ChildResult.Stop.ended
    let due = command.deadline.map { Platform.milliseconds() + $0 }
    let status = withoutActuallyEscaping(take) { take in
      child.pump(
        Handlers(
          output: { bytes in
            guard stop == .ended else { return }
            let room = command.outputLimit - received
            received += min(bytes.count, room)
            take(bytes.count <= room ? bytes : Array(bytes.prefix(room)))
            if bytes.count > room {
              stop = .outputLimit
              child.kill()
            }
          },
          errors: { bytes in errors += bytes.prefix(max(0, command.errorLimit - errors.count)) },
          tick: { now in
            guard let due, stop == .ended else { return nil }
            if now >= due {
              stop = .deadline
              child.kill()
              return nil
            }
            return due
          }))
    }
    return ChildResult(status: status, output: [], errorOutput: errors, stop: stop)
  }
}
