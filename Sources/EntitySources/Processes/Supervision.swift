import Synchronization
import SystemCalls

/// Starts each program through an intermediate process, its supervisor. If this process ends, the supervisor continues
/// until it has ended the program.
///
/// ```
///   server ══control══ supervisor ── program ── its children, including those that left its session
/// ```
///
/// A process that is killed cannot end its children, and the system does not notify them. The supervisor is this
/// executable, started with a hidden command. The two processes are connected only by the control connection. When the
/// server ends in any way, the system closes the server's side of the connection, regardless of the thread that opened
/// it. Then, or when the server requests it, the supervisor ends the program with all its descendants.
///
/// On Linux, orphaned descendants become children of the supervisor, so it ends all of them. On macOS, the supervisor
/// ends the program's process group, and the descendants whose ancestors are still running.
package enum Supervision {
  /// The hidden command.
  package static let command = "supervise"

  private static let isAdopted = Mutex(false)

  /// Makes this process start programs under a supervisor. Must be called only by an executable that passes the
  /// arguments after ``command`` to ``run(_:)``. In processes that do not call this, programs are started directly, in
  /// a process group that is killed with them, and survive if the process that started them is killed.
  package static func adopt() { isAdopted.withLock { $0 = true } }

  /// The path of the executable to start as the supervisor; nil if there is none.
  fileprivate static var supervisor: String? {
    guard isAdopted.withLock({ $0 }) else { return nil }
    #if os(Linux)
    // The path of the executable may refer to another file by now, or to none.
    return "/proc/self/exe"
    #else
    return Platform.executablePath()
    #endif
  }

  /// The number of milliseconds that a program is given to end after it was asked to.
  static let grace = 200

  /// The supervisor's descriptor of the control connection.
  private static let control: Int32 = 3

  /// Messages from the server, one byte each.
  enum Order: UInt8 {
    /// Asks the program to end, and kills it after the grace period.
    case ask = 0x61
    /// Kills the program and all its descendants immediately.
    case end = 0x65
  }

  /// Messages from the supervisor: one byte for the kind and four for a number.
  enum Report: Hashable {
    /// The program has been started, with this process ID.
    case started(Int32)
    /// The program could not be started.
    case failed(SystemError)
    /// The program has ended, with this status from `waitpid`. Its children may still be running.
    case ended(Int32)

    static let size = 5

    var bytes: [UInt8] {
      let (kind, number): (UInt8, Int32) =
        switch self {
        case .started(let process): (1, process)
        case .failed(let error): (2, error.code)
        case .ended(let status): (3, status)
        }
      let bits = UInt32(bitPattern: number)
      return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    }

    init?(_ bytes: [UInt8]) {
      guard bytes.count == Self.size else { return nil }
      let bits = bytes.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      switch bytes[0] {
      case 1: self = .started(Int32(bitPattern: bits))
      case 2: self = .failed(SystemError(code: Int32(bitPattern: bits)))
      case 3: self = .ended(Int32(bitPattern: bits))
      default: return nil
      }
    }

    /// Waits for the next report; nil if the supervisor has ended.
    static func next(from control: Int32) -> Report? {
      var bytes = [UInt8](repeating: 0, count: size)
      var count = 0
      while count < size {
        guard case .bytes(let more) = Platform.receive(control, into: &bytes, from: count) else { return nil }
        count += more
      }
      return Report(bytes)
    }
  }

  /// Runs as the supervisor of one program until the program and its descendants have ended.
  ///
  /// - Parameter words: the arguments after ``command``: the path of the program, then its arguments.
  /// - Returns: the exit status; 2 if there is no server.
  package static func run(_ words: [String]) -> Int32 {
    guard let file = words.first, words.count > 1, Platform.isConnection(control) else { return 2 }
    Platform.keepToThisProcess(control)
    Platform.ignoreRequestsToEnd()
    Platform.adoptOrphans()
    guard var supervisor = Supervisor(file, Array(words.dropFirst()), control: control) else { return 0 }
    Platform.leaveStandardStreams()
    supervisor.run()
    return 0
  }
}

/// A running program, as seen from this process.
enum StartedProgram: Sendable {
  /// A child of this process. End-of-file on the descriptor `ended` means that the child has ended.
  case direct(Int32, ended: Int32)
  /// A child of a supervisor, which is a child of this process and sends reports.
  case supervised(Int32, by: Int32, control: Int32)

  /// The number of milliseconds after which waiting for an unkillable process is given up.
  private static let patience = 2000

  /// Starts a program, under the supervisor if there is one.
  ///
  /// - Parameter descriptors: the program's standard input, output and error. The caller closes them.
  static func start(_ command: ChildCommand, descriptors: [Int32]) throws(ChildError) -> StartedProgram {
    let variables = command.variables
    let path = variables.first { $0.utf8.starts(with: "PATH=".utf8) }
      .map { String(Substring($0.utf8.dropFirst(5))) }
    let file = try ProgramLookup.file(for: command.program, directory: command.directory, path: path)
    do throws(SystemError) {
      if let supervisor = Supervision.supervisor {
        return try start(file, command, variables, descriptors, under: supervisor)
      }
      return try start(file, command, variables, descriptors)
    } catch {
      throw ChildError(error, of: command.program)
    }
  }

  private static func start(
    _ file: String, _ command: ChildCommand, _ variables: [String], _ descriptors: [Int32],
    under supervisor: String
  ) throws(SystemError) -> StartedProgram {
    let (ours, theirs) = try Platform.makeConnection()
    let child: Int32
    do throws(SystemError) {
      defer { Platform.closeDescriptor(theirs) }
      child = try Platform.spawn(
        supervisor, ["mentions-lsp", Supervision.command, file] + command.arguments,
        directory: command.directory, environment: variables, descriptors: descriptors + [theirs])
    } catch {
      Platform.closeDescriptor(ours)
      throw error
    }
    let report = Supervision.Report.next(from: ours)
    if case .started(let process) = report { return .supervised(process, by: child, control: ours) }
    Platform.closeDescriptor(ours)
    _ = Platform.reap(child)
    guard case .failed(let error) = report else { throw .connectionLost }
    throw error
  }

  private static func start(
    _ file: String, _ command: ChildCommand, _ variables: [String], _ descriptors: [Int32]
  ) throws(SystemError) -> StartedProgram {
    let end = try Platform.makePipe()
    let process: Int32
    do throws(SystemError) {
      process = try Platform.spawn(
        file, command.arguments, directory: command.directory, environment: variables,
        descriptors: descriptors)
    } catch {
      Platform.closeDescriptor(end.reading)
      Platform.closeDescriptor(end.writing)
      throw error
    }
    let isWatched = Platform.startThread {
      Platform.waitForEnd(of: process)
      Platform.closeDescriptor(end.writing)
    }
    if !isWatched {
      // Without a thread, the end of the child would not be noticed, so it is killed.
      Platform.killGroup(process)
      Platform.closeDescriptor(end.writing)
    }
    return .direct(process, ended: end.reading)
  }

  /// A descriptor that becomes readable once the program has ended.
  var ended: Int32 {
    switch self {
    case .direct(_, let ended): ended
    case .supervised(_, _, let control): control
    }
  }

  /// Asks the program and its process group to end, without waiting.
  func ask() {
    switch self {
    case .direct(let process, _): Platform.killGroup(process, politely: true)
    case .supervised(_, _, let control): Self.send(.ask, to: control)
    }
  }

  /// Kills the program and all of its known descendants, without waiting.
  func kill() {
    switch self {
    case .direct(let process, _): Platform.killGroup(process)
    case .supervised(_, _, let control): Self.send(.end, to: control)
    }
  }

  private static func send(_ order: Supervision.Order, to control: Int32) {
    _ = Platform.shieldedFromBrokenPipes { Platform.send(control, [order.rawValue]) }
  }

  /// Kills the remaining processes and returns the program's exit status. Must be called only once, because the process
  /// ID may be reused afterwards.
  func end() -> ChildStatus {
    kill()
    switch self {
    case .direct(let process, let ended):
      Platform.closeDescriptor(ended)
      return ChildStatus(wait: Platform.reap(process))
    case .supervised(let process, _, let control):
      if case .ended(let status) = Supervision.Report.next(from: control) { return ChildStatus(wait: status) }
      // The supervisor was killed.
      Platform.killGroup(process)
      return .signalled(9)
    }
  }

  /// Waits for the supervisor, which ends after all of the program's descendants. Must be called once, after `end`.
  func forget() {
    guard case .supervised(_, let child, let control) = self else { return }
    // The system closes the supervisor's side of the connection when the supervisor ends.
    let isGone = Platform.isReadable(control, within: Self.patience)
    Platform.closeDescriptor(control)
    if isGone || !Platform.startThread({ _ = Platform.reap(child) }) { _ = Platform.reap(child) }
  }
}

extension ChildError {
  init(_ error: SystemError, of program: String) {
    self =
      error.isMissing
      ? .notFound(program: program)
      : error.isNotExecutable
        ? .notExecutable(program: program) : .failed(program: program, reason: error.message)
  }
}

/// The program that a supervising process has started, as seen from that process.
///
/// Only the thread that calls `run` reaps children, so the process IDs of ended children are not reused before it has
/// handled them.
private struct Supervisor {
  /// The first and the longest pause between two attempts to kill the remaining processes, in milliseconds.
  private static let pauses = 10...1000

  private let control: Int32
  private let program: Int32
  /// The descriptor from which a byte can be read each time a child has ended; end-of-file means that there are no
  /// children.
  private let deaths: Int32
  /// The descriptor to which a byte is written for each ended child that has been handled.
  private let dealtWith: Int32
  private var isProgramAlive = true
  private var isServerThere = true
  private var isEnding = false
  /// The time of the next step of termination, in milliseconds on the clock of `Platform`.
  private var due: Int?
  private var pause = pauses.lowerBound

  /// Starts the program with this process's standard streams. Nil if the program cannot be started, which is then
  /// reported to the server, or if the server has ended.
  init?(_ file: String, _ arguments: [String], control: Int32) {
    guard !Platform.isReadable(control, within: 0) else { return nil }
    self.control = control
    do throws(SystemError) {
      let deaths = try Platform.makePipe()
      let dealtWith = try Platform.makePipe()
      program = try Platform.spawn(
        file, arguments, directory: nil, environment: Platform.environmentEntries(), descriptors: [0, 1, 2])
      self.deaths = deaths.reading
      self.dealtWith = dealtWith.writing
      let isWatched = Platform.startThread {
        var byte: [UInt8] = [0]
        while Platform.awaitChild() {
          _ = Platform.send(deaths.writing, [1])
          guard case .bytes = Platform.receive(dealtWith.reading, into: &byte) else { break }
        }
        Platform.closeDescriptor(deaths.writing)
      }
      if !isWatched { Platform.closeDescriptor(deaths.writing) }
    } catch {
      _ = Platform.send(control, Supervision.Report.failed(error).bytes)
      return nil
    }
    report(.started(program))
  }

  private func report(_ report: Supervision.Report) { _ = Platform.send(control, report.bytes) }

  /// Runs until the program and all its descendants have ended.
  mutating func run() {
    var isAnybodyLeft = true
    while isAnybodyLeft {
      var interests = [
        Platform.Interest(descriptor: deaths), Platform.Interest(descriptor: isServerThere ? control : -1),
      ]
      Platform.wait(for: &interests, milliseconds: due.map { max(0, $0 - Platform.milliseconds()) })
      if interests[0].isReady { isAnybodyLeft = hearOfDeath() }
      if interests[1].isReady { hear() }
      if let due, due <= Platform.milliseconds() { endAll() }
    }
    // The program may still be running if no thread could be started to wait for it.
    if isProgramAlive { Platform.killGroup(program) }
  }

  /// Handles the end of a child; returns false once there are no children, and thus no descendants.
  private mutating func hearOfDeath() -> Bool {
    var byte: [UInt8] = [0]
    guard case .bytes = Platform.receive(deaths, into: &byte) else { return false }
    while let (process, status) = Platform.reapChild() {
      guard process == program else { continue }
      isProgramAlive = false
      report(.ended(status))
    }
    _ = Platform.send(dealtWith, [1])
    // The children of the ended process are now children of this one, and must be ended too.
    if isEnding { due = Platform.milliseconds() }
    return true
  }

  private mutating func hear() {
    var orders = [UInt8](repeating: 0, count: 16)
    guard case .bytes(let count) = Platform.receive(control, into: &orders) else {
      // The server has ended, possibly by a crash.
      isServerThere = false
      ask()
      return
    }
    for order in orders[..<count].compactMap(Supervision.Order.init) {
      switch order {
      case .ask: ask()
      case .end: due = Platform.milliseconds()
      }
    }
  }

  private mutating func ask() {
    guard due == nil else { return }
    if isProgramAlive { Platform.killGroup(program, politely: true) }
    due = Platform.milliseconds() + Supervision.grace
  }

  /// Kills all children. Their children are then adopted by this process and killed in the next round.
  private mutating func endAll() {
    if isProgramAlive { Platform.killGroup(program) }
    Platform.killChildren()
    due = Platform.milliseconds() + pause
    if isEnding { pause = min(pause * 2, Self.pauses.upperBound) }
    isEnding = true
  }
}
