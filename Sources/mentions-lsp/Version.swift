import ServerHost

/// `version`: prints the version of the program.
enum Version {
  static let text = "0.1.0"

  static func run(_ arguments: inout Arguments) throws(UsageError) -> Int32 {
    try arguments.finish()
    HostProcess.write("mentions-lsp \(text)\n")
    return 0
  }
}
