import MentionsTestKit
import Testing

/// A session that looks for everything worth telling, with a document of one line, `file:///d`.
struct FindingScript {
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

  var capabilities = Self.pushing
  var diagnostics = Self.all
  var team = Self.team
  var text = ""
  var insert = #"{"markdown": "@{handle}"}"#
  var language = "markdown"

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": {\(capabilities)}, "initializationOptions": {"diagnostics": \(diagnostics), "implicit": {"minimumLength": 3}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": \(team)}}, "triggers": [{"character": "@", "sources": ["team"], "insert": \(insert)}]}}
      < 0 {}
      ! initialized {}
      open \(language) \(text)
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

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
