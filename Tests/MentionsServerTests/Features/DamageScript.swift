extension ServerScript {
  /// One mention, `Hi Ada Lovelace`, in a document of version 1.
  static func damage(
    capabilities: String = DamageScript.everything, name: String = "test", deletion: String = "plain"
  ) -> Self {
    Self(
      capabilities: "{\(capabilities)}", client: name, people: "", settings: #""deletion": "\#(deletion)""#,
      text: "Hi Ada Lovelace", begins: #"add /d 0:3-15 {"name": "Ada Lovelace"}"#)
  }
}

/// Messages about edits of a document of one line, `file:///d`.
enum DamageScript {
  static let everything = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}, \
    "textDocument": {"publishDiagnostics": {"versionSupport": true}, "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """

  /// What the client tells of a change of the one line.
  static func change(_ version: Int, _ start: Int, _ end: Int, _ text: String = "") -> String {
    """
    ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": \(version)},
      "contentChanges": [{"range": \(range(start, end)), "text": "\(text)"}]}
    """
  }

  static func range(_ start: Int, _ end: Int) -> String {
    """
    0:\(start)-\(end)
    """
  }

  static func hint(_ version: Int, _ start: Int, _ end: Int) -> String {
    """
    < textDocument/publishDiagnostics {"uri": "file:///d", "version": \(version), "diagnostics": [{"range": \
    \(range(start, end)), "severity": 4, "source": "mentions", "code": "damaged-mention"}]}
    """
  }

  static func noHint(_ version: Int) -> String {
    """
    < textDocument/publishDiagnostics {"uri": "file:///d", "version": \(version), "diagnostics": []}
    """
  }

  /// The one edit that the server asks for.
  static func asks(_ id: Int, _ version: Int, _ start: Int, _ end: Int, _ text: String = "") -> String {
    """
    < ?\(id) workspace/applyEdit {"edit": {"documentChanges": [{"textDocument": {"uri": "file:///d", "version": \
    \(version)}, "edits": [{"range": \(range(start, end)), "newText": "\(text)"}]}]}}
    """
  }

  /// The mentions that there are now.
  static func lists(_ id: Int, _ mentions: String) -> String {
    """
    ?\(id) mentions/list /d
    < \(id) {"mentions": [\(mentions)]}
    """
  }
}
