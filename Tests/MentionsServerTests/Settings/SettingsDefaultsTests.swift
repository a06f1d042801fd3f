import JSONText
import Mentions
import Testing

@testable import MentionsServer

@Suite struct SettingsDefaultsTests {
  @Test
  func `Without any settings the policy is the default one`() {
    #expect(SettingsKit().settings().policy == .standard)
  }

  @Test
  func `Without any settings: @ over people files, Git and CODEOWNERS of the workspace`() {
    let settings = SettingsKit().settings()
    #expect(settings.triggerText == "@ *")
    #expect(
      settings.sources.map(\.kind) == [
        .people(root: "/ws/project"), .git(directory: "/ws/project", coauthors: true),
        .codeowners(root: "/ws/project"),
      ])
    #expect(settings.sources.allSatisfy { $0.origin == .builtIn })
  }

  @Test
  func `Without any settings everything else is as the contract says`() {
    let settings = SettingsKit().settings()
    #expect(settings.completionDeadline == 120)
    #expect(settings.cooldown == 100)
    #expect(settings.loadingItem == "")
    #expect(settings.annotationStore == .state)
    #expect(settings.styles == [] && settings.inlayHint == nil && settings.codeLens == .off)
    #expect(settings.borderMode == "none" && settings.background == "")
    #expect(settings.trustedFolders == [])
    #expect(
      !settings.demo && !settings.notifications && !settings.triggerLetters && !settings.replacesWordBehind)
    #expect(settings.tokenType == nil)
  }

  @Test
  func `Every default passes its own validation`() throws {
    let defaults = try #require(ServerSettings().settingJSON)
    var validator = SettingsValidator(origin: .initializationOptions)
    let cleaned = validator.clean(defaults)
    #expect(validator.findings.map(\.message) == [])
    #expect(cleaned.map(JSONValue.object) == defaults)
  }

  @Test
  func `Without a workspace folder there is nothing to read`() {
    let settings = SettingsKit(context: SettingsContext(folder: nil, home: nil)).settings()
    #expect(settings.sourceNames == "")
    #expect(settings.triggerText == "@ *")
  }

  @Test
  func `Sources in memory need no cooldown, others have the settings' or their own`() {
    let settings = SettingsKit(
      user: """
        {"cooldown": 70, "sources": {
          "own": {"type": "client", "cooldown": 7}, "host": {"type": "client"}, "words": {"type": "list", "items": []}
        }}
        """
    ).settings()
    #expect(
      settings.sources.map { "\($0.name) \(settings.cooldown(of: $0))" }.joined(separator: ", ")
        == "own 7, host 70, words 0, people 0, git 0, codeowners 0")
  }
}

@Suite struct DemoSettingsTests {
  private func demo(user: String? = nil, initialization: String) -> ServerSettings {
    SettingsKit(user: user, initialization: initialization).settings()
  }

  @Test
  func `demo adds the built-in directory with triggers @ and +`() {
    let settings = demo(initialization: #"{"demo": true}"#)
    #expect(settings.demo)
    #expect(settings.triggerText == "@ * | + *")
    #expect(settings.sourceNames == "people git codeowners demo")
    #expect(settings[source: "demo"]?.kind == .demo)
  }

  @Test
  func `The user's triggers are kept and also query the directory`() {
    let settings = demo(
      user: ##"{"triggers": [{"character": "@", "sources": ["git"]}, {"character": "#"}]}"##,
      initialization: #"{"demo": true}"#)
    #expect(settings.triggerText == "@ git,demo | # * | + *")
  }

  @Test
  func `Triggers that the client lists next to demo are not changed`() {
    let settings = demo(
      initialization: ##"{"demo": true, "triggers": [{"character": "#", "sources": ["demo"]}]}"##)
    #expect(settings.triggerText == "# demo")
  }

  @Test
  func `demo: false adds nothing`() {
    #expect(demo(initialization: #"{"demo": false}"#).sourceNames == "people git codeowners")
  }

  @Test
  func `A program may ask for it`() {
    let kit = SettingsKit(context: SettingsContext(folder: nil, home: nil, demo: true))
    #expect(kit.settings().sourceNames == "demo")
    #expect(kit.settings().demo)
  }
}
