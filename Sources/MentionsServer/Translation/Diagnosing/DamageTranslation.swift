import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Damaged mentions as diagnostics and quick fixes.
struct DamageTranslation {
  let positions: PositionTranslation
  let mentions: MentionsDocument
  /// As the client writes it.
  let uri: DocumentURI
  let version: Int
  private var text: IndexedText { mentions.text }

  /// Positions in the text as it is.
  func hint(_ mention: DamagedMention, _ severity: DiagnosticSeverity) -> Diagnostic {
    Diagnostic(
      range: positions.range(mention.remains, in: text), severity: severity, code: "damaged-mention",
      source: "mentions",
      message: "This was a mention of \(Self.shown(mention.annotation.entity.name)); it is plain text now.")
  }

  func title(_ fix: MentionFix, _ mention: DamagedMention) -> String {
    switch fix {
    case .restore:
      "Restore the mention “\(Self.shown(String(decoding: mention.annotation.text, as: UTF8.self)))”"
    case .trim:
      "Trim to “\(Self.shown(String(decoding: mention.annotation.shortForm ?? [], as: UTF8.self)))”"
    case .delete: "Delete what is left of the mention"
    }
  }

  /// What a mention's text holds may come from the document.
  private static func shown(_ text: String) -> String { ShownText.clipped(ShownText.line(text)) }

  func command(_ fix: MentionFix, _ mention: DamagedMention) -> Command {
    let place = MentionsFixParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: version),
      position: positions.position(of: mention.remains.start, in: text))
    return Command(
      title: title(fix, mention), command: CommandName(fix), arguments: [RPCPayload(place).tree])
  }

  /// All edits as one change of the document, bound to its version where the client can tell versions.
  func workspaceEdit(_ edits: [TextReplacement], isVersioned: Bool) -> WorkspaceEdit {
    let edits = edits.map { positions.edit($0, in: text) }
    if isVersioned {
      let version = OptionalVersionedTextDocumentIdentifier(uri: uri, version: version)
      return WorkspaceEdit(documentChanges: [TextDocumentEdit(textDocument: version, edits: edits)])
    }
    return WorkspaceEdit(changes: [.init(uri: uri, edits: edits)])
  }
}

extension CommandName {
  init(_ fix: MentionFix) {
    self =
      switch fix {
      case .restore: .restore
      case .trim: .trim
      case .delete: .delete
      }
  }
}
