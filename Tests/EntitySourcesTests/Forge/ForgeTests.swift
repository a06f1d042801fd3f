import Entities
import Foundation
import JSONText
import Testing

@testable import EntitySources

/// The project behind a Git remote, and what its forge is asked (Behaviour, section 4).
@Suite struct ForgeTests {
  @Test(arguments: [
    ("https://github.com/ada/notes.git", "github.com ada/notes"),
    ("https://user:secret@GitHub.com/ada/notes", "github.com ada/notes"),
    ("https://git.example.org:8443/group/sub/notes/", "git.example.org group/sub/notes"),
    ("ssh://git@git.example.org:2222/ada/notes.git", "git.example.org ada/notes"),
    ("git@gitlab.com:group/sub/notes.git", "gitlab.com group/sub/notes"),
    ("work:ada/notes", "work ada/notes"), ("https://[2001:DB8::1]:80/ada/notes", "[2001:db8::1] ada/notes"),
  ])
  func `remotes of all forms`(url: String, expected: String) throws {
    let remote = try #require(ForgeRemote(url))
    #expect("\(remote.host) \(remote.project)" == expected)
  }

  @Test(arguments: [
    "", "/srv/git/notes.git", "../notes", "file:///srv/notes", "git@host:../x", "git@host:a/../b",
    "-oProxyCommand=touch pwned:ada/notes", "ssh://-oProxyCommand=x/ada/notes",
    "https://github.com", "https://ho st/ada/notes", "https://github.com/ada/no tes",
    "https://github.com/a/b?x=1",
    "https://github.com:x/ada/notes", "git@[::1:ada/notes", "https://github.com/ada/notes\n",
    "git://github.com/a/b",
    "https://evil.example\\@github.com/a/b", "git@host:-x/y",
    "https://github.com/" + String(repeating: "a/", count: 600) + "b",
  ])
  func `what is odd is no remote`(url: String) {
    #expect(ForgeRemote(url) == nil)
  }

  @Test func `presets know their hosts and those of the user`() throws {
    func url(_ remote: String, _ list: ForgeList, _ hosts: [String: String] = [:]) throws -> String? {
      let remote = try #require(ForgeRemote(remote))
      return try? Forges(hosts: hosts).preset(of: remote, list).request.url
    }
    #expect(
      try url("git@github.com:ada/notes", .issues)
        == "https://api.github.com/repos/ada/notes/issues?state=all&sort=updated&per_page=100")
    #expect(
      try url("git@gitlab.com:g/s/notes", .requests)
        == "https://gitlab.com/api/v4/projects/g%2Fs%2Fnotes/merge_requests?order_by=updated_at&per_page=100")
    #expect(
      try url("https://codeberg.org/a/b", .people) == "https://codeberg.org/api/v1/repos/a/b/assignees")
    #expect(
      try url("https://git.example.org/a/b", .people, ["git.example.org": "github"])
        == "https://git.example.org/api/v3/repos/a/b/assignees?per_page=100")
    #expect(
      try url("https://git.example.org/a/b", .people, ["git.example.org": "forgejo"])
        == "https://git.example.org/api/v1/repos/a/b/assignees")
    for (remote, port) in [
      ("https://git.example.org:8443/a/b", ":8443"), ("https://git.example.org:443/a/b", ""),
      ("ssh://git@git.example.org:2222/a/b", ""),
    ] {
      #expect(
        try url(remote, .issues, ["git.example.org": "gitea"])
          == "https://git.example.org\(port)/api/v1/repos/a/b/issues?state=all&limit=50")
    }
    #expect(try url("git@github.com:ada/notes", .requests) == nil)
    #expect(try url("https://github.com/ada", .people) == nil, "an owner alone is no project")
    #expect(
      try url("ssh://ada@review.example.org:29418/notes", .people, ["review.example.org": "gerrit"])
        == "https://review.example.org/a/accounts/?q=is:active&o=DETAILS&n=500")
    for host in ["gitlab.evil.example", "github.com.evil.example", "xgithub.com"] {
      #expect(try url("https://\(host)/a/b", .people) == nil)
    }
  }

  /// A repository with a remote, whose forge is a script in the place of curl.
  private func source(
    _ list: ForgeList, remote: String = "https://secret:pass@github.com/ada/notes.git", answer: String,
    environment: [String: String] = [:], hosts: [String: String] = [:], presets: JSONObject = [:],
    host: String? = nil,
    gh: String? = nil
  ) throws -> (source: ForgeSource, scratch: Scratch) {
    let scratch = Scratch()
    let git = GitProgram(directory: scratch.path, timeout: 60_000)
    _ = try git.lines(["init", "-q"])
    _ = try git.lines(["remote", "add", "origin", remote])
    scratch.write("answer", "HTTP/2 200 \r\n\r\n\(answer)\n200 ")
    let script = "#!/bin/sh\ncat >> '\(scratch.path)/asked'\ncat '\(scratch.path)/answer'\n"
    var source = ForgeSource(
      name: "forge", directory: scratch.path, list: list, host: host,
      forges: Forges(hosts: hosts, presets: presets),
      refresh: 300)
    source.curl = scratch.write("curl", script, executable: true)
    var environment = environment
    environment["PATH"] = scratch.path + "/bin"
    if let gh { scratch.write("bin/gh", "#!/bin/sh\n" + gh, executable: true) }
    source.environment = { [environment] in environment[$0] }
    return (source, scratch)
  }

  private func asked(_ scratch: Scratch) -> String {
    (try? String(contentsOfFile: scratch.path + "/asked", encoding: .utf8)) ?? ""
  }

  @Test func `people of the project, whom nobody is asked for a token`() throws {
    let (source, scratch) = try source(
      .people, answer: #"[{"login": "ada", "html_url": "https://github.com/ada"}, {"login": "ben"}]"#)
    let loaded = source.load()
    #expect(loaded.entities.map(line) == ["ada @ada", "ben @ben"] && loaded.problems == [])
    let asked = asked(scratch)
    #expect(asked.contains("https://api.github.com/repos/ada/notes/assignees?per_page=100"))
    #expect(
      asked.contains("proto = \"=https\"") && !asked.contains("Authorization") && !asked.contains("pass"))
    #expect(source.explanation == "github.com/ada/notes, without a token")
  }

  @Test func `issues by their numbers, open ones first`() throws {
    let (source, scratch) = try source(
      .issues,
      answer: #"""
        [{"number": 1, "title": "Old", "state": "closed"}, {"number": 12, "title": "Fix the\nparser \u202e", "state": "open"}]
        """#)
    let catalog = source.load().catalog
    #expect(asked(scratch).contains("/repos/ada/notes/issues?"))
    let found = catalog.search(MatchQuery(key: "1")).matches.map { catalog.entity(at: $0.index) }
    #expect(found.map(\.handle) == ["1", "12"], "the whole number comes before open ones")
    let all = catalog.search(MatchQuery(key: "")).matches.map { catalog.entity(at: $0.index) }
    #expect(all.map(\.handle) == ["12", "1"] && all[0].name == "Fix the parser" && all[0].kind == .issue)
  }

  @Test func `no token leaves for a host that nobody has named`() throws {
    let (source, scratch) = try source(
      .people, remote: "git@gitlab.evil.example:ada/notes", answer: "[]",
      environment: ["GITLAB_TOKEN": "s3cret", "GH_TOKEN": "s3cret"])
    let loaded = source.load()
    #expect(asked(scratch) == "" && loaded.entities == [])
    #expect(
      loaded.problems.map(\.message) == [
        "gitlab.evil.example is not a known host; add it to “hosts” in your own settings"
      ])
  }

  @Test(arguments: [
    ("https://me@github.com/a/b", "Bearer s3cret"), ("https://codeberg.org/a/b", nil),
    ("https://git.example.org/a/b", "token 0ther"),
  ])
  func `a token goes to github.com, gitlab.com and the hosts that the user has named`(
    remote: String, authorization: String?
  ) throws {
    let (source, scratch) = try source(
      .people, remote: remote, answer: #"[{"login": "ada"}]"#,
      environment: ["GITHUB_TOKEN": "s3cret", "GITEA_TOKEN": "0ther"], hosts: ["git.example.org": "gitea"])
    #expect(source.load().entities.map(\.name) == ["ada"])
    let header = asked(scratch).split(separator: "\n").first { $0.contains("Authorization") }
    #expect(header.map(String.init) == authorization.map { #"header = "Authorization: \#($0)""# })
    let end = [
      "Bearer s3cret": "with the token in GITHUB_TOKEN", "token 0ther": "with the token in GITEA_TOKEN",
    ]
    #expect(source.explanation.hasSuffix(", " + (authorization.flatMap { end[$0] } ?? "without a token")))
  }

  @Test func `gh is asked for people, and for the token of whoever is logged in`() throws {
    let gh =
      #"echo "$PWD $*" | head -n 1 >> "$0.asked"; [ "$1" = auth ] && echo t0ken || echo '{"handle": "ada", "name": "Ada"}'"#
    let (source, scratch) = try source(.people, answer: "[]", gh: gh)
    #expect(source.explanation == "github.com/ada/notes, fetched with gh")
    #expect(source.load().entities.map(line) == ["Ada @ada"])
    #expect(asked(scratch).contains("/commits?") && !asked(scratch).contains("/assignees"))
    let words = try String(contentsOfFile: scratch.path + "/bin/gh.asked", encoding: .utf8)
    #expect(words.contains("/ api graphql --hostname github.com --paginate -f owner=ada -f name=notes"))

    let (issues, asking) = try self.source(.issues, answer: #"[{"number": 1, "title": "A"}]"#, gh: gh)
    #expect(issues.explanation == "github.com/ada/notes, with the login of gh")
    #expect(issues.load().entities.map(\.handle) == ["1"])
    #expect(asked(asking).contains(#"header = "Authorization: Bearer t0ken""#))
  }

  @Test func `where gh fails the web is asked, without a token`() throws {
    let (source, scratch) = try source(
      .people, answer: #"[{"login": "ben"}]"#, gh: "echo no login >&2; exit 4")
    #expect(source.load().entities.map(\.name) == ["ben"] && !asked(scratch).contains("Authorization"))
  }

  @Test func `a service that is no forge is named by its host, and a token may be a name with a password`()
    throws
  {
    var (source, scratch) = try source(
      .people, answer: "[]", environment: ["JIRA_TOKEN": "ada@example.org:s3cret"],
      hosts: ["example.atlassian.net": "jira", "jira.example.org": "jira-data-center"],
      host: "example.atlassian.net")
    scratch.write(
      "curl",
      """
      #!/bin/sh
      asked=$(cat)
      echo "$asked" >> "\(scratch.path)/asked"
      printf 'HTTP/2 200 \\r\\n\\r\\n'
      case $asked in
        *startAt=3*) printf '[]';;
        *startAt=2*) printf '[{"accountId": "5", "displayName": "Ben", "active": true, "accountType": "atlassian"}]';;
        *) printf '[{"accountId": "1", "displayName": "Ada", "emailAddress": "ada@example.org", "active": true, "accountType": "atlassian"},
          {"accountId": "2", "displayName": "Slack", "active": true, "accountType": "app"}]';;
      esac
      printf '\\n200 '
      """, executable: true)
    let loaded = source.load()
    #expect(loaded.entities.map(\.name) == ["Ada", "Ben"] && loaded.problems == [])
    #expect(loaded.entities.map(\.id) == ["1", "5"])
    let asked = asked(scratch)
    #expect(asked.contains(#"url = "https://example.atlassian.net/rest/api/3/users/search?maxResults=1000""#))
    #expect(asked.contains(#"header = "Authorization: Basic YWRhQGV4YW1wbGUub3JnOnMzY3JldA==""#))
    #expect(source.explanation == "example.atlassian.net, with the token in JIRA_TOKEN")

    source = ForgeSource(
      name: "jira", directory: scratch.path, list: .people, host: "evil.example", forges: source.forges,
      refresh: 300)
    #expect(
      source.load().problems.map(\.message) == [
        "evil.example is not a known host; add it to “hosts” in your own settings"
      ])
  }

  @Test func `GraphQL is asked page by page`() throws {
    let (source, scratch) = try source(
      .people, answer: "", environment: ["LINEAR_API_KEY": "k3y"], hosts: ["api.linear.app": "linear"],
      host: "api.linear.app")
    scratch.write(
      "curl",
      """
      #!/bin/sh
      asked=$(cat)
      echo "$asked" >> "\(scratch.path)/asked"
      printf 'HTTP/2 200 \\r\\n\\r\\n'
      case $asked in
        *'after\\":null'*) printf '{"data": {"users": {"nodes": [{"displayName": "ada", "name": "Ada Lovelace", "active": true}, {"displayName": "old", "name": "Old", "active": false}],
          "pageInfo": {"hasNextPage": true, "endCursor": "c1"}}}}';;
        *'after\\":\\"c1'*) printf '{"data": {"users": {"nodes": [{"displayName": "ben", "name": "Ben", "active": true}],
          "pageInfo": {"hasNextPage": false, "endCursor": "c2"}}}}';;
      esac
      printf '\\n200 '
      """, executable: true)
    let loaded = source.load()
    #expect(loaded.entities.map(line) == ["Ada Lovelace @ada", "Ben @ben"] && loaded.problems == [])
    let asked = asked(scratch)
    #expect(asked.contains(#"header = "Content-Type: application/json""#))
    #expect(asked.contains(#"header = "Authorization: k3y""#))
    #expect(asked.contains(#"data-raw = "{\"query\":\"query($after: String) { users("#))
  }

  @Test func `a preset of the user's own goes before the product's`() throws {
    let preset: JSONObject = [
      "api": ["*": "https://{authority}/own"], "tokens": ["OWN_TOKEN"], "authorization": "Own {token}",
      "lists": [
        "people": [
          "path": "/who?in={project}", "items": "/people", "map": ["handle": "/nick", "name": "/full"],
        ]
      ],
    ]
    for kind in ["own", "gitea"] {
      let (source, scratch) = try source(
        .people, remote: "https://git.example.org/ada/notes",
        answer: #"{"people": [{"nick": "ada", "full": "Ada Lovelace"}]}"#, environment: ["OWN_TOKEN": "t"],
        hosts: ["git.example.org": kind], presets: [kind: .object(preset)])
      #expect(source.load().entities.map(line) == ["Ada Lovelace @ada"])
      #expect(asked(scratch).contains(#"url = "https://git.example.org/own/who?in=ada/notes""#))
      #expect(asked(scratch).contains(#"header = "Authorization: Own t""#))
    }
  }

  @Test func `a preset without https is sent no token`() throws {
    let preset: JSONValue = [
      "api": ["*": "http://{authority}"], "tokens": ["OWN_TOKEN"], "lists": ["people": ["path": "/"]],
    ]
    let (source, scratch) = try source(
      .people, remote: "https://git.example.org/ada/notes", answer: "[]", environment: ["OWN_TOKEN": "t0ken"],
      hosts: ["git.example.org": "own"], presets: ["own": preset])
    _ = source.load()
    #expect(asked(scratch).contains("http://git.example.org/") && !asked(scratch).contains("t0ken"))
  }

  @Test(arguments: [
    ("own", "{}", "the kind of git.example.org in “hosts” is “own”, expected one of"),
    (
      "own", #"{"own": {"lists": {"people": {"path": "/"}}}}"#,
      "the preset “own” has no “api” for git.example.org"
    ),
    ("own", #"{"own": "?"}"#, "people cannot be fetched from git.example.org"),
  ])
  func `a preset that cannot be used is named`(kind: String, presets: String, complaint: String) throws {
    let presets = try JSONParser.parse(presets).objectValue ?? JSONObject()
    let (source, scratch) = try source(
      .people, remote: "https://git.example.org/ada/notes", answer: "[]", hosts: ["git.example.org": kind],
      presets: presets)
    let messages = source.load().problems.map(\.message)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(complaint) } && asked(scratch) == "")
  }

  @Test func `commits tell whose addresses people have`() throws {
    let (source, scratch) = try source(.people, answer: "", environment: ["GH_TOKEN": "t"])
    scratch.write(
      "curl",
      """
      #!/bin/sh
      printf 'HTTP/2 200 \\r\\n\\r\\n'
      case $(cat) in
        */commits*) printf '[{"author": {"login": "ada"}, "commit": {"author": {"name": "Ada Lovelace", "email": "ada@example.org"}}},
          {"author": {"login": "ada"}, "commit": {"author": {"name": "ada", "email": "ada@home.example"}}},
          {"author": null, "commit": {"author": {"name": "Nobody", "email": "nobody@example.org"}}},
          {"author": {"login": "zoe"}, "commit": {"author": {"name": "Zoe", "email": "zoe@example.org"}}}]';;
        *) printf '[{"login": "ada"}, {"login": "ben"}]';;
      esac
      printf '\\n200 '
      """, executable: true)
    let loaded = source.load()
    #expect(loaded.problems == [] && loaded.entities.count == 3)
    let ada = loaded.entities.first { $0.handle == "ada" }
    #expect(
      ada?.name == "Ada Lovelace" && ada?.email == "ada@example.org" && ada?.aliases == ["ada@home.example"])
    // An author that Git knows by an old address is the person with the handle.
    var author = Entity(id: "ada@home.example", name: "A. Lovelace")
    author.email = author.id
    let merged = CatalogMerge.merge(
      [EntityCatalog(source: "git", [author]), loaded.catalog], on: .sequential)
    let all = (0..<merged.count).map { merged.entity(at: $0) }
    #expect(all.count == 3 && all.contains { $0.name == "A. Lovelace" && $0.handle == "ada" })
  }

  @Test(arguments: [
    ("200", #"{"number": 4711, "title": "Old", "state": "open"}"#, ["1: Old @4711 (open) issue ×2 last"]),
    ("404", "{}", ["1:  last"]),
    ("502", "{}", ["! forge: the service answered with 502", "1:  last"]),
  ])
  func `an issue is asked for by its number`(status: String, answer: String, said: [String]) throws {
    let (source, scratch) = try source(.issues, answer: "", environment: ["GH_TOKEN": "t"])
    scratch.write("answer", "HTTP/2 \(status) \r\n\r\n\(answer)\n\(status) ")
    let listener = Listener()
    let single = ForgeEntrySource(of: source) { listener.take($0) }
    single.send(ProviderQuery(number: 1, key: "4711"))
    #expect(listener.wait(for: "1:") == said)
    let asked = asked(scratch)
    #expect(asked.contains(#"url = "https://api.github.com/repos/ada/notes/issues/4711""#))
    #expect(asked.contains(#"header = "Authorization: Bearer t""#))
    single.send(ProviderQuery(number: 2, key: "../1"))
    #expect(listener.wait(for: "2:") == said + ["2:  last"] && self.asked(scratch) == asked)
  }

  @Test func `without a repository or a remote nothing is asked`() throws {
    let scratch = Scratch()
    let source = ForgeSource(name: "forge", directory: scratch.path, list: .people, refresh: 300)
    #expect(source.load().problems.map(\.message) == ["no Git remote points to a forge"])
  }
}
