import MentionsTestKit
import Testing

/// What is wrong with a settings file is reported at its place.
@Suite struct SettingsDiagnosticTests {
  @Test func `is published once`() {
    ServerScript(folders: ["w"], files: #"file /w/.mentions.json {"limit": 0}"#, people: "").check(
      #"""
      < window/showMessage {"type": 1}
      < textDocument/publishDiagnostics {"uri": "file:///w/.mentions.json",
        "diagnostics": [{"message": "limit is 0, expected a whole number from 1 to 1000"}]}
      ! workspace/didChangeConfiguration {"settings": {"mentions": {"lightUp": false}}}
      file /w/.mentions.json {"limit": 0, "lightUp": true}
      changed /w/.mentions.json
      file /w/.mentions.json {"limit": -1}
      changed /w/.mentions.json
      < window/showMessage {"type": 1}
      < textDocument/publishDiagnostics {"diagnostics": [{"message": "limit is -1, expected a whole number from 1 to 1000"}]}
      file /w/.mentions.json {}
      changed /w/.mentions.json
      < textDocument/publishDiagnostics {"uri": "file:///w/.mentions.json", "diagnostics": []}
      changed /w/.mentions.json
      """#)
  }

  private func problems(_ workspace: String) -> String { SettingsKit(workspace: workspace).problems() }

  @Test func `a duplicate key is named, at its second place`() {
    #expect(
      problems("{\"limit\": 5,\n \"limit\": 6}")
        == "warning 2:2 limit occurs more than once; the last value is used")
    #expect(
      problems(#"{"implicit": {"anyCase": true, "anyCase": false}}"#)
        == "warning 1:32 implicit.anyCase occurs more than once; the last value is used")
    #expect(
      problems(##"{"triggers": [{"character": "@"}, {"character": "#", "character": "+"}]}"##)
        == "warning 1:54 triggers[1].character occurs more than once; the last value is used")
    // Three occurrences are one problem; the same name in two objects is not a problem.
    #expect(problems(#"{"limit": 5, "limit": 6, "limit": 7}"#).split(separator: "\n").count == 1)
    #expect(
      problems(
        #"{"sources": {"a": {"type": "list", "items": ["x"]}, "b": {"type": "list", "items": ["x"]}}}"#) == ""
    )
  }

  @Test(arguments: ["2.50", "1e300", "-0", "1E+2", "12345678901234567890", "0.1000"])
  func `numbers are shown as they were written`(number: String) {
    let written = problems(#"{"sources": {"a": {"type": "list", "items": [\#(number)]}}}"#)
    #expect(written.contains("items[0] is \(number), expected"), "\(written)")
    let member = problems(#"{"deletion": \#(number)}"#)
    #expect(member.contains("deletion is \(number), expected"), "\(member)")
  }
}
