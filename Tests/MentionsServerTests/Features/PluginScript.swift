extension ServerScript {
  /// Programs of plug-ins, and a document of one line, `file:///d`.
  static func plugins(
    capabilities: String = PluginScript.editing,
    plugins: String = #"{"quiet": {"command": ["quiet", "-v"]}}"#,
    styles: String = "[]", text: String = "", opens: Bool = true
  ) -> Self {
    Self(
      capabilities: capabilities, settings: #""plugins": \#(plugins), "styles": \#(styles)"#,
      text: opens ? text : nil)
  }
}

/// Messages about plug-ins.
enum PluginScript {
  static let editing = #"{"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}}"#

  /// The user types `@` at a place and takes the offer of a person.
  ///
  /// - Parameters:
  ///   - version: that of the first of the two changes.
  ///   - deciding: the number of the question whether anything is offered; nil: nobody is asked.
  static func accepts(_ name: String, at place: Int, version: Int, deciding: Int? = nil) -> String {
    """
    \(DamageScript.change(version, place, place, "@"))
    \(deciding.map { #"says quiet {"decide": \#($0), "allow": true}"# } ?? "")
    ?1 completion /d 0:\(place + 1)
    < 1 {"items": [{"label": "Ada"}, {"label": "Ben"}]}
    \(DamageScript.change(version + 1, place, place + 1, name))
    """
  }
}
