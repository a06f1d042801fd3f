import MentionsTestKit
import Testing

/// A session with one mention, `Hi Ada Lovelace`, in a document of version 1.
struct DamageScript {
  static let everything = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}, \
    "textDocument": {"publishDiagnostics": {"versionSupport": true}, "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """

  var capabilities = Self.everything
  var name = "test"
  var deletion = "plain"

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"clientInfo": {"name": "\(name)"}, "capabilities": {\(capabilities)}, "initializationOptions": {"deletion": "\(deletion)"}}
      < 0 {}
      ! initialized {}
      open markdown Hi Ada Lovelace
      ?1 mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 15}}, "text": "Ada Lovelace", "entity": {"name": "Ada Lovelace"}}]}
      < 1 {"added": 1}
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// What the client tells of a change of the one line.
  static func change(_ version: Int, _ start: Int, _ end: Int, _ text: String = "") -> String {
    """
    ! textDocument/didChange {"textDocument": {"uri": "file:///d", "version": \(version)}, \
    "contentChanges": [{"range": \(range(start, end)), "text": "\(text)"}]}
    """
  }

  static func range(_ start: Int, _ end: Int) -> String {
    """
    {"start": {"line": 0, "character": \(start)}, "end": {"line": 0, "character": \(end)}}
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
    ?\(id) mentions/list {"textDocument": {"uri": "file:///d"}}
    < \(id) {"mentions": [\(mentions)]}
    """
  }
}
