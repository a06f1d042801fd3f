import MentionsTestKit
import Testing

/// A conversation with a session that has Ada and Ben behind `@`, programs of plug-ins, and a document of one line,
/// `file:///d`.
struct PluginScript {
  static let editing = #"{"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}}"#

  var capabilities = Self.editing
  var plugins = #"{"quiet": {"command": ["quiet", "-v"]}}"#
  var styles = "[]"
  var text = ""
  var opens = true

  func check(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let failures = SessionScript.play(
      """
      ?0 initialize {"capabilities": \(capabilities), "initializationOptions": {"plugins": \(plugins), "styles": \(styles), "implicit": {"minimumLength": 0}, "sources": {"git": null, "codeowners": null, "people": null, "team": {"type": "list", "items": ["Ada", "Ben"]}}, "triggers": [{"character": "@", "sources": ["team"]}]}}
      < 0 {}
      ! initialized {}
      \(opens ? "open markdown \(text)" : "")
      \(script)
      """, sourceLocation: sourceLocation)
    #expect(failures.isEmpty, "\(failures)", sourceLocation: sourceLocation)
  }

  /// The user types `@` at a place and takes the offer of a person.
  ///
  /// - Parameters:
  ///   - version: that of the first of the two changes.
  ///   - deciding: the number of the question whether anything is offered; nil: nobody is asked.
  static func accepts(_ name: String, at place: Int, version: Int, deciding: Int? = nil) -> String {
    """
    \(DamageScript.change(version, place, place, "@"))
    \(deciding.map { #"says quiet {"decide": \#($0), "allow": true}"# } ?? "")
    ?1 textDocument/completion {"textDocument": {"uri": "file:///d"}, "position": {"line": 0, "character": \(place + 1)}}
    < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
    \(DamageScript.change(version + 1, place, place + 1, name))
    """
  }
}
