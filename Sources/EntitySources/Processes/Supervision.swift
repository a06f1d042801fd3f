import Synchronization
import SystemCalls

/// Starts programs through an intermediate process, which outlives this one for as long as it takes to end them.
///
/// ```
///   server ══control══ supervisor ── program ── its children, including those that left its session
/// ```
///
/// A process that is killed cannot end others, and the system does not notify its children. So each program has a
/// parent of its own: this very program, started again with a hidden command. The two are connected only by the
/// control connection. The system closes the server's end when the server ends in any way, regardless of the thread
/// that opened it; then, or when the server requests it, the supervisor ends the program with all its descendants.
///
/// On Linux orphans become children of the supervisor, so none is lost. On macOS they do not: there the program's
/// process group is ended, and its descendants by living parents.
package enum Supervision {
  /// The hidden command.
  package static let command = "supervise"

  private static let isAdopted = Mutex(false)

  /// From now on this process starts programs under a supervisor. To be called by a program that passes the
  /// arguments after ``command`` to ``run(_:)``; programs of one that does not are started directly, in a process
  /// group that is ended with them, and outlive it if it is killed.
  package static func adopt() { isAdopted.withLock { $0 = true } }

  /// The program that is started as supervisor of the next one; nil for none.
  static var supervisor: String? {
    guard isAdopted.withLock({ $0 }) else { return nil }
    #if os(Linux)
    // Not its path: the file may have been replaced since, or be gone.
    return "/proc/self/exe"
    #else
    return Platform.executablePath()
    #endif
  }

  /// Milliseconds that a program is given to end by itself once it has been asked to.
  static let grace = 200

  /// The descriptor on which a supervisor hears.
  static let control: Int32 = 3

  /// Messages of the server: a byte each.
  enum Order: UInt8 {
    /// Ask the program to end, and end it after the grace.
    case ask = 0x61
    /// End it, and all that it has started, now.
    case end = 0x65
  }

  /// Messages of the supervisor: a byte for the kind and four for the number.
  enum Report: Hashable {
    /// The program runs, with this process number.
    case started(Int32)
    /// It could not be started.
    case failed(SystemError)
    /// It has ended, with this status as `waitpid` gives it. Its children may go on.
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

    /// Waits for the next report; nil where the supervisor is gone.
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

  /// Is the supervisor of one program, until the program and its descendants are gone.
  ///
  /// - Parameter words: what follows ``command``: the program's file, then all its arguments.
  /// - Returns: the exit status; 2 where nobody is there to be a supervisor for.
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

/// A program that runs, as this process holds it.
enum StartedProgram: Sendable {
  /// A child of this process. The descriptor's end says that it has ended.
  case direct(Int32, ended: Int32)
  /// A child of a supervisor, which is a child of this process and reports on the connection.
  case supervised(Int32, by: Int32, control: Int32)

  /// Milliseconds after which nobody waits any more for what cannot be killed.
  private static let patience = 2000

  /// - Parameter descriptors: its standard input, output and errors. They remain the caller's to close.
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
      // Without a thread to wait with, there is no child either.
      Platform.killGroup(process)
      Platform.closeDescriptor(end.writing)
    }
    return .direct(process, ended: end.reading)
  }

  /// Readable once the program has ended.
  var ended: Int32 {
    switch self {
    case .direct(_, let ended): ended
    case .supervised(_, _, let control): control
    }
  }

  /// Asks the program and its process group to end. Does not wait.
  func ask() {
    switch self {
    case .direct(let process, _): Platform.killGroup(process, politely: true)
    case .supervised(_, _, let control): Self.send(.ask, to: control)
    }
  }

  /// Kills the program and all that it has started, as far as that can be known. Does not wait.
  func kill() {
    switch self {
    case .direct(let process, _): Platform.killGroup(process)
    case .supervised(_, _, let control): Self.send(.end, to: control)
    }
  }

  private static func send(_ order: Supervision.Order, to control: Int32) {
    _ = Platform.shieldedFromBrokenPipes { Platform.send(control, [order.rawValue]) }
  }

  /// Kills what is left, and returns how the program ended. To be called once; its number may be another's then.
  func end() -> ChildStatus {
    kill()
    switch self {
    case .direct(let process, let ended):
      Platform.closeDescriptor(ended)
      return ChildStatus(wait: Platform.reap(process))
    case .supervised(let process, _, let control):
      if case .ended(let status) = Supervision.Report.next(from: control) { return ChildStatus(wait: status) }
      // Somebody has killed the supervisor.
      Platform.killGroup(process)
      return .signalled(9)
    }
  }

  /// Waits for the supervisor, whose last act is to see all that the program has started gone. After `end`, once.
  func forget() {
    guard case .supervised(_, let child, let control) = self else { return }
    // Its end of the connection is closed when it ends.
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

/// The one program that a supervising process has started, seen from that process.
///
/// Only the thread that runs this waits for children, so the numbers of those that have ended stay theirs until it
/// has dealt with them.
private struct Supervisor {
  /// Milliseconds between two attempts to kill what is left, at first and at most.
  private static let pauses = 10...1000

  private let control: Int32
  private let program: Int32
  /// A byte for each time that a child has ended; its end once there are no children.
  private let deaths: Int32
  /// A byte for each of them that has been dealt with.
  private let dealtWith: Int32
  private var isProgramAlive = true
  private var isServerThere = true
  private var isEnding = false
  /// Time of the next step of ending, in milliseconds on the clock of `Platform`.
  private var due: Int?
  private var pause = pauses.lowerBound

  /// Starts the program with this process's first three descriptors. Nil where that is not possible, which has been
  /// reported then, or where nobody is there any more to report to.
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

  /// Returns when the program and all its descendants are gone.
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
    // Without a thread to watch with, there is no program either.
    if isProgramAlive { Platform.killGroup(program) }
  }

  /// False once there are no children, and so no descendants.
  private mutating func hearOfDeath() -> Bool {
    var byte: [UInt8] = [0]
    guard case .bytes = Platform.receive(deaths, into: &byte) else { return false }
    while let (process, status) = Platform.reapChild() {
      guard process == program else { continue }
      isProgramAlive = false
      report(.ended(status))
    }
    _ = Platform.send(dealtWith, [1])
    // Its children are ours now.
    if isEnding { due = Platform.milliseconds() }
    return true
  }

  private mutating func hear() {
    var orders = [UInt8](repeating: 0, count: 16)
    guard case .bytes(let count) = Platform.receive(control, into: &orders) else {
      // The server is gone, with or without a word.
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

  /// Kills all children. Those whose parents are killed become our children, and are killed the next time.
  private mutating func endAll() {
    if isProgramAlive { Platform.killGroup(program) }
    Platform.killChildren()
    due = Platform.milliseconds() + pause
    if isEnding { pause = min(pause * 2, Self.pauses.upperBound) }
    isEnding = true
  }
}
