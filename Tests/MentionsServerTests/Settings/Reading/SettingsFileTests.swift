import Mentions
import MentionsServer
import Testing

/// Files that are missing, broken or odd.
@Suite struct SettingsFileTests {
  private func problems(_ contents: SettingsFile.Contents) -> [String] {
    let origin = SettingsKit.workspaceFile
    let layer = SettingsLayer(SettingsFile(path: origin.path ?? "", contents: contents), origin: origin)
    let (settings, problems) = ServerSettings.resolve(
      layers: [layer], context: SettingsContext(folder: SettingsKit.folder, home: nil))
    #expect(settings.policy == .standard)
    return problems.map(\.description)
  }

  private func problems(_ text: String) -> [String] { problems(.bytes(Array(text.utf8))) }

  @Test
  func `A missing file is no problem`() { #expect(problems(.missing) == []) }

  @Test
  func `A file that cannot be read`() {
    #expect(
      problems(.unreadable("permission denied")) == [
        "/ws/project/.mentions.json: the settings file cannot be read: permission denied"
      ])
  }

  @Test(arguments: ["", " ", "\n\n", "\t\r\n"])
  func `A file of only whitespace sets nothing`(_ text: String) { #expect(problems(text) == []) }

  @Test(arguments: [
    ("{\n  \"limit\": 10\n  \"cooldown\": 1\n}", "3:3"), ("{", "1:2"), ("limit = 5", "1:1"),
    ("{\"limit\": 5", "1:12"),
    ("{\"limit\": tru}", "1:11"), ("// nothing", "1:11"),
  ])
  func `A file that is not JSON`(_ text: String, place: String) {
    let all = problems(text)
    #expect(all.count == 1)
    #expect(
      all.first?.hasPrefix("/ws/project/.mentions.json:\(place): the settings file is not JSON: ") == true)
  }

  @Test
  func `A file that is not UTF-8`() {
    let all = problems(.bytes([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]))
    #expect(all.count == 1)
    #expect(all.first?.contains("the settings file is not JSON: ") == true)
  }

  @Test
  func `A file too large to be settings`() {
    let bytes = [UInt8](repeating: 0x20, count: SettingsFile.maximumSize + 1)
    #expect(
      problems(.bytes(bytes)) == [
        "/ws/project/.mentions.json: the settings file has 1048577 bytes, expected at most 1048576"
      ])
  }

  @Test
  func `A file nested too deep`() {
    let all = problems(String(repeating: "[", count: 100_000))
    #expect(all.count == 1)
    #expect(all.first?.contains("deep") == true)
  }

  @Test
  func `An object with too many members is refused as a whole`() {
    let sources = (0..<1001).map { #""s\#($0)": {"type": "client"}"# }.joined(separator: ",")
    #expect(
      problems(#"{"sources": {\#(sources)}}"#) == [
        "/ws/project/.mentions.json:1:13: sources is an object with 1001 members, expected at most 1000"
      ])
  }

  @Test
  func `Comments, trailing commas and a byte order mark are allowed`() {
    let kit = SettingsKit(user: "\u{FEFF}// mine\n{ /* few */ \"limit\": 5, // five\n}\n")
    #expect(kit.settings().policy.limit == 5)
  }

  @Test
  func `A file may name its schema`() {
    #expect(
      SettingsKit(user: ##"{"$schema": "https://example.org/schema.json", "limit": 5}"##).settings().policy
        .limit == 5)
  }
}

@Suite struct SettingsPathsTests {
  private func path(home: String?, xdg: String?) -> String? {
    SettingsPaths.userFile(home: home, xdgConfigHome: xdg)?.path
  }

  @Test
  func `XDG_CONFIG_HOME, else .config in the home`() {
    #expect(path(home: "/home/ada", xdg: "/x") == "/x/mentions-lsp/config.json")
    #expect(path(home: "/home/ada/", xdg: nil) == "/home/ada/.config/mentions-lsp/config.json")
    #expect(path(home: nil, xdg: "/x/") == "/x/mentions-lsp/config.json")
    #expect(path(home: nil, xdg: nil) == nil)
  }

  @Test(arguments: ["", "x", "./x", "~/x"])
  func `An empty or relative XDG_CONFIG_HOME is ignored`(_ xdg: String) {
    #expect(path(home: "/h", xdg: xdg) == "/h/.config/mentions-lsp/config.json")
  }

  @Test
  func `The user's file and one for each folder`() {
    let files = SettingsPaths.files(home: "/h", xdgConfigHome: nil, folders: ["/a", "/b/"])
    #expect(
      files == [
        .userFile(path: "/h/.config/mentions-lsp/config.json"),
        .workspaceFile(path: "/a/.mentions.json", folder: "/a"),
        .workspaceFile(path: "/b/.mentions.json", folder: "/b/"),
      ])
  }

  @Test(arguments: [
    ("people.json", "/ws/project/people.json"), ("./a/../people.json", "/ws/project/people.json"),
    ("../people.json", "/ws/people.json"), ("/x/people.json", "/x/people.json"),
    ("~/people.json", "/home/ada/people.json"), ("../../../../people.json", "/people.json"),
  ])
  func `Paths of sources are relative to the settings file`(_ path: String, expected: String) {
    let json = #"{"sources": {"team": {"type": "file", "path": "\#(path)"}}}"#
    #expect(SettingsKit(workspace: json).settings()[source: "team"]?.kind == .file(path: expected))
    let client = SettingsKit(configuration: json).settings()
    #expect(client[source: "team"]?.kind == .file(path: expected))
  }

  @Test
  func `A program without a slash is looked up by its name`() {
    func command(_ name: String) -> SourceSpecification.Kind? {
      SettingsKit(user: #"{"sources": {"p": {"type": "process", "command": ["\#(name)", "./x"]}}}"#)
        .settings()[source: "p"]?.kind
    }
    #expect(command("ldap") == .process(["ldap", "./x"]))
    #expect(command("./ldap") == .process(["/home/ada/.config/mentions-lsp/ldap", "./x"]))
    #expect(command("~/bin/ldap") == .process(["/home/ada/bin/ldap", "./x"]))
  }
}
