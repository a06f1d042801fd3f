import MentionsTestKit
import Testing

/// A conversation with a session that has Ada and Ben behind `@` and a document of one line, `file:///d`.
struct HandlerScript {
  var capabilities = "{}"
  var text = ""
  /// Who is behind `@`.
  var team = #"["Ada", "Ben"]"#
  var options = ""

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": \(capabilities), "initializationOptions": {\(options)"implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": \(team)}}, "triggers": [{"character": "@", "sources": ["team"]}]}}
      < 0 {}
      ! initialized {}
      open markdown \(text)
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// `mentions/add` of one person.
  static func add(_ name: String, _ start: Int, id: Int) -> String {
    """
    ?\(id) mentions/add {"textDocument": {"uri": "file:///d"}, "mentions": [{"range": {"start": {"line": 0, "character": \(start)}, "end": {"line": 0, "character": \(start + name.utf16.count)}}, "text": "\(name)", "entity": {"name": "\(name)"}}]}
    < \(id) {"added": 1, "refused": []}
    """
  }
}
