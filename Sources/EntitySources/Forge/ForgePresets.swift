import JSONText

/// What is asked of each kind of forge, as data.
///
/// `{host}`, `{authority}` (with the port), `{project}` (its slashes as `%2F` in `{project:path}`), `{owner}` and `{name}`
/// are those of the remote. `command` is tried first where its program is installed; else `path` is asked below the forge's
/// `api`. The token is the first of `tokens` that the environment has, else what the program `login` prints. It goes only
/// to the hosts of `tokenHosts`, and to those that the user has named.
public enum ForgePresets {
  public static let text = #"""
    {
      "github": {
        "hosts": ["github.com"],
        "api": {"github.com": "https://api.github.com", "*": "https://{authority}/api/v3"},
        "tokenHosts": ["github.com"],
        "tokens": ["GH_TOKEN", "GITHUB_TOKEN"],
        "login": ["gh", "auth", "token", "--hostname", "{host}"],
        "authorization": "Bearer {token}",
        "lists": {
          "people": {
            "command": ["gh", "api", "graphql", "--hostname", "{host}", "--paginate",
              "-f", "owner={owner}", "-f", "name={name}",
              "-f", "query=query($owner: String!, $name: String!, $endCursor: String) { repository(owner: $owner, name: $name) { mentionableUsers(first: 100, after: $endCursor) { nodes { login name email } pageInfo { hasNextPage endCursor } } } }",
              "--jq", ".data.repository.mentionableUsers.nodes[] | {handle: .login, name: (.name // .login), email: .email}"],
            "path": "/repos/{project}/assignees?per_page=100",
            "map": {"handle": "/login", "url": "/html_url", "avatar": "/avatar_url"}
          },
          "issues": {
            "path": "/repos/{project}/issues?state=all&sort=updated&per_page=100",
            "map": {"handle": "/number", "name": "/title", "detail": "/state", "url": "/html_url"}
          }
        }
      },
      "gitlab": {
        "hosts": ["gitlab.com"],
        "api": {"*": "https://{authority}/api/v4"},
        "tokenHosts": ["gitlab.com"],
        "tokens": ["GITLAB_TOKEN"],
        "login": ["glab", "config", "get", "token", "--host", "{host}"],
        "authorization": "Bearer {token}",
        "lists": {
          "people": {
            "path": "/projects/{project:path}/users?per_page=100",
            "map": {"handle": "/username", "name": "/name", "url": "/web_url", "avatar": "/avatar_url"}
          },
          "issues": {
            "path": "/projects/{project:path}/issues?order_by=updated_at&per_page=100",
            "map": {"handle": "/iid", "name": "/title", "detail": "/state", "url": "/web_url"}
          },
          "requests": {
            "path": "/projects/{project:path}/merge_requests?order_by=updated_at&per_page=100",
            "map": {"handle": "/iid", "name": "/title", "detail": "/state", "url": "/web_url"}
          }
        }
      },
      "gitea": {
        "hosts": ["codeberg.org", "gitea.com"],
        "api": {"*": "https://{authority}/api/v1"},
        "tokens": ["GITEA_TOKEN", "FORGEJO_TOKEN"],
        "authorization": "token {token}",
        "lists": {
          "people": {
            "path": "/repos/{project}/assignees",
            "map": {"handle": "/login", "name": "/full_name", "url": "/html_url", "avatar": "/avatar_url"}
          },
          "issues": {
            "path": "/repos/{project}/issues?state=all&limit=50",
            "map": {"handle": "/number", "name": "/title", "detail": "/state", "url": "/html_url"}
          }
        }
      }
    }
    """#

  /// Kinds of forges that a user may name for a host; `forgejo` is a `gitea`.
  public static let kinds = ["github", "gitlab", "gitea", "forgejo"]

  private static let presets: JSONValue = (try? JSONParser.parse(text)) ?? .null

  /// What is asked for a list of a project; nil where the host is none that is known, or has no such list.
  ///
  /// - Parameters:
  ///   - list: of the project.
  ///   - hosts: the user's own, with their kinds.
  static func preset(of remote: ForgeRemote, _ list: ForgeList, hosts: [String: String]) -> ForgePreset? {
    guard let kind = kind(of: remote.host, hosts: hosts), let forge = presets[kind],
      let stated = forge["lists"]?[list.rawValue], let path = stated["path"]?.stringValue,
      let api = (forge["api"]?[remote.host] ?? forge["api"]?["*"])?.stringValue
    else { return nil }
    func filled(_ text: String) -> String {
      var text = text
      for (placeholder, value) in [
        ("{host}", remote.host), ("{authority}", remote.host + remote.port),
        ("{project:path}", remote.project.split(separator: "/").joined(separator: "%2F")),
        ("{project}", remote.project), ("{owner}", remote.owner), ("{name}", remote.name),
      ] { text = Placeholder.fill([placeholder], in: text, with: value) }
      return text
    }
    var map: [EntityField: String] = [:]
    for member in stated["map"]?.objectValue?.members ?? [] {
      if let field = EntityField(header: member.name.utf8) { map[field] = member.value.stringValue }
    }
    func texts(_ value: JSONValue?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }
    let mayHaveToken = hosts[remote.host] != nil || texts(forge["tokenHosts"]).contains(remote.host)
    return ForgePreset(
      url: filled(api + path), map: map,
      command: mayHaveToken ? texts(stated["command"]).map(filled) : [],
      tokens: mayHaveToken ? texts(forge["tokens"]) : [],
      login: mayHaveToken ? texts(forge["login"]).map(filled) : [],
      authorization: forge["authorization"]?.stringValue ?? "Bearer {token}")
  }

  /// Nil for a host that nobody has named.
  static func kind(of host: String, hosts: [String: String]) -> String? {
    if let kind = hosts[host] { return kind == "forgejo" ? "gitea" : kind }
    for member in presets.objectValue?.members ?? []
    where member.value["hosts"]?.arrayValue?.contains(.string(host)) == true { return member.name }
    return nil
  }
}

/// A list that a forge has of a project.
public enum ForgeList: String, Hashable, Sendable, CaseIterable {
  case people, issues, requests
}

/// One list of one project, ready to be asked for.
struct ForgePreset: Hashable {
  let url: String
  let map: [EntityField: String]
  /// Empty: there is none.
  let command: [String]
  /// Variables of the environment.
  let tokens: [String]
  /// A program that prints the token of whoever is logged in; empty: there is none.
  let login: [String]
  let authorization: String
}
