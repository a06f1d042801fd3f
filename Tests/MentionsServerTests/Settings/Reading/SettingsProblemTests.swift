import JSONText
import MentionsServer
import Testing

@Suite struct SettingsProblemTests {
  @Test(arguments: BadSettings.all)
  func `A problem is reported once, with key, value, expectation and location`(_ row: BadSettings) {
    #expect(SettingsKit(user: row.json).problems() == row.expects)
  }
}
