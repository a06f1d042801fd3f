import JSONText
import SystemCalls

/// The headers of a web service's response, which `curl --include` prints before the body.
struct HTTPResponse {
  private(set) var status: Int
  /// The headers by name in lower case; the last of several wins.
  private var headers: [String: String] = [:]

  /// Parses the headers, and removes them from the output of curl. Nil if the output does not begin with headers.
  init?(takenFrom output: inout [UInt8]) {
    status = 100
    // Skips interim responses, such as `100 Continue`.
    while (100..<200).contains(status) {
      guard output.starts(with: "HTTP/".utf8),
        let end = output.firstOccurrence(of: "\r\n\r\n".utf8) ?? output.firstOccurrence(of: "\n\n".utf8)
      else { return nil }
      let lines = output[..<end.lowerBound].split(separator: 0x0A).map { line in
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      output.removeSubrange(..<end.upperBound)
      let words = lines.first?.split(separator: " ") ?? []
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      headers = [:]
      for line in lines.dropFirst() {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let value = EntityRecord.trimmed(String(line[line.utf8.index(after: colon)...]))
        headers[line[..<colon].lowercased()] = value
      }
    }
  }

  var etag: String? { headers["etag"] }

  /// The remaining requests and the rate limit of the service; nil if unknown.
  var requestsLeft: (left: Int, limit: Int?)? {
    func number(_ name: String) -> Int? {
      (headers["x-ratelimit-\(name)"] ?? headers["ratelimit-\(name)"]).flatMap { Int($0) }
    }
    return number("remaining").map { ($0, number("limit")) }
  }

  /// The number of seconds until the service may be asked again; nil if the response does not require a pause.
  ///
  /// - Parameter now: in seconds since 1970.
  func pause(at now: Int) -> Int? {
    if let wait = headers["retry-after"].flatMap({ Int($0) }) { return max(0, wait) }
    guard headers["x-ratelimit-remaining"] == "0" || headers["ratelimit-remaining"] == "0" else { return nil }
    // GitHub sends a point in time (seconds since 1970), other services a number of seconds.
    let reset = (headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]).flatMap { Int($0) } ?? 60
    return max(0, reset > 1_000_000_000 ? reset - now : reset)
  }

  /// The URL of `Link: <…>; rel="next"` (RFC 8288).
  var next: String? {
    for link in (headers["link"] ?? "").split(separator: ",") {
      let parts = link.split(separator: ";").map { EntityRecord.trimmed(String($0)) ?? "" }
      guard let address = parts.first, address.hasPrefix("<"), address.hasSuffix(">") else { continue }
      let isNext = parts.dropFirst().contains { part in
        let relation = part.lowercased().filter { $0 != "\"" && $0 != " " }
        return relation == "rel=next"
      }
      if isNext { return String(address.dropFirst().dropLast()) }
    }
    return nil
  }
}

/// Header values that refer to environment variables, so that a settings file need not contain a token.
enum HeaderValue {
  /// The reason why a header cannot be sent. It never contains the variable's value.
  struct Fault: Error, Hashable {
    let message: String
  }

  /// Replaces `${NAME}` with the variable's value, and `$${` with a literal `${`.
  static func resolved(_ text: String, environment: (String) -> String?) throws(Fault) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      let before = rest[..<start.lowerBound]
      if before.hasSuffix("$") {
        result += before + "{"
        rest = rest[start.upperBound...]
        continue
      }
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw Fault(message: "“${” has no “}”; a literal “${” is written “$${”")
      }
      let name = String(rest[start.upperBound..<end])
      guard let value = environment(name), !value.isEmpty else {
        throw Fault(message: "the environment variable \(name) is not set")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw Fault(message: "the environment variable \(name) contains a control character")
      }
      result += before + value
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  /// All headers of a request. If one of them cannot be sent, adds a problem and returns nil.
  static func resolved(
    _ headers: [String: String], _ problems: inout SourceProblems,
    environment: (String) -> String? = { Platform.environment()[$0] }
  ) -> [String: String]? {
    do throws(Fault) {
      var resolved: [String: String] = [:]
      for (name, value) in headers { resolved[name] = try Self.resolved(value, environment: environment) }
      return resolved
    } catch {
      problems.add(.error, field: "headers", error.message)
      return nil
    }
  }
}
