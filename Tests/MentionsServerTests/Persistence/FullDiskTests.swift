import Mentions
import Testing

@testable import MentionsServer

/// Faults of writing what is kept: each is one message.
@Suite struct FullDiskTests {
  private func fault(_ fault: String, at path: String) -> String? {
    var kept = KeptMentions()
    let layout = StoreLayout(settings: SettingsStack(), environment: [:])
    let effects = kept.step(.written(path: path, fault: fault), at: layout, now: Instant(milliseconds: 0))
    guard case .tell(let text, let fault)? = effects.first else { return nil }
    #expect(text.hasPrefix("mentions cannot be stored: "))
    return fault
  }

  @Test(arguments: [
    ("/s/1.json", "/s/1.json: No space left on device"), ("/s/2.json", "/s/2.json: No space left on device"),
    ("/w/.mentions.annotations/3.json", "/w/.mentions.annotations: No space left on device"),
  ])
  func `a full disk is one fault, whatever the paths`(path: String, reason: String) {
    #expect(fault(reason, at: path) == "No space left on device")
  }

  @Test func `what is wrong with one file names it`() {
    #expect(fault("/s/1.json is read-only", at: "/s/1.json") == "/s/1.json is read-only")
  }
}
