import JSONText
import LanguageProtocol
import MentionsTestKit
import Testing

/// A message in one line: what it is, its id, method and payload.
private func describe(_ message: RPCMessage) -> String {
  func text(_ payload: RPCPayload) -> String {
    payload.json.map { String(decoding: $0, as: UTF8.self) } ?? "-"
  }
  switch message {
  case .request(let id, let method, let params): return "request \(id) \(method) \(text(params))"
  case .notification(let method, let params): return "notification \(method) \(text(params))"
  case .response(let id, .success(let result)): return "result \(id) \(text(result))"
  case .response(let id, .failure(let error)): return "error \(id) \(error)"
  case .invalid(let id, let error): return "invalid \(id) \(error)"
  }
}

private func check(_ text: String, expects: String, sourceLocation: SourceLocation = #_sourceLocation) {
  expectRow(describe(RPCMessage.decode(Array(text.utf8))), expects, sourceLocation: sourceLocation)
}

@Suite struct MessageTests {
  /// A reader of a message's payload does not scan again what is long and has been scanned.
  @Test func `long strings are read out of a message as out of a copy of it`() throws {
    let short = String(repeating: #"a line\n"#, count: 700)
    let long = String(repeating: #"é\"\ud83d\ude00 \t"#, count: 900)
    let plain = String(repeating: "p", count: 20_000)
    for strings in [[short, long, plain], [plain, long, short], [long, short, "z"], ["", long, long]] {
      let text = """
        {"before":"\(strings[0])","method":"a","params":{"x":["\(strings[1])"],"y":"\(strings[2])","\(strings[2])":1},\
        "behind":"\(strings[0])"}
        """
      guard case .notification(_, let params) = RPCMessage.decode(Array(text.utf8)), let json = params.json
      else {
        Issue.record("not a notification")
        continue
      }
      let read = try params.value()
      #expect(try read == JSONParser.parse(Array(json)))
      #expect(read["x"]?[0]?.stringValue?.isEmpty == false)
      #expect(RPCPayload(json: Array(json)[...]) == params)
    }
  }

  @Test func `requests and notifications`() {
    check(#"{"jsonrpc":"2.0","id":0,"method":"a","params":{"x":1}}"#, expects: #"request 0 a {"x":1}"#)
    check(#"{"params":[1],"method":"a","id":"7","jsonrpc":"2.0"}"#, expects: #"request "7" a [1]"#)
    check(#"{"jsonrpc":"2.0","method":"exit","params":null}"#, expects: "notification exit null")
    check(#"{"jsonrpc":"2.0","method":"exit"}"#, expects: "notification exit -")
    check(#"{"method":"a","more":{"id":1}}"#, expects: "notification a -")
  }

  @Test(arguments: [
    ("-3", "-3"), ("1.5", "1.5"), ("1e3", "1e3"), ("null", "null"),
    ("99999999999999999999", "99999999999999999999"),
  ])
  func `ids come back as they came`(_ id: String, _ expected: String) {
    check("{\"id\":\(id),\"method\":\"a\"}", expects: "request \(expected) a -")
    check("{\"id\":\(id),\"result\":2}", expects: "result \(expected) 2")
  }

  @Test func `responses`() {
    check(#"{"id":1,"result":null}"#, expects: "result 1 null")
    check(#"{"id":1}"#, expects: "result 1 -")
    check(#"{"id":1,"error":null,"result":2}"#, expects: "result 1 2")
    check(#"{"id":1,"error":{"code":-32603,"message":"x"}}"#, expects: "error 1 x (-32603)")
    check(#"{"id":null,"error":{"code":1}}"#, expects: "error null  (1)")
    check(
      #"{"id":1,"error":"no"}"#,
      expects: "error 1 invalid error object: expected an object, found a string (-32001)")
  }

  @Test func `what is not a message`() {
    check(
      "{",
      expects:
        "invalid null line 1, column 2: expected a member name in quotes, found the end of the text (-32700)")
    check("", expects: "invalid null line 1, column 1: expected a value, found the end of the text (-32700)")
    check(
      #"{"id":1,"method":"a"} x"#,
      expects: "invalid null line 1, column 23: expected the end, found 'x' (-32700)")
    check(
      #"{"id":1,"method":"a","params":{"x":[tru]}}"#,
      expects: "invalid null line 1, column 37: params.x[0]: expected 'true' (-32700)")
    check(#"[{"id":1,"method":"a"}]"#, expects: "invalid null batches are not supported (-32600)")
    check("3", expects: "invalid null expected an object, found a number (-32600)")
    check("{}", expects: "invalid null a message needs a method or an id (-32600)")
    check(#"{"result":1}"#, expects: "invalid null a response needs an id (-32600)")
    check(#"{"jsonrpc":"1.0","id":4,"method":"a"}"#, expects: #"invalid 4 jsonrpc: expected "2.0" (-32600)"#)
    check(#"{"id":4,"method":5}"#, expects: "invalid 4 method: expected a string, found a number (-32600)")
    check(
      #"{"id":[],"method":"a"}"#,
      expects: "invalid null id: expected a number or a string, found an array (-32600)")
    check(
      #"{"id":4,"method":"a","params":3}"#,
      expects: "invalid 4 params: expected an object or an array, found a number (-32600)")
  }

  @Test func `wrong parameters name the path`() {
    let payload = RPCPayload(json: Array(#"{"textDocument":{"uri":null},"position":{}}"#.utf8)[...])
    #expect(throws: RPCError(.invalidParams, "textDocument.uri: expected a string, found null")) {
      try payload.params(CompletionParams.self)
    }
    #expect(throws: RPCError(.invalidParams, "expected an object, found null")) {
      try RPCPayload.absent.params(CompletionParams.self)
    }
  }
}
