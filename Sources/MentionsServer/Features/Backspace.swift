import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Deleting and trimming (Behaviour, section 6): `mentions/backspace`, and the server's own edits.
extension Session {
  func backspace(_ params: MentionsBackspaceParams, _ id: RPCID) throws(RPCError) {
    let document = try currentDocument(params.textDocument).mentions
    guard let offset = positions.exactOffset(of: params.position, in: document.text),
      let annotation = document.mentionToTrim(at: offset)
    else { return answer(id, try backspace(params)) }
    learnTrimming(of: annotation, in: params.textDocument, id) { session throws(RPCError) in
      session.answer(id, try session.backspace(params))
    }
  }

  private func backspace(_ params: MentionsBackspaceParams) throws(RPCError) -> MentionsBackspaceResult {
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

  /// How long a host may take to say how a mention is trimmed, in milliseconds: somebody has pressed a key.
  private static let trimTimeout = 50

  /// Asks the host of an entity whether and to what it can be trimmed, then goes on with the document as it was when the
  /// request `id` was made. Without an answer in time, what is known holds.
  private func learnTrimming(
    of annotation: Annotation, in identifier: OptionalVersionedTextDocumentIdentifier, _ id: RPCID,
    then: @escaping (Session) throws(RPCError) -> Void
  ) {
    let (key, version) = (identifier.uri, documents[identifier.uri]?.version)
    resolve(annotation.entity, for: key, within: Self.trimTimeout) { session, entity in
      do throws(RPCError) {
        let asked = OptionalVersionedTextDocumentIdentifier(uri: key, version: version)
        _ = try session.currentDocument(asked)
        session.withDocument(key) { $0.mentions.updateTrimming(of: annotation.id, to: entity) }
        try then(session)
      } catch {
        session.answer(id, error)
      }
    }
  }

  /// `mentions.restore`, `mentions.trim`, `mentions.delete`.
  func fixMention(_ fix: MentionFix, _ params: MentionsFixParams, _ id: RPCID) throws(RPCError) {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    guard client.appliesEdits else {
      throw RPCError(.requestFailed, "the client does not declare workspace.applyEdit")
    }
    let offset = positions.offset(of: params.position, in: document.mentions.text)
    let asked = OptionalVersionedTextDocumentIdentifier(uri: key, version: document.version)
    if fix == .trim, let annotation = document.mentions.annotations.annotation(touching: offset) {
      return learnTrimming(of: annotation, in: asked, id) { session throws(RPCError) in
        try session.makeFix(fix, at: offset, in: key, id)
      }
    }
    try makeFix(fix, at: offset, in: key, id)
  }

  private func makeFix(
    _ fix: MentionFix, at offset: TextOffset, in key: DocumentURI, _ id: RPCID
  ) throws(RPCError) {
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
