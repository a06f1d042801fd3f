import MentionsServer
import MentionsTestKit
import Testing

/// The programs of plug-ins: what they are told, and what they may do.
@Suite struct PluginProgramTests {
  @Test func `a plug-in hears of a document from its opening to its closing`() {
    ServerScript.plugins(text: "ab").check(
      """
      effect start quiet quiet -v
      told quiet {"event": "setUp", "document": {"uri": "file:///d", "languageId": "markdown", "version": 1,
        "text": "ab"}, "positionEncoding": "utf-16"}
      says quiet {}
      type c
      told quiet {"event": "inserted", "text": "c", "cause": "typing", "version": 2,
        "textDocument": {"uri": "file:///d"}}
      change /d 0:0-1 ‘’
      told quiet {"event": "deleted", "before": "a", "version": 3}
      ! didClose /d
      told quiet {"event": "cleanUp", "document": {"uri": "file:///d"}}
      told quiet
      ?1 shutdown {}
      < 1 null
      effect stop quiet
      told quiet
      """)
  }

  @Test func `a plug-in cleans up once, whichever way the session ends`() {
    for end in [
      "?1 shutdown {}\n< 1 null\n! exit {}\neffect exit 0", "eof\neffect exit 1", "! exit {}\neffect exit 1",
    ] {
      ServerScript.plugins().check(
        """
        says quiet {}
        \(end)
        told quiet {"event": "cleanUp", "document": {"uri": "file:///d"}}
        told quiet
        effect stop quiet
        """)
    }
  }

  @Test func `no program is started before a document is open, and one that the settings drop is cleaned up`()
  {
    ServerScript.plugins(opens: false).check(
      """
      told quiet
      open markdown
      effect start quiet quiet -v
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"plugins": {"quiet": null}}}}
      told quiet {"event": "cleanUp"}
      told quiet
      effect stop quiet
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"plugins": {"quiet": {"command": ["loud"]}}}}}
      effect start quiet loud
      told quiet {"event": "setUp"}
      """)
  }

  @Test func `a plug-in hears what becomes of mentions`() {
    ServerScript.plugins(styles: #"[{"name": "team", "when": {"source": "team"}}]"#, text: "see ").check(
      """
      says quiet {}
      \(PluginScript.accepts("Ada", at: 4, version: 2))
      told quiet {"event": "mention", "what": "created",
        "mention": {"text": "Ada", "entity": {"name": "Ada"}, "styles": ["team"]}}
      change /d 0:4-7 ‘’
      told quiet {"event": "mention", "what": "removed", "version": 4, "mention": {"text": "Ada"}}
      """)
  }

  @Test func `a plug-in edits and transforms a document`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 1},
        "edits": [{"range": 0:0-1, "newText": "x"}], "keep": "mentions"}}
      < ?1 workspace/applyEdit {"label": "Edit by plug-in quiet",
        "edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [\(TransformScript.replaces(0, 1, "x"))]}]}}
      says quiet {"transform": {"textDocument": {"uri": "file:///d", "version": 1}, "range": 0:0-2, "name": "upper"}}
      < ?2 workspace/applyEdit {"label": "Transform by plug-in quiet",
        "edit": {"documentChanges": [{"textDocument": {"version": 1},
        "edits": [\(TransformScript.replaces(0, 2, "AB"))]}]}}
      """)
  }

  @Test func `a plug-in marks text with attributes, and is told what there is`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      says quiet {"attributes": {"textDocument": {"uri": "file:///d", "version": 1},
        "add": [{"range": 0:0-1, "name": "todo"}]}}
      told quiet {"event": "attributes", "textDocument": {"uri": "file:///d"},
        "attributes": [{"range": 0:0-1, "name": "todo"}]}
      ?1 mentions/attributes /d
      < 1 {"attributes": [{"name": "todo"}]}
      """)
  }

  @Test func `a plug-in adds accessories, and is told what there is`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      says quiet {"accessories": {"textDocument": {"uri": "file:///d", "version": 1},
        "add": [{"id": "n", "at": 0:1, "label": "2 words", "place": "after"}]}}
      told quiet {"event": "accessories", "textDocument": {"uri": "file:///d"},
        "accessories": [{"id": "n", "at": 0:1, "label": "2 words", "place": "after"}]}
      says quiet {"accessories": {"textDocument": {"uri": "file:///d", "version": 1}, "remove": ["n"]}}
      told quiet {"event": "accessories", "accessories": []}
      says quiet {"accessories": {"textDocument": {"uri": "file:///d", "version": 1}, "remove": ["n"]}}
      < window/showMessage {"message": "mentions: plug-in quiet: accessories: remove[0]: there is no accessory “n”"}
      told quiet {"event": "refused"}
      """)
  }

  @Test func `a refused offer is an empty list, and one that is allowed is asked about once`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      type @
      told quiet {"decide": 1, "what": "offer", "key": "", "controlCharacter": "@",
        "textDocument": {"uri": "file:///d"}}
      complete 1
      says quiet {"decide": 1, "allow": false}
      < 1 {"items": []}
      type . @
      told quiet {"decide": 2, "what": "offer"}
      type a
      says quiet {"decide": 2, "allow": true}
      complete 2
      < 2 {"items": [{"label": "Ada"}]}
      type d
      complete 3
      < 3 {"items": [{"label": "Ada"}]}
      told quiet {"event": "inserted", "text": "d"}
      told quiet
      """)
  }

  @Test func `a refused acceptance leaves the text without a mention`() {
    ServerScript.plugins().check(
      """
      says quiet {"controls": "mentions"}
      \(PluginScript.accepts("Ada", at: 0, version: 2, deciding: 1))
      told quiet {"decide": 2, "what": "accept", "entity": {"name": "Ada"}}
      \(DamageScript.lists(2, #"{"text": "Ada"}"#))
      says quiet {"decide": 2, "allow": false, "reason": "after 18:00"}
      \(DamageScript.lists(3, ""))
      told quiet {"event": "mention", "what": "removed"}
      """)
  }

  @Test func `a refused deletion is put back by a versioned edit, and that is no question`() {
    ServerScript.plugins(text: "Ada b").check(
      """
      says quiet {"controls": "mentions"}
      add /d 0:0-3 {"name": "Ada"}
      change /d 0:0-3 ‘’
      told quiet {"decide": 1, "what": "delete", "version": 2, "entity": {"name": "Ada"}}
      says quiet {"decide": 1, "allow": false}
      < ?1 workspace/applyEdit {"label": "Restore mention",
        "edit": {"documentChanges": [{"textDocument": {"uri": "file:///d", "version": 2},
        "edits": [\(TransformScript.replaces(0, 0, "Ada"))]}]}}
      change /d 0:0-0 ‘Ada’
      =1 {"applied": true}
      \(DamageScript.lists(2, #"{"text": "Ada"}"#))
      told quiet {"event": "mention", "what": "created"}
      told quiet {"event": "inserted", "text": "Ada", "cause": "server"}
      told quiet
      """)
  }

  @Test func `what deletes several mentions is put back once, where the user has typed elsewhere since`() {
    ServerScript.plugins(text: "Ada Ben c").check(
      """
      says quiet {"controls": "mentions"}
      add /d 0:0-3 {"name": "Ada"}
      add /d 0:4-7 {"name": "Ben"}
      change /d 0:0-8 ‘’
      told quiet {"decide": 1, "entity": {"name": "Ada"}}
      told quiet {"decide": 2, "entity": {"name": "Ben"}}
      change /d 0:1-1 ‘!’
      says quiet {"decide": 1, "allow": false}
      < ?1 workspace/applyEdit {"edit": {"documentChanges": [{"textDocument": {"version": 3},
        "edits": [\(TransformScript.replaces(0, 0, "Ada Ben "))]}]}}
      says quiet {"decide": 2, "allow": false}
      """)
  }

  @Test func `a refused deletion stays where the user has changed the same place since`() {
    ServerScript.plugins(text: "Ada b").check(
      """
      says quiet {"controls": "mentions"}
      add /d 0:0-3 {"name": "Ada"}
      change /d 0:0-3 ‘’
      told quiet {"decide": 1, "what": "delete"}
      change /d 0:0-0 ‘x’
      says quiet {"decide": 1, "allow": false}
      \(DamageScript.lists(2, ""))
      """)
  }

  @Test func `what the host removes itself is no question`() {
    ServerScript.plugins(text: "Ada b").check(
      """
      says quiet {"controls": "mentions"}
      add /d 0:0-3 {"name": "Ada"}
      ?2 mentions/remove /d
      < 2 {"removed": 1}
      told quiet {"event": "mention", "what": "removed"}
      told quiet
      """)
  }

  @Test func `an edit for a version that has just become outdated is refused, but no fault`() {
    ServerScript.plugins(text: "ab").check(
      """
      says quiet {}
      type c
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 1}, "edits": []}}
      told quiet {"event": "refused", "reason": "edit: the document is at version 2, not at 1"}
      ! didClose /d
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 2}, "edits": []}}
      told quiet {"event": "refused", "reason": "edit: the document is closed"}
      """)
  }

  @Test func `what a client cannot do is refused, but no fault of the plug-in`() {
    ServerScript.plugins(capabilities: "{}", text: "ab").check(
      """
      says quiet {}
      says quiet {"edit": {"textDocument": {"uri": "file:///d", "version": 1},
        "edits": [\(TransformScript.replaces(0, 1, "x"))]}}
      told quiet {"event": "refused", "reason": "edit: the client does not declare the capability workspace.applyEdit"}
      """)
  }

  @Test func `one plug-in decides`() {
    ServerScript.plugins(plugins: #"{"a": {"command": ["a"]}, "b": {"command": ["b"]}}"#).check(
      """
      says a {"controls": "mentions"}
      says b {"controls": "mentions"}
      < window/showMessage {"type": 2, "message": "mentions: plug-in b: controls: plug-in a already controls mentions"}
      told b {"event": "refused"}
      type @
      told a {"decide": 1, "what": "offer"}
      told b {"event": "inserted", "text": "@"}
      told b
      """)
  }

  @Test func `a folder that is not trusted starts no program`() {
    let (settings, problems) = SettingsKit(workspace: #"{"plugins": {"evil": {"command": ["./evil"]}}}"#)
      .resolve()
    #expect(settings.plugins.isEmpty)
    #expect(
      problems.map(SettingsKit.line) == [
        """
        warning 1:14 plugins.evil would start a program or reach the network; ignored until you add "/ws/project" \
        to the list trustedFolders in your own settings file or in the client's settings
        """
      ])
    let trusted = SettingsKit(
      user: #"{"trustedFolders": ["/ws/project"]}"#,
      workspace: #"{"plugins": {"good": {"command": ["./good", "-v"]}}}"#)
    #expect(trusted.settings().plugins.map(\.command) == [["/ws/project/good", "-v"]])
  }
}
