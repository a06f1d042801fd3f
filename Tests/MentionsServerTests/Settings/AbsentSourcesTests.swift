import MentionsServer
import Testing

/// Sources that somebody has set up and that are not there.
@Suite struct AbsentSourcesTests {
  private func absent(_ workspace: String, user: String? = nil, in names: [String] = ["*"]) -> [String] {
    SettingsKit(user: user, workspace: workspace).resolve().settings.absentSources(named: names)
  }

  private let command = #"{"type": "command", "command": ["x"]}"#

  @Test func `what is withheld or refused is absent`() {
    #expect(
      absent(#"{"sources": {"a": \#(command), "b": {"type": "fle"}, "c": {"type": "git"}}}"#) == ["a", "b"])
    #expect(absent(#"{"sources": {"a": {"type": "git"}}}"#) == [])
    #expect(absent("{}") == [])
  }

  @Test func `those that a list means`() {
    let settings = #"{"sources": {"a": \#(command), "b": {"type": "fle"}, "c": {"type": "git"}}}"#
    #expect(absent(settings, in: ["a", "c"]) == ["a"])
    #expect(absent(settings, in: ["c"]) == [])
    #expect(absent(settings, in: ["*", "-b"]) == ["a"])
    #expect(absent(settings, in: ["-command"]) == ["b"])
  }

  @Test func `what a later layer says counts`() {
    let wrong = #"{"sources": {"a": {"type": "fle"}}}"#
    #expect(absent("{}", user: wrong) == ["a"])
    #expect(absent(#"{"sources": {"a": null}}"#, user: wrong) == [])
    #expect(absent(#"{"sources": {"a": {"type": "git"}}}"#, user: wrong) == [])
    // The user's is in force, and is not what was meant.
    #expect(absent(wrong, user: #"{"sources": {"a": {"type": "git"}}}"#) == ["a"])
  }

  @Test func `a file that cannot be read may set up any`() {
    #expect(absent("{") == ["/ws/project/.mentions.json"])
    #expect(absent("{", in: ["git"]) == [])
  }
}
