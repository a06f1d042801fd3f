import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Damaged mentions: `textDocument/diagnostic`, `publishDiagnostics`, `textDocument/codeAction`.
extension Session {
  func diagnostics(_ params: DocumentDiagnosticParams) -> DocumentDiagnosticReport {
    if !client.pullsDiagnostics {
      // It did not say that it would: what was pushed would be shown twice.
      for key in documents.keys.sorted(by: { $0.key < $1.key }) { withdrawHints(of: key) }
      client.pullsDiagnostics = true
    }
    return .full(items: hints(of: params.textDocument.uri))
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
    guard let document = documents[key], document.hints != hints, publishedSettings[key] == nil else {
      return
    }
    withDocument(key) { $0.hints = hints }
    notify(
      .publishDiagnostics,
      PublishDiagnosticsParams(
        uri: document.uri, version: client.versionsDiagnostics ? document.version : nil, diagnostics: hints))
  }

  func damageTranslation(_ document: OpenDocument) -> DamageTranslation {
    DamageTranslation(
      positions: positions, mentions: document.mentions, uri: document.uri, version: document.version)
  }

  private func hints(of key: DocumentURI) -> [Diagnostic] {
    documents[key].map { damageTranslation($0).hints } ?? []
  }

  /// Quick fixes: as commands where the client lets the server edit, else with the edit in them. Clients of the first
  /// specification know commands alone.
  func codeActions(_ params: CodeActionParams) -> [QuickFix] {
    guard let document = documents[params.textDocument.uri], params.context.wants(.quickFix),
      client.takesCodeActions || client.appliesEdits
    else { return [] }
    let text = document.mentions.text
    let range = positions.range(params.range, in: text)
    let translation = damageTranslation(document)
    return document.mentions.damagedMentions.flatMap { mention -> [QuickFix] in
      guard mention.remains.start <= range.end, range.start <= mention.remains.end else { return [] }
      return mention.fixes.compactMap { fix in
        guard let edit = mention.edit(for: fix) else { return nil }
        guard client.takesCodeActions else { return .command(translation.command(fix, mention)) }
        return .action(
          CodeAction(
            title: translation.title(fix, mention), kind: .quickFix, diagnostics: [translation.hint(mention)],
            isPreferred: fix == .restore ? true : nil,
            edit: client.appliesEdits
              ? nil : translation.workspaceEdit([edit], isVersioned: client.takesVersionedEdits),
            command: client.appliesEdits ? translation.command(fix, mention) : nil))
      }
    }
  }
}

/// What `textDocument/codeAction` answers (LSP: `Command | CodeAction`).
enum QuickFix: JSONWritable {
  case action(CodeAction)
  case command(Command)

  func write(to writer: inout JSONWriter) {
    switch self {
    case .action(let action): action.write(to: &writer)
    case .command(let command): command.write(to: &writer)
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
