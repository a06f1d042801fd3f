import JSONText
import Mentions
import Testing

@testable import MentionsServer

@Suite struct ExampleTests {
  private let session = makeSession(version: "1.2", environment: [:])

  /// Sends a message, and returns what the session says.
  private func send(_ method: String, _ params: JSONValue, id: Int? = nil) -> String {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    if let id { message["id"] = .integer(id) }
    var waiting = [ServerEvent.message(JSONWriter.bytes(of: JSONValue.object(message)))]
    var said = ""
    while let event = waiting.popLast() {
      for outgoing in session.handle(event, now: .zero) {
        switch outgoing {
        case .send(let bytes): said += String(decoding: bytes, as: UTF8.self)
        case .perform(.readSettings(let paths)):
          waiting.append(.settings(paths.map { SettingsFile(path: $0, contents: .missing) }))
        case .perform: break
        }
      }
    }
    return said
  }

  /// The state of a document in which a text was typed letter by letter.
  private func state(typing text: String, id: Int) -> String {
    let uri = JSONValue.string("untitled:\(id)")
    _ = send(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "plaintext", "version": 0, "text": ""]])
    for (column, letter) in text.enumerated() {
      let place: JSONValue = ["line": 0, "character": .integer(column)]
      let change: JSONValue = ["range": ["start": place, "end": place], "text": .string(String(letter))]
      _ = send(
        "textDocument/didChange",
        ["textDocument": ["uri": uri, "version": .integer(column + 1)], "contentChanges": [change]])
    }
    return send("mentions/state", ["textDocument": ["uri": uri]], id: id)
  }

  @Test func `a session has the plug-in in each document`() {
    let answer = send(
      "initialize", ["processId": nil, "rootUri": nil, "capabilities": .object([:])], id: 1)
    #expect(answer.contains(#""version":"1.2""#))
    _ = send("initialized", .object([:]))
    #expect(state(typing: "Perlis", id: 2).contains(#""state":"stalled""#))
    #expect(state(typing: "@Perlis", id: 3).contains(#""state":"creating""#))
  }
}
