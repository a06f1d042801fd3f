// The static runtime has no testing library: there, only what the fuzzer needs of this module is built.
#if canImport(Testing)
import JSONText
import LanguageProtocol

/// A document that is open in the client of a script. Columns are UTF-16, as without negotiation.
struct ScriptedDocument {
  let uri: String
  private var text: [UInt16]
  private(set) var version: Int

  init(uri: String, text: String, version: Int = 1) {
    self.uri = uri
    self.text = Array(text.utf16)
    self.version = version
  }

  func opened(languageID: String) -> RPCMessage {
    .notification(
      method: .didOpen,
      params: RPCPayload(
        DidOpenTextDocumentParams(
          textDocument: TextDocumentItem(
            uri: DocumentURI(uri), languageId: languageID, version: version, text: Self.bytes(text[...])))))
  }

  /// Replaces a range, or everything, and counts the version up.
  mutating func change(_ range: Range?, _ new: String) -> RPCMessage {
    let replaced = range.map { offset($0.start)..<offset($0.end) } ?? 0..<text.count
    text.replaceSubrange(replaced, with: new.utf16)
    version += 1
    return .notification(
      method: .didChange,
      params: RPCPayload(
        DidChangeTextDocumentParams(
          textDocument: VersionedTextDocumentIdentifier(uri: DocumentURI(uri), version: version),
          contentChanges: [TextDocumentContentChangeEvent(range: range, text: Array(new.utf8))])))
  }

  /// A change that the script has written as JSON.
  mutating func noteChange(version: Int) { self.version = version }

  /// Types one character at the end of the last line; `⌫` deletes one.
  mutating func type(_ character: Character) -> RPCMessage {
    guard character == "⌫" else { return change(Range(start: end, end: end), String(character)) }
    let count = String(decoding: text, as: UTF16.self).last.map { String($0).utf16.count } ?? 0
    let start = Position(line: end.line, character: end.character - count)
    return change(Range(start: start, end: end), "")
  }

  func complete(id: RPCID) -> RPCMessage {
    .request(
      id: id, method: .completion,
      params: RPCPayload(
        CompletionParams(textDocument: TextDocumentIdentifier(uri: DocumentURI(uri)), position: end)))
  }

  func text(in range: Range) -> String {
    String(decoding: text[offset(range.start)..<offset(range.end)], as: UTF16.self)
  }

  private var end: Position {
    let start = text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Position(line: text.count { $0 == 0x0A }, character: text.count - start)
  }

  private func offset(_ position: Position) -> Int {
    var lines = position.line
    var start = 0
    while lines > 0, let next = text[start...].firstIndex(of: 0x0A) {
      start = next + 1
      lines -= 1
    }
    return min(start + position.character, text.count)
  }

  private static func bytes(_ text: ArraySlice<UInt16>) -> [UInt8] {
    Array(String(decoding: text, as: UTF16.self).utf8)
  }
}
#endif
