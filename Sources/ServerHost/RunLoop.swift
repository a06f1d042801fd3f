import LanguageProtocol
import Mentions
import MentionsServer
import SystemCalls

/// Connects a `Session` to the outside world: input and output, time, files and processes.
///
/// One thread owns the session. It waits in `poll` for input, events of worker threads, signals and timeouts, and never
/// blocks anywhere else. Output to the client, the log or a recording that its reader has not accepted yet is queued by
/// a `DescriptorWriter`.
public final class RunLoop {
  private let session: Session
  private let input: Int32
  private let output: Int32
  private let signals: Int32?
  private let events: Mailbox<ServerEvent>
  private let worker: EffectWorker
  private let writer: DescriptorWriter
  private var framer = MessageFramer()
  /// The output for the event that is being handled, collected until it is complete.
  private var outgoing: [UInt8] = []
  private var recorder: TranscriptRecorder?
  private let logger: Logger
  private var wakeAt: Instant?
  /// A descriptor that becomes readable when the client's process ends; nil if the system has no such descriptor, or
  /// the process is not known.
  private var parentEnd: Int32?
  /// A parent process that must be polled because no descriptor indicates its end.
  private var checkedParent: Int32?
  private var nextParentCheck = 0
  private var exitStatus: Int32?
  private var isInputOpen = true
  /// The reason why the server is about to end.
  private var ending: EndReason?

  /// The number of milliseconds between checks of the parent process, if no descriptor indicates its end.
  private static let parentCheckInterval = 10_000
  /// The number of milliseconds for which an ending server waits for a client to read its last output.
  private static let shutdownGrace = 2000
  /// The number of milliseconds for which an ending server continues to read earlier messages.
  private static let drainTime = 500
  /// The maximum number of bytes queued for a client that does not read.
  private static let outputLimit = 64 << 20
  /// The number of milliseconds for which an ending server waits for the next file of the store to be written. The
  /// server continues as long as files are completed within this time; the client may kill it earlier.
  private static let storePatience = 10_000

  /// Creates a run loop; nil if the process has no file descriptors left.
  ///
  /// - Parameters:
  ///   - session: all state of the connection.
  ///   - input: a descriptor to read the protocol from.
  ///   - output: a descriptor to write the protocol to, used for nothing else.
  ///   - signals: a descriptor that delivers signals to end the server, from ``HostProcess/catchEndingSignals()``.
  ///   - logger: receives the lines of the log.
  ///   - recorder: writes a transcript of both directions.
  public init?(
    session: Session, input: Int32, output: Int32, signals: Int32? = nil, logger: Logger,
    recorder: TranscriptRecorder? = nil
  ) {
    guard let events = Mailbox<ServerEvent>() else { return nil }
    self.session = session
    self.input = input
    self.output = output
    self.signals = signals
    self.events = events
    self.logger = logger
    self.recorder = recorder
    worker = EffectWorker(events: events, logger: logger)
    writer = DescriptorWriter(output, limit: Self.outputLimit)
    Platform.ignoreWriteSignals()
  }

  /// Serves until the client sends `exit`, closes the connection, or ends, or until a signal arrives. Blocks the
  /// calling thread; must be called once.
  ///
  /// - Returns: the process's exit status.
  public func run() -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var interests = [
      Platform.Interest(descriptor: events.wakeDescriptor), Platform.Interest(descriptor: input),
      Platform.Interest(descriptor: signals ?? -1), Platform.Interest(hangUpOf: output),
      Platform.Interest(descriptor: -1),
    ]
    while exitStatus == nil {
      interests[1].descriptor = isInputOpen ? input : -1
      interests[4].descriptor = parentEnd ?? -1
      Platform.wait(for: &interests, milliseconds: timeToWait())
      if interests[0].isReady { for event in events.take() { handle(event) } }
      if interests[1].isReady { receive(into: &buffer) }
      keepTime()
      if interests[2].isReady { noteSignal() }
      if interests[3].isReady { ending = ending ?? .outputClosed }
      if interests[4].isReady { ending = ending ?? .parentDied }
      if let ending { end(ending, &buffer) }
    }
    finish()
    return exitStatus ?? 1
  }

  private func receive(into buffer: inout [UInt8]) {
    switch Platform.receive(input, into: &buffer) {
    case .bytes(let count):
      framer.feed(buffer[..<count])
      // A larger buffer speeds up large messages.
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
      handle(.ending(.inputEnded))
    }
  }

  private func handle(_ event: ServerEvent) {
    let now = Instant(milliseconds: Int64(Platform.milliseconds()))
    record { $0.record(event, at: now) }
    for step in session.handle(event, now: now) {
      switch step {
      case .send(let message):
        record { $0.recordSent(message, at: now) }
        outgoing += message
      case .perform(let effect): perform(effect)
      }
    }
    // A catalog in use counts as damaged only if reading its mapped file has caused a fault in this process.
    if Platform.mappingFaults > 0 { worker.renewDamagedCatalogs() }
    flush()
  }

  private func flush() {
    guard !outgoing.isEmpty else { return }
    switch writer.write(outgoing) {
    case .taken: break
    case .full(let waiting): ending = ending ?? .outputUnread(waiting: waiting)
    case .closed: ending = ending ?? .outputClosed
    }
    outgoing.removeAll(keepingCapacity: outgoing.capacity < 1 << 20)
  }

  private func perform(_ effect: ServerEffect) {
    switch effect {
    case .wake(let instant): wakeAt = min(wakeAt ?? instant, instant)
    case .watchParent(let process): watchParent(process)
    case .log(let level, let line): logger.write(level, line)
    case .exit(let status): exitStatus = status
    // The answer to `initialize` waits for these few small files.
    case .readSettings(let paths): handle(.settings(worker.readSettings(paths)))
    // A query waits for the result.
    case .checkFiles(let paths): handle(.filesChanged(worker.changedFiles(paths)))
    // A small file, read at once so that the document opens with its mentions.
    case .readStore(let path): handle(.storeRead(path: path, worker.readStore(path)))
    // Renames are rare, and the documents may be opened right after them.
    case .searchStore(let folder, let prefixes):
      handle(.storeFound(folder: folder, documents: worker.searchStore(folder, prefixes)))
    // Creates an empty file, once per workspace.
    case .mark(let path): handle(.marked(path: path, isNew: worker.mark(path)))
    case .askWhoIsNear, .writeStore, .load, .merge, .locate, .keepChoices, .startProvider, .askProvider,
      .cancelProviderQuery,
      .stopProvider, .startPlugin, .tellPlugin, .stopPlugin, .scanWorkspace, .reread, .cancelScan:
      worker.perform(effect)
    }
  }

  private func record(_ write: (TranscriptRecorder) -> DescriptorWriter.Outcome) {
    guard let recorder else { return }
    let outcome = write(recorder)
    if outcome == .taken { return }
    self.recorder = nil
    let reason = outcome == .closed ? "the file cannot be written" : "the reader of the file is too slow"
    logger.write(.warning, "the recording stops: \(reason)")
  }

  private func timeToWait() -> Int? {
    var until = wakeAt.map { Int($0.milliseconds) } ?? .max
    if checkedParent != nil { until = min(until, nextParentCheck) }
    return until == .max ? nil : max(0, until - Platform.milliseconds())
  }

  private func keepTime() {
    let now = Platform.milliseconds()
    if let due = wakeAt, Int(due.milliseconds) <= now {
      wakeAt = nil
      handle(.clock)
    }
    if let process = checkedParent, nextParentCheck <= now {
      nextParentCheck = now + Self.parentCheckInterval
      if !Platform.isAlive(process: process) { ending = ending ?? .parentDied }
    }
  }

  /// Ends the server when its parent process ends, or if it has ended already. The process is polled only if the system
  /// has no descriptor that indicates its end.
  private func watchParent(_ process: Int32) {
    guard process > 0 else { return }
    parentEnd = Platform.endDescriptor(of: process)
    if parentEnd != nil { return }
    guard Platform.isAlive(process: process) else {
      ending = ending ?? .parentDied
      return
    }
    (checkedParent, nextParentCheck) = (process, Platform.milliseconds() + Self.parentCheckInterval)
    logger.write(
      .info, "the system cannot report the end of the client's process, so it is checked every 10 s")
  }

  // MARK: Ending

  private func noteSignal() {
    if let signals, let name = Platform.takeSignal(signals) { ending = ending ?? .signal(name) }
  }

  /// Processes the remaining input of the client, and then ends the session.
  private func end(_ reason: EndReason, _ buffer: inout [UInt8]) {
    let end = Platform.milliseconds() + Self.drainTime
    while exitStatus == nil, isInputOpen, Platform.milliseconds() < end, Platform.isReadable(input, within: 0)
    {
      receive(into: &buffer)
    }
    if exitStatus == nil { handle(.ending(reason)) }
  }

  /// Finishes all output, stored mentions first, because they belong to the user.
  private func finish() {
    if let parentEnd { Platform.closeDescriptor(parentEnd) }
    worker.stop()
    worker.finishWriting(patience: Self.storePatience)
    let end = Platform.milliseconds() + Self.shutdownGrace
    worker.finishPlugins(until: end)
    if case .outputUnread? = ending {} else { writer.finish(until: end) }
    recorder?.finish(until: end)
    logger.finish(until: end)
  }
}
