import EntitySources
import Foundation
import MentionsTestKit
import ServerHost
import Testing

/// The program that was built beside these tests, run as a user runs it.
struct BuiltProgram {
  let path: String
  /// A home without settings; gone with the test.
  let room: Room

  init() throws {
    let tests = try #require(HostProcess.executablePath)
    let beside = URL(fileURLWithPath: tests).deletingLastPathComponent()
    // On macOS the tests are a bundle, some folders further down.
    let folders = sequence(first: beside) { $0.path.count > 1 ? $0.deletingLastPathComponent() : nil }
    path = try #require(
      folders.lazy.map { $0.appendingPathComponent("mentions-lsp").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) },
      "mentions-lsp was not built")
    room = Room()
  }

  struct Outcome {
    let status: ChildStatus
    let output: String
    let errors: String
  }

  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(words: arguments, input: input)
  }

  func run(words: [String], input: String = "") throws -> Outcome {
    let result = try ChildProcess.run(
      ChildCommand(
        [path] + words, directory: room.path,
        environment: [
          "HOME": room.path, "XDG_CONFIG_HOME": nil, "GIT_CONFIG_GLOBAL": "/dev/null",
          "GIT_CEILING_DIRECTORIES": URL(fileURLWithPath: room.path).deletingLastPathComponent().path,
        ],
        input: Array(input.utf8), deadline: 60_000))
    return Outcome(
      status: result.status, output: String(decoding: result.output, as: UTF8.self),
      errors: String(decoding: result.errorOutput, as: UTF8.self))
  }
}

extension BuiltProgram {
  /// Runs git in the room, with no settings but the repository's own.
  func git(_ arguments: [String]) throws {
    let result = try ChildProcess.run(
      ChildCommand(
        ["git"] + arguments, directory: room.path,
        environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_DIR": nil],
        deadline: 60_000))
    #expect(result.isSuccess, "git \(arguments): \(result.complaint)")
  }

  /// Runs a script that finds the program as `$0`.
  func shell(_ script: String, _ environment: [String: String?] = [:]) throws -> (ChildStatus, String) {
    let result = try ChildProcess.run(
      ChildCommand(
        ["bash", "-c", script, path], directory: room.path, environment: environment,
        deadline: 60_000))
    return (result.status, String(decoding: result.output + result.errorOutput, as: UTF8.self))
  }

  func isInstalled(_ name: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}

/// A folder for one test.
final class Room {
  let path: String

  init() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mentions-program-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ text: String, executable: Bool = false) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    if executable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }
    return url.path
  }
}

/// Compares with a file of `Golden`, which `MENTIONS_UPDATE=1` renews.
func expectGolden(_ text: String, _ name: String, file: String = #filePath) throws {
  let url = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  let golden = (try? String(decoding: Data(contentsOf: url), as: UTF8.self)) ?? ""
  let (have, want) = (
    text.split(separator: "\n", omittingEmptySubsequences: false),
    golden.split(separator: "\n", omittingEmptySubsequences: false)
  )
  let first = zip(have, want).enumerated().first { $1.0 != $1.1 }
  #expect(
    first == nil && have.count == want.count,
    "line \((first?.offset ?? min(have.count, want.count)) + 1) of \(name): \(first.map { "\($0.element.0) / \($0.element.1)" } ?? "one text is longer"); \(Renewal.file(url.path, text))"
  )
}
