import EntitySources
import Testing

/// Git in a folder, without the configuration of this machine.
enum Git {
  static func run(_ arguments: [String], in folder: String) throws {
    var command = ChildCommand(["git", "-C", folder] + arguments, deadline: 60_000)
    command.environment = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil,
    ]
    let result = try ChildProcess.run(command)
    try #require(result.isSuccess, "git \(arguments): \(result.complaint)")
  }
}
