import Entities
import JSONText
import SystemCalls

/// A web service that is queried for each key (`"type": "http"`) through the program `curl`.
///
/// `{key}` (or `{q}`) in the URL is replaced by the percent-encoded key string. URL and headers are passed to curl on
/// standard input, so that no token appears in the list of processes.
package final class HTTPSource: AnsweringSource {
  package struct Request: Hashable, Sendable {
    package var url: String
    package var headers: [String: String]
    /// A JSON pointer (RFC 6901) to the array of entities in the answer; "" for the answer itself.
    package var items: String
    /// Maps a field of an entity to the JSON pointer to its value within an item. If empty, the members of an item have
    /// the names of the fields.
    package var map: [EntityField: String]
    /// Values that an item must have at these JSON pointers; other items are skipped.
    package var only = JSONObject()
    /// A GraphQL query with a variable `$after`; nil if there is none.
    package var query: String?
    package var paging = Paging.link
    /// The timeout in milliseconds.
    package var timeout: Int
    package var program: String

    /// The way in which the next page of a list is requested.
    package enum Paging: Hashable, Sendable {
      /// Follows the URL in the header `Link`.
      case link
      /// Passes the number of preceding entities as a query parameter; the list ends with an empty page.
      case offset(String)
      /// Follows GraphQL's `PageInfo` object, which is at this JSON pointer.
      case cursor(String)
    }

    /// The JSON body of the request; nil if there is none.
    func body(after cursor: String?) -> JSONValue? {
      query.map { ["query": .string($0), "variables": ["after": cursor.map { .string($0) } ?? .null]] }
    }

    package init(
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

  package let name: String
  package let request: Request
  private let runner: QueryRunner

  package init(name: String, request: Request, tell: @escaping @Sendable (ProviderEvent) -> Void) {
    self.name = name
    self.request = request
    runner = QueryRunner(name: name, program: request.program, tell: tell) {
      query, problems, execute throws(ChildError) in
      try Self.fetch(request, key: query.key, &problems, execute)
    } read: { output, problems in
      Self.read(output, request, &problems)
    }
  }

  package func send(_ query: ProviderQuery) { runner.send(query) }
  package func cancel(_ number: Int) { runner.cancel(number) }
  package func stop() { runner.stop() }

  /// The URL of the request for a key.
  static func url(of request: Request, key: String) -> String {
    Placeholder.fill(["{key}", "{q}"], in: request.url, with: percentEncoded(key))
  }

  private static func fetch(
    _ request: Request, key: String, _ problems: inout SourceProblems, _ execute: QueryRunner.Execute
  ) throws(ChildError) -> ChildResult? {
    guard let headers = HeaderValue.resolved(request.headers, &problems) else { return nil }
    var exchange = HTTPExchange(url: url(of: request, key: key), headers: headers, program: request.program)
    var (result, refusal) = try exchange.ask(within: request.timeout, execute)
    if let refusal {
      problems.add(.error, field: "url", refusal)
      result.output = []
    }
    return result
  }

  /// The text with all characters except RFC 3986's unreserved ones encoded as `%XX`.
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
    // If there is no output, curl has printed the reason on standard error.
    guard !output.isEmpty else { return [] }
    var answer = AnswerEntities()
    _ = read(output, request, &problems) { answer.take($0) }
    answer.finish(&problems)
    return answer.entities
  }

  /// One page of a list.
  struct Page {
    /// The number of items, including those that are not entities.
    var count: Int
    /// The cursor of the next page, for ``Request/Paging/cursor(_:)``.
    var cursor: String?
  }

  /// Parses the entities in an answer. Nil if it contains no list.
  static func read(
    _ output: [UInt8], _ request: Request, _ problems: inout SourceProblems, _ sink: EntitySink
  ) -> Page? {
    var collector = RecordCollector(source: problems.source, file: nil, problems: problems)
    defer { problems = collector.problems }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(output)
    } catch {
      collector.add(
        .error, line: error.line, "the answer is not JSON: column \(error.column): \(error.message)")
      return nil
    }
    guard case .array(let items)? = JSONPointer.value(at: request.items, in: value) else {
      collector.add(.error, field: "items", "the answer has no array at “\(request.items)”")
      return nil
    }
    for (index, item) in items.enumerated() {
      let isWanted = request.only.members.allSatisfy { JSONPointer.value(at: $0.name, in: item) == $0.value }
      guard isWanted else { continue }
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
    var page = Page(count: items.count)
    if case .cursor(let pointer) = request.paging,
      let info = JSONPointer.value(at: pointer, in: value), info["hasNextPage"] == true
    {
      page.cursor = info["endCursor"]?.stringValue
    }
    return page
  }
}

/// One request to a web service through `curl`, including redirections.
///
/// Redirections are followed here: curl itself would send the user's headers to any host that a response names, and
/// would switch from https to http. Here, headers are sent only to the original origin, and https is never replaced by
/// http.
struct HTTPExchange {
  /// The maximum number of redirections.
  private static let mostRedirections = 3

  enum Turn: Hashable {
    case answered
    case redirected
    /// The redirection was not followed, for the given reason.
    case refused(String)
  }

  private(set) var url: String
  private(set) var headers: [String: String]
  /// The JSON body to post; nil for none.
  private let body: JSONValue?
  private let program: String
  private var redirections = 0

  init(url: String, headers: [String: String], body: JSONValue? = nil, program: String) {
    self.url = url
    self.headers = headers
    self.body = body
    self.program = program
  }

  /// Sends the request, and follows redirections.
  ///
  /// - Parameters:
  ///   - milliseconds: the timeout of all requests together.
  ///   - asList: whether the response is returned for any status, with its headers, as for a list; otherwise only the
  ///     body of a successful response is returned.
  ///   - execute: runs curl.
  /// - Returns: the result of the last run of curl, and the reason why a redirection was not followed; nil if all were.
  mutating func ask(
    within milliseconds: Int, asList: Bool = false, _ execute: QueryRunner.Execute
  ) throws(ChildError) -> (result: ChildResult, refusal: String?) {
    let end = Platform.milliseconds() + milliseconds
    while true {
      var result = try execute(command(within: max(0, end - Platform.milliseconds()), asList: asList))
      switch hear(&result.output) {
      case .answered: return (result, nil)
      case .redirected: continue
      case .refused(let why): return (result, why)
      }
    }
  }

  /// The command for curl's next run. Everything is passed on standard input, so that neither the URL nor a header
  /// appears in the list of processes; `~/.curlrc` is not read.
  ///
  /// - Parameter asList: whether the response is returned for any status, with its headers, as for a list; otherwise
  ///   only the body of a successful response is returned.
  func command(within milliseconds: Int, asList: Bool = false) -> ChildCommand {
    var command = ChildCommand(
      [program, "--disable", "--config", "-"], deadline: milliseconds,
      outputLimit: asList ? FetchedList.outputLimit : AnswerEntities.outputLimit)
    let protocols = isSecure ? "=https" : "=http,https"
    var lines = [
      "silent", "show-error", asList ? "include" : "fail", "suppress-connect-headers", "globoff",
      "compressed",
      "proto = \"\(protocols)\"",
      #"write-out = "\n%{http_code} %{redirect_url}""#,
      "url = \(Self.quoted(url))",
    ]
    for (header, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines.append("header = \(Self.quoted("\(header): \(value)"))")
    }
    if let body {
      lines.append(#"header = "Content-Type: application/json""#)
      lines.append("data-raw = \(Self.quoted(body.description))")
    }
    command.input = Array((lines.joined(separator: "\n") + "\n").utf8)
    return command
  }

  /// Processes the output of curl, and removes the status and the redirection that `write-out` appends to it.
  mutating func hear(_ output: inout [UInt8]) -> Turn {
    guard let end = output.lastIndex(of: 0x0A) else { return .answered }
    let words = output[(end + 1)...].split(
      separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, words[0].count == 3, let status = Int(String(decoding: words[0], as: UTF8.self))
    else { return .answered }
    let place = String(decoding: words[1], as: UTF8.self)
    output.removeSubrange(end...)
    guard (300..<400).contains(status), !place.isEmpty else { return .answered }
    return follow(place)
  }

  private mutating func follow(_ place: String) -> Turn {
    redirections += 1
    guard redirections <= Self.mostRedirections else {
      return .refused("the service redirects more than \(Self.mostRedirections) times")
    }
    guard let scheme = Self.scheme(of: place), scheme == "https" || scheme == "http" else {
      return .refused("the service redirects to a URL that is neither http nor https")
    }
    if isSecure, scheme != "https" { return .refused("the service redirects from https to http") }
    if WebOrigin(url) != WebOrigin(place) || WebOrigin(place) == nil { headers = [:] }
    url = place
    return .redirected
  }

  private var isSecure: Bool { Self.scheme(of: url) == "https" }

  private static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return String(Substring(url.utf8[..<colon])).lowercased()
  }

  /// A quoted value in the syntax of curl's configuration, without control characters: a literal line end would start a
  /// new line.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 where byte >= 0x20 && byte != 0x7F {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

/// The origin (RFC 6454) of a URL: scheme, host and port. Headers are sent only to the origin they were written for.
struct WebOrigin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Nil if the URL is not clearly `http://host:port/…`. Programs interpret unusual URLs differently, so these have no
  /// origin.
  init?(_ url: String) {
    let bytes = Array(url.utf8)
    guard let divider = bytes.firstOccurrence(of: "://".utf8) else { return nil }
    scheme = String(decoding: bytes[..<divider.lowerBound], as: UTF8.self).lowercased()
    guard let usual = ["http": 80, "https": 443][scheme] else { return nil }
    let rest = bytes[divider.upperBound...]
    var authority = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    var number = usual
    let isBracketed = authority.first == UInt8(ascii: "[")
    if let colon = authority.lastIndex(of: UInt8(ascii: ":")), authority.last != UInt8(ascii: "]") {
      guard let given = UInt16(String(decoding: authority[(colon + 1)...], as: UTF8.self)) else { return nil }
      number = Int(given)
      authority = authority[..<colon]
    }
    let isPlain = authority.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || isBracketed && [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":")].contains(byte)
    }
    guard isPlain, !authority.isEmpty, !rest.contains(UInt8(ascii: "\\")) else { return nil }
    host = String(decoding: authority, as: UTF8.self).lowercased()
    port = number
  }
}

/// JSON pointers (RFC 6901).
private enum JSONPointer {
  /// The value at a pointer; nil if there is none, or if the pointer is invalid.
  static func value(at pointer: String, in root: JSONValue) -> JSONValue? {
    var value = root
    if pointer.isEmpty { return value }
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    for part in pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      // `~1` is replaced first, because `~01` means `~1` and not a slash.
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
