/// The host of a Git remote, and the project on that host.
///
/// The remote is part of a repository's configuration, which is untrusted: a name that is not clearly a host, or a path
/// that is not clearly a project, is rejected.
package struct ForgeRemote: Hashable, Sendable {
  /// The host in lower case, without a port; an IPv6 address includes its brackets.
  package var host: String
  /// `:8443` for a non-standard web port; otherwise empty.
  let port: String
  /// `owner/name`, possibly with subgroups in between; on some forges only a name.
  package let project: String
  /// Whether the host may be an alias in the configuration of ssh.
  let isBySSH: Bool

  /// The owner, or the group with its subgroups; empty if there is none.
  var owner: String { String(project[..<(project.lastIndex(of: "/") ?? project.startIndex)]) }
  var name: String { project.split(separator: "/").last.map(String.init) ?? "" }

  private static let longest = 1024

  /// Parses `https://host/owner/name.git`, `ssh://git@host:22/owner/name`, `git@host:owner/name.git`. Nil for files,
  /// other schemes, and anything unusual. Passwords are dropped. O(bytes).
  package init?(_ url: String) {
    guard url.utf8.count <= Self.longest,
      url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let isOnWeb: Bool
    let authority: Substring
    let path: Substring
    if let divider = url.firstRange(of: "://") {
      let scheme = url[..<divider.lowerBound].lowercased()
      guard ["https", "http", "ssh", "git+ssh"].contains(scheme) else { return nil }
      isBySSH = scheme.hasSuffix("ssh")
      isOnWeb = scheme == "https"
      let rest = url[divider.upperBound...]
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      authority = rest[..<slash]
      path = rest[slash...].dropFirst()
    } else {
      // The syntax of `scp`. A slash before the colon indicates a file path.
      guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return nil }
      isBySSH = true
      isOnWeb = false
      authority = url[..<colon]
      path = url[colon...].dropFirst()
    }
    let place = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    guard let (host, port) = Self.host(of: place), let project = Self.project(path) else { return nil }
    self.host = host
    self.port = isOnWeb && ![":", ":443"].contains(port) ? String(port) : ""
    self.project = project
  }

  /// A service given by its host and optional port, without a project. Nil if invalid.
  init?(service: String) {
    guard let (host, port) = Self.host(of: service[...]) else { return nil }
    self.host = host
    self.port = String(port)
    project = ""
    isBySSH = false
  }

  /// Splits a location into a valid host, in lower case, and a port, which is empty or includes its colon. Nil if
  /// invalid.
  private static func host(of place: Substring) -> (host: String, port: Substring)? {
    if place.hasPrefix("[") {
      guard let end = place.firstIndex(of: "]") else { return nil }
      let address = place[...end]
      let isAddress = address.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      let port = place[end...].dropFirst()
      return isAddress && isPort(port) ? (address.lowercased(), port) : nil
    }
    let colon = place.firstIndex(of: ":") ?? place.endIndex
    let (name, port) = (place[..<colon], place[colon...])
    return isHost(name) && isPort(port) ? (name.lowercased(), port) : nil
  }

  /// Whether the name consists of letters, digits, dots and hyphens and does not begin with a hyphen, so that it is
  /// never an option of a program.
  static func isHost(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.count <= 253 && name.first != "-" && name.first != "."
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
          || byte == UInt8(ascii: "-")
      }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func project(_ path: Substring) -> String? {
    var path = path
    while path.hasPrefix("/") { path = path.dropFirst() }
    while path.hasSuffix("/") { path = path.dropLast() }
    if path.hasSuffix(".git") { path = path.dropLast(4) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let arePlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && !part.hasPrefix("-")
        && part.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~")].contains(byte)
        }
    }
    return parts.count <= 20 && arePlain ? String(path) : nil
  }
}
