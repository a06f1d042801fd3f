import MentionsServer
import Testing

/// Where a workspace really is decides whether it is trusted, not what links call it.
@Suite struct SettingsRealPathTests {
  private let workspace = #"{"sources": {"ldap": {"type": "process", "command": ["./provider"]}}}"#

  /// Whether a program of the settings of `folder` would be started, where links lead as `links` say.
  private func isTrusted(_ folder: String, trusted: String, links: [String: String]) -> Bool {
    /// Follows links name by name, as the system does.
    func real(_ path: String) -> String? {
      var done = ""
      for name in path.split(separator: "/") {
        done += "/" + name
        var hops = 0
        while let target = links[done], hops < 8 { (done, hops) = (real(target) ?? "", hops + 1) }
      }
      return done.isEmpty ? "/" : done
    }
    let origin = SettingsPaths.workspaceFile(in: folder)
    let path = origin.path ?? ""
    let file = SettingsFile(
      path: path, contents: .bytes(Array(workspace.utf8)), realPaths: RealPaths(of: path, lookUp: real))
    let user = SettingsKit.layer(#"{"trustedFolders": ["\#(trusted)"]}"#, SettingsKit.userFile)
    let (settings, _) = ServerSettings.resolve(
      layers: [user, SettingsLayer(file, origin: origin)],
      context: SettingsContext(folder: folder, home: SettingsKit.home))
    return settings[source: "ldap"] != nil
  }

  @Test func `folders without links keep their path`() {
    #expect(isTrusted("/ws/project", trusted: "/ws", links: [:]))
    #expect(isTrusted("/ws/project", trusted: "/ws/project", links: [:]))
    #expect(!isTrusted("/ws/project", trusted: "/ws/other", links: [:]))
  }

  @Test func `a link in a trusted folder to one outside is not trusted by its name`() {
    let links = ["/ws/project": "/tmp/evil"]
    #expect(!isTrusted("/ws/project", trusted: "/ws", links: links))
    #expect(!isTrusted("/ws/project/deep", trusted: "/ws", links: links))
    // Who names the link itself means what it leads to.
    #expect(isTrusted("/ws/project", trusted: "/ws/project", links: links))
    #expect(isTrusted("/ws/project", trusted: "/tmp/evil", links: links))
  }

  @Test func `a link in a trusted folder to another place in it is trusted`() {
    #expect(isTrusted("/ws/link", trusted: "/ws", links: ["/ws/link": "/ws/project"]))
  }

  @Test func `a trusted folder may be behind a link itself`() {
    let links = ["/home/ada/projects": "/data/projects"]
    #expect(isTrusted("/home/ada/projects/one", trusted: "~/projects", links: links))
    #expect(isTrusted("/home/ada/projects/one", trusted: "/data/projects", links: links))
  }

  @Test func `settings linked from another folder are not trusted because of the link's location`() {
    let links = ["/ws/project/.mentions.json": "/tmp/evil.json"]
    #expect(!isTrusted("/ws/project", trusted: "/ws", links: links))
  }

  @Test func `a link that leads nowhere is not trusted`() {
    let file = SettingsFile(
      path: "/ws/.mentions.json", contents: .bytes(Array(workspace.utf8)),
      realPaths: RealPaths(of: "/ws/.mentions.json") { _ in nil })
    let user = SettingsKit.layer(#"{"trustedFolders": ["/ws"]}"#, SettingsKit.userFile)
    let (settings, _) = ServerSettings.resolve(
      layers: [user, SettingsLayer(file, origin: SettingsPaths.workspaceFile(in: "/ws"))],
      context: SettingsContext(folder: "/ws", home: nil))
    #expect(settings[source: "ldap"] == nil)
  }

  @Test func `the folder to trust is named by its real path`() {
    let path = "/ws/project/.mentions.json"
    let file = SettingsFile(
      path: path, contents: .bytes(Array(workspace.utf8)),
      realPaths: RealPaths(of: path) { $0.hasPrefix("/ws/project") ? "/tmp/evil" + $0.dropFirst(11) : $0 })
    let (_, problems) = ServerSettings.resolve(
      layers: [SettingsLayer(file, origin: SettingsPaths.workspaceFile(in: "/ws/project"))],
      context: SettingsContext(folder: "/ws/project", home: nil))
    #expect(
      problems.first?.message.contains(#"until you add "/tmp/evil" to the list trustedFolders"#) == true,
      "\(problems)"
    )
  }
}
