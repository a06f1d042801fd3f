extension ServerScript {
  /// Looks for everything worth telling.
  static func findings(
    capabilities: String = FindingScript.pushing, diagnostics: String = FindingScript.all,
    team: String = FindingScript.team, text: String = "", insert: String = #"{"markdown": "@{handle}"}"#,
    language: String = "markdown"
  ) -> Self {
    Self(
      capabilities: "{\(capabilities)}", people: team, insert: insert,
      settings: #""diagnostics": \#(diagnostics), "implicit": {"minimumLength": 3}"#, language: language,
      text: text)
  }
}

/// Messages about what is found in a document of one line, `file:///d`.
enum FindingScript {
  static let pushing = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}, \
    "textDocument": {"publishDiagnostics": {"versionSupport": true, "tagSupport": {"valueSet": [1, 2]}, \
    "relatedInformation": true}, "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}, \
    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """
  static let pulling = """
    "workspace": {"diagnostics": {"refreshSupport": true}}, "textDocument": {"diagnostic": {}}
    """
  static let team = """
    [{"id": "ada", "name": "Ada Lovelace", "handle": "ada", "aliases": ["countess"], "url": "https://x.org/ada"}, \
    {"id": "b1", "name": "Ben One", "handle": "ben", "email": "one@x.org"}, \
    {"id": "b2", "name": "Ben Two", "handle": "ben", "email": "two@x.org"}, \
    {"id": "gus", "name": "Gus Gone", "handle": "gus", "gone": true}, \
    {"id": "ops", "name": "Ops Team", "handle": "acme/ops", "kind": "team"}]
    """
  static let all = """
    {"unknown": "warning", "ambiguous": "warning", "left": "information", "stale": "hint", "notAllowed": "error", \
    "notAllowedHere": [{"handle": "acme/*", "kind": "team", "reason": "open an issue"}]}
    """

  static func pushed(_ version: Int, _ diagnostics: String) -> String {
    """
    < textDocument/publishDiagnostics {"uri": "file:///d", "version": \(version), "diagnostics": [\(diagnostics)]}
    """
  }

  static func diagnostic(_ start: Int, _ end: Int, _ code: String, _ more: String = "") -> String {
    """
    {"range": \(DamageScript.range(start, end)), "code": "\(code)-mention", "source": "mentions"\(more)}
    """
  }

  static func pull(_ id: Int, _ previous: String? = nil) -> String {
    let more = previous.map { #", "previousResultId": "\#($0)""# } ?? ""
    return #"?\#(id) textDocument/diagnostic {"textDocument": {"uri": "file:///d"}\#(more)}"#
  }
}
