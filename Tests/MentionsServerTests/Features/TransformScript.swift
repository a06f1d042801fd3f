/// What the scripts of transforms share.
enum TransformScript {
  static let whole = #"{"text": "Ada Lovelace", "state": "whole"}"#

  static let resolving = """
    "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}, \
    "textDocument": {"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}, \
    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
    """

  static func replaces(_ start: Int, _ end: Int, _ text: String) -> String {
    #"{"range": \#(DamageScript.range(start, end)), "newText": "\#(text)"}"#
  }

  static func fate(_ before: (Int, Int), _ after: (Int, Int)?, _ fate: String) -> String {
    let after = after.map { #""after": \#(DamageScript.range($0.0, $0.1)), "# } ?? ""
    return #"{"before": \#(DamageScript.range(before.0, before.1)), \#(after)"fate": "\#(fate)"}"#
  }
}
