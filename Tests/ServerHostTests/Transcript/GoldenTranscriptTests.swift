import Foundation
import JSONText
import MentionsTestKit
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Transcripts that an earlier version recorded.
@Suite struct GoldenTranscriptTests {
  /// Each entry, read and written again.
  private func rewritten(_ bytes: [UInt8]) throws -> String {
    let transcript = Transcript(bytes)
    #expect(transcript.skipped == 0)
    let lines = try transcript.entries.map { entry in
      let line =
        switch entry.content {
        case .event(let event): try #require(TranscriptLine(event))
        case .sent(let message): TranscriptLine(sent: JSONWriter.bytes(of: message))
        }
      return String(decoding: line.encoded(seconds: Double(entry.milliseconds) / 1000), as: UTF8.self) + "\n"
    }
    return lines.joined()
  }

  @Test(arguments: ["session", "entries"]) func `each entry is read, and written as it was`(name: String)
    throws
  {
    let bytes = try GoldenFile.bytes("transcripts/\(name).jsonl")
    // The client's messages have white space, and stay as they were sent.
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      guard line.contains(#""from":"client","message""#), let value = try? JSONParser.parse(Array(line.utf8))
      else {
        return String(line)
      }
      return String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
    #expect(try rewritten(bytes).split(separator: "\n").map(String.init) == lines)
  }

  @Test func `an entry of each kind is written as it was`() throws {
    let known = String(decoding: try GoldenFile.bytes("transcripts/entries.jsonl"), as: UTF8.self)
    let entries = TranscriptEvents.lines(TranscriptEvents.all)
    #expect(entries == known)
  }

  @Test func `a session replays as it was recorded`() throws {
    let transcript = Transcript(try GoldenFile.bytes("transcripts/session.jsonl"))
    #expect(transcript.isSelfContained && transcript.leftOut == 0)
    let difference = TranscriptReplay.firstDifference(in: transcript, version: "0.1.0")
    #expect(difference == nil, "\(difference?.description ?? "")")
  }
}
