import SystemCalls

/// A program to start, always without a shell.
package struct ChildCommand: Hashable, Sendable {
  /// The program (looked up in the absolute folders of `PATH` unless it contains a slash) and its arguments.
  package var arguments: [String]
  /// The working directory, to which a program name with a slash is relative; nil for this process's own.
  package var directory: String?
  /// Variables set in addition to this process's own; nil removes a variable.
  package var environment: [String: String?]
  /// The bytes written to the program's standard input, which is then closed.
  package var input: [UInt8]
  /// The number of milliseconds after which the program is killed with all its descendants; nil for never.
  package var deadline: Int?
  /// The number of bytes of standard output after which the program is killed.
  package var outputLimit: Int
  /// The number of bytes of standard error that are kept; the rest is discarded.
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

  /// The resulting environment, sorted, each variable as `NAME=value`.
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

/// The reason why a program could not be started.
package enum ChildError: Error, Hashable, Sendable, CustomStringConvertible {
  case empty
  case notFound(program: String)
  case notExecutable(program: String)
  case noDirectory(String)
  case failed(program: String, reason: String)

  package var description: String {
    switch self {
    case .empty: "no program is given"
    case .notFound(let program): "the program “\(program)” was not found"
    case .notExecutable(let program): "“\(program)” cannot be executed"
    case .noDirectory(let directory): "the directory “\(directory)” does not exist"
    case .failed(let program, let reason): "“\(program)” could not be started: \(reason)"
    }
  }
}

/// The exit status of a program.
package enum ChildStatus: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  /// Decodes a status from `waitpid`.
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

/// The result of a program that was run to completion.
package struct ChildResult: Hashable, Sendable {
  package enum Stop: Hashable, Sendable { case ended, deadline, outputLimit }

  package var status: ChildStatus
  package var output: [UInt8]
  package var errorOutput: [UInt8]
  /// Whether the program ended by itself, or the reason why it was killed.
  package var stop: Stop

  package var isSuccess: Bool { stop == .ended && status.isSuccess }

  /// At most the first three lines of standard error, joined into one line for a message.
  package var complaint: String {
    let lines = errorOutput.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
    return lines.prefix(3).joined(separator: " ")
  }
}

/// Finds the file of a program.
enum ProgramLookup {
  /// The folders that are searched if `PATH` is not set.
  private static let usualFolders = "/usr/local/bin:/usr/bin:/bin"

  /// The file for a program's name.
  ///
  /// A name without a slash is looked up in the absolute folders of `PATH` only: empty and relative paths refer to the
  /// current folder, whose content is untrusted. A name with a slash is a path, relative to the directory in which the
  /// program starts.
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
