import Entities
import Foundation
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
    "-oProxyCommand=touch pwned:ada/notes", "ssh://-oProxyCommand=x/ada/notes", "https://github.com/ada",
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
      ForgePresets.preset(of: try #require(ForgeRemote(remote)), list, hosts: hosts)?.url
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
    for host in ["gitlab.evil.example", "github.com.evil.example", "xgithub.com"] {
      #expect(try url("https://\(host)/a/b", .people) == nil)
    }
  }

  /// A repository with a remote, whose forge is a script in the place of curl.
  private func source(
    _ list: ForgeList, remote: String = "https://secret:pass@github.com/ada/notes.git", answer: String,
    environment: [String: String] = [:], hosts: [String: String] = [:], gh: String? = nil
  ) throws -> (source: ForgeSource, scratch: Scratch) {
    let scratch = Scratch()
    let git = GitProgram(directory: scratch.path, timeout: 60_000)
    _ = try git.lines(["init", "-q"])
    _ = try git.lines(["remote", "add", "origin", remote])
    scratch.write("answer", "HTTP/2 200 \r\n\r\n\(answer)\n200 ")
    let script = "#!/bin/sh\ncat > '\(scratch.path)/asked'\ncat '\(scratch.path)/answer'\n"
    var source = ForgeSource(name: "forge", directory: scratch.path, list: list, hosts: hosts, refresh: 300)
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
        "gitlab.evil.example is no host that is known; name it in “hosts” of your own settings"
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
    #expect(source.explanation == "github.com/ada/notes, by gh")
    #expect(source.load().entities.map(line) == ["Ada @ada"] && asked(scratch) == "")
    let words = try String(contentsOfFile: scratch.path + "/bin/gh.asked", encoding: .utf8)
    #expect(words.hasPrefix("/ api graphql --hostname github.com --paginate -f owner=ada -f name=notes"))

    let (issues, asking) = try self.source(.issues, answer: #"[{"number": 1, "title": "A"}]"#, gh: gh)
    #expect(issues.explanation == "github.com/ada/notes, as gh is logged in")
    #expect(issues.load().entities.map(\.handle) == ["1"])
    #expect(asked(asking).contains(#"header = "Authorization: Bearer t0ken""#))
  }

  @Test func `where gh fails the web is asked, without a token`() throws {
    let (source, scratch) = try source(
      .people, answer: #"[{"login": "ben"}]"#, gh: "echo no login >&2; exit 4")
    #expect(source.load().entities.map(\.name) == ["ben"] && !asked(scratch).contains("Authorization"))
  }

  @Test func `without a repository or a remote nothing is asked`() throws {
    let scratch = Scratch()
    let source = ForgeSource(name: "forge", directory: scratch.path, list: .people, hosts: [:], refresh: 300)
    #expect(source.load().problems.map(\.message) == ["the repository has no remote on a forge"])
  }
}
