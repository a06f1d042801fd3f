import JSONText
import LanguageProtocol

/// What an editor sends.
enum Messages {
  static func notification(_ method: Method, _ params: JSONValue) -> RPCMessage {
    .notification(method: method, params: RPCPayload(params))
  }

  static func request(_ id: Int, _ method: Method, _ params: JSONValue) -> RPCMessage {
    .request(id: .integer(id), method: method, params: RPCPayload(params))
  }

  /// No server knows this one; all must answer that they do not. What a request costs at least.
  static let unknown = Method(rawValue: "bench/unknown")

  static func initialize(folder: String, options: JSONValue = nil) -> JSONValue {
    [
      "processId": nil, "rootUri": .string(DocumentURI(filePath: folder).text),
      "capabilities": [
        "general": ["positionEncodings": ["utf-16", "utf-8"]],
        "textDocument": [
          "completion": ["completionItem": ["labelDetailsSupport": true]],
          "semanticTokens": [
            "requests": ["full": ["delta": true]], "tokenTypes": ["decorator"], "tokenModifiers": [],
            "formats": ["relative"],
          ],
        ],
      ],
      "initializationOptions": options,
    ]
  }

  static func didOpen(_ uri: DocumentURI, _ languageID: String, _ text: String) -> RPCMessage {
    let item = TextDocumentItem(uri: uri, languageId: languageID, version: 0, text: Array(text.utf8))
    let params = DidOpenTextDocumentParams(textDocument: item)
    return .notification(method: .didOpen, params: RPCPayload(params))
  }

  /// Replaces so many UTF-16 units at a place.
  static func didChange(
    _ uri: DocumentURI, version: Int, line: Int, column: Int, removing: Int = 0, _ text: String
  ) -> RPCMessage {
    let range = LanguageProtocol.Range(
      start: Position(line: line, character: column), end: Position(line: line, character: column + removing))
    let params = DidChangeTextDocumentParams(
      textDocument: VersionedTextDocumentIdentifier(uri: uri, version: version),
      contentChanges: [TextDocumentContentChangeEvent(range: range, text: Array(text.utf8))])
    return .notification(method: .didChange, params: RPCPayload(params))
  }

  static func document(_ uri: DocumentURI) -> JSONValue {
    ["textDocument": ["uri": .string(uri.text)]]
  }

  static func place(_ uri: DocumentURI, line: Int, column: Int) -> JSONValue {
    [
      "textDocument": ["uri": .string(uri.text)],
      "position": ["line": .integer(line), "character": .integer(column)],
    ]
  }
}
