import Mentions
import MentionsServer
import Testing

/// What holds where a value is bad.
@Suite struct SettingsFallbackTests {
  @Test
  func `A bad key falls back to the layer below; the other keys apply`() {
    let (settings, problems) = SettingsKit(
      user: #"{"limit": 9, "cooldown": 9}"#, workspace: #"{"limit": 0, "cooldown": 8}"#
    ).resolve()
    #expect(settings.policy.limit == 9)
    #expect(settings.cooldown == 8)
    #expect(settings.origin(of: "limit") == SettingsKit.userFile)
    #expect(
      problems.map(\.description) == [
        "/ws/project/.mentions.json:1:11: limit is 0, expected a whole number from 1 to 1000"
      ])
  }

  @Test
  func `A bad member of implicit falls back to the layer below`() {
    let (settings, _) = SettingsKit(
      user: #"{"implicit": {"minimumLength": 5}}"#,
      workspace: #"{"implicit": {"minimumLength": "five", "anyCase": true}}"#
    ).resolve()
    #expect(settings.policy.implicit.minimumLength == 5)
    #expect(settings.policy.implicit.anyCase)
  }

  @Test
  func `A bad source falls back to the layer below`() {
    let (settings, _) = SettingsKit(
      user: #"{"sources": {"team": {"type": "client"}}}"#,
      workspace: #"{"sources": {"team": {"type": "file"}, "words": {"type": "list", "items": []}}}"#
    ).resolve()
    #expect(settings[source: "team"]?.kind == .client)
    #expect(settings[source: "words"]?.kind == .list([]))
  }

  @Test
  func `A bad member of a source gets its default`() {
    let (settings, _) = SettingsKit(
      user: #"{"sources": {"git": {"type": "git", "coauthors": 5}}}"#
    ).resolve()
    #expect(settings[source: "git"]?.kind == .git(directory: "/ws/project", coauthors: true))
  }

  @Test
  func `A bad trigger is left out, the others are kept`() {
    let (settings, _) = SettingsKit(user: ##"{"triggers": [{"character": ""}, {"character": "#"}]}"##)
      .resolve()
    #expect(settings.triggerText == "# *")
  }

  @Test
  func `If no valid trigger is left, the layer below applies`() {
    let (settings, _) = SettingsKit(
      user: ##"{"triggers": [{"character": "#"}]}"##, workspace: #"{"triggers": [{"character": ""}, 5]}"#
    ).resolve()
    #expect(settings.triggerText == "# *")
  }

  @Test
  func `A bad member of a trigger gets its default`() {
    let (settings, _) = SettingsKit(
      user: #"{"triggers": [{"character": "+", "allowSpaces": "no", "sources": "git", "languages": [5]}]}"#
    ).resolve()
    #expect(settings.triggerText == "+ *")
    #expect(settings.policy.triggers.first?.allowSpaces == true)
    #expect(settings.policy.triggers.first?.languages == ["*"])
  }

  @Test
  func `A bad insert format falls back to the default; the other languages are kept`() throws {
    let (settings, _) = SettingsKit(
      user: """
        {"triggers": [{"character": "@", "insert": {"default": "@{handle}", "markdown": "{", "org": "{id}"}}]}
        """
    ).resolve()
    let insert = try #require(settings.policy.triggers.first).insert
    #expect(insert.format(for: "markdown").template == "@{handle}")
    #expect(insert.format(for: "org").template == "{id}")
  }

  @Test
  func `Of two triggers with the same character the first is kept`() {
    let (settings, _) = SettingsKit(
      user: #"{"triggers": [{"character": "@", "sources": ["git"]}, {"character": "@"}, {"character": "+"}]}"#
    ).resolve()
    #expect(settings.triggerText == "@ git | + *")
  }

  @Test
  func `A source that does not exist is left out`() {
    let (settings, _) = SettingsKit(
      user:
        #"{"triggers": [{"character": "@", "sources": ["gti", "git"]}, {"character": "+", "sources": ["x"]}]}"#
    ).resolve()
    #expect(settings.triggerText == "@ git | + ")
  }

  @Test
  func `A reference to a bad or removed source is not a second problem`() {
    let kit = SettingsKit(
      user: """
        {"sources": {"team": {"type": "file"}},
         "triggers": [{"character": "@", "sources": ["team", "git", "owners"]}]}
        """, workspace: #"{"sources": {"git": null, "owners": null}}"#)
    #expect(kit.resolve().settings.triggerText == "@ team")
    #expect(kit.resolve().settings.sources(named: ["team"]) == [])
    #expect(
      kit.problems()
        == "error 1:14 sources.team.path is missing, expected a path that ends in "
        + ".jsonl, .json, .csv, .tsv, .vcf, .ldif, .txt")
  }

  @Test
  func `A long file of mistakes gives few problems, in short lines`() {
    let name = String(repeating: "x", count: 300)
    let sources = (0..<300).map { #""\#(name)\#($0)": {"type": "client"}"# }.joined(separator: ",")
    let asked = (0..<500).map { #""\#(name)-\#($0)-""# }.joined(separator: ",")
    let problems = SettingsKit(
      user: #"{"sources": {\#(sources)}, "triggers": [{"character": "@", "sources": [\#(asked)]}]}"#
    ).resolve().problems
    #expect(problems.count == 20)
    #expect(problems.allSatisfy { $0.code == .unknownSource && $0.message.utf8.count < 2000 })
  }

  @Test
  func `After twenty problems the rest are counted`() {
    let keys = (0..<80).map { #""zzz\#($0)": 1"# }.joined(separator: ",")
    let problems = SettingsKit(user: "{\(keys)}").resolve().problems
    #expect(problems.count == 21)
    #expect(problems.last?.message == "60 more problems")
  }
}
