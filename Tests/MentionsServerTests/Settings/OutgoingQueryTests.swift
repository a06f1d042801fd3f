import MentionsServer
import MentionsTestKit
import Testing

/// What a workspace's file that nobody trusts can do to the user's own sources: nothing that has them hear more.
@Suite struct OutgoingQueryTests {
  private let user = #"""
    file /home/ada/.config/mentions-lsp/config.json {"sources": {"ldap": {"type": "process", "command": ["ldap"]},
      "team": {"type": "list", "items": ["Ada"]}, "git": null, "people": null, "codeowners": null},
      "triggers": [{"character": "@", "sources": ["ldap", "team"], "allowSpaces": false, "exclude": ["latex"]}],
      "implicit": {"minimumLength": 3, "sources": ["IMPLICIT"]}TRUST}
    """#

  private func check(
    _ workspace: String, trusts: Bool = false, implicit: String = "team", language: String = "markdown",
    _ script: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let user = user.replacing("TRUST", with: trusts ? #", "trustedFolders": ["/w"]"# : "")
      .replacing("IMPLICIT", with: implicit)
    ServerScript(
      folders: ["w"], files: "\(user)\nfile /w/.mentions.json \(workspace)", people: "", language: language,
      text: ""
    ).check(script, sourceLocation: location)
  }

  @Test func `without such a file they are queried as the user says`() {
    check("{}", "type @a\neffect ask ldap 1")
    check("{}", "type Ada\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
  }

  @Test func `another control character does not query them`() {
    let workspace = ##"{"triggers": [{"character": "@"}, {"character": "#", "sources": ["ldap", "team"]}]}"##
    check(workspace, "type #\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
    check(
      workspace, trusts: true,
      "type #\neffect ask ldap 1\ncomplete 2\nbatch ldap 1 last []\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
  }

  @Test func `nor do additional sources of the user's own trigger`() {
    let user = #"{"triggers": [{"character": "@", "sources": ["*"]}], "sources": {"ldap": null}}"#
    check(user, "type @\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
  }

  @Test func `implicit mentions do not query them`() {
    let workspace = #"{"implicit": {"minimumLength": 1, "anyCase": true, "sources": ["*"]}}"#
    check(workspace, "type a\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
    check(workspace, "type Ada\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
    check(workspace, trusts: true, "type a\neffect ask ldap 1 a")
  }

  @Test func `words that the user ignores are not sent to them`() {
    let workspace = #"{"implicit": {"ignore": []}}"#
    check(workspace, implicit: "*", "type All\ncomplete 2\n< 2 {\"items\": []}")
    check(workspace, trusts: true, implicit: "*", "type All\neffect ask ldap 1 All")
    check("{}", implicit: "*", "type Ada\neffect ask ldap 1 Ada")
  }

  @Test func `spaces and languages are the user's`() {
    let workspace = #"{"triggers": [{"character": "@", "sources": ["ldap", "team"], "allowSpaces": true}]}"#
    check(workspace, "type @a b\nat 200\ncomplete 2\n< 2 {\"items\": []}")
    check(workspace, trusts: true, "type @a b\nat 200\neffect ask ldap 2 a b")
    check(workspace, language: "latex", "type @\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
  }

  @Test func `the user's cooldown applies`() throws {
    func cooldown(_ workspace: String, trusted: String = "[]") throws -> [Int] {
      let settings = SettingsKit(
        user: #"""
          {"sources": {"ldap": {"type": "process", "command": ["ldap"]},
            "slow": {"type": "client", "cooldown": 500}}, "cooldown": 90, "trustedFolders": \#(trusted)}
          """#, workspace: workspace
      ).resolve().settings
      return try ["ldap", "slow"].map { settings.cooldown(of: try #require(settings[source: $0])) }
    }
    #expect(try cooldown(#"{"cooldown": 0}"#) == [90, 500])
    #expect(
      try cooldown(#"{"cooldown": 0, "sources": {"slow": {"type": "client", "cooldown": 0}}}"#) == [90, 90])
    #expect(try cooldown(#"{"cooldown": 0}"#, trusted: #"["/ws"]"#) == [0, 500])
  }

  @Test func `a trigger may leave them out`() {
    check(
      #"{"triggers": [{"character": "@", "sources": ["team"]}]}"#,
      "type @\ncomplete 2\n< 2 {\"items\": [{\"label\": \"Ada\"}]}")
  }
}
