import MentionsServer

/// `version`.
enum Version {
  static let text = "0.1.0"

  static func run(_ arguments: inout Arguments) throws(UsageFault) -> Int32 {
    try arguments.finish()
    HostProcess.write("mentions-lsp \(text)\n")
    return 0
  }
}

/// `help`.
enum Help {
  static func run(_ arguments: inout Arguments) throws(UsageFault) -> Int32 {
    if let name = try arguments.optionalWord() {
      guard let command = Commands.all.first(where: { $0.name == name }) else {
        throw UsageFault("unknown command \(name)")
      }
      try arguments.finish()
      HostProcess.write(Commands.usage(of: command))
      return 0
    }
    HostProcess.write(Commands.usage)
    return 0
  }
}
