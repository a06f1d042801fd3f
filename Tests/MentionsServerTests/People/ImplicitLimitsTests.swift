import JSONText
import Mentions
import MentionsServer
import Testing

@testable import MentionsTestKit

/// Behaviour, section 2: what is offered without a control character.
@Suite struct ImplicitLimitsTests {
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(script, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  private static let git = #""git": {"type": "git"}"#

  /// A workspace whose history knows Allan Derek and Adam Smith, and whose people file knows Ada Lovelace.
  private func started(sources: String = Self.git, implicit: String = "{}") -> String {
    """
    ?1 initialize {"processId": null, "rootUri": "file:///w", "capabilities": {}, "initializationOptions": {"sources": {"codeowners": null, "people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, \(sources)}, "implicit": \(implicit)}}
    < 1 {}
    ! initialized {}
    loaded team [{"name": "Ada Lovelace", "handle": "countess"}]
    loaded git [{"name": "Allan Derek", "handle": "allanderek"}, {"name": "Adam Smith"}]
    open markdown

    """
  }

  @Test func `nobody from a Git history, whatever is typed; the people file is offered`() {
    check(
      started() + """
        type I fixed them All
        complete 2
        < 2 {"items": []}
        type  but Ada
        complete 3
        < 3 {"items": [{"label": "Ada Lovelace"}]}
        """)
    check(
      started() + """
        type Allan
        complete 2
        < 2 {"items": []}
        """)
  }

  @Test func `-name excludes by name or by type; * or a list of exclusions alone means all`() {
    for sources in [#"["*", "-team"]"#, #"["-team"]"#, #"["*", "-file"]"#] {
      check(
        started(implicit: #"{"sources": \#(sources)}"#) + """
          type Ada
          complete 2
          < 2 {"items": [{"label": "Adam Smith"}]}
          """)
    }
  }

  @Test func `an ignored word offers nobody, in any case; a longer word does`() {
    let named = started(implicit: #"{"sources": ["*"], "ignore": ["All", "ada"]}"#)
    check(
      named + """
        type All
        complete 2
        < 2 {"items": []}
        type a
        complete 3
        < 3 {"items": [{"label": "Allan Derek"}]}
        """)
    check(
      named + """
        type Ada
        complete 2
        < 2 {"items": []}
        """)
  }

  @Test func `an explicit request offers all of it, by handle too`() {
    check(
      started() + """
        type All
        complete 2
        < 2 {"items": []}
        at 1000
        complete 3
        < 3 {"items": [{"label": "Allan Derek"}, {"label": "Ada Lovelace"}]}
        """)
    check(
      started() + """
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
    let git = started().replacing(
      #""capabilities": {}"#, with: #""clientInfo": {"name": "Neovim"}, "capabilities": {}"#)
    func asking(_ id: Int, kind: Int) -> String {
      #"?\#(id) textDocument/completion {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": 5}, "context": {"triggerKind": \#(kind)}}"#
    }
    check(
      git + """
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
    check(
      started() + """
        type Allan Derek, All
        ?2 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 11}}, "text": "Allan Derek", "entity": {"name": "Allan Derek", "id": "a"}}]}
        < 2 {"added": 1}
        type a
        complete 3
        < 3 {"items": [{"label": "Allan Derek"}]}
        """)
  }

  @Test func `a program is asked and answers as it likes, except after an ignored word`() {
    check(
      started(sources: #""git": null, "ldap": {"type": "process", "command": ["ldap"]}"#)
        .split(separator: "\n").filter { !$0.hasPrefix("loaded git") }.joined(separator: "\n") + """

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
