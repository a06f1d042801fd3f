import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Quick fixes of damaged mentions.
extension Session {
  /// Quick fixes: as commands where the client lets the server edit, else with the edit in them. Clients of the first
  /// specification know commands alone.
  func quickFixes(_ params: CodeActionParams) -> [CodeActionAnswer] {
    guard let document = documents[params.textDocument.uri], params.context.wants(.quickFix),
      client.takesCodeActions || client.appliesEdits
    else { return [] }
    let text = document.mentions.text
    let range = positions.range(params.range, in: text)
    let translation = damageTranslation(document)
    let severity = settings[document.uri].diagnostics.damaged.translated
    return document.mentions.damagedMentions.flatMap { mention -> [CodeActionAnswer] in
      guard mention.remains.start <= range.end, range.start <= mention.remains.end else { return [] }
      return mention.fixes.compactMap { fix in
        guard let edit = mention.edit(for: fix) else { return nil }
        guard client.takesCodeActions else { return .command(translation.command(fix, mention)) }
        return .action(
          CodeAction(
            title: translation.title(fix, mention), kind: .quickFix,
            diagnostics: severity.map { [translation.hint(mention, $0)] },
            isPreferred: fix == .restore ? true : nil,
            edit: client.appliesEdits
              ? nil : translation.workspaceEdit([edit], isVersioned: client.takesVersionedEdits),
            command: client.appliesEdits ? translation.command(fix, mention) : nil))
      }
    }
  }
}
