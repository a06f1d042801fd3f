import JSONText
import LanguageProtocol

/// `textDocument/codeAction` and `codeAction/resolve`: what every family of messages has to offer.
extension Session {
  func codeActions(_ params: CodeActionParams) -> [CodeActionAnswer] {
    quickFixes(params) + findingFixes(params) + mentionActions(params) + transformActions(params)
  }

  /// The edit of an action of ours; any other action comes back as it is.
  func resolveCodeAction(_ action: CodeAction) throws(RPCError) -> CodeAction {
    guard let data = action.data else { return action }
    var action = action
    if let params = try? MentionsTransformParams(json: data) {
      action.edit = try transformMentions(params).edit
    } else if let params = try? MentionsWriteParams(json: data) {
      let (document, plan) = try writingPlan(params)
      action.edit = handOver(plan, in: params.textDocument.uri, document).edit
    } else if let params = try? MentionsEditParams(json: data) {
      action.edit = try editMentions(params).edit
    }
    return action
  }
}
