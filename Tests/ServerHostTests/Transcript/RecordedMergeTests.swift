import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import Testing

@testable import MentionsServer
@testable import ServerHost

/// Large sources are merged off the loop; a replay must see the merge when the recording did.
@Suite struct RecordedMergeTests {
  private let session = Session(options: .init(version: "1"))
  /// Large enough to be merged off the loop.
  private static let loaded = [("a", "Xa"), ("b", "Xb")].map { name, letter in
    let people = (0..<5001).map { Entity(id: "\(letter)\($0)", name: "\(letter) \($0)") }
    return ServerEvent.loaded(
      source: name, load: 2, LoadedSource(catalog: EntityCatalog(source: name, people)))
  }

  /// Plays events as the run loop does and records them.
  private func record(_ events: [ServerEvent], _ transcript: inout [UInt8], _ merges: inout [ServerEvent]) {
    for event in events {
      if let line = TranscriptLine(event) { transcript += line.encoded(seconds: 0) + [0x0A] }
      for step in session.handle(event, now: Instant(milliseconds: 0)) {
        switch step {
        case .send(let framed): transcript += TranscriptLine(sent: framed).encoded(seconds: 0) + [0x0A]
        case .perform(.readSettings(let paths)):
          record([.settings(paths.map { SettingsFile(path: $0, contents: .missing) })], &transcript, &merges)
        case .perform(.merge(let catalogs, let names, let mergeID, _)):
          merges.append(.merged(names: names, mergeID: mergeID, CatalogMerge.merge(catalogs)))
        case .perform(.checkFiles): record([.filesChanged([])], &transcript, &merges)
        case .perform: break
        }
      }
    }
  }

  private func message(_ json: JSONValue) -> ServerEvent { .message(JSONWriter.bytes(of: json)) }

  private func completion(_ id: Int) -> ServerEvent {
    message([
      "jsonrpc": "2.0", "id": .integer(id), "method": "textDocument/completion",
      "params": ["textDocument": ["uri": "untitled:a"], "position": ["line": 0, "character": 2]],
    ])
  }

  @Test(arguments: [false, true]) func `a merge is replayed when it happened`(late: Bool) throws {
    let list: JSONValue = ["type": "file", "path": "/people.txt"]
    var transcript: [UInt8] = []
    var merges: [ServerEvent] = []
    record(
      [
        message([
          "jsonrpc": "2.0", "id": 1, "method": "initialize",
          "params": [
            "processId": nil, "rootUri": nil, "capabilities": .object([:]),
            "initializationOptions": [
              "sources": ["a": list, "b": list], "triggers": [["character": "@", "sources": ["a", "b"]]],
            ],
          ],
        ]), message(["jsonrpc": "2.0", "method": "initialized", "params": .object([:])]),
      ], &transcript, &merges)
    record(Self.loaded, &transcript, &merges)
    record(
      [
        message([
          "jsonrpc": "2.0", "method": "textDocument/didOpen",
          "params": [
            "textDocument": ["uri": "untitled:a", "languageId": "markdown", "version": 0, "text": ""]
          ],
        ]),
        message([
          "jsonrpc": "2.0", "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": "untitled:a", "version": 1],
            "contentChanges": [["text": "@x"]],
          ],
        ]), completion(2),
      ], &transcript, &merges)
    let pending = merges
    try #require(!pending.isEmpty, "nothing was merged")
    if late {
      record(pending + [completion(3)], &transcript, &merges)
    } else {
      record([completion(3)] + pending, &transcript, &merges)
    }
    let difference = TranscriptReplay.firstDifference(in: Transcript(transcript), version: "1")
    #expect(difference == nil, "\(difference?.description ?? "")")
  }
}
