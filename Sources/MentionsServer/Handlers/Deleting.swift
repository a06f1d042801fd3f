import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Deleting and trimming (the behaviour, section 6): `mentions/backspace`, and the server's own edits.
extension Session {
  func backspace(_ params: MentionsBackspaceParams) throws(RPCError) -> MentionsBackspaceResult {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    guard let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let answer = withDocument(key, { $0.mentions.backspace(at: offset, now: now) })
    else { return MentionsBackspaceResult(action: .none, version: document.version) }
    take(answer.report, of: document, key)
    let text = document.mentions.text
    return MentionsBackspaceResult(
      action: BackspaceAction(rawValue: answer.action.rawValue),
      edit: answer.edit.map { positions.edit($0, in: text) },
      position: answer.edit.map { positions.end(of: $0, in: text) }, version: document.version)
  }

  /// The document, if it is what the client had before it when it asked.
  func currentDocument(
    _ identifier: OptionalVersionedTextDocumentIdentifier
  ) throws(RPCError) -> OpenDocument {
    let document = try openDocument(TextDocumentIdentifier(uri: identifier.uri))
    if let version = identifier.version, version != document.version {
      throw RPCError(
        .contentModified, "the document is at version \(document.version), not at \(version)")
    }
    return document
  }

  /// `mentions.restore`, `mentions.trim`, `mentions.delete`.
  func fixMention(_ fix: MentionFix, _ params: MentionsFixParams, _ id: RPCID) throws(RPCError) {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    guard client.appliesEdits else {
      throw RPCError(.requestFailed, "the client does not declare workspace.applyEdit")
    }
    let offset = positions.offset(of: params.position, in: document.mentions.text)
    guard let edit = withDocument(key, { $0.mentions.fix(fix, at: offset) }) ?? nil else {
      throw RPCError(.requestFailed, "there is nothing to \(fix.rawValue) at this place")
    }
    applyEdits([edit], in: key, label: "\(fix.label) mention")
    answer(id, JSONValue.null)
  }
}

extension MentionFix {
  fileprivate var label: String {
    switch self {
    case .restore: "Restore"
    case .trim: "Trim"
    case .delete: "Delete"
    }
  }
}
