import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// The edits that the server makes.
extension Session {
  /// What the policy wants of an editor that did not ask. Given up without a word if the client has moved on.
  func changeByItself(_ edits: [TextReplacement], in key: DocumentURI) {
    applyEdits(edits, in: key, label: policy(for: key).deletion == .trim ? "Trim mention" : "Delete mention")
  }

  /// The answer proves nothing: some clients say that a stale edit was applied, others refuse and apply. What
  /// counts is the change that follows.
  func applyEdits(_ edits: [TextReplacement], in key: DocumentURI, label: String) {
    guard let document = documents[key] else { return }
    let edit = damageTranslation(document).workspaceEdit(
      edits, isVersioned: client.takesVersionedEdits)
    let version = document.version
    announceOwnEdits(edits, in: key)
    ask(.applyEdit, ApplyWorkspaceEditParams(label: label, edit: edit)) { session, result in
      let isApplied = (try? result.get().read(ApplyWorkspaceEditResult.self))?.applied ?? false
      guard !isApplied, session.documents[key]?.version == version else { return }
      session.update(key) { $0.changeRefused(now: session.now) }
    }
  }
}
