import SystemCalls

/// A program to start, never through a shell.
package struct ChildCommand: Hashable, Sendable {
  /// The program (looked up in the absolute folders of `PATH` unless it holds a slash) and its arguments.
  package var arguments: [String]
  /// The directory that it starts in; a program named with a slash is found from there. nil: this process's own.
  package var directory: String?
  /// Variables set besides this process's own; nil takes one away.
  package var environment: [String: String?]
  /// Written to its standard input, which is then closed.
  package var input: [UInt8]
  /// Milliseconds until it is killed with all that it has started; nil: never.
  package var deadline: Int?
  /// Bytes of standard output after which it is killed.
  package var outputLimit: Int
  /// Bytes of standard error that are kept; the rest is read and dropped.
  package var errorLimit: Int

  package init(
    _ arguments: [String], directory: String? = nil, environment: [String: String?] = [:],
    input: [UInt8] = [],
    deadline: Int? = nil, outputLimit: Int = 1 << 26, errorLimit: Int = 1 << 14
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.input = input
    self.deadline = deadline
    self.outputLimit = outputLimit
    self.errorLimit = errorLimit
  }

  /// The program's name, for messages.
  package var program: String { arguments.first ?? "" }

  /// This process's variables with the changes made, sorted, each as `NAME=value`.
  var variables: [String] {
    var all: [String] = []
    for entry in Platform.environmentEntries() {
      let name = String(Substring(entry.utf8.prefix { $0 != UInt8(ascii: "=") }))
      if environment[name] == nil { all.append(entry) }
    }
    for (name, value) in environment { if let value { all.append("\(name)=\(value)") } }
    return all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Reason why a program could not be started.
package enum ChildError: Error, Hashable, Sendable, CustomStringConvertible {
  case empty
  case notFound(program: String)
  case notExecutable(program: String)
  case noDirectory(String)
  case failed(program: String, reason: String)

  package var description: String {
    switch self {
    case .empty: "no program is named"
    case .notFound(let program): "the program “\(program)” was not found"
    case .notExecutable(let program): "“\(program)” cannot be executed"
    case .noDirectory(let directory): "the directory “\(directory)” does not exist"
    case .failed(let program, let reason): "“\(program)” could not be started: \(reason)"
    }
  }
}

/// Status of a program that has ended.
package enum ChildStatus: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  /// Reads what `waitpid` gives.
  init(wait status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }

  package var isSuccess: Bool { self == .exited(0) }

  package var description: String {
    switch self {
    case .exited(let code): "exit status \(code)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

/// The outcome of a program that was run to its end.
package struct ChildResult: Hashable, Sendable {
  package enum Stop: Hashable, Sendable { case ended, deadline, outputLimit }

  package var status: ChildStatus
  package var output: [UInt8]
  package var errorOutput: [UInt8]
  /// Whether it ended by itself, and what it was killed for if not.
  package var stop: Stop

  package var isSuccess: Bool { stop == .ended && status.isSuccess }

  /// The last lines of standard error on one line, for a message.
  package var complaint: String {
    let lines = errorOutput.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
    return lines.prefix(3).joined(separator: " ")
  }
}

/// Search for a program's file.
enum ProgramLookup {
  /// Folders that are searched without a `PATH`.
  static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

  /// The file for a program's name.
  ///
  /// A name without a slash is looked up in the absolute folders of `PATH` only: an empty or a relative one means the
  /// current folder, whose content anybody may have written. A name with a slash is that file, relative to the
  /// directory that the program starts in.
  ///
  /// - Parameter path: the variable `PATH`.
  static func file(
    for program: String, directory: String?, path: String?
  ) throws(ChildError) -> String {
    var candidates = [program]
    var isNamed = true
    if !program.utf8.contains(UInt8(ascii: "/")) {
      isNamed = false
      candidates = (path ?? usualFolders).utf8.split(separator: UInt8(ascii: ":"))
        .filter { $0.first == UInt8(ascii: "/") }.map { String(Substring($0)) + "/" + program }
    }
    var isThere = false
    for candidate in candidates {
      let whole =
        candidate.utf8.first == UInt8(ascii: "/") || directory == nil
        ? candidate : (directory ?? "") + "/" + candidate
      if Platform.isProgram(whole) { return candidate }
      let kind = Platform.kind(of: whole)
      isThere = isThere || kind == .file || isNamed && kind != nil
    }
    throw isThere ? .notExecutable(program: program) : .notFound(program: program)
  }
}
