import Foundation
import JSONText
import LanguageProtocol
import MentionsServer
import Testing
import TextModel

@testable import ServerHost

/// What users did in the sessions of real editors in `Tests/Transcripts`, as the recognizer finds it.
@Suite struct RecordedTextEventsTests {
  /// A document as its client has it.
  private struct Copy {
    var text: IndexedText
    var opened = 1

    mutating func apply(_ range: LanguageProtocol.Range?, _ new: String, _ encoding: PositionEncoding) {
      guard let range else {
        text = IndexedText(new)
        return
      }
      func offset(_ position: Position) -> TextOffset {
        encoding.offset(of: TextPosition(line: position.line, column: position.character), in: text).0
      }
      let (start, end) = (offset(range.start), offset(range.end))
      text.apply(TextReplacement(TextRange(min(start, end), max(start, end)), new))
    }

    var bytes: [UInt8] { text.buffer.bytes(in: text.buffer.range) }
  }

  @Test(arguments: RecordedSessionsTests.names)
  func `the events of a session make its texts`(name: String) throws {
    let transcript = Transcript(
      Array(try Data(contentsOf: RecordedSessionsTests.folder.appending(path: name))))
    var encoding = PositionEncoding.utf16
    var isChanged = false
    var clients: [DocumentURI: Copy] = [:]
    var hosts: [DocumentURI: Copy] = [:]
    for entry in transcript.entries {
      switch entry.content {
      case .sent(let message):
        let chosen = message["result"]?["capabilities"]?["positionEncoding"]?.stringValue
        encoding = chosen.flatMap { PositionEncoding(rawValue: $0) } ?? encoding
      case .event(.message(let body)):
        switch RPCMessage.decode(body) {
        case .notification(.didOpen, let params):
          let item = try params.read(DidOpenTextDocumentParams.self).textDocument
          let opened = (clients[item.uri]?.opened ?? 0) + 1
          clients[item.uri] = Copy(text: IndexedText(item.text), opened: opened)
          hosts[item.uri] = clients[item.uri]
        case .notification(.didChange, let params):
          isChanged = true
          let change = try params.read(DidChangeTextDocumentParams.self)
          for one in change.contentChanges {
            clients[change.textDocument.uri]?.apply(
              one.range, String(decoding: one.text, as: UTF8.self), encoding)
          }
        default: break
        }
      case .event: break
      }
    }
    let events = TranscriptReplay.textEvents(in: transcript, version: "0")
    var applied = 0
    for event in events.map(\.params)
    where !["selected", "moved", "committed"].contains(event.event.rawValue) {
      hosts[event.textDocument.uri]?.apply(event.range, event.text ?? "", encoding)
      applied += 1
    }
    // One that was opened again begins anew, which the events do not tell.
    for (uri, client) in clients where client.opened == 1 {
      #expect(hosts[uri]?.bytes == client.bytes, "\(name): \(uri)")
    }
    #expect((applied > 0) == isChanged, "\(name)")
  }

  /// Keys are told as keys, and what was accepted as the server's.
  @Test func `a session of Neovim's`() throws {
    let transcript = Transcript(
      Array(try Data(contentsOf: RecordedSessionsTests.folder.appending(path: "neovim/writing.jsonl"))))
    let events = TranscriptReplay.textEvents(in: transcript, version: "0").map(\.params)
    #expect(events.contains { $0.event.rawValue == "inserted" && $0.cause?.rawValue == "typing" })
    #expect(events.contains { $0.cause?.rawValue == "server" && $0.certainty.rawValue == "certain" })
  }
}
