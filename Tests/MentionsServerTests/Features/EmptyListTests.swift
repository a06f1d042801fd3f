import MentionsTestKit
import Testing

/// Why nobody is offered, said once (Behaviour, section 4).
@Suite struct EmptyListTests {
  private func check(
    folders: [String] = ["w"], people: String = "[]", settings: String = "", _ script: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    ServerScript(folders: folders, people: people, settings: settings, text: "")
      .check(script, sourceLocation: sourceLocation)
  }

  private static func message(_ reason: String) -> String {
    "< window/showMessage {\"type\": 3, \"message\": \"mentions: no one is offered after @: \(reason). "
      + "Run “mentions-lsp doctor” for details.\"}"
  }

  private static let message = message("team has no entries (its list is empty)")

  @Test func `a message names the reason once in a workspace`() {
    check("type @\n\(Self.message)\ntype  @\ntype a @")
  }

  @Test func `an earlier server has said it`() {
    let start =
      #"?1 initialize {"rootUri": "file:///w", "capabilities": {}, "initializationOptions": {"sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": []}}}}"#
    let opened = "\(start)\n< 1 {}\n! initialized {}\nopen markdown (\ntype @"
    let failures = SessionScript.play("\(opened)\n\(Self.message)\nrestart\n\(opened)")
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `nothing is said where somebody is known, without a workspace, and where the setting says so`() {
    check(people: #"["Ada"]"#, "type @x")
    check(folders: [], "type @")
    check(settings: #""emptyListMessage": false"#, "type @")
    check("type Ada")
  }

  @Test func `while a source is being read nothing is said, nor before a file turns out to be empty`() {
    check(
      people: "/w/people.csv",
      """
      type @
      loaded team []
      \(Self.message("team has no entries (/w/people.csv)"))
      """)
  }

  @Test func `without a trigger, the sources that a trigger searches are named`() {
    for (people, reason) in [
      ("", #""rule": "nobody", "reason": "No one is offered: team has no entries (its list is empty). "#),
      (#""Ada""#, #""rule": "no-match", "reason": "No one matches “Mia”. "#),
    ] {
      check(
        people: "",
        settings: """
          "emptyListMessage": false, "implicit": {"sources": ["team"]}, "sources": {"git": null, "codeowners": null,
          "people": null, "team": {"type": "list", "items": [\(people)]}, "none": {"type": "list", "items": []},
          "guests": {"type": "list", "items": ["Mia"]}}
          """,
        """
        type Hi Mia
        ?1 mentions/explain /d 0:6
        < 1 {"offered": false, \(reason)Type “@” before the name to search guests too."}
        """)
    }
  }

  @Test func `a source whose settings have a problem is named`() {
    check(
      settings: #""emptyListMessage": false, "sources": {"team": {"type": "list", "items": 1}}"#,
      """
      < window/showMessage {}
      type Hi @
      ?1 mentions/explain /d 0:4
      < 1 {"offered": false, "rule": "nobody", "reason": "No one is offered after “@”: the settings of team have a problem. Run “mentions-lsp doctor” for details."}
      """)
  }

  @Test func `explaining names the reason too`() {
    check(
      settings: #""emptyListMessage": false"#,
      """
      type Hi @
      ?1 mentions/explain /d 0:4
      < 1 {"offered": false, "rule": "nobody", "reason": "No one is offered after “@”: team has no entries (its list is empty). Run “mentions-lsp doctor” for details."}
      """)
  }
}
