import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Deleting and trimming (Behaviour, section 6): `mentions/backspace`, and the server's own edits.
extension Session {
  func backspace(_ params: MentionsBackspaceParams) async throws(RPCError) -> MentionsBackspaceResult {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    if let offset = positions.exactOffset(of: params.position, in: document.mentions.text),
      let annotation = document.mentions.mentionToTrim(at: offset)
    {
      try await learnTrimming(of: annotation, in: params.textDocument)
    }
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

  /// The time in milliseconds that a host has to provide the short form of a mention: short, because the user is
  /// waiting.
  private static let trimTimeout = 50

  /// Requests the short form of an entity from the host that provides the entity. If no answer arrives in time, the
  /// short form that is already known is used.
  ///
  /// - Throws: an error if the document was changed or closed meanwhile.
  private func learnTrimming(
    of annotation: Annotation, in identifier: OptionalVersionedTextDocumentIdentifier
  ) async throws(RPCError) {
    let (key, version) = (identifier.uri, documents[identifier.uri]?.version)
    let entity = try await detailed(annotation.entity, for: key, within: Self.trimTimeout)
    _ = try currentDocument(OptionalVersionedTextDocumentIdentifier(uri: key, version: version))
    withDocument(key) { $0.mentions.updateTrimming(of: annotation.id, to: entity) }
  }

  /// Executes `mentions.restore`, `mentions.trim` or `mentions.delete` for the mention at a position.
  func fixMention(_ fix: MentionFix, _ params: MentionsFixParams) async throws(RPCError) {
    let key = params.textDocument.uri
    let document = try currentDocument(params.textDocument)
    guard client.appliesEdits else {
      throw RPCError(.requestFailed, "the client does not declare the capability workspace.applyEdit")
    }
    let offset = positions.offset(of: params.position, in: document.mentions.text)
    if fix == .trim, let annotation = document.mentions.annotations.annotation(touching: offset) {
      let asked = OptionalVersionedTextDocumentIdentifier(uri: key, version: document.version)
      try await learnTrimming(of: annotation, in: asked)
    }
    guard let edit = withDocument(key, { $0.mentions.fix(fix, at: offset) }) ?? nil else {
      throw RPCError(.requestFailed, "there is nothing to \(fix.rawValue) at this position")
    }
    applyEdits([edit], in: key, label: "\(fix.label) mention")
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
