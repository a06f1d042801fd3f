import SystemCalls

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
