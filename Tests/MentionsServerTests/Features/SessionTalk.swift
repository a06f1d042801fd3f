import JSONText
import LanguageProtocol
import MentionsServer
import SessionSimulation
import Testing

/// A session that is asked in JSON, for what an editor would not ask.
final class SessionTalk {
  let transport: SessionTransport
  /// What the server sent besides answers.
  private(set) var heard: [RPCMessage] = []
  private var lastID = 0
  private var version = 0
  private var text = ""

  init(
    options: JSONValue = [:], capabilities: JSONValue = [:], roots: [String] = [],
    transport: SessionTransport = SessionTransport()
  ) throws {
    self.transport = transport
    _ = try ask(
      "initialize",
      [
        "processId": nil, "capabilities": capabilities, "initializationOptions": options,
        "workspaceFolders": .array(roots.map { ["uri": .string("file://" + $0), "name": .string($0)] }),
      ])
    try tell("initialized", [:])
  }

  func tell(_ method: String, _ params: JSONValue) throws {
    try transport.send(.notification(method: Method(rawValue: method), params: RPCPayload(params)))
  }

  /// Sends a request that is not waited for.
  func send(_ method: String, _ params: JSONValue) throws -> RPCID {
    lastID += 1
    try transport.send(
      .request(id: .integer(lastID), method: Method(rawValue: method), params: RPCPayload(params)))
    return .integer(lastID)
  }

  /// The answer's result; null for an error, which is an issue.
  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    let id = try send(method, params)
    while let message = try transport.receive(waiting: false) {
      if case .response(id, let result) = message { return try result.get().value() }
      heard.append(message)
    }
    Issue.record("\(method) is not answered")
    return .null
  }

  /// All that has been sent since, answers included.
  func listen() throws -> [RPCMessage] {
    while let message = try transport.receive(waiting: false) { heard.append(message) }
    defer { heard = [] }
    return heard
  }

  func open(_ text: String, uri: String = "file:///d") throws {
    (version, self.text) = (0, text)
    try tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "markdown", "version": 0, "text": .string(text)]])
  }

  /// Types at the end of the one line of ASCII, key by key.
  func type(_ keys: String, uri: String = "file:///d") throws {
    for key in keys {
      version += 1
      let end: JSONValue = ["line": 0, "character": .integer(text.utf8.count)]
      text.append(key)
      try tell(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(uri), "version": .integer(version)],
          "contentChanges": [["range": ["start": end, "end": end], "text": .string(String(key))]],
        ])
    }
  }

  /// A completion request's parameters at the end of the line.
  func here(uri: String = "file:///d") -> JSONValue {
    [
      "textDocument": ["uri": .string(uri)],
      "position": ["line": 0, "character": .integer(text.utf8.count)],
    ]
  }

  func complete(uri: String = "file:///d") throws -> [JSONValue] {
    try ask("textDocument/completion", here(uri: uri))["items"]?.arrayValue ?? []
  }
}
