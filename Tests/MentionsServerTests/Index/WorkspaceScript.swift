import MentionsTestKit
import Testing

/// A conversation with a session that has the workspace folder `/w`, and Ada and Bob behind `@`.
struct WorkspaceScript {
  var capabilities = "{}"
  var options = ""
  /// What else is known of Ada.
  var more = ""
  var insert = "@{handle}"

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": \(capabilities), "rootUri": "file:///w", "initializationOptions": {\(options)"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada", "uniqueID": "lovelace"\(more)}, {"name": "Bob Kahn", "handle": "bob"}]}}, "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "\(insert)"}}]}}
      < 0 {}
      ! initialized {}
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// `textDocument/references` of what is at a column of the first line.
  static func references(
    _ uri: String, _ column: Int, id: Int, declaration: Bool = false, more: String = ""
  ) -> String {
    """
    ?\(id) textDocument/references {"textDocument": {"uri": "\(uri)"}, "position": {"line": 0, "character": \(column)}, "context": {"includeDeclaration": \(declaration)}\(more)}
    """
  }

  /// `textDocument/didOpen` of a document of one line.
  static func open(_ uri: String, _ text: String, version: Int = 1) -> String {
    """
    ! textDocument/didOpen {"textDocument": {"uri": "\(uri)", "languageId": "markdown", "version": \(version), "text": "\(text)"}}
    """
  }

  /// A `Location` on one line.
  static func location(_ uri: String, _ line: Int, _ start: Int, _ end: Int) -> String {
    """
    {"uri": "\(uri)", "range": {"start": {"line": \(line), "character": \(start)}, "end": {"line": \(line), "character": \(end)}}}
    """
  }
}
