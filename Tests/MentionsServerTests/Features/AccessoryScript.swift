/// Messages about what stands beside the text.
enum AccessoryScript {
  /// Registers hints and lenses when there is something to show, and asks again when it is told to.
  static let dynamic = """
    {"workspace": {"inlayHint": {"refreshSupport": true}, "codeLens": {"refreshSupport": true}}, "textDocument": \
    {"inlayHint": {"dynamicRegistration": true, "resolveSupport": {"properties": ["tooltip"]}}, "codeLens": {"dynamicRegistration": true}}}
    """

  static func list(_ id: Int) -> String {
    #"?\#(id) mentions/accessories {"textDocument": {"uri": "file:///d"}}"#
  }

  static func change(_ id: Int, add additions: String...) -> String {
    """
    ?\(id) mentions/accessories /d {"add": [\(additions.joined(separator: ", "))]}
    """
  }

  static func one(_ id: String, _ at: String, _ label: String, _ place: String, _ more: String = "") -> String
  {
    #"{"id": "\#(id)", "at": \#(at), "label": "\#(label)", "place": "\#(place)"\#(more)}"#
  }

  static func at(_ character: Int, line: Int = 0) -> String {
    #"\#(line):\#(character)"#
  }

  static func hints(_ id: Int, _ start: Int, _ end: Int) -> String {
    """
    ?\(id) inlayHint /d {"range": \(DamageScript.range(start, end))}
    """
  }

  static func lenses(_ id: Int) -> String {
    #"?\#(id) textDocument/codeLens {"textDocument": {"uri": "file:///d"}}"#
  }
}
