import Entities
import JSONText
import SystemCalls

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
    runner = QueryRunner(name: name, program: request.program, timeout: request.timeout, tell: tell) {
      query, problems, execute throws(ChildError) in
      try Self.fetch(request, key: query.key, &problems, execute)
    } read: { output, problems in
      Self.read(output, request, &problems)
    }
  }

  public func send(_ query: ProviderQuery) { runner.send(query) }
  public func cancel(_ number: Int) { runner.cancel(number) }
  public func stop() { runner.stop() }

  /// Where to ask for a key.
  static func url(of request: Request, key: String) -> String {
    Placeholder.fill(["{key}", "{q}"], in: request.url, with: percentEncoded(key))
  }

  /// Asks, and follows where the service sends us; the time is for all of it together.
  private static func fetch(
    _ request: Request, key: String, _ problems: inout SourceProblems, _ execute: QueryRunner.Execute
  ) throws(ChildError) -> ChildResult {
    var exchange = HTTPExchange(
      url: url(of: request, key: key), headers: request.headers, program: request.program)
    let end = Platform.milliseconds() + request.timeout
    while true {
      var result = try execute(exchange.command(within: max(0, end - Platform.milliseconds())))
      switch exchange.hear(&result.output) {
      case .answered: return result
      case .redirected: continue
      case .refused(let why):
        problems.add(.error, field: "url", why)
        result.output = []
        return result
      }
    }
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
    do throws(JSONError) {
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
    var answer = AnswerEntities()
    let sink: EntitySink = { answer.take($0) }
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
    collector.place = nil
    answer.finish(&collector.problems)
    return answer.entities
  }
}
