import Foundation
import JSONText
import Testing

@testable import MentionsServer
@testable import ServerHost

/// The sessions of real editors in `Tests/Transcripts`, played again.
@Suite struct RecordedSessionsTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Transcripts")

  /// Each session's file, in a folder for each client.
  static let names =
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".jsonl") }.sorted()

  /// What a session may hold at most: it is for people to read.
  static let mostBytes = 512 << 10

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: name)))
  }

  @Test func `there are sessions, and the folder's README describes each`() throws {
    #expect(!Self.names.isEmpty, "no session in \(Self.folder.path)")
    let told = String(decoding: try bytes("README.md"), as: UTF8.self).matches(of: #/`([\w.\/-]+\.jsonl)`/#)
    #expect(Set(told.map { String($0.1) }) == Set(Self.names))
  }

  @Test(arguments: names) func `a session replays as it was recorded`(name: String) throws {
    let transcript = Transcript(try bytes(name))
    #expect(transcript.skipped == 0 && transcript.leftOut == 0 && transcript.isSelfContained)
    let answer = try #require(transcript.messagesSent.first { $0["result"]?["serverInfo"] != nil })
    // A new version alone does not change a session.
    let version = try #require(answer["result"]?["serverInfo"]?["version"]?.stringValue)
    let difference = TranscriptReplay.firstDifference(in: transcript, version: version)
    #expect(
      difference == nil,
      "\(name), \(difference?.description ?? "")\nIf it should be so now: Tests/run --record records all anew."
    )
  }

  @Test(arguments: names) func `a session reveals nothing about the machine it was recorded on`(name: String)
    throws
  {
    let bytes = try bytes(name)
    #expect(bytes.count <= Self.mostBytes, "\(name) has \(bytes.count) bytes")
    #expect(Self.tellTales(in: String(decoding: bytes, as: UTF8.self)) == [])
  }

  @Test(arguments: [
    #"{"uri":"file:///home/ada/notes.md"}"#, #"{"path":"/Users/ada/x"}"#, #"{"path":"/build/x"}"#,
    #"{"processId":4711}"#, #"{"text":"see /tmp/x"}"#,
  ]) func `text that reveals a machine is found`(text: String) { #expect(!Self.tellTales(in: text).isEmpty) }

  @Test func `paths of the test room and of URLs reveal nothing`() {
    let text = #"""
      {"uri":"file:///srv/session/notes","text":"and/or https://a.example/tmp","processId":1,"x":"/","y":" / "}
      """#
    #expect(Self.tellTales(in: text) == [])
  }

  /// Absolute paths but for those of the folder where every session runs and what it is in, and numbers of processes.
  private static func tellTales(in text: String) -> [String] {
    var found = text.matches(of: #/"processId":\s*(\d+)/#).filter { $0.1 != "1" }.map { String($0.0) }
    for path in text.matches(of: #/(?:file:\/\/|["\s(=:])(\/[A-Za-z0-9._-]+(?:\/[^\s"\\]*)?)/#) {
      let path = path.1
      if path != "/srv", path != "/srv/session", !path.hasPrefix("/srv/session/") {
        found.append(String(path))
      }
    }
    return found
  }
}

extension Transcript {
  fileprivate var messagesSent: [JSONValue] {
    entries.compactMap { if case .sent(let message) = $0.content { message } else { nil } }
  }
}
