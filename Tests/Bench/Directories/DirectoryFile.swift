import Entities
import EntitySources
import JSONText
import ServerHost

/// A directory by chance as a JSON Lines file, the same for every run, made when first asked for.
struct DirectoryFile {
  let path: String
  let bytes: Int
  /// Somebody whom only the last line names: once found, all has been read.
  static let last = "Zzyzx"

  /// Makes it unless this run has it already.
  ///
  /// - Parameters:
  ///   - count: how many people it holds.
  ///   - isVaried: has aliases, names of four words and names in other scripts too.
  ///   - bench: the run that it belongs to.
  static func make(
    _ count: Int, isVaried: Bool = false, _ bench: Bench
  ) throws(BenchError) -> DirectoryFile {
    let path = bench.file("\(isVaried ? "varied" : "people")-\(count).jsonl")
    if let bytes = bench.made[path] { return DirectoryFile(path: path, bytes: bytes) }
    var bytes = 0
    var directory = Directory()
    try BenchFiles.write(path) { append throws(BenchError) in
      var written = 0
      while written < count {
        var writer = JSONWriter()
        var lines: [UInt8] = []
        for at in written..<min(written + 4096, count) {
          var entity = isVaried ? directory.variedEntity(at) : directory.entity(at)
          if at == count - 1 { entity.name = last + " Zyxwvu" }
          writer = JSONWriter()
          writer.object {
            $0.member("id", entity.id)
            $0.member("name", entity.name)
            $0.member("handle", ifPresent: entity.handle)
            $0.member("email", ifPresent: entity.email)
            $0.member("detail", ifPresent: entity.detail)
            if !entity.aliases.isEmpty { $0.member("aliases", entity.aliases) }
          }
          lines += writer.bytes + [UInt8(ascii: "\n")]
        }
        try append(lines)
        bytes += lines.count
        written = min(written + 4096, count)
      }
    }
    bench.made[path] = bytes
    return DirectoryFile(path: path, bytes: bytes)
  }

  /// Settings that name it as the one source of `@`.
  var settings: JSONValue { settings(usesCache: false) }

  /// - Parameter usesCache: whether it may come out of the cache, and goes there.
  func settings(usesCache: Bool) -> JSONValue {
    [
      "cache": .bool(usesCache),
      "sources": ["bench": ["type": "file", "path": .string(path)]],
      "triggers": [["character": "@", "sources": ["bench"], "allowSpaces": true]],
    ]
  }

  /// How it is read into memory.
  func load(early: @escaping (LoadedSource) -> Void = { _ in }) -> LoadedSource {
    FileSource(name: "bench", path: path).load(on: ThreadExecutor(), early: early)
  }
}
