import MentionsTestKit
import Testing

/// The quick fix that adds somebody to a people file.
@Suite struct RememberingPeopleTests {
  private func ask(_ id: Int, _ start: Int, _ end: Int, only: String = "quickfix") -> String {
    """
    ?\(id) textDocument/codeAction {"textDocument": {"uri": "file:///d"},
      "range": \(DamageScript.range(start, end)), "context": {"diagnostics": [], "only": ["\(only)"]}}
    """
  }

  private func remember(
    _ capabilities: String, _ sources: String, _ script: String, location: SourceLocation = #_sourceLocation
  ) {
    ServerScript(
      capabilities: "{\(capabilities)}", folders: ["w"], people: "",
      settings: """
        "annotationStore": "off", "diagnostics": {"unknown": "hint"}, \
        "sources": {"git": null, "codeowners": null, \(sources)}
        """
    ).check(script, sourceLocation: location)
  }

  private let resolving = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}, \
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """
  private let plain = #"{"title": "Treat “@grace” as Plain Text"}"#
  private let start = DamageScript.range(0, 0)
  private let line = #""{\"name\":\"grace\",\"handle\":\"grace\"}\n""#

  @Test func `a line of the people file, which is created where there is none`() {
    remember(
      resolving, #""list": {"type": "list", "items": ["Zed"]}"#,
      """
      loaded people []
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [{"title": "Add “grace” to people.jsonl", "kind": "quickfix",
        "edit": {"documentChanges": [{"kind": "create", "uri": "file:///w/people.jsonl",
        "options": {"ignoreIfExists": true}},
        {"textDocument": {"uri": "file:///w/people.jsonl", "version": null},
        "edits": [{"range": \(start), "newText": \(line)}]}]}}, \(plain)]
      """)
  }

  @Test func `not in a file that cannot be edited, or that a link leads to out of the workspace`() {
    remember(
      resolving, #""list": {"type": "list", "items": ["Zed"]}"#,
      """
      loaded people []
      protect /w/people.jsonl a symbolic link in its path leads out of the workspace
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [\(plain)]
      """)
  }

  private func place(_ path: String, _ text: String, name: String, handle: String, notation: String) -> String
  {
    func value(_ field: String, _ value: String) -> String {
      let start = text.utf8.count - (text.part(behind: value)?.utf8.count ?? 0) - value.utf8.count
      return
        #"{"field": "\#(field)", "range": [\#(start), \#(start + value.utf8.count)], "notation": "\#(notation)"}"#
    }
    let shown = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\t", with: "\\t")
    return """
      {"path": "\(path)", "line": 1, "text": "\(shown)", "record": [0, \(text.utf8.count)], "values": [\(value("name", name)), \(value("handle", handle))]}
      """
  }

  private let editing = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}, \
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """

  @Test func `only in files that are there, for a client that creates none`() {
    remember(
      editing,
      #""people": null, "team": {"type": "file", "path": "/w/team.jsonl"}, "far": {"type": "file", "path": "/elsewhere/far.txt"}"#,
      """
      loaded far ["Far"]
      loaded team [{"name": "Zed", "handle": "zed"}]
      open markdown @grace x
      \(ask(1, 0, 6))
      effect locate 1 zed in team
      located 1 {"path": "/w/team.jsonl", "line": 0, "text": "{}", "record": [0, 2], "values": []}
      < 1 [{"title": "Add “grace” to team.jsonl",
        "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/team.jsonl"},
        "edits": [{"range": \(start), "newText": \(line)}]}]}}, \(plain)]
      \(ask(2, 0, 6))
      effect locate 2 zed in team
      located 2
      < 2 [\(plain)]
      """)
    remember(
      editing, #""list": {"type": "list", "items": ["Zed"]}"#,
      """
      loaded people []
      open markdown @grace x
      \(ask(1, 0, 6))
      < 1 [\(plain)]
      """)
  }

  @Test func `before a record of the file that has the people, in its notation`() {
    let semicolons = #"1;"Zed; Z";zed;x"#
    for (file, text, name, notation, expected, column) in [
      ("people.csv", #"1,"Zed, ""Z""",zed,x"#, #""Zed, ""Z""""#, "comma", #",grace,grace,\n"#, 0),
      ("people.csv", semicolons, #""Zed; Z""#, "semicolon", #";grace;grace;\n"#, 0),
      ("people.tsv", "Zed\tzed", "Zed", "tab", #"grace\tgrace\n"#, 0),
      ("people.vcf", "BEGIN:VCARD", "BEGIN", "vCard", #"BEGIN:VCARD\nVERSION:4.0\nFN:grace\nEND:VCARD\n"#, 0),
    ] {
      remember(
        editing, #""people": null, "team": {"type": "file", "path": "/w/\#(file)"}"#,
        """
        loaded team [{"name": "Zed", "handle": "zed"}]
        open markdown @grace x
        \(ask(1, 0, 6))
        effect locate 1 zed in team
        located 1 \(place("/w/\(file)", text, name: name, handle: notation == "vCard" ? "VCARD" : "zed", notation: notation))
        < 1 [{"title": "Add “grace” to \(file)",
          "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/\(file)", "version": null},
          "edits": [{"range": 1:\(column)-\(column), "newText": "\(expected)"}]}]}}, \(plain)]
        """)
    }
    remember(
      resolving, #""list": {"type": "list", "items": ["Zed"]}"#,
      #"""
      loaded people [{"name": "Zed", "handle": "zed"}]
      open markdown @grace x
      \#(ask(1, 0, 6))
      effect locate 1 zed in people
      located 1 {"path": "/w/people.json", "line": 1, "text": "  {\"name\":\"Zed\"},", "record": [2, 16],
        "values": []}
      < 1 [{"title": "Add “grace” to people.json",
        "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/people.json", "version": null},
        "edits": [{"range": {"start": 1:2},
        "newText": "{\"name\":\"grace\",\"handle\":\"grace\"},\n  "}]}]}}, \#(plain)]
      """#)
  }

  @Test func `at the end of a file that is open, by its columns`() {
    for (file, text, expected) in [
      ("team.csv", #"handle,name,detail\nzed,Zed,"#, #"\ngrace,grace,\n"#),
      ("team.csv", #"name;handle\nZed;zed\n"#, #"grace;grace\n"#),
      ("team.csv", #"\"Last, First\",name,handle\n"#, #",grace,grace\n"#),
      ("team.tsv", #"Name\tE-Mail\nZed\t\n"#, #"grace\t\n"#), ("team.txt", #"Zed\n"#, #"grace\n"#),
      ("team.vcf", "", #"BEGIN:VCARD\nVERSION:4.0\nFN:grace\nEND:VCARD\n"#),
      ("team.json", #"[\n  \"Zed\"\n]\n"#, #",\n  {\"name\":\"grace\",\"handle\":\"grace\"}"#),
      ("team.json", "[]", #"{\"name\":\"grace\",\"handle\":\"grace\"}"#),
    ] {
      remember(
        resolving, #""people": null, "team": {"type": "file", "path": "/w/\#(file)"}"#,
        """
        loaded team ["Zed"]
        ! textDocument/didOpen {"textDocument": {"uri": "file:///w/\(file)", "languageId": "plaintext",
          "version": 7, "text": "\(text)"}}
        open markdown @grace x
        \(ask(1, 0, 6))
        < 1 [{"title": "Add “grace” to \(file)",
          "edit": {"documentChanges": [{"textDocument": {"uri": "file:///w/\(file)", "version": 7},
          "edits": [{"newText": "\(expected)"}]}]}}, \(plain)]
        """)
    }
  }

  @Test func `not a second time in a file that is open and not saved, nor where no place is known for it`() {
    for (file, text) in [
      ("team.csv", #"name,handle\nGrace Hopper,grace\n"#), ("team.csv", #"who,handle\nZed,zed\n"#),
      ("team.jsonl", #"{\"name\": \"Grace\", \"handle\": \"grace\"}"#), ("team.txt", "grace"),
      ("team.json", #"{\"items\": []}"#), ("team.json", #"[{},]"#), ("team.json", ""),
    ] {
      remember(
        resolving, #""people": null, "team": {"type": "file", "path": "/w/\#(file)"}"#,
        """
        loaded team ["Zed"]
        ! textDocument/didOpen {"textDocument": {"uri": "file:///w/\(file)", "languageId": "plaintext",
          "version": 7, "text": "\(text)"}}
        open markdown @grace x
        \(ask(1, 0, 6))
        < 1 [\(plain)]
        """)
    }
  }
}

extension String {
  /// What follows the first place of a text; nil where it is not there.
  fileprivate func part(behind text: String) -> Substring? {
    firstRange(of: text).map { self[$0.upperBound...] }
  }
}
