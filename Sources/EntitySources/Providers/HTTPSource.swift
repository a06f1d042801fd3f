import Entities
import JSONText

/// A web service that is asked for each query (`"type": "http"`), by way of the program `curl`.
///
/// `{key}` (or `{q}`) in the address stands for the key string, percent-encoded. Address and headers go to
/// curl through its standard input, so that no token shows in the list of processes.
public final class HTTPSource: AnsweringSource {
  public struct Request: Hashable, Sendable {
    public var url: String
    public var headers: [String: String]
    /// A JSON pointer (RFC 6901) to the array of entities in the answer; "" is the answer itself.
    public var items: String
    /// For a field of an entity, a JSON pointer to its value in an item. Empty: items have the fields' own names.
    public var map: [EntityField: String]
    /// Milliseconds.
    public var timeout: Int
    public var program: String

    public init(
      url: String, headers: [String: String] = [:], items: String = "", map: [EntityField: String] = [:],
      timeout: Int = 5000, program: String = "curl"
    ) {
      self.url = url
      self.headers = headers
      self.items = items
      self.map = map
      self.timeout = timeout
      self.program = program
    }
  }

  public let name: String
  public let request: Request
  private let runner: QueryRunner

  public init(name: String, request: Request, tell: @escaping @Sendable (ProviderEvent) -> Void) {
    self.name = name
    self.request = request
    runner = QueryRunner(name: name, tell: tell) { query in
      Self.command(for: request, key: query.key)
    } read: { output, problems in
      Self.read(output, request, &problems)
    }
  }

  public func send(_ query: ProviderQuery) { runner.send(query) }
  public func cancel(_ number: Int) { runner.cancel(number) }
  public func stop() { runner.stop() }

  static func command(for request: Request, key: String) -> ChildCommand {
    var command = ChildCommand(
      [request.program, "--disable", "--config", "-"], deadline: request.timeout, outputLimit: 1 << 24)
    let encoded = percentEncoded(key)
    let url = Placeholder.fill(["{key}", "{q}"], in: request.url, with: encoded)
    var lines = [
      "silent", "show-error", "fail", "location", "globoff", "compressed", "max-redirs = 3",
      "proto = \"=http,https\"", "proto-redir = \"=http,https\"", "url = \(quoted(url))",
    ]
    for (header, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      lines.append("header = \(quoted("\(header): \(value)"))")
    }
    command.input = Array((lines.joined(separator: "\n") + "\n").utf8)
    return command
  }

  /// As curl's configuration wants it; a line end in a value would begin a line of its own.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 where byte >= 0x20 && byte != 0x7F {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  /// Everything but RFC 3986's unreserved characters as `%XX`.
  static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func read(_ output: [UInt8], _ request: Request, _ problems: inout SourceProblems) -> [Entity] {
    // Nothing: curl has said on standard error why.
    guard !output.isEmpty else { return [] }
    var collector = RecordCollector(source: problems.source, file: nil, problems: problems)
    defer { problems = collector.problems }
    let value: JSONValue
    do throws(JSONFault) {
      value = try JSONParser.parse(output)
    } catch {
      collector.add(
        .error, line: error.line, "the answer is not JSON: column \(error.column): \(error.message)")
      return []
    }
    guard case .array(let items)? = JSONPointer.value(at: request.items, in: value) else {
      collector.add(.error, field: "items", "the answer has no array at “\(request.items)”")
      return []
    }
    var entities: [Entity] = []
    let sink: EntitySink = { entity in
      entities.append(entity)
      return .kept
    }
    for (index, item) in items.enumerated() {
      collector.place = "\(request.items)/\(index)"
      if request.map.isEmpty {
        EntityJSON.take(item, line: nil, into: &collector, sink)
        continue
      }
      var record = EntityRecord()
      for field in EntityField.allCases {
        guard let pointer = request.map[field], let value = JSONPointer.value(at: pointer, in: item) else {
          continue
        }
        if let complaint = record.set(field, json: value) { collector.add(field: field.rawValue, complaint) }
      }
      collector.finish(record, line: nil, sink)
    }
    return entities
  }
}

/// JSON pointers (RFC 6901).
enum JSONPointer {
  /// The value there; nil where there is none, or where the pointer is no pointer.
  static func value(at pointer: String, in root: JSONValue) -> JSONValue? {
    var value = root
    if pointer.isEmpty { return value }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      // In this order: `~01` is `~1`, no slash.
      let unescaped = Placeholder.fill(["~1"], in: String(Substring(part)), with: "/")
      let name = Placeholder.fill(["~0"], in: unescaped, with: "~")
      switch value {
      case .object(let object):
        guard let member = object[name] else { return nil }
        value = member
      case .array(let items):
        guard let index = Int(name), items.indices.contains(index) else { return nil }
        value = items[index]
      default: return nil
      }
    }
    return value
  }
}
