import JSONText
import LanguageProtocol
import MentionsTestKit
import Testing

/// What a framer makes of pieces: bodies as they are, faults in angle brackets, and how the stream ended.
private func outputs(_ pieces: [[UInt8]], limits: MessageFramer.Limits = .init()) -> [String] {
  var framer = MessageFramer(limits: limits)
  var found: [String] = []
  for piece in pieces {
    framer.feed(piece)
    while let output = framer.next() {
      switch output {
      case .message(let body): found.append(String(decoding: body, as: UTF8.self))
      case .fault(let fault): found.append("<\(fault)>" + (fault.isFatal ? "!" : ""))
      }
    }
  }
  if let fault = framer.faultAtEnd { found.append("end: \(fault)") }
  return found
}

/// The outcome must be the same whole, byte by byte, and cut in two at every place.
private func check(
  _ stream: String, expects: [String], limits: MessageFramer.Limits = .init(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let bytes = Array(stream.utf8)
  expectRow(outputs([bytes], limits: limits), expects, sourceLocation: sourceLocation)
  #expect(outputs(bytes.map { [$0] }, limits: limits) == expects, "byte by byte")
  for cut in 0...bytes.count {
    #expect(
      outputs([Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits) == expects, "cut at \(cut)")
  }
}

@Suite struct FramerTests {
  @Test func `messages one after the other`() {
    check("Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", expects: ["{}", "[1]"])
  }

  @Test func `headers in any order and case`() {
    check(
      "content-type: application/vscode-jsonrpc; charset=utf-8\r\nX-Odd:\r\nCONTENT-LENGTH:2  \r\n\r\n{}",
      expects: ["{}"])
  }

  @Test func `a wrong line is reported before its section ends`() {
    check(
      "{}Content-Length: 2\r\n",
      expects: [
        "<expected a header, found '{}Content-Length:'>", "end: the stream ended inside a header section",
      ])
  }

  @Test func `lone line feeds`() {
    check("Content-Length: 2\n\n{}\n\r\nContent-Length: 2\r\n\n[]", expects: ["{}", "[]"])
  }

  @Test func `bodies are counted in bytes`() {
    check(
      "Content-Length: 12\r\n\r\n\"é\r\n\r\n😀\"Content-Length: 2\r\n\r\n{}",
      expects: ["\"é\r\n\r\n😀\"", "{}"])
  }

  @Test func `an empty message`() {
    check("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", expects: ["", "{}"])
  }

  @Test(arguments: [
    ("X: 1", "the header section has no Content-Length"),
    ("Content-Length: -5", "Content-Length must be a number of bytes, found '-5'"),
    ("Content-Length: 5x", "Content-Length must be a number of bytes, found '5x'"),
    ("Content-Length:", "Content-Length must be a number of bytes, found ''"),
    ("Content-Length: 5\r\nContent-Length: 6", "two different Content-Length headers in one section"),
  ])
  func `goes on after a section without length`(_ header: String, _ fault: String) {
    check(
      header + "\r\n\r\n{\"a\": 1}\nContent-Length: 2\r\n\r\n{}", expects: ["<\(fault)>", "{}"])
  }

  @Test func `equal lengths are one`() {
    check("Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", expects: ["{}"])
  }

  @Test func `garbage lines are reported and the rest holds`() {
    check("hello\r\nContent-Length: 2\r\n\r\n{}", expects: ["<expected a header, found 'hello'>", "{}"])
    check(
      "a b: c\r\nContent-Length: 2\r\n\r\n{}", expects: ["<expected a header, found 'a b: c'>", "{}"])
  }

  /// A client that counts characters announces too little: the rest of its message precedes the next header.
  @Test func `a message longer than announced`() {
    check(
      "Content-Length: 1\r\n\r\n{}Content-Length: 2\r\n\r\n[]",
      expects: ["{", "<expected a header, found '}Content-Length:'>", "[]"])
  }

  @Test func `absurd lengths end the connection`() {
    let limits = MessageFramer.Limits()
    check(
      "Content-Length: 999999999999\r\n\r\n{}Content-Length: 2\r\n\r\n{}",
      expects: ["<Content-Length is 999999999999 bytes, but the limit is \(limits.messageBytes)>!"])
    check(
      "Content-Length: 99999999999999999999999\r\n\r\n{}",
      expects: [
        "<Content-Length is 99999999999999999999999 bytes, but the limit is \(limits.messageBytes)>!"
      ])
  }

  @Test func `headers without end are bounded`() {
    var limits = MessageFramer.Limits()
    limits.headerBytes = 40
    check(
      String(repeating: "x", count: 200), expects: ["<the header section is longer than 40 bytes>!"],
      limits: limits
    )
    check(
      String(repeating: "X: y\r\n", count: 20), expects: ["<the header section is longer than 40 bytes>!"],
      limits: limits)
  }

  @Test func `the stream may end anywhere`() {
    check(
      "Content-Length: 5\r\n\r\n{}", expects: ["end: the stream ended 3 bytes before the end of a message"])
    check("Content-Le", expects: ["end: the stream ended inside a header section"])
    check("", expects: [])
  }

  @Test func `many messages in one piece`() {
    let frame = RPCEncoder.notification(method: .exit, params: JSONValue.null)
    let count = 20_000
    let stream = (0..<count).flatMap { _ in frame }
    #expect(outputs([stream]).count == count)
  }

  @Test func `encoded JSON is read back`() throws {
    let frames = [
      RPCEncoder.request(id: 1, method: .configuration, params: ConfigurationParams(items: [])),
      RPCEncoder.request(id: .string("x"), method: .semanticTokensRefresh, params: JSONValue?.none),
      RPCEncoder.notification(method: .logMessage, params: ShowMessageParams(type: .info, message: "é😀\n")),
      RPCEncoder.notification(method: .exit, params: JSONValue?.none),
      RPCEncoder.response(id: 3, result: Hover(contents: MarkupContent(kind: .markdown, value: "*a*"))),
      RPCEncoder.response(id: .null),
      RPCEncoder.error(id: .number("1.5"), RPCError(.methodNotFound, "no \"x\"", data: [1])),
    ]
    let expected = [
      #"{"jsonrpc":"2.0","id":1,"method":"workspace/configuration","params":{"items":[]}}"#,
      #"{"jsonrpc":"2.0","id":"x","method":"workspace/semanticTokens/refresh"}"#,
      #"{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3,"message":"é😀\n"}}"#,
      #"{"jsonrpc":"2.0","method":"exit"}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{"contents":{"kind":"markdown","value":"*a*"}}}"#,
      #"{"jsonrpc":"2.0","id":null,"result":null}"#,
      #"{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,"message":"no \"x\"","data":[1]}}"#,
    ]
    check(String(decoding: frames.joined(), as: UTF8.self), expects: expected)
    for (frame, text) in zip(frames, expected) {
      let message = RPCMessage.decode(Array(text.utf8))
      #expect(RPCEncoder.frame(message) == frame)
    }
  }
}
