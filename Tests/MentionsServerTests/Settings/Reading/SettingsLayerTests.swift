import EntitySources
import JSONText
import Mentions
import MentionsServer
import Testing

@Suite struct SettingsLayerTests {
  @Test
  func `Later layers override key by key`() {
    let settings = SettingsKit(
      user: #"{"limit": 10, "cooldown": 10, "lightUp": false, "loadingItem": "user"}"#,
      workspace: #"{"limit": 20, "cooldown": 20, "loadingItem": "workspace"}"#,
      initialization: #"{"limit": 30, "loadingItem": "initialization"}"#,
      configuration: #"{"limit": 40}"#
    ).settings()
    #expect(settings.policy.limit == 40)
    #expect(settings.loadingItem == "initialization")
    #expect(settings.cooldown == 20)
    #expect(!settings.policy.lightUp)
    #expect(settings.completionDeadline == 120)
  }

  @Test
  func `Each key knows which layer it comes from`() {
    let settings = SettingsKit(
      user: #"{"cooldown": 10, "implicit": {"anyCase": true}}"#,
      workspace: #"{"limit": 20, "sources": {"git": {"type": "git", "coauthors": false}}}"#,
      initialization: #"{"triggers": []}"#, configuration: #"{"implicit": {"minimumLength": 5}}"#
    ).settings()
    #expect(settings.origin(of: "cooldown") == SettingsKit.userFile)
    #expect(settings.origin(of: "implicit.anyCase") == SettingsKit.userFile)
    #expect(settings.origin(of: "limit") == SettingsKit.workspaceFile)
    #expect(settings.origin(of: "sources.git") == SettingsKit.workspaceFile)
    #expect(settings.origin(of: "sources.codeowners") == .builtIn)
    #expect(settings.origin(of: "triggers") == .initializationOptions)
    #expect(settings.origin(of: "implicit.minimumLength") == .configuration)
    #expect(settings.origin(of: "implicit.sources") == .builtIn)
    #expect(settings.origin(of: "deletion") == .builtIn)
  }

  @Test
  func `implicit merges by member`() {
    let implicit = SettingsKit(
      user: #"{"implicit": {"minimumLength": 4, "anyCase": true}}"#,
      workspace: #"{"implicit": {"minimumLength": 0}}"#
    ).settings().policy.implicit
    #expect(implicit.minimumLength == 0)
    #expect(implicit.anyCase)
    #expect(implicit.sources == ["*", "-git", "-forge"])
  }

  @Test
  func `Sources merge by name, null removes one, those of later layers come first`() {
    let settings = SettingsKit(
      user: #"{"sources": {"a": {"type": "client"}, "b": {"type": "client"}}}"#,
      workspace:
        #"{"sources": {"c": {"type": "client"}, "b": {"type": "list", "items": ["x"]}, "git": null}}"#
    ).settings()
    #expect(settings.sourceNames == "b c a people codeowners")
    #expect(settings[source: "b"]?.kind == .list(["x"]))
    #expect(settings[source: "b"]?.origin == SettingsKit.workspaceFile)
  }

  @Test
  func `A removed source can be added again`() {
    let settings = SettingsKit(
      user: #"{"sources": {"git": null}}"#, configuration: #"{"sources": {"git": {"type": "git"}}}"#
    ).settings()
    #expect(settings.sourceNames == "git people codeowners")
  }

  @Test
  func `Triggers are replaced as a whole`() {
    let settings = SettingsKit(
      user: ##"{"triggers": [{"character": "#"}, {"character": "[["}]}"##,
      workspace: #"{"triggers": [{"character": "due:"}]}"#
    ).settings()
    #expect(settings.triggerText == "due: *")
  }

  @Test
  func `An empty list of triggers is valid`() {
    #expect(SettingsKit(user: #"{"triggers": []}"#).settings().policy.triggers == [])
  }

  @Test
  func `Other folders' files do not count`() {
    let other = SettingsKit.layer(#"{"limit": 7}"#, SettingsPaths.workspaceFile(in: "/ws/other"))
    let mine = SettingsKit.layer(#"{"limit": 8}"#, SettingsPaths.workspaceFile(in: "/ws/project/"))
    let (settings, _) = ServerSettings.resolve(
      layers: [mine, other], context: SettingsContext(folder: "/ws/project", home: nil))
    #expect(settings.policy.limit == 8)
    let (none, _) = ServerSettings.resolve(
      layers: [mine, other], context: SettingsContext(folder: nil, home: nil))
    #expect(none.policy.limit == 50)
  }

  @Test
  func `Of two layers with the same origin the later one wins`() {
    let layers = ["{\"limit\": 3, \"cooldown\": 3}", "{\"limit\": 4}"].flatMap {
      SettingsKit(configuration: $0).layers
    }
    let (settings, _) = ServerSettings.resolve(layers: layers, context: SettingsKit().context)
    #expect(settings.policy.limit == 4)
    #expect(settings.cooldown == 3)
  }

  @Test
  func `The order in which layers are given makes no difference`() {
    let kit = SettingsKit(
      user: #"{"limit": 1}"#, workspace: #"{"limit": 2}"#, initialization: #"{"limit": 3}"#,
      configuration: #"{"limit": 4}"#)
    let forwards = ServerSettings.resolve(layers: kit.layers, context: kit.context).settings
    let backwards = ServerSettings.resolve(layers: kit.layers.reversed(), context: kit.context).settings
    #expect(forwards == backwards)
  }
}

@Suite struct ClientSettingsTests {
  @Test
  func `workspace/configuration may be bare or under mentions`() {
    #expect(SettingsKit(configuration: #"{"limit": 7}"#).settings().policy.limit == 7)
    #expect(SettingsKit(configuration: #"{"mentions": {"limit": 7}}"#).settings().policy.limit == 7)
  }

  @Test(arguments: [
    "null", #"{"mentions": null}"#, #"{"limit": null, "sources": null}"#, "{}",
  ])
  func `null means not set: as a whole, as the section, as a key`(_ configuration: String) {
    #expect(SettingsKit(configuration: configuration).settings().policy == .standard)
  }

  @Test
  func `initializationOptions have some additional keys`() {
    let settings = SettingsKit(
      initialization: #"{"notifications": true, "triggerLetters": true, "tokenType": "mention", "limit": 3}"#
    ).settings()
    #expect(settings.notifications)
    #expect(settings.triggerLetters)
    #expect(settings.tokenType == "mention")
    #expect(settings.policy.limit == 3)
  }

  @Test(arguments: ["notifications", "triggerLetters", "replacesWordBehind", "demo"])
  func `These keys are not accepted anywhere else`(_ key: String) {
    #expect(
      SettingsKit(configuration: #"{"\#(key)": true}"#).problems()
        == "warning \(key) is only allowed in initializationOptions; it is ignored here")
  }

  @Test
  func `A bad value from the client is reported without a location`() {
    let (settings, problems) = SettingsKit(
      user: #"{"limit": 9}"#, initialization: #"{"limit": "x"}"#
    ).resolve()
    #expect(settings.policy.limit == 9)
    #expect(
      problems.map(\.description) == [
        #"initializationOptions: limit is "x", expected a whole number from 1 to 1000"#
      ])
  }

  @Test
  func `Settings that are not an object change nothing`() {
    let (settings, problems) = SettingsKit(configuration: "7").resolve()
    #expect(settings.policy == .standard)
    #expect(
      problems.map(\.description) == ["the client's settings: the settings are 7, expected an object"])
  }

  @Test
  func `One insert is for all mentions, and a trigger's own overrides it`() throws {
    let (settings, problems) = SettingsKit(
      user: ##"""
        {"insert": {"default": "{name}!", "markdown": "{handle}", "trailer": "{email}"},
          "triggers": [{"character": "@"}, {"character": "+", "insert": {"markdown": "+{id}"}},
            {"character": "#", "insert": {"default": "#{id}"}}],
          "implicit": {"insert": {"markdown": "{id}"}}}
        """##
    ).resolve()
    let policy = settings.policy
    func formats(_ insert: InsertTemplates) -> String {
      "\(insert.format(for: "plaintext").template) \(insert.format(for: "markdown").template) "
        + insert.trailer.template
    }
    #expect(
      policy.triggers.map { formats($0.insert) } == [
        "{name}! {handle} {email}", "{name}! +{id} {email}", "#{id} #{id} {email}",
      ])
    #expect(formats(policy.implicit.insert) == "{name}! {id} {email}")
    #expect(
      problems.map(SettingsKit.line) == [
        "warning 4:16 implicit.insert is deprecated; use \"insert\" instead"
      ])
  }

  @Test(arguments: [
    (#""url": "https://x/people.csv?all=1""#, EntityFileFormat.csv), (#""url": "https://x/people""#, .json),
    (#""url": "https://x/people.csv", "format": "lines""#, .lines), (#""url": "https://x.vcf/{key}""#, .json),
  ])
  func `A list of the web has the format of its address, unless it says another`(
    source: String, format: EntityFileFormat
  ) throws {
    let settings = SettingsKit(user: #"{"sources": {"api": {"type": "http", \#(source)}}}"#).settings()
    guard case .http(let service)? = settings[source: "api"]?.kind else {
      Issue.record("it is no http source")
      return
    }
    #expect(service.format == format)
  }
}
