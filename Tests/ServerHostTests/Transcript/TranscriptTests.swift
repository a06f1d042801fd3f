import JSONText
import LanguageProtocol
import Mentions
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Transcripts: each line says what happened, and can be read back.
@Suite struct TranscriptTests {
  private func lines(_ events: [ServerEvent]) -> String { TranscriptEvents.lines(events) }

  /// Every event that is recorded, written, read and written again, is the same line.
  @Test(arguments: TranscriptEvents.all)
  func `written text is read back`(event: ServerEvent) throws {
    let written = lines([event])
    #expect(!written.isEmpty)
    let transcript = Transcript(Array(written.utf8))
    let entry = try #require(transcript.entries.first, "\(written)")
    #expect(entry.milliseconds == 1500)
    guard case .event(let again) = entry.content else {
      Issue.record("read as a message of the server")
      return
    }
    #expect(lines([again]) == written)
  }

  @Test func `unknown lines are skipped, comments and empty lines are not counted`() {
    let text = """
      # by hand

      {"t": 0, "from": "moon", "message": {}}
      {"t": 0, "from": "client"}
      rubbish
      {"t": 0.25, "from": "client", "message": {"method": "exit"}}
      """
    let transcript = Transcript(Array(text.utf8))
    #expect(transcript.count == 1)
    #expect(transcript.skipped == 3)
    #expect(transcript.entries.map(\.line) == [6])
    #expect(transcript.entries.map(\.milliseconds) == [250])
  }

  private func difference(_ text: String) -> String {
    TranscriptReplay.firstDifference(in: Transcript(Array(text.utf8)), version: "1")?.description ?? "none"
  }

  @Test func `a tap's recording is compared except for what the tap could not see`() {
    let start = """
      {"t": 0, "from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "shutdown"}}

      """
    let answer =
      #"{"t": 0.1, "from": "server", "message": {"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "#
    #expect(difference(start + answer + #""shutdown was sent before initialize was answered"}}}"#) == "none")
    #expect(
      difference(start + answer + #""no"}}}"#) == """
        line 2: the answer to request 1 differs at /error/message
          recorded: "no"
          sent:     "shutdown was sent before initialize was answered"
        """)
    #expect(difference(start).hasPrefix("after line 1: the server sent the answer to request 1"))
    #expect(
      difference(#"{"t": 0, "from": "server", "message": {"method": "a/b"}}"#).hasPrefix(
        "line 1: the recording has a/b, which the server did not send"))
  }

  @Test func `ids of the server's own requests may differ`() {
    let text = """
      {"t": 0, "from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {"workspace": {"configuration": true}}}}}
      {"t": 0, "from": "settings", "files": []}
      {"t": 0, "from": "server", "message": RESULT}
      {"t": 0, "from": "client", "message": {"jsonrpc": "2.0", "method": "initialized", "params": {}}}
      {"t": 0, "from": "server", "message": {"jsonrpc": "2.0", "id": "x-77", "method": "workspace/configuration", "params": {"items": [{"section": "mentions"}]}}}
      {"t": 0, "from": "client", "message": {"jsonrpc": "2.0", "id": "x-77", "result": [{"limit": 0}]}}
      """
    let session = Session(options: .init(version: "1"))
    var result = ""
    for line in text.split(separator: "\n").prefix(2) {
      guard case .event(let event)? = Transcript(Array(line.utf8)).entries.first?.content else { continue }
      for case .send(let framed) in session.handle(event, now: .init(milliseconds: 0)) {
        result = String(decoding: TranscriptLine.body(of: framed), as: UTF8.self)
      }
    }
    let difference = difference(text.replacing("RESULT", with: result))
    // The answer reached its question: the bad value in it is told.
    #expect(difference.contains("after line 6: the server sent window/showMessage"), "\(difference)")
    #expect(difference.contains("limit is 0"))
  }
}
