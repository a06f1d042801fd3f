import JSONText
import Mentions
import MentionsServer
import Testing

@testable import MentionsTestKit

/// Behaviour, section 2: what is offered without a control character.
@Suite struct ImplicitLimitsTests {
  private static let git = #""git": {"type": "git"}"#

  /// A workspace whose history knows Allan Derek and Adam Smith, and whose people file knows Ada Lovelace.
  private func started(
    client: String = "test", sources: String = Self.git, implicit: String = "{}", loads: String = "team git",
    language: String = "markdown"
  ) -> ServerScript {
    let settings = """
      "sources": {"codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, \(sources)}, \
      "implicit": \(implicit)
      """
    let people = [
      "team": #"[{"name": "Ada Lovelace", "handle": "countess"}]"#,
      "git": #"[{"name": "Allan Derek", "handle": "allanderek"}, {"name": "Adam Smith"}]"#,
    ]
    let loaded = loads.split(separator: " ").map { "loaded \($0) \(people[String($0)] ?? "[]")" }
    return ServerScript(
      client: client, folders: ["w"], people: "", settings: settings,
      begins: (loaded + ["open \(language)"]).joined(separator: "\n"))
  }

  @Test func `nobody from a Git history, whatever is typed; the people file is offered`() {
    started().check(
      """
      type I fixed them All
      complete 2
      < 2 {"items": []}
      type  but Ada
      complete 3
      < 3 {"items": [{"label": "Ada Lovelace"}]}
      """)
    started().check(
      """
      type Allan
      complete 2
      < 2 {"items": []}
      """)
  }

  @Test func `in a trailer of a commit message Git's people are offered too`() {
    for implicit in ["{}", #"{"sources": ["-git"]}"#] {
      started(implicit: implicit, language: "gitcommit").check(
        """
        type Co-authored-by: Allan
        complete 2
        < 2 {"items": [{"label": "Allan Derek"}]}
        """)
    }
    // Elsewhere “All” is an ignored word.
    started(language: "gitcommit").check(
      """
      type Co-authored-by: All
      complete 2
      < 2 {"items": [{"label": "Allan Derek"}]}
      """)
  }

  @Test func `-name excludes by name or by type; * or a list of exclusions alone means all`() {
    for sources in [#"["*", "-team"]"#, #"["-team"]"#, #"["*", "-file"]"#] {
      started(implicit: #"{"sources": \#(sources)}"#).check(
        """
        type Ada
        complete 2
        < 2 {"items": [{"label": "Adam Smith"}]}
        """)
    }
  }

  @Test func `only people and teams, and only of sources that the trigger @ has`() {
    ServerScript(
      people: "",
      settings: #"""
        "sources": {"team": {"type": "list", "items": [{"name": "Ada Lovelace"}, {"name": "Ada Team", "kind": "team"},
          {"name": "Ada Manual", "kind": "document"}]}, "guests": {"type": "list", "items": ["Ada Guest"]}},
        "triggers": [{"character": "@", "sources": ["team"]}, {"character": "%", "sources": ["guests"]}]
        """#
    ).check(
      """
      open markdown
      type Ada
      complete 2
      < 2 {"items": [{"label": "Ada Team"}, {"label": "Ada Lovelace"}]}
      """)
  }

  @Test func `an ignored word offers nobody, in any case; a longer word does`() {
    let named = started(implicit: #"{"sources": ["*"], "ignore": ["All", "ada"]}"#)
    named.check(
      """
      type All
      complete 2
      < 2 {"items": []}
      type a
      complete 3
      < 3 {"items": [{"label": "Allan Derek"}]}
      """)
    named.check(
      """
      type Ada
      complete 2
      < 2 {"items": []}
      """)
  }

  @Test func `an explicit request offers all of it, by handle too`() {
    started().check(
      """
      type All
      complete 2
      < 2 {"items": []}
      at 1000
      complete 3
      < 3 {"items": [{"label": "Allan Derek"}, {"label": "Ada Lovelace"}]}
      """)
    started().check(
      """
      type Cou
      complete 2
      < 2 {"items": []}
      at 1000
      complete 3
      < 3 {"items": [{"label": "Ada Lovelace"}]}
      """)
  }

  @Test
  func `Neovim’s Invoked counts as explicit from 200 ms after the last change; its other kinds never do`() {
    func asking(_ id: Int, kind: Int) -> String {
      #"?\#(id) completion /d 0:5 {"context": {"triggerKind": \#(kind)}}"#
    }
    started(client: "Neovim").check(
      """
      type Allan
      \(asking(2, kind: 1))
      < 2 {"items": []}
      at 50
      \(asking(3, kind: 1))
      < 3 {"items": []}
      at 199
      \(asking(4, kind: 3))
      < 4 {"items": []}
      at 250
      \(asking(5, kind: 3))
      < 5 {"items": []}
      \(asking(6, kind: 1))
      < 6 {"items": [{"label": "Allan Derek"}]}
      """)
  }

  @Test func `anybody mentioned before in this document, whatever the source`() {
    started().check(
      """
      type Allan Derek, All
      add /d 0:0-11 {"name": "Allan Derek", "id": "a"}
      type a
      complete 3
      < 3 {"items": [{"label": "Allan Derek"}]}
      """)
  }

  @Test func `a program is asked and answers as it likes, except after an ignored word`() {
    started(sources: #""git": null, "ldap": {"type": "process", "command": ["ldap"]}"#, loads: "team").check(
      """
      type Zus
      effect ask ldap 1 Zus
      batch ldap 1 last ["Somebody Else"]
      complete 2
      < 2 {"items": [{"label": "Somebody Else"}]}
      at 1000
      type e, The
      at 2000
      complete 3
      < 3 {"items": []}
      """)
  }

  @Test func `the words are function words, at most fifty per language, and not names`() {
    for language in IgnoredWords.languages {
      let words = language.split(separator: " ")
      #expect(words.count <= 50 && Set(words).count == words.count, "\(language)")
    }
    let ignored = MentionsPolicy.standard.implicit.ignore
    for word in ["All", "all", "THE", "For", "Les", "Und", "Para", "Все"] { #expect(ignored.contains(word)) }
    for name in [
      "Will", "May", "Mark", "Ben", "Kim", "Ella", "Mia", "Van", "Von", "Per", "Uma", "Dan", "Alla", "Min",
      "Ada",
    ] {
      #expect(!ignored.contains(name), "\(name)")
    }
  }
}
