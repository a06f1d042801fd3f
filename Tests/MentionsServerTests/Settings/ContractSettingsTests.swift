import EntitySources
import JSONText
import Mentions
import MentionsServer
import Testing

/// The example of the contract, word for word.
enum ContractExample {
  static let text = """
    {
      "sources": {
        "team":  { "type": "file", "path": "people.jsonl" },            // .json .jsonl .csv .tsv .vcf .txt
        "git":   { "type": "git", "coauthors": true },                  // authors and Co-authored-by trailers
        "owners":{ "type": "codeowners" },
        "notes": { "type": "directory", "path": "People" },             // one Markdown file per entity
        "find":  { "type": "command", "command": ["./find", "{key}"], "format": "jsonl", "timeout": 2000 },
        "ldap":  { "type": "process", "command": ["./provider"] },      // stays alive; JSON lines both ways
        "api":   { "type": "http", "url": "https://…?q={key}", "headers": {}, "items": "/items", "map": { "id": "/login", "name": "/name" } },
        "host":  { "type": "client" },                                   // the editor answers
        "words": { "type": "list", "items": ["Alpha", { "name": "Beta", "id": "b" }] }
      },
      "triggers": [
        { "character": "@", "sources": ["team", "git"], "allowSpaces": true, "languages": ["*"], "exclude": [],
          "insert": { "default": "{name}", "markdown": "[«@{handle|name}»]({url})", "gitcommit": "{name} <{email}>" } }
      ],
      "implicit": { "minimumLength": 3, "anyCase": false, "sources": ["*", "-git", "-forge"] },
      "plugins": { "quiet": { "command": ["./quiet-hours"] } },             // processes; need trust
      "deletion": "plain", "lightUp": true, "limit": 50, "completionDeadline": 120, "cooldown": 100,
      "continueAfterEmptyResults": true, "loadingItem": "", "annotationStore": "state",  // "state", "workspace" or "off"
      "trustedFolders": []                             // user's file and client only
    }
    """
}

@Suite struct ContractSettingsTests {
  private let settings = SettingsKit(user: ContractExample.text).settings()

  @Test
  func `The contract's sources are read, paths relative to the settings file`() {
    let base = "/home/ada/.config/mentions-lsp"
    #expect(settings.sourceNames == "git team owners notes find ldap api host words people codeowners")
    #expect(settings[source: "team"]?.kind == .file(path: base + "/people.jsonl"))
    #expect(settings[source: "git"]?.kind == .git(directory: "/ws/project", coauthors: true))
    #expect(settings[source: "owners"]?.kind == .codeowners(root: "/ws/project"))
    #expect(settings[source: "notes"]?.kind == .directory(path: base + "/People"))
    #expect(
      settings[source: "find"]?.kind == .command([base + "/find", "{key}"], format: .jsonl, timeout: 2000))
    #expect(settings[source: "ldap"]?.kind == .process([base + "/provider"]))
    if case .http(let api)? = settings[source: "api"]?.kind {
      #expect(api.url == "https://…?q={key}" && api.headers.isEmpty && api.items == "/items")
      #expect(api.map == ["id": "/login", "name": "/name"] && api.timeout == 2000)
    } else {
      Issue.record("no web service")
    }
    #expect(settings[source: "host"]?.kind == .client)
    #expect(settings[source: "words"]?.kind == .list(["Alpha", ["name": "Beta", "id": "b"]]))
    #expect(settings.sources.allSatisfy { !$0.filter && $0.cooldown == nil })
    #expect(settings[source: "team"]?.baseDirectory == base)
    #expect(
      settings.plugins == [
        PluginSpecification(name: "quiet", command: [base + "/quiet-hours"], baseDirectory: base)
      ])
  }

  @Test
  func `The contract's trigger is read, with its formats`() throws {
    let trigger = try #require(settings.policy.triggers.first)
    #expect(settings.triggerText == "@ team,git")
    #expect(trigger.insert.format(for: "markdown").template == "[«@{handle|name}»]({url})")
    #expect(trigger.insert.format(for: "gitcommit").template == "{name} <{email}>")
    #expect(trigger.insert.format(for: "html").template == "{name}")
  }

  @Test
  func `Everything else in the contract's example is the default`() {
    var policy = settings.policy
    policy.triggers = MentionsPolicy.standard.triggers
    #expect(policy.implicit.sources == ["team", "git", "-git", "-forge"])
    policy.implicit.sources = MentionsPolicy.standard.implicit.sources
    #expect(policy == .standard)
    let standard = SettingsKit().settings()
    #expect(settings.policy.triggers != standard.policy.triggers)
    #expect(settings.sources != standard.sources)
    #expect(settings.completionDeadline == standard.completionDeadline)
    #expect(settings.cooldown == standard.cooldown)
    #expect(settings.loadingItem == standard.loadingItem)
    #expect(settings.annotationStore == standard.annotationStore)
  }

  @Test
  func `The sources that a trigger asks, in its order`() {
    #expect(settings.sources(named: ["host", "team", "host"]).map(\.name) == ["host", "team"])
    #expect(settings.sources(named: ["ldap", "*"]).count == settings.sources.count)
    #expect(settings.sources(named: ["ldap", "*"]).first?.name == "ldap")
    #expect(settings.sources(named: []) == [])
  }

  @Test(arguments: ["[[", "due:", "@", "＠", "🙂", "::", "@_", "abcdefg:"])
  func `Multi-scalar control characters`(_ character: String) {
    let settings = SettingsKit(user: #"{"triggers": [{"character": "\#(character)"}]}"#).settings()
    #expect(settings.policy.triggers.map(\.character) == [character])
  }

  @Test
  func `Values of headers are not shown`() {
    let settings = SettingsKit(
      user:
        #"{"sources": {"api": {"type": "http", "url": "https://a", "headers": {"Authorization": "secret"}}}}"#
    ).settings()
    #expect(settings[source: "api"]?.kind.headers == ["Authorization: secret"])
    let told = settings.values.map(\.value.description).joined()
    #expect(told.contains("Authorization") && !told.contains("secret"))
  }
}

extension SourceSpecification.Kind {
  fileprivate var headers: [String] {
    guard case .http(let http) = self else { return [] }
    return http.headers.map { "\($0.name): \($0.value)" }
  }
}
