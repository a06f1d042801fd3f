import Foundation

/// Runs the toolchain's own programs, for the rules that only they can judge.
enum Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  static func swift(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = SourceTree.checkout
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a full pipe that nobody reads would stop the program.
    let folder = try TemporaryFolder()
    let output = try folder.write("", to: "output")
    let errors = try folder.write("", to: "errors")
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// Package.swift, as the package manager understands it.
  fileprivate static func manifest() throws -> Manifest {
    // A scratch folder of its own: the usual one is locked while the tests run.
    let folder = try TemporaryFolder()
    // With the targets that a default build leaves out.
    let outcome = try swift(
      ["package", "--scratch-path", folder.url.path, "dump-package"], environment: ["MENTIONS_FUZZ": "1"])
    guard outcome.status == 0 else { throw Failure(text: outcome.errors) }
    return try JSONDecoder().decode(Manifest.self, from: Data(outcome.output.utf8))
  }

  /// What `swift format` finds, a line each.
  static func lint(_ paths: [String]) throws -> [String] {
    let outcome = try swift(["format", "lint", "-s", "-r", "--configuration", ".swift-format"] + paths)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    return outcome.status == 0 || !lines.isEmpty
      ? lines : ["swift format ended with status \(outcome.status)"]
  }

  struct Failure: Error { let text: String }
}

extension Manifest {
  /// This checkout's, asked for once.
  static let here = Result { try Tool.manifest() }
}

/// A folder that goes when the last user of it does.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "house-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws -> URL {
    let place = url.appending(path: name)
    try Data(text.utf8).write(to: place)
    return place
  }
}
