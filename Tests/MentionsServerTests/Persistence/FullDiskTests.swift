import Testing

@testable import MentionsServer

/// Faults of writing what is kept: each is one message.
@Suite struct FullDiskTests {
  @Test(arguments: [
    ("/s/1.json", "/s/1.json: No space left on device"), ("/s/2.json", "/s/2.json: No space left on device"),
    ("/w/.mentions.annotations/3.json", "/w/.mentions.annotations: No space left on device"),
  ])
  func `a full disk is one fault, whatever the paths`(path: String, reason: String) {
    #expect(KeptMentions.reason(in: reason, at: path) == "No space left on device")
  }

  @Test func `what is wrong with one file names it`() {
    #expect(KeptMentions.reason(in: "/s/1.json is read-only", at: "/s/1.json") == "/s/1.json is read-only")
  }
}
