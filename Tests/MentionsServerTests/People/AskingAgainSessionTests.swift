import MentionsTestKit
import Testing

/// Behaviour, section 4: a finished query is not repeated for the same key, and progress is one for a creation.
@Suite struct AskingAgainSessionTests {
  private func started(settings: String = "", capabilities: String = "{}") -> ServerScript {
    ServerScript(
      capabilities: capabilities, people: "", sources: #""ldap": {"type": "process", "command": ["ldap"]}"#,
      lists: #"["ldap"]"#, settings: settings, text: "")
  }

  @Test
  func `asking again returns everything that was found, without a loading item`() {
    started(settings: #""loadingItem": "searching""#).check(
      """
      type @
      effect ask ldap 1
      batch ldap 1 more ["Ada Lovelace", "Alan Turing"]
      batch ldap 1 last ["Grace Hopper"]
      complete 2
      < 2 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}, {"label": "Grace Hopper"}]}
      at 1000
      complete 3
      < 3 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}, {"label": "Grace Hopper"}]}
      ?4 workspace/executeCommand {"command": "mentions.complete",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "position": 0:1}]}
      < 4 {"items": [{"label": "Ada Lovelace"}, {"label": "Alan Turing"}, {"label": "Grace Hopper"}]}
      """)
  }

  @Test func `asking while the query is in flight does not restart it`() {
    started().check(
      """
      type @
      effect ask ldap 1
      complete 2
      at 2000
      < 2 {"items": []}
      complete 3
      at 3000
      batch ldap 1 last ["Ada Lovelace"]
      < 3 {"items": [{"label": "Ada Lovelace"}]}
      """)
  }

  @Test func `mentions.reloadSources queries again`() {
    started().check(
      """
      type @
      effect ask ldap 1
      batch ldap 1 last ["Ada Lovelace"]
      at 1000
      ?2 workspace/executeCommand {"command": "mentions.reloadSources"}
      < 2 null
      effect ask ldap 2
      batch ldap 2 last ["Grace Hopper"]
      complete 3
      < 3 {"items": [{"label": "Grace Hopper"}]}
      """)
  }

  @Test func `a source that gave no last batch is asked anew`() {
    started().check(
      """
      type @
      effect ask ldap 1
      batch ldap 1 more ["Ada Lovelace"]
      late ldap 1
      < window/showMessage {"type": 2}
      complete 2
      < 2 {"items": [{"label": "Ada Lovelace"}]}
      at 1000
      complete 3
      effect ask ldap 2
      batch ldap 2 last ["Grace Hopper"]
      < 3 {"items": [{"label": "Ada Lovelace"}, {"label": "Grace Hopper"}]}
      at 2000
      complete 4
      < 4 {"items": [{"label": "Ada Lovelace"}, {"label": "Grace Hopper"}]}
      """)
  }

  @Test func `a list that was empty is filled when its source has been read again`() {
    ServerScript(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#,
      folders: ["w"],
      people: "/w/team.jsonl", settings: #""emptyListMessage": false"#,
      begins: "< ?1 client/registerCapability {}\n=1 null"
    ).check(
      """
      loaded team []
      open markdown
      type @
      complete 2
      < 2 {"items": []}
      ! workspace/didChangeWatchedFiles {"changes": [{"uri": "file:///w/team.jsonl", "type": 2}]}
      loaded team [{"name": "Ada"}]
      complete 3
      < 3 {"items": [{"label": "Ada"}]}
      """)
  }

  @Test func `all items have the same kind, whatever they are: nvim-cmp sorts by kind first`() {
    ServerScript(folders: ["w"], people: "/w/team.jsonl").check(
      """
      loaded team [{"name": "Ada", "kind": "person"}, {"name": "Core", "kind": "team"},
        {"name": "Typo", "kind": "issue"}]
      open markdown
      type @
      complete 2
      < 2 {"items": [{"label": "Ada", "kind": 18}, {"label": "Core", "kind": 18}, {"label": "Typo", "kind": 18}]}
      """)
  }

  @Test func `progress is shown once per creation, not per key, and is not delayed by further typing`() {
    started(settings: #""cooldown": 0"#, capabilities: #"{"window": {"workDoneProgress": true}}"#).check(
      """
      type @
      at 100
      type a
      at 150
      < ?1 window/workDoneProgress/create {"token": "…"}
      =1 null
      < $/progress {"value": {"kind": "begin", "title": "Mentions", "message": "Searching…"}}
      type d
      batch ldap 3 last ["Ada Lovelace"]
      < $/progress {"value": {"kind": "end"}}
      type a
      at 1000
      batch ldap 4 last ["Ada Lovelace"]
      type ,
      type  @
      at 2000
      < ?2 window/workDoneProgress/create {"token": "…"}
      =2 null
      < $/progress {"value": {"kind": "begin"}}
      """)
  }
}
