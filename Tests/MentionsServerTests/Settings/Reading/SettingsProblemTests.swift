import JSONText
import MentionsServer
import Testing

@Suite struct SettingsProblemTests {
  @Test("What is wrong is told once, with key, value, expectation and place", arguments: BadSettings.all)
  func bad(_ row: BadSettings) {
    #expect(SettingsKit(user: row.json).problems() == row.expects)
  }
}
