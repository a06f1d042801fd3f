import MentionsTestKit
import Testing

/// The command `mentions.write`.
@Suite struct WritingMentionsTests {
  typealias Script = FindingScript

  private func write(_ version: Int, _ start: Int, _ end: Int, _ id: String) -> String {
    """
    {"textDocument": {"uri": "file:///d", "version": \(version)}, "range": \(DamageScript.range(start, end)), \
    "entity": {"id": "\(id)"}, "trigger": "@"}
    """
  }

  @Test func `nothing of older versions and of triggers that there are not`() {
    ServerScript.findings(text: "Hi @adda!").check(
      """
      change /d 0:0-0 ‘ ’
      ?1 workspace/executeCommand {"command": "mentions.write", "arguments": [\(write(1, 3, 8, "ada"))]}
      < 1 error -32801
      ?2 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "range": 0:3-8, "entity": {"id": "x"}}]}
      < 2 error -32602 entity
      ?3 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "range": 0:3-8, "entity": {"name": "x"},
        "trigger": "#"}]}
      < 3 error -32602 trigger
      ?4 workspace/executeCommand {"command": "mentions.write",
        "arguments": [{"textDocument": {"uri": "file:///d"}, "range": 0:3-99, "entity": {"name": "x"}}]}
      < 4 error -32602 range
      """)
  }
}
