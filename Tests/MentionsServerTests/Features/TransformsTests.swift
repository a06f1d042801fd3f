import MentionsTestKit
import Testing

/// `mentions/edit`, `mentions/transform`, `mentions/transforms`: each edit is planned, made by the client, and leaves the
/// mentions where the plan has them.
@Suite struct TransformsTests {
  typealias Script = DamageScript

  private func transform(_ id: Int, _ name: String, _ start: Int, _ end: Int, version: Int = 1) -> String {
    """
    ?\(id) mentions/transform {"textDocument": {"uri": "file:///d", "version": \(version)},
      "range": \(Script.range(start, end)), "name": "\(name)"}
    """
  }

  private func edit(_ id: Int, _ edits: String, keep: String = #""keep": "mentions""#) -> String {
    let keep = keep.isEmpty ? "" : ", " + keep
    return """
      ?\(id) mentions/edit /d {"edits": [\(edits)]\(keep)}
      """
  }

  private func answers(_ id: Int, _ edits: String, _ mentions: String) -> String {
    """
    < \(id) {"edit": {"documentChanges": [{"textDocument": {"uri": "file:///d", "version": 1},
      "edits": [\(edits)]}]}, "mentions": [\(mentions)], "version": 1}
    """
  }

  // MARK: mentions/transform

  @Test func `a transform is planned, and its mention known after the change`() {
    ServerScript.damage().check(
      """
      \(transform(2, "reverse", 0, 15))
      \(answers(2, TransformScript.replaces(0, 3, "") + ", " + TransformScript.replaces(15, 15, " iH"), TransformScript.fate((3, 15), (0, 12), "moved")))
      change /d 0:0-15 ‘Ada Lovelace iH’
      \(Script.lists(3, #"{"range": 0:0-12, "text": "Ada Lovelace"}"#))
      """)
  }

  @Test func `a mention is written anew, and an undo brings back what it was`() {
    ServerScript.damage().check(
      """
      ?2 mentions/add /d {"mentions": [{"range": 0:3-15, "text": "Ada Lovelace",
        "entity": {"name": "Ada Lovelace", "handle": "ada"}}]}
      < 2 {"added": 1}
      \(transform(3, "asHandle", 3, 3))
      \(answers(3, TransformScript.replaces(3, 15, "@ada"), TransformScript.fate((3, 15), (3, 7), "moved")))
      change /d 0:3-15 ‘@ada’
      \(Script.lists(4, #"{"range": 0:3-7, "text": "@ada", "state": "whole"}"#))
      change /d 0:3-7 ‘Ada Lovelace’
      \(Script.lists(5, TransformScript.whole))
      """)
  }

  @Test func `plain text needs no edit and holds at once`() {
    ServerScript.damage().check(
      """
      \(transform(2, "asPlainText", 4, 4))
      < 2 {"edit": {"documentChanges": [{"edits": []}]}, "mentions": [\(TransformScript.fate((3, 15), nil, "plain"))]}
      \(Script.lists(3, ""))
      """)
  }

  @Test func `wrap takes the column that it is given`() {
    ServerScript.damage().check(
      """
      ?2 mentions/transform /d {"range": 0:0-0, "name": "wrap", "column": 5}
      \(answers(2, TransformScript.replaces(2, 3, "\\n"), #"{"before": 0:3-15, "after": 1:0-12, "fate": "moved"}"#))
      """)
  }

  @Test func `what cannot be transformed is refused with an error that names it`() {
    ServerScript.damage().check(
      """
      \(transform(2, "revers", 0, 15))
      < 2 error -32602 name: there is no transform “revers”; did you mean “reverse”?
      \(transform(3, "reverse", 0, 99))
      < 3 error -32602 range: 0:0 to 0:99 is not in the document
      \(transform(4, "reverse", 5, 2))
      < 4 error -32602 range: 0:5 to 0:2 is not in the document
      \(transform(5, "reverse", 0, 15, version: 7))
      < 5 error -32801 the document is at version 1, not at 7
      ?6 mentions/transform /other {"range": 0:0-0, "name": "reverse"}
      < 6 error -32602 textDocument.uri: file:///other is not open
      ?7 mentions/transform /d {"range": 0:0-0, "name": "wrap", "column": 0}
      < 7 error -32602 column: expected a number of at least 1, found 0
      ?8 mentions/transform /d {"name": "wrap"}
      < 8 error -32602 range
      \(Script.lists(9, TransformScript.whole))
      """)
  }

  @Test func `the transforms are listed, with the formats of the settings`() {
    ServerScript.damage().check(
      """
      ?2 mentions/transforms {}
      < 2 {"transforms": [{"name": "reverse", "title": "Reverse", "of": "text"}, {"name": "rot13"},
        {"name": "upper"}, {"name": "lower"}, {"name": "title"}, {"name": "sortLines"}, {"name": "joinLines"},
        {"name": "wrap", "title": "Wrap at Column 72"}, {"name": "asName", "of": "mentions"}, {"name": "asHandle"},
        {"name": "asMail"}, {"name": "asLink"}, {"name": "asPlainText"}, {"name": "format:@:default"},
        {"name": "format:@:trailer"}, {"name": "format:@:codeowners"}, {"name": "format:implicit:default"},
        {"name": "format:implicit:trailer"}, {"name": "format:implicit:codeowners"}]}
      ?3 mentions/transforms /other
      < 3 error -32602 textDocument.uri
      """)
  }

  // MARK: mentions/edit

  @Test func `an edit of the host spares the mention that it reaches into`() {
    ServerScript.damage().check(
      """
      \(edit(2, TransformScript.replaces(0, 6, "Oh ")))
      \(answers(2, TransformScript.replaces(0, 2, "Oh"), TransformScript.fate((3, 15), (3, 15), "moved")))
      change /d 0:0-2 ‘Oh’
      \(Script.lists(3, TransformScript.whole))
      """)
  }

  @Test func `the fates of an edit are those that the change has`() {
    ServerScript.damage().check(
      """
      \(edit(2, TransformScript.replaces(0, 0, "Oh, "), keep: ""))
      \(answers(2, TransformScript.replaces(0, 0, "Oh, "), TransformScript.fate((3, 15), (7, 19), "moved")))
      \(edit(3, TransformScript.replaces(6, 15, "")))
      \(answers(3, TransformScript.replaces(6, 15, ""), TransformScript.fate((3, 15), (3, 6), "trimmed")))
      \(edit(4, TransformScript.replaces(5, 9, "x"), keep: ""))
      \(answers(4, TransformScript.replaces(5, 9, "x"), TransformScript.fate((3, 15), nil, "plain")))
      \(edit(5, TransformScript.replaces(2, 15, "!")))
      \(answers(5, TransformScript.replaces(2, 15, "!"), TransformScript.fate((3, 15), nil, "removed")))
      change /d 0:2-15 ‘!’
      \(Script.lists(6, ""))
      """)
  }

  @Test func `wrong edits are refused with their place in the list`() {
    ServerScript.damage().check(
      """
      \(edit(2, TransformScript.replaces(0, 1, "") + ", " + TransformScript.replaces(0, 99, "")))
      < 2 error -32602 edits[1].range: 0:0 to 0:99 is not in the document
      \(edit(3, TransformScript.replaces(0, 2, "") + ", " + TransformScript.replaces(1, 2, "")))
      < 3 error -32602 edits[1].range: overlaps another edit
      \(edit(4, TransformScript.replaces(0, 2, ""), keep: #""keep": "words""#))
      < 4 error -32602 keep: expected “mentions”, found “words”
      ?5 mentions/edit {"textDocument": {"uri": "file:///d", "version": 0}, "edits": []}
      < 5 error -32801 the document is at version 1, not at 0
      \(edit(6, ""))
      < 6 {"mentions": [\(TransformScript.fate((3, 15), (3, 15), "moved"))]}
      """)
  }
}
