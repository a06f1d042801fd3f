import JSONText
import LanguageProtocol

/// A document of one line whose end is typed at. Columns are UTF-16, as without negotiation.
struct ScriptedLine {
  private static let uri = DocumentURI("file:///d")
  private var text = ""
  private var version = 0

  mutating func open(languageID: String, text: String) -> RPCMessage {
    self.text = text
    version = 1
    return .notification(
      method: .didOpen,
      params: RPCPayload(
        DidOpenTextDocumentParams(
          textDocument: TextDocumentItem(
            uri: Self.uri, languageId: languageID, version: version, text: Array(text.utf8)))))
  }

  mutating func type(_ character: Character) -> RPCMessage {
    let end = end
    let isBackspace = character == "⌫"
    if isBackspace { text.removeLast() } else { text.append(character) }
    version += 1
    let change = TextDocumentContentChangeEvent(
      range: Range(start: isBackspace ? self.end : end, end: end),
      text: isBackspace ? [] : Array(String(character).utf8))
    return .notification(
      method: .didChange,
      params: RPCPayload(
        DidChangeTextDocumentParams(
          textDocument: VersionedTextDocumentIdentifier(uri: Self.uri, version: version),
          contentChanges: [change])))
  }

  func complete(id: RPCID) -> RPCMessage {
    .request(
      id: id, method: .completion,
      params: RPCPayload(
        CompletionParams(textDocument: TextDocumentIdentifier(uri: Self.uri), position: end)))
  }

  private var end: Position { Position(line: 0, character: text.utf16.count) }
}
