import EntitySources
import Mentions
import MentionsServer
import Testing

@Suite struct SettingsTrustTests {
  private let workspace = """
    {
      "sources": {
        "words": { "type": "list", "items": ["Alpha"] },
        "find": { "type": "command", "command": ["./find", "{key}"] },
        "ldap": { "type": "process", "command": ["./provider"] },
        "api": { "type": "http", "url": "https://example.org/?q={key}" }
      },
      "triggers": [{ "character": "@", "sources": ["find", "ldap", "api", "words"] }]
    }
    """

  private func names(user: String? = nil, initialization: String? = nil, configuration: String? = nil)
    -> String
  {
    SettingsKit(
      user: user, workspace: workspace, initialization: initialization, configuration: configuration
    )
    .resolve().settings.sourceNames
  }

  private let all = "words find ldap api people git codeowners"
  private let safe = "words people git codeowners"

  @Test
  func `A workspace's file starts no program and reaches no network`() {
    let kit = SettingsKit(workspace: workspace)
    #expect(kit.resolve().settings.sourceNames == safe)
    let (settings, _) = kit.resolve()
    // They stay named: who is in them is not known.
    #expect(settings.triggerText == "@ find,ldap,api,words")
    #expect(settings.sources(named: settings.policy.triggers[0].sources).map(\.name) == ["words"])
    #expect(
      kit.problems() == """
        warning 4:5 sources.find, sources.ldap, sources.api would start a program or reach the network; \
        ignored until you add "/ws/project" to the list trustedFolders in your own settings file or in the client's settings
        """)
    #expect(kit.resolve().problems.map(\.code) == [.untrusted])
  }

  @Test
  func `The user's file may name the folder`() {
    #expect(names(user: #"{"trustedFolders": ["/ws/project"]}"#) == all)
  }

  @Test
  func `The client may name the folder, in either way`() {
    #expect(names(initialization: #"{"trustedFolders": ["/ws/project"]}"#) == all)
    #expect(names(configuration: #"{"trustedFolders": ["/ws/project"]}"#) == all)
  }

  @Test
  func `The user's and the client's folders are combined`() {
    #expect(
      names(user: #"{"trustedFolders": ["/ws/project"]}"#, configuration: #"{"trustedFolders": []}"#) == all
    )
    let settings = SettingsKit(
      user: #"{"trustedFolders": ["~/a/", "/b"]}"#, configuration: #"{"trustedFolders": ["/b", "/c/../d"]}"#
    ).settings()
    #expect(settings.trustedFolders == ["/home/ada/a", "/b", "/d"])
  }

  @Test(arguments: [
    "/ws/project/", "/ws//project", "/ws/./project", "/ws/other/../project", "/ws", "/",
  ])
  func `The same folder in another spelling, and folders above it`(_ path: String) {
    #expect(names(user: #"{"trustedFolders": ["\#(path)"]}"#) == all)
  }

  @Test(arguments: [
    "/ws/proj", "/ws/project/sub", "/ws/project2", "/Work/Project", "~/project", "/ws/project/..x",
  ])
  func `Other folders are not affected`(_ path: String) {
    #expect(names(user: #"{"trustedFolders": ["\#(path)"]}"#) == safe)
  }

  @Test
  func `~ is the user's home`() {
    let kit = SettingsKit(
      user: #"{"trustedFolders": ["~/src"]}"#,
      context: SettingsContext(folder: "/home/ada/src/x", home: "/home/ada"))
    let file = SettingsKit.layer(workspace, SettingsPaths.workspaceFile(in: "/home/ada/src/x"))
    let (settings, problems) = ServerSettings.resolve(layers: kit.layers + [file], context: kit.context)
    #expect(settings.sourceNames == all)
    #expect(problems == [])
  }

  @Test
  func `A workspace's file cannot trust itself`() {
    let kit = SettingsKit(
      workspace: """
        {"trustedFolders": ["/ws/project"],
         "sources": {"find": {"type": "command", "command": ["./find"]}}}
        """)
    #expect(kit.resolve().settings.sourceNames == "people git codeowners")
    #expect(
      kit.problems() == """
        error 1:2 trustedFolders is only allowed in the user's own settings file and the client's settings; \
        it is ignored here
        warning 2:14 sources.find would start a program or reach the network; \
        ignored until you add "/ws/project" to the list trustedFolders in your own settings file or in the client's settings
        """)
  }

  @Test
  func `A workspace's file cannot have choices kept`() {
    let kit = SettingsKit(user: #"{"learning": false}"#, workspace: #"{"learning": true}"#)
    #expect(!kit.resolve().settings.learning)
    #expect(kit.problems().contains("learning is only allowed in the user's own settings file"))
  }

  @Test
  func `A withheld source leaves the user's source of that name in force`() {
    let settings = SettingsKit(
      user: #"{"sources": {"find": {"type": "command", "command": ["/bin/mine"]}}}"#, workspace: workspace
    ).resolve().settings
    #expect(settings[source: "find"]?.kind == .command(["/bin/mine"], format: .jsonl, timeout: 60_000))
    #expect(settings[source: "find"]?.origin == SettingsKit.userFile)
  }

  @Test
  func `The user's file and the client need no trust`() {
    let process = #"{"sources": {"ldap": {"type": "process", "command": ["ldap"]}}}"#
    #expect(SettingsKit(user: process).settings()[source: "ldap"]?.kind == .process(["ldap"]))
    #expect(SettingsKit(configuration: process).settings()[source: "ldap"]?.kind == .process(["ldap"]))
  }

  // MARK: Files

  private let files = """
    {"sources": {"team": {"type": "file", "path": "../people.csv"}, "notes": {"type": "directory", "path": "~/n"}}}
    """

  private func reaches(_ settings: ServerSettings) -> String {
    settings.sources.filter { $0.name != "git" }.map {
      "\($0.name) \($0.reach == .anywhere ? "anywhere" : "inside")"
    }.joined(separator: ", ")
  }

  @Test
  func `Files that a workspace names are read only inside the workspace`() {
    let settings = SettingsKit(workspace: files).settings()
    #expect(reaches(settings) == "team inside, notes inside, people inside, codeowners inside")
    #expect(settings.sources.first?.reach == .inside(folder: SettingsKit.folder))
  }

  @Test
  func `A trusted workspace may name any file, and so may the user and the client`() {
    let trusted = SettingsKit(user: #"{"trustedFolders": ["/ws"]}"#, workspace: files).settings()
    #expect(reaches(trusted) == "team anywhere, notes anywhere, people anywhere, codeowners anywhere")
    #expect(
      reaches(SettingsKit(user: files).settings())
        == "team anywhere, notes anywhere, people inside, codeowners inside")
    #expect(
      reaches(SettingsKit(configuration: files).settings())
        == "team anywhere, notes anywhere, people inside, codeowners inside")
  }

  @Test(.timeLimit(.minutes(5)))
  func `Very many unknown settings are reported briefly and quickly`() {
    let names = (0..<8000).map { "\"completionDeadlin\($0)\":1" }.joined(separator: ",")
    let problems = SettingsKit(workspace: "{\(names)}").resolve().problems
    #expect(problems.count == 21)
    #expect(problems.last?.message == "7980 more problems")
    #expect(problems.reduce(0) { $0 + $1.description.utf8.count } < 10_000)
  }
}
