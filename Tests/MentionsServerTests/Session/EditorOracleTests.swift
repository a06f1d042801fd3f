import JSONText
import LanguageProtocol
import ScriptedEditing
import Testing

/// The scripted editor itself: it must notice what a server does wrong.
@Suite struct EditorOracleTests {
  /// Says what it was taught once it is asked something.
  final class Parrot: EditorTransport {
    var inbox: [RPCMessage]
    init(_ messages: [RPCMessage]) { inbox = messages }
    var isAsked = false
    func send(_ message: RPCMessage) throws(EditorError) {
      if case .request = message { isAsked = true }
    }
    func receive(waiting: Bool) throws(EditorError) -> RPCMessage? {
      inbox.isEmpty || !isAsked ? nil : inbox.removeFirst()
    }
    func pause(milliseconds: Int) {}
    func finish() throws(EditorError) -> Int { 0 }
  }

  private func fault(_ messages: [RPCMessage], _ act: (ScriptedEditor) throws(EditorError) -> Void) -> String
  {
    let editor = ScriptedEditor(Parrot(messages))
    do {
      try act(editor)
      return ""
    } catch {
      return error.description
    }
  }

  private func answer(_ id: Int, _ value: JSONValue) -> RPCMessage {
    .response(id: .integer(id), .success(RPCPayload(value)))
  }

  @Test func `a missing answer is caught`() {
    let fault = fault([]) { editor throws(EditorError) in try editor.start() }
    #expect(fault == "request 1 (initialize) was not answered")
  }

  @Test func `two answers are caught`() {
    let capabilities: JSONValue = ["capabilities": .object([:])]
    let fault = fault([answer(1, capabilities), answer(1, capabilities)]) { editor throws(EditorError) in
      try editor.start()
    }
    #expect(fault == "request 1 was answered twice")
  }

  @Test func `an answer to no request is caught`() {
    let fault = fault([answer(7, .null)]) { editor throws(EditorError) in try editor.start() }
    #expect(fault == "the server answered request 7, which was never sent")
  }

  @Test func `an unread notification is caught`() {
    let messages: [RPCMessage] = [
      .notification(method: Method(rawValue: "some/news"), params: RPCPayload(JSONValue.object([:]))),
      answer(1, .null),
    ]
    let fault = fault(messages) { editor throws(EditorError) in try editor.finish() }
    #expect(fault == "the notification some/news was not read: {}")
  }

  @Test(arguments: [
    (nil, "“A” has no range to replace"), (9, "the range of “A” is not in the text"),
    (1, "the range of “A” does not end at the cursor"),
  ])
  func `a list that editors cannot use is noticed`(end: Int?, expected: String) throws {
    var item: JSONObject = ["label": "A"]
    if let end {
      item["textEdit"] = [
        "newText": "A",
        "range": [
          "start": ["line": 0, "character": 0], "end": ["line": 0, "character": .integer(end)],
        ],
      ]
    }
    let list: JSONValue = ["isIncomplete": false, "items": [.object(item)]]
    let found = fault([answer(1, list)]) { editor throws(EditorError) in
      try editor.open("untitled:one", "markdown", "ab")
      try editor.complete()
    }
    #expect(found == expected)
  }

  @Test(arguments: [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
  func `positions count in the units agreed on`(encoding: String, column: Int) {
    let text = EditorText("x\r\né😀", encoding: PositionEncodingKind(rawValue: encoding))
    #expect(text.position(of: 5) == Position(line: 1, character: column - (encoding == "utf-8" ? 0 : 1)))
    #expect(text.index(of: text.position(of: 5)) == 5)
    #expect(text.index(of: Position(line: 2, character: 0)) == nil)
  }
}
