import JSONText

/// The known forges: those of ``ForgePresets`` and those added by the user's settings.
package struct Forges: Hashable, Sendable {
  /// The kind of each host. Names are in lower case.
  package var hosts: [String: String]
  /// The user's presets by kind, in the form of ``ForgePresets/text``. Each replaces the built-in preset of the same
  /// kind.
  package var presets: JSONObject

  package init(hosts: [String: String] = [:], presets: JSONObject = JSONObject()) {
    self.hosts = hosts
    self.presets = presets
  }

  /// Kinds that are known without the user's presets; `forgejo` is a `gitea`.
  package static let kinds = (builtIn.objectValue?.members.map(\.name) ?? []) + ["forgejo"]

  private static let builtIn: JSONValue = (try? JSONParser.parse(ForgePresets.text)) ?? .null

  /// The kind of a host; nil for an unknown host.
  func kind(of host: String) -> String? {
    if let kind = hosts[host] { return kind }
    let known = Self.builtIn.objectValue?.members.first {
      $0.value["hosts"]?.arrayValue?.contains(.string(host)) == true
    }
    return known?.name
  }

  private func preset(of kind: String) -> JSONValue? {
    presets[kind] ?? Self.builtIn[kind == "forgejo" ? "gitea" : kind]
  }

  /// The reason, in words, why no request is sent.
  struct Reason: Error, Hashable {
    let text: String
  }

  /// The request for a list of a project.
  func preset(of remote: ForgeRemote, _ list: ForgeList) throws(Reason) -> ForgePreset {
    guard let kind = kind(of: remote.host) else {
      throw Reason(text: "\(remote.host) is not a known host; add it to “hosts” in your own settings")
    }
    guard let forge = preset(of: kind) else {
      let known = (Self.kinds + presets.members.map(\.name)).joined(separator: ", ")
      throw Reason(text: "the kind of \(remote.host) in “hosts” is “\(kind)”, expected one of \(known)")
    }
    guard let stated = forge["lists"]?[list.rawValue]?.objectValue else {
      throw Reason(text: "\(list.rawValue) cannot be fetched from \(remote.host)")
    }
    guard let api = (forge["api"]?[remote.host] ?? forge["api"]?["*"])?.stringValue else {
      throw Reason(text: "the preset “\(kind)” has no “api” for \(remote.host)")
    }
    if remote.owner.isEmpty, Self.names(ownerIn: stated) {
      throw Reason(text: "\(remote.host) has no project “\(remote.project)”")
    }
    let mayHaveToken =
      hosts[remote.host] != nil || Self.texts(forge["tokenHosts"]).contains(remote.host)
    let request = Self.request(stated, below: api, remote)
    return ForgePreset(
      request: request,
      authors: forge["lists"]?["authors"]?.objectValue.flatMap {
        list == .people ? Self.request($0, below: api, remote) : nil
      },
      one: stated["one"]?.stringValue.map { remote.filled(api + $0) },
      command: mayHaveToken ? Self.texts(stated["command"]).map(remote.filled) : [],
      tokens: mayHaveToken ? Self.texts(forge["tokens"]) : [],
      login: mayHaveToken ? Self.texts(forge["login"]).map(remote.filled) : [],
      authorization: forge["authorization"]?.stringValue ?? "Bearer {token}")
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue)
  }

  /// Whether the requests for a list contain the owner of the project, alone or as part of the project's path.
  private static func names(ownerIn list: JSONObject) -> Bool {
    (["path", "query", "one"].compactMap { list[$0]?.stringValue } + texts(list["command"]))
      .contains { $0.contains("{owner}") || $0.contains("{project") }
  }

  private static func request(
    _ list: JSONObject, below api: String, _ remote: ForgeRemote
  ) -> HTTPSource.Request {
    var map: [EntityField: String] = [:]
    for member in list["map"]?.objectValue?.members ?? [] {
      if let field = EntityField(header: member.name.utf8) { map[field] = member.value.stringValue }
    }
    var request = HTTPSource.Request(
      url: remote.filled(api + (list["path"]?.stringValue ?? "")), items: list["items"]?.stringValue ?? "",
      map: map, timeout: ForgeSource.timeout)
    request.query = list["query"]?.stringValue.map(remote.filled)
    request.only = list["only"]?.objectValue ?? JSONObject()
    if let parameter = list["offset"]?.stringValue { request.paging = .offset(parameter) }
    if let pointer = list["cursor"]?.stringValue { request.paging = .cursor(pointer) }
    return request
  }
}

/// A list that a forge provides for a project.
package enum ForgeList: String, Hashable, Sendable, CaseIterable {
  case people, issues, requests
}

/// One list of one project, ready to be requested.
struct ForgePreset: Hashable {
  /// The request, without headers.
  let request: HTTPSource.Request
  /// The request for the newest commits, which associate e-mail addresses with handles; nil unless people are listed.
  let authors: HTTPSource.Request?
  /// The URL of a single entry, with the placeholder `{number}`.
  let one: String?
  /// The forge's own program that prints the list, with its arguments; empty if there is none.
  let command: [String]
  /// The environment variables that may contain the token; the first that is set is used.
  let tokens: [String]
  /// A program that prints the token of the current login; empty if there is none.
  let login: [String]
  let authorization: String
}

extension ForgeRemote {
  /// The text of a preset with its placeholders replaced by the remote's parts.
  fileprivate func filled(_ text: String) -> String {
    var text = text
    for (placeholder, value) in [
      ("{host}", host), ("{authority}", host + port),
      ("{project:path}", project.split(separator: "/").joined(separator: "%2F")),
      ("{project}", project), ("{owner}", owner), ("{name}", name),
    ] { text = Placeholder.fill([placeholder], in: text, with: value) }
    return text
  }
}
