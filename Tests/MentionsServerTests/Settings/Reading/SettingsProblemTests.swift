import JSONText
import MentionsServer
import Testing

@Suite struct SettingsProblemTests {
  @Test(arguments: BadSettings.all)
  func `What is wrong is told once, with key, value, expectation and place`(_ row: BadSettings) {
    #expect(SettingsKit(user: row.json).problems() == row.expects)
  }
}
