import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Damaged mentions: `textDocument/diagnostic`, `publishDiagnostics`, `textDocument/codeAction`.
extension Session {
  func diagnostics(_ params: DocumentDiagnosticParams) -> DocumentDiagnosticReport {
    .full(items: hints(of: params.textDocument.uri))
  }

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
    guard let document = documents[key], document.hints != hints, !publishedSettings.contains(key) else {
      return
    }
    withDocument(key) { $0.hints = hints }
    notify(
      .publishDiagnostics,
      PublishDiagnosticsParams(
        uri: document.uri, version: client.versionsDiagnostics ? document.version : nil, diagnostics: hints))
  }

  private func hints(of key: DocumentURI) -> [Diagnostic] {
    documents[key].map { DamageTranslation($0, positions: positions).hints } ?? []
  }

  /// Quick fixes: as commands where the client lets the server edit, else with the edit in them.
  func codeActions(_ params: CodeActionParams) -> [CodeAction] {
    guard let document = documents[params.textDocument.uri], params.context.wants(.quickFix) else {
      return []
    }
    let text = document.mentions.text
    let range = positions.range(params.range, in: text)
    let translation = DamageTranslation(document, positions: positions)
    return document.mentions.damagedMentions.flatMap { mention -> [CodeAction] in
      guard mention.remains.start <= range.end, range.start <= mention.remains.end else { return [] }
      return mention.fixes.compactMap { fix in
        guard let edit = mention.edit(for: fix) else { return nil }
        return CodeAction(
          title: translation.title(fix, mention), kind: .quickFix, diagnostics: [translation.hint(mention)],
          isPreferred: fix == .restore ? true : nil,
          edit: client.appliesEdits
            ? nil : translation.workspaceEdit([edit], isVersioned: client.takesVersionedEdits),
          command: client.appliesEdits ? translation.command(fix, mention) : nil)
      }
    }
  }
}

extension CodeActionContext {
  /// Whether the client wants actions of a kind, or any.
  fileprivate func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains {
      $0.rawValue.isEmpty || $0 == kind || kind.rawValue.hasPrefix($0.rawValue + ".")
    } ?? true
  }
}
