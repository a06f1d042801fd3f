import LanguageProtocol
import Mentions
import SystemCalls

/// Connects a ``Session`` with the world: bytes in and out, time, files, processes.
///
/// One thread owns the session. It waits in `poll` for input, for room in the output, for events of
/// worker threads and for the time; it never blocks anywhere else.
public final class RunLoop {
  private let session: Session
  private let input: Int32
  private let output: Int32
  private let events: Mailbox<ServerEvent>
  private let worker: EffectWorker
  private var framer = MessageFramer()
  private var outgoing = OutputQueue()
  private var recorder: TranscriptRecorder?
  private let logger: Logger
  private var wakeAt: Instant?
  private var parent: Int32?
  private var nextParentCheck = 0
  private var exitStatus: Int32?
  private var isInputOpen = true

  /// How often the parent process is looked for, in milliseconds.
  private static let parentCheckInterval = 1000
  /// How long an ending server goes on offering its last bytes to a client that does not read them.
  private static let farewell = 2000

  /// - Parameters:
  ///   - input: a descriptor to read the protocol from.
  ///   - output: a descriptor to write the protocol to; nothing else may write to it.
  /// Returns nil when the process has no descriptors left.
  public init?(
    session: Session, input: Int32, output: Int32, logger: Logger, recorder: TranscriptRecorder? = nil
  ) {
    guard let events = Mailbox<ServerEvent>() else { return nil }
    self.session = session
    self.input = input
    self.output = output
    self.events = events
    self.logger = logger
    self.recorder = recorder
    worker = EffectWorker(events: events, logger: logger)
    Platform.ignoreBrokenPipes()
    Platform.ignoreHangUps()
  }

  /// Serves until the client says `exit`, hangs up, or dies. Returns the process's exit status.
  public func run() -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var interests = [
      Platform.Interest(descriptor: events.wakeDescriptor), Platform.Interest(descriptor: input),
      Platform.Interest(descriptor: output, writing: true),
    ]
    while exitStatus == nil {
      interests[1].descriptor = isInputOpen ? input : -1
      interests[2].descriptor = outgoing.isEmpty ? -1 : output
      Platform.wait(for: &interests, milliseconds: timeToWait())
      if interests[2].isReady { outgoing.flush(to: output) }
      if outgoing.isClosed { return 1 }
      if interests[0].isReady { for event in events.take() { handle(event) } }
      if interests[1].isReady { receive(into: &buffer) }
      keepTime()
    }
    worker.stop()
    flushFarewell()
    worker.finishWriting(within: Self.farewell)
    return exitStatus ?? 1
  }

  private func receive(into buffer: inout [UInt8]) {
    switch Platform.receive(input, into: &buffer) {
    case .bytes(let count):
      framer.feed(buffer[..<count])
      // Large messages come faster through a larger buffer.
      if count == buffer.count, count < 1 << 20 { buffer = [UInt8](repeating: 0, count: count * 4) }
      while exitStatus == nil, let next = framer.next() {
        switch next {
        case .message(let body): handle(.message(body))
        case .fault(let fault): handle(.framingFault(fault))
        }
      }
    case .wouldBlock: break
    case .end, .failed:
      isInputOpen = false
      handle(.inputEnded)
    }
  }

  private func handle(_ event: ServerEvent) {
    let now = Instant(milliseconds: Int64(Platform.milliseconds()))
    recorder?.record(event, at: now)
    for step in session.handle(event, now: now) {
      switch step {
      case .send(let message):
        recorder?.recordSent(message, at: now)
        outgoing.append(message)
      case .perform(let effect): perform(effect)
      }
    }
    outgoing.flush(to: output)
  }

  private func perform(_ effect: ServerEffect) {
    switch effect {
    case .wake(let instant): wakeAt = min(wakeAt ?? instant, instant)
    case .watchParent(let process):
      if Platform.isAlive(process: process) { parent = process }
    case .log(let level, let line): logger.write(level, line)
    case .exit(let status): exitStatus = status
    // The answer to `initialize` waits for these few small files.
    case .readSettings(let paths): handle(.settings(worker.readSettings(paths)))
    // So that a document is open with its mentions: this is a small file too.
    case .readStore(let path): handle(.storeRead(path: path, worker.readStore(path)))
    // Files are renamed seldom, and their documents may be opened right after.
    case .searchStore(let folder, let prefixes):
      handle(.storeFound(folder: folder, documents: worker.searchStore(folder, prefixes)))
    case .writeStore, .load, .merge, .askProvider, .cancelProviderQuery, .stopProvider, .checkFiles:
      worker.perform(effect)
    }
  }

  private func timeToWait() -> Int? {
    var until = wakeAt.map { Int($0.milliseconds) } ?? .max
    if parent != nil { until = min(until, nextParentCheck) }
    return until == .max ? nil : max(0, until - Platform.milliseconds())
  }

  private func keepTime() {
    let now = Platform.milliseconds()
    if let due = wakeAt, Int(due.milliseconds) <= now {
      wakeAt = nil
      handle(.clock)
    }
    if let process = parent, nextParentCheck <= now {
      nextParentCheck = now + Self.parentCheckInterval
      if !Platform.isAlive(process: process) {
        parent = nil
        handle(.parentDied)
      }
    }
  }

  private func flushFarewell() {
    let end = Platform.milliseconds() + Self.farewell
    while !outgoing.isEmpty, !outgoing.isClosed, Platform.milliseconds() < end {
      var interests = [Platform.Interest(descriptor: output, writing: true)]
      Platform.wait(for: &interests, milliseconds: end - Platform.milliseconds())
      if interests[0].isReady { outgoing.flush(to: output) }
    }
  }
}
