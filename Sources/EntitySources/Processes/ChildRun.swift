import SystemCalls

extension ChildProcess {
  /// Runs a program to its end and gathers what it prints.
  ///
  /// - Parameters:
  ///   - command: the program, its arguments, and the bounds that it runs in.
  ///   - started: receives the child, which may be killed from any thread.
  public static func run(
    _ command: ChildCommand, started: (ChildProcess) -> Void = { _ in }
  ) throws(ChildError) -> ChildResult {
    var output: [UInt8] = []
    var result = try run(command, started: started, output: { output += $0 })
    result.output = output
    return result
  }

  /// Runs a program to its end; what it prints goes to `take` in pieces as they come.
  public static func run(
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
