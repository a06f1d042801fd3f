import MentionsTestKit
import Testing

/// Several workspace folders: each has its own settings and sources.
@Suite struct WorkspaceTests {
  private func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(script, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// Folders `/one` and `/two` with a list of their own each.
  private let files = #"""
    file /one/.mentions.json {"sources": {"words": {"type": "list", "items": ["Ada"]}},
      "triggers": [{"character": "@", "sources": ["words"]}]}
    file /two/.mentions.json {"sources": {"words": {"type": "list", "items": ["Bob"]}},
      "triggers": [{"character": "#", "sources": ["words"]}], "limit": 7}
    """#

  private let started = #"""
    ?1 initialize {"processId": null,
      "workspaceFolders": [{"uri": "file:///one", "name": "one"}, {"uri": "file:///two", "name": "two"}],
      "capabilities": {}}
    < 1 {"capabilities": {"completionProvider": {"triggerCharacters": ["@", "#", "-", ".", "/", " ", "'", "’"]}}}
    ! initialized {}

    """#

  private func open(_ path: String, _ text: String) -> String {
    #"""
    ! textDocument/didOpen {"textDocument": {"uri": "file://\#(path)", "languageId": "markdown", "version": 0,
      "text": "\#(text)"}}

    """#
  }

  private func ask(_ id: Int, _ path: String, at character: Int = 1) -> String {
    #"""
    ?\#(id) textDocument/completion {"textDocument": {"uri": "file://\#(path)"}, "position": 0:\#(character)}

    """#
  }

  @Test func `a document gets the settings and sources of its folder`() {
    check(
      files + "\n" + started + open("/one/a.md", "@") + open("/two/deep/b.md", "#") + open("/two/c.md", "@")
        + ask(2, "/one/a.md") + #"< 2 {"items": [{"label": "Ada"}]}"# + "\n"
        + ask(3, "/two/deep/b.md") + #"< 3 {"items": [{"label": "Bob"}]}"# + "\n"
        + ask(4, "/two/c.md") + #"< 4 {"items": []}"#)
  }

  @Test func `a document outside every folder gets the settings of the first`() {
    check(
      files + "\n" + started + open("/other/a.md", "@") + ask(2, "/other/a.md")
        + #"< 2 {"items": [{"label": "Ada"}]}"#)
  }

  @Test func `of two nested folders the inner one counts`() {
    check(
      files.replacing("/two/", with: "/one/two/") + "\n"
        + started.replacing("file:///two", with: "file:///one/two") + open("/one/two/a.md", "#")
        + ask(2, "/one/two/a.md") + #"< 2 {"items": [{"label": "Bob"}]}"#)
  }

  @Test func `every folder's own sources are read, those of the user once`() {
    check(
      #"""
      file /home/ada/.config/mentions-lsp/config.json {"sources": {"team": {"type": "file", "path": "team.jsonl"}}}

      """# + started.replacing(##"["@", "#", "##, with: ##"["@", "##) + #"""
        loaded git ["Ada One"]
        loaded two/git ["Bob Two"]
        loaded team ["Both"]
        loaded people []
        loaded two/people []
        loaded codeowners []
        loaded two/codeowners []

        """# + open("/one/a.md", "@") + open("/two/b.md", "@")
        + ask(2, "/one/a.md") + #"< 2 {"items": [{"label": "Both"}, {"label": "Ada One"}]}"# + "\n"
        + ask(3, "/two/b.md") + #"< 3 {"items": [{"label": "Both"}, {"label": "Bob Two"}]}"#)
  }

  @Test func `folders come and go`() {
    check(
      files + "\n" + started + open("/two/b.md", "#") + ask(2, "/two/b.md") + #"""
        < 2 {"items": [{"label": "Bob"}]}
        ! workspace/didChangeWorkspaceFolders {"event": {"added": [],
          "removed": [{"uri": "file:///two", "name": "two"}]}}

        """# + ask(3, "/two/b.md") + #"""
          < 3 {"items": []}
          ! workspace/didChangeWorkspaceFolders {"event": {"added": [{"uri": "file:///two", "name": "two"}], "removed": []}}

          """# + ask(4, "/two/b.md") + #"< 4 {"items": [{"label": "Bob"}]}"#)
  }

  @Test func `a slash at the end of a folder changes nothing`() {
    check(
      files + "\n" + started.replacing("file:///two", with: "file:///two/") + open("/two/b.md", "#")
        + ask(2, "/two/b.md") + #"""
          < 2 {"items": [{"label": "Bob"}]}
          ! workspace/didChangeWorkspaceFolders {"event": {"added": [],
            "removed": [{"uri": "file:///two", "name": "two"}]}}

          """# + ask(3, "/two/b.md") + #"""
          < 3 {"items": []}
          ! workspace/didChangeWorkspaceFolders {"event": {"added": [{"uri": "file:///two/", "name": "two"}], "removed": []}}

          """# + ask(4, "/two/b.md") + #"< 4 {"items": [{"label": "Bob"}]}"#)
  }

  @Test func `a trigger added after the start is reported once to need a restart`() {
    let late = #"""
      < window/showMessage {"type": 3, "message": "mentions: the editor does not offer completions automatically after `+` until the server is restarted; to have them from the start, set `triggers` in .mentions.json or in the initialization options"}

      """#
    func change(_ limit: Int) -> String {
      #"""
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"limit": \#(limit),
        "triggers": [{"character": "+", "sources": ["words"]}]}}}

      """#
    }
    check(files + "\n" + started + change(5) + late + change(6))
  }

  @Test func `a problem in one folder names it, a problem common to all is reported once`() {
    check(
      #"""
      file /home/ada/.config/mentions-lsp/config.json {"limit": "many"}
      file /two/.mentions.json {"cooldown": "long"}

      """# + started.replacing(##"["@", "#", "##, with: ##"["@", "##) + #"""
        < window/showMessage {"message": "mentions: /home/ada/.config/mentions-lsp/config.json:1:11: limit is \"many\", expected a whole number from 1 to 1000"}
        < window/showMessage {"message": "…"}
        < textDocument/publishDiagnostics {"uri": "file:///home/ada/.config/mentions-lsp/config.json"}
        < textDocument/publishDiagnostics {"uri": "file:///two/.mentions.json"}
        """#)
  }

  @Test func `a trigger is not offered automatically where its globs exclude the path`() {
    check(
      files.replacing(#""@", "#, with: #""@", "exclude": ["*.txt", "docs/**", "python"], "#) + "\n" + started
        + open("/one/a.md", "@") + open("/one/docs/x/b.md", "@") + open("/one/c.txt", "@")
        + open("/docs/d.md", "@") + #"""
          ?4 mentions/explain /one/a.md 0:1
          < 4 {"offered": true}
          ?5 mentions/explain /docs/d.md 0:1
          < 5 {"offered": true}
          ?6 mentions/explain /one/docs/x/b.md 0:1
          < 6 {"offered": false, "rule": "excluded-path"}
          ?7 mentions/explain /one/c.txt 0:1
          < 7 {"offered": false, "rule": "excluded-path"}
          """#)
  }

  @Test func `a trigger's sources are asked in its order, whatever the settings' order is`() {
    check(
      #"""
      file /one/.mentions.json {"sources": {"a": {"type": "list", "items": ["Ada"]},
        "b": {"type": "list", "items": ["Bob"]}}, "triggers": [{"character": "@", "sources": ["b", "a"]}]}

      """# + started.replacing(##"["@", "#", "##, with: ##"["@", "##) + open("/one/a.md", "@")
        + ask(2, "/one/a.md") + #"< 2 {"items": [{"label": "Bob"}, {"label": "Ada"}]}"#)
  }
}
