/// The host of a Git remote, and the project there.
///
/// The remote is written in a repository's configuration, which may come from anybody: a name that is not plainly a
/// host's, or a path that is not plainly a project's, is no remote.
package struct ForgeRemote: Hashable, Sendable {
  /// In small letters, without a port; an IPv6 address has its brackets.
  package var host: String
  /// `:8443`, where it is on the web at another port than usual; else empty.
  let port: String
  /// `owner/name`, with subgroups in between; at some forges a name alone.
  package let project: String
  /// Whether the host may be an alias of ssh's configuration.
  let isBySSH: Bool

  /// Owner, or group with its subgroups; empty where there is none.
  var owner: String { String(project[..<(project.lastIndex(of: "/") ?? project.startIndex)]) }
  var name: String { project.split(separator: "/").last.map(String.init) ?? "" }

  static let longest = 1024

  /// Reads `https://host/owner/name.git`, `ssh://git@host:22/owner/name`, `git@host:owner/name.git`. Nil for files, for
  /// other schemes, and for what is odd. Passwords are left out. O(bytes).
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
      // As `scp` has it; a slash before the colon is a file's.
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

  /// A service that is named by its host, perhaps with a port, and has no project. Nil where it is odd.
  init?(service: String) {
    guard let (host, port) = Self.host(of: service[...]) else { return nil }
    self.host = host
    self.port = String(port)
    project = ""
    isBySSH = false
  }

  /// The port has its colon.
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

  /// Letters, digits, dots and hyphens, not beginning with a hyphen: never an option of a program.
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
