import SystemCalls

/// A program that is measured. It is spoken to on the thread that measures: a thread between would be measured too.
struct Child {
  let process: Int32
  /// Writing here reaches its standard input. Neither end blocks.
  let input: Int32
  /// Its standard output; its standard error goes nowhere.
  let output: Int32

  /// Starts a program, named by its whole path.
  ///
  /// - Parameters:
  ///   - command: the program's whole path and its arguments.
  ///   - environment: `NAME=value`, besides this program's own.
  init(_ command: [String], environment: [String] = []) throws(BenchError) {
    do throws(SystemError) {
      let stdin = try Platform.makePipe()
      let stdout = try Platform.makePipe()
      let nowhere = try Platform.openNowhere()
      defer {
        for descriptor in [stdin.reading, stdout.writing, nowhere] { Platform.closeDescriptor(descriptor) }
      }
      process = try Platform.spawn(
        command.first ?? "", command, directory: nil,
        environment: environment + Platform.environmentEntries(),
        descriptors: [stdin.reading, stdout.writing, nowhere])
      input = stdin.writing
      output = stdout.reading
    } catch {
      throw BenchError("\(command.first ?? "no program") could not be started: \(error.message)")
    }
    Platform.makeNonblocking(input)
    Platform.makeNonblocking(output)
  }

  /// Ends it and waits for it.
  func end() {
    Platform.closeDescriptor(input)
    Platform.closeDescriptor(output)
    Platform.killGroup(process)
    _ = Platform.reap(process)
  }
}
