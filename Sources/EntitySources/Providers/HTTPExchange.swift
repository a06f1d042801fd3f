import JSONText

/// One question to a web service by way of `curl`, through its redirections.
///
/// Redirections are followed here: curl would send the user's headers along to whatever host an answer names, and
/// would leave https for http. Here a header stays with the origin that it was written for, for good, and https
/// stays https.
struct HTTPExchange {
  /// Redirections that are followed.
  static let mostRedirections = 3

  enum Turn: Hashable {
    case answered
    case redirected
    /// Not followed; why, in words.
    case refused(String)
  }

  private(set) var url: String
  private(set) var headers: [String: String]
  private let program: String
  private var redirections = 0

  init(url: String, headers: [String: String], program: String) {
    self.url = url
    self.headers = headers
    self.program = program
  }

  /// curl's next run. All that it must know goes through its standard input, so that neither the address nor a
  /// header shows in the list of processes; `~/.curlrc` is not read.
  func command(within milliseconds: Int) -> ChildCommand {
    var command = ChildCommand(
      [program, "--disable", "--config", "-"], deadline: milliseconds,
      outputLimit: AnswerEntities.outputLimit)
    let protocols = isSecure ? "=https" : "=http,https"
    var lines = [
      "silent", "show-error", "fail", "globoff", "compressed", "proto = \"\(protocols)\"",
      #"write-out = "\n%{http_code} %{redirect_url}""#,
      "url = \(Self.quoted(url))",
    ]
    for (header, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines.append("header = \(Self.quoted("\(header): \(value)"))")
    }
    command.input = Array((lines.joined(separator: "\n") + "\n").utf8)
    return command
  }

  /// Takes what curl printed, and from it what curl itself said of the answer.
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
      return .refused("the service redirects to something other than http and https")
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

  /// As curl's configuration wants it; a line end in a value would begin a line of its own.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 where byte >= 0x20 && byte != 0x7F {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

/// Scheme, host and port of a web address (RFC 6454): whom a header was written for.
struct WebOrigin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Nil where the address is not plainly `http://host:port/…`. Programs read odd ones in different ways, so an odd
  /// one has no origin at all, and none is like it.
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
