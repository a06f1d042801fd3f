import LanguageProtocol
import Mentions
import MentionsTestKit
import Testing

@testable import MentionsServer

/// Mentions of what is on a forge, in a session (Behaviour, sections 4 and 7).
@Suite struct ForgeSessionTests {
  private func started() -> ServerScript {
    ServerScript(
      folders: ["w"], people: "",
      settings: #""forge": true, "sources": {"git": null, "codeowners": null, "people": null}"#)
  }

  private let loads = """
    loaded forge [{"name": "Ada Lovelace", "handle": "ada", "id": "ada"}]
    loaded issues [{"name": "Fix the parser", "handle": "12", "id": "12"}, {"name": "Print", "handle": "7", "id": "7"}]
    loaded requests [{"name": "Merge the parser", "handle": "3", "id": "3"}]
    """

  @Test func `people by @, issues by # and requests by !, each from its list`() {
    started().check(
      """
      \(loads)
      open a.md See |
      change a.md 0:4-4 ‘@’
      ?1 completion a.md 0:5
      < 1 {"items": [{"label": "Ada Lovelace"}]}
      change a.md 0:4-5 ‘#’
      ?2 completion a.md 0:5
      < 2 {"items": []}
      change a.md 0:5-5 ‘1’
      batch issue 1 last []
      ?3 completion a.md 0:6
      < 3 {"items": [{"label": "Fix the parser", "textEdit": {"newText": "#12"}}]}
      change a.md 0:4-6 ‘!’
      change a.md 0:5-5 ‘m’
      ?4 completion a.md 0:6
      < 4 {"items": [{"label": "Merge the parser", "textEdit": {"newText": "!3"}}]}
      """)
  }

  @Test func `a number that no list has is asked for, and no other`() {
    started().check(
      """
      \(loads)
      open a.md See |
      change a.md 0:4-4 ‘#’
      change a.md 0:5-5 ‘1’
      effect ask issue 1 1
      batch issue 1 last []
      at 1000
      change a.md 0:6-6 ‘2’
      at 2000
      change a.md 0:7-7 ‘3’
      effect ask issue 2 123
      batch issue 2 last ["An old one"]
      ?1 completion a.md 0:8
      < 1 {"items": [{"label": "An old one"}]}
      """)
  }

  @Test func `unasked nobody of a forge is offered`() {
    started().check(
      """
      \(loads)
      open a.md See |
      change a.md 0:4-4 ‘A’
      change a.md 0:5-5 ‘d’
      change a.md 0:6-6 ‘a’
      ?1 completion a.md 0:7
      < 1 {"items": []}
      """)
  }

  @Test func `nobody is unknown where a forge knows others`() {
    let unknown = #"{"range": 0:4-8, "code": "unknown-mention"}"#
    let absent = "absent forge\nabsent issues\nabsent requests"
    for (forge, loads, found) in [("true", loads, ""), ("false", "", unknown), ("true", absent, unknown)] {
      ServerScript(
        folders: ["w"], people: "",
        settings: """
          "forge": \(forge), "diagnostics": {"unknown": "warning"}, "sources": {"git": null, "codeowners": null,
          "people": null, "team": {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada"}]}}
          """
      ).check(
        """
        \(loads)
        open a.md See @zed and @ada #99
        ?1 textDocument/diagnostic {"textDocument": {"uri": "file:///w/a.md"}}
        < 1 {"items": [\(found)]}
        """)
    }
  }

  @Test func `issues are nobody whom one searches for, and their numbers are no handles of people`() {
    started().check(
      """
      \(loads)
      ?1 workspace/symbol {"query": "parser"}
      scanned
      < 1 []
      """)
  }

  @Test func `nothing begins at the start of a line, where # is a heading`() {
    for (before, answer) in [
      ("", "[]"), ("  ", "[]"), ("> ", "[]"), ("- ", "[]"), ("12. ", "[]"),
      (". ", ##"[{"textEdit": {"newText": "#12"}}]"##),
    ] {
      started().check(
        """
        \(loads)
        open a.md \(before.isEmpty ? "⏎" : before)
        change a.md 0:\(before.count)-\(before.count) ‘#’
        change a.md 0:\(before.count + 1)-\(before.count + 1) ‘1’
        \(answer == "[]" ? "" : "batch issue 1 last []")
        ?3 completion a.md 0:\(before.count + 2)
        < 3 {"items": \(answer)}
        """)
    }
  }

  @Test func `what is written is read, but not in what Git takes out`() {
    started().check(
      """
      \(loads)
      open a.md #12 and #7 and #99, !3
      ?1 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 1 {"mentions": [{"text": "#12"}, {"text": "#7"}, {"text": "!3"}]}
      ! textDocument/didOpen {"textDocument": {"uri": "file:///d", "languageId": "gitcommit", "version": 1,
        "text": "Fix #12\\n\\n#7 is open\\n#\\n# See #7\\n"}}
      ?2 mentions/list {"textDocument": {"uri": "file:///d"}}
      < 2 {"mentions": [{"text": "#12"}]}
      """)
  }

  @Test func `of another project an issue is another one`() {
    started().check(
      """
      loaded issues [{"name": "Fix the parser", "handle": "12", "id": "12", "url": "https://forge.example/Ada/notes/issues/12"}]
      open a.md ada/notes#12, x/ada/notes#12, ben/notes#12, notes#12, /ada/notes#12 (Ada/Notes#12) ada/notes#13
      ?1 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 1 {"mentions": [{"text": "#12", "range": 0:9-12}, {"text": "#12", "range": 0:78-81}]}
      change a.md 0:92-92 ‘ ben/notes#12 ada/notes#12 ’
      ?2 mentions/list {"textDocument": {"uri": "file:///w/a.md"}}
      < 2 {"mentions": [{"range": 0:9-12}, {"range": 0:78-81}, {"range": 0:115-118}]}
      """)
  }

  @Test func `in text that goes to a forge handles are written, without one the name`() {
    for (path, text) in [
      ("/w/.git/PULLREQ_EDITMSG", "@ada"), ("/w/.git/ISSUE_EDITMSG", "@ada"), ("/tmp/2315432.md", "@ada"),
      ("/w/.git/magit/posts/new-issue", "@ada"),
      ("/w/notes.md", "Ada Lovelace"), ("/tmp/notes.md", "Ada Lovelace"),
    ] {
      started().check(
        """
        loaded forge [{"name": "Ada Lovelace", "handle": "ada", "id": "ada"}, "Alan Turing"]
        open \(path) See |
        change \(path) 0:4-4 ‘@’
        ?1 completion \(path) 0:5
        < 1 {"items": [{"textEdit": {"newText": "\(text)"}}, {"textEdit": {"newText": "Alan Turing"}}]}
        """)
    }
  }

  @Test(arguments: [
    ("/w/.git/MERGEREQ_EDITMSG", true), ("/w/.git/magit/posts/new-issue", true), ("/tmp/12.md", true),
    ("/var/folders/x/T/12.md", true), ("/tmp/.md", false), ("/tmp/a12.md", false), ("/w/12.md", false),
    ("/w/.git/COMMIT_EDITMSG", false),
  ])
  func `which documents go to a forge`(path: String, goes: Bool) {
    #expect(ForgeText.contains(path: path) == goes)
    #expect(ForgeText.isBuffer("octo://ada/notes/issue/1") && !ForgeText.isBuffer("untitled:12.md"))
    #expect(LanguageID.canonical("octo") == "markdown" && LanguageID.canonical("forge-post") == "markdown")
  }

  @Test func `a workspace's file turns no forge on`() {
    ServerScript(
      folders: ["w"], files: #"file /w/.mentions.json {"forge": true, "hosts": {"evil.example": "gitlab"}}"#
    )
    .check(
      """
      < window/showMessage {"message": "…"}
      < window/showMessage {"message": "…"}
      < textDocument/publishDiagnostics {"uri": "file:///w/.mentions.json", "diagnostics": [{"code": "misplaced"}, {"code": "misplaced"}]}
      """)
  }
}
