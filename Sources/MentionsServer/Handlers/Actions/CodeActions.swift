import JSONText
import LanguageProtocol
import Mentions

/// `textDocument/codeAction` and `codeAction/resolve`: what every family of messages has to offer.
extension Session {
  func codeActions(_ params: CodeActionParams, _ id: RPCID) {
    preparingFixes(params) { session, records in
      // The client may have cancelled it.
      guard session.requests.isOpen(id) else { return }
      session.answer(
        id,
        session.quickFixes(params) + session.findingFixes(params, records) + session.mentionActions(params)
          + session.transformActions(params))
    }
  }

  /// The edit of an action of ours; any other action comes back as it is.
  func resolveCodeAction(_ action: CodeAction) throws(RPCError) -> CodeAction {
    guard let data = action.data else { return action }
    var action = action
    if let params = try? MentionsTransformParams(json: data) {
      let (document, plan) = try transformPlan(params)
      action.edit = preview(plan, in: params.textDocument.uri, document)
    } else if let params = try? MentionsWriteParams(json: data) {
      let (document, plan) = try writingPlan(params)
      action.edit = preview(plan, in: params.textDocument.uri, document)
    } else if let params = try? MentionsEditParams(json: data) {
      action.edit = try editMentions(params).edit
    }
    return action
  }

  /// The edit of an action that nobody has chosen yet: clients resolve actions to show what they would do. Nil for what
  /// leaves the text as it is, which holds at once and is a matter of the command.
  private func preview(_ plan: EditPlan, in key: DocumentURI, _ document: OpenDocument) -> WorkspaceEdit? {
    plan.edits.isEmpty ? nil : handOver(plan, in: key, document).edit
  }
}
