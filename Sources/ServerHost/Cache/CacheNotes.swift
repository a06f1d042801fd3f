import EntitySources
import JSONText
import MentionsServer
import SystemCalls

/// What is noted in a catalog's file besides the catalog: where it came from, and how that was.
struct CacheNotes {
  /// How a file was that a source read.
  struct Input: Hashable {
    let path: String
    /// Nil: there was no file.
    let stamp: FileStamp?
    /// The checksum of its bytes; nil where it could not be read.
    let contents: UInt64?
    /// Whether it had changed so shortly before it was read that a further change need not show in its stamp.
    let isRecent: Bool
  }

  /// The source and its settings, or the catalogs that were merged, in full.
  var origin: String
  /// Nil: files alone do not tell whether it is up to date.
  var inputs: [Input]?
  /// The identities of the catalogs that were merged.
  var parts: [UInt64] = []
  var problems: [SourceProblem] = []
  var watchedPaths: [String] = []

  /// A change of a file less than so many seconds after another one may leave its stamp as it is.
  static let recent = 2
}

extension CacheNotes {
  var bytes: [UInt8] {
    var object: JSONObject = [
      "origin": .string(origin), "problems": .array(problems.map(\.transcript)),
      "watched": .array(watchedPaths.map { .string($0) }),
    ]
    if let inputs { object["inputs"] = .array(inputs.map(\.json)) }
    if !parts.isEmpty { object["parts"] = .array(parts.map { .string(String($0, radix: 16)) }) }
    return JSONWriter.bytes(of: JSONValue.object(object))
  }

  /// Nil where it is not what was written.
  init?(_ bytes: [UInt8], source: String) {
    guard let value = try? JSONParser.parse(bytes), let origin = value["origin"]?.stringValue else {
      return nil
    }
    self.origin = origin
    if let inputs = value["inputs"]?.arrayValue {
      let read = inputs.compactMap(Input.init(json:))
      guard read.count == inputs.count else { return nil }
      self.inputs = read
    }
    parts = (value["parts"]?.strings ?? []).compactMap { UInt64($0, radix: 16) }
    problems = (value["problems"]?.arrayValue ?? []).compactMap {
      SourceProblem(transcript: $0, source: source)
    }
    watchedPaths = value["watched"]?.strings ?? []
  }
}

extension CacheNotes.Input {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["path": .string(path), "recent": .bool(isRecent)]
    // In hexadecimal: not every reader of JSON keeps 64 bits.
    if let contents { object["contents"] = .string(String(contents, radix: 16)) }
    if let stamp { object["stamp"] = .array(stamp.numbers.map { .string(String($0, radix: 16)) }) }
    return .object(object)
  }

  fileprivate init?(json value: JSONValue) {
    guard let path = value["path"]?.stringValue, let isRecent = value["recent"]?.boolValue else { return nil }
    self.path = path
    self.isRecent = isRecent
    contents = value["contents"]?.stringValue.flatMap { UInt64($0, radix: 16) }
    guard let numbers = value["stamp"]?.strings else {
      stamp = nil
      return
    }
    stamp = FileStamp(numbers.compactMap { UInt64($0, radix: 16) })
    if stamp == nil { return nil }
  }
}
