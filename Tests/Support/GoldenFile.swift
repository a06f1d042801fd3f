import ServerHost

/// The files of `Tests/Golden`, which an earlier version of the program has written.
package enum GoldenFile {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Golden"

  package static func bytes(_ name: String) throws(UnreadableFile) -> [UInt8] {
    try HostProcess.readFile("\(folder)/\(name)")
  }
}
