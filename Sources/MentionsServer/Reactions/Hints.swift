import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// What a client is told of damaged mentions by itself, and the edits that the server makes.
extension Session {
  /// Tells the client that the hints are others now. Whoever asks for them asks anyway after an edit.
  func reportHints(of key: DocumentURI, byEdit: Bool) {
    if client.pullsDiagnostics {
      if !byEdit, client.refreshesDiagnostics { ask(.diagnosticRefresh, JSONValue?.none) { _, _ in } }
    } else if client.takesDiagnostics {
      publish(hints(of: key), in: key)
    }
  }

  func withdrawHints(of key: DocumentURI) { publish([], in: key) }

  private func publish(_ hints: [Diagnostic], in key: DocumentURI) {
    // What is wrong with a settings file matters more, and each message replaces the one before.
    guard let document = documents[key], document.hints != hints, !settingsDiagnostics.areShown(in: key)
    else {
      return
    }
    withDocument(key) { $0.hints = hints }
    notify(
      .publishDiagnostics,
      PublishDiagnosticsParams(
        uri: document.uri, version: client.versionsDiagnostics ? document.version : nil, diagnostics: hints))
  }

  func hints(of key: DocumentURI) -> [Diagnostic] {
    documents[key].map { damageTranslation($0).hints } ?? []
  }

  func damageTranslation(_ document: OpenDocument) -> DamageTranslation {
    DamageTranslation(
      positions: positions, mentions: document.mentions, uri: document.uri, version: document.version)
  }

  // MARK: Edits of the server

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
