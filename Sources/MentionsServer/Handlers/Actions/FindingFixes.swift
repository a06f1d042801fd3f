import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Quick fixes of what was found in a document.
extension Session {
  /// How many names are offered for somebody unknown, and for somebody ambiguous.
  private static let mostNearest = 3
  private static let mostCandidates = 5
  /// Nobody reads more than a few fixes of a selection, and each may take a search.
  private static let mostFixed = 20

  /// Finds out what the fixes need to know of files. At once where there is nothing to fix.
  func preparingFixes(_ params: CodeActionParams, then: @escaping (Session, KnownRecords) -> Void) {
    let key = params.textDocument.uri
    guard let document = documents[key], document.mentions.isScanning, params.context.wants(.quickFix),
      client.takesCodeActions
    else { return then(self, [:]) }
    readMentions(of: key)
    locatePeopleFiles(
      touching: positions.range(params.range, in: document.mentions.text), in: document, then: then)
  }

  /// - Parameter records: of the people files.
  func findingFixes(_ params: CodeActionParams, _ records: KnownRecords) -> [CodeActionAnswer] {
    let key = params.textDocument.uri
    guard let document = documents[key], document.mentions.isScanning, params.context.wants(.quickFix),
      client.takesCodeActions || client.appliesEdits
    else { return [] }
    readMentions(of: key)
    let range = positions.range(params.range, in: document.mentions.text)
    let translation = findingTranslation(document)
    return findings(in: document, touching: range).prefix(Self.mostFixed).flatMap { finding in
      fixes(of: finding, translation.diagnostic(finding), in: document, records)
    }
  }

  private func fixes(
    of finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument, _ records: KnownRecords
  ) -> [CodeActionAnswer] {
    var offered: [Session.OfferedWriting] = []
    func offer(_ entities: [Entity], _ title: (Entity) -> String, isPreferred: Bool = false) {
      offered += entities.map { entity in
        OfferedWriting(
          title: title(entity), kind: .quickFix,
          mention: WantedMention(entity, in: finding.range, trigger: finding.trigger),
          diagnostics: [diagnostic], isPreferred: isPreferred && entities.count == 1 ? true : nil)
      }
    }
    var others: [CodeActionAnswer?] = []
    switch finding.kind {
    case .unknown:
      offer(
        nearest(to: finding, in: document), { "Mention \(MentionFinding.described($0))" }, isPreferred: true)
      others.append(remembering(finding, diagnostic, in: document, records))
    case .ambiguous:
      offer(
        Array(finding.entities.prefix(Self.mostCandidates)), { "Mention \(MentionFinding.described($0))" })
    case .stale:
      if let handle = newHandle(for: finding, in: document), client.takesCodeActions {
        others.append(writing(handle, insteadOf: finding, diagnostic, in: document))
      } else {
        offer(
          finding.entities,
          { entity in
            let text = document.mentions.written(
              entity, trigger: finding.trigger, at: finding.range.start)
            // Of a link whose text stays, all that is written says what changes.
            return Self.writingTitle(text == finding.written ? finding.note ?? text : text)
          }, isPreferred: true)
      }
    case .left, .notAllowed: break
    }
    return offered.compactMap { action($0, in: document) } + others.compactMap { $0 }
      + [plainText(finding, diagnostic, in: document)].compactMap { $0 }
  }

  private static func writingTitle(_ text: String) -> String {
    "Write “\(ShownText.clipped(ShownText.line(text)))”"
  }

  /// What is to be written instead of a trigger and a former handle; nil for anything else, and where the format of
  /// mentions writes the same.
  private func newHandle(for finding: MentionFinding, in document: OpenDocument) -> String? {
    let mentions = document.mentions
    guard let entity = finding.entities.first, let handle = entity.handle, let trigger = finding.trigger,
      mentions.policy.triggers.indices.contains(trigger),
      case let character = mentions.policy.triggers[trigger].character, finding.written.hasPrefix(character),
      finding.note == character + handle,
      finding.note != mentions.written(entity, trigger: trigger, at: finding.range.start)
    else { return nil }
    return finding.note
  }

  /// A trigger and a word stay such, whatever the format of mentions is.
  private func writing(
    _ text: String, insteadOf finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument
  ) -> CodeActionAnswer? {
    let params = MentionsEditParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
      edits: [TextEdit(range: positions.range(finding.range, in: document.mentions.text), newText: text)])
    var action = CodeAction(
      title: Self.writingTitle(text), kind: .quickFix, diagnostics: [diagnostic], isPreferred: true)
    if client.resolvesCodeActions {
      action.data = RPCPayload(params).tree
    } else {
      guard let edit = try? editMentions(params).edit else { return nil }
      action.edit = edit
    }
    return .action(action)
  }

  /// The names that the key may have been meant to be.
  private func nearest(to finding: MentionFinding, in document: OpenDocument) -> [Entity] {
    guard let trigger = finding.trigger, document.mentions.policy.triggers.indices.contains(trigger) else {
      return []
    }
    let settings = document.mentions.policy.triggers[trigger]
    return nearest(to: finding.key(of: settings), in: settings.sources, document, limit: Self.mostNearest)
  }

  func nearest(to key: String, in names: [String], _ document: OpenDocument, limit: Int) -> [Entity] {
    guard let catalog = catalog(behind: names, of: settings[document.uri])?.catalog else { return [] }
    return catalog.search(MatchQuery(key: key, limit: limit)).matches.map { catalog.entity(at: $0.index) }
  }

  private func plainText(
    _ finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument
  ) -> CodeActionAnswer? {
    let params = MentionsRemoveParams(
      textDocument: TextDocumentIdentifier(uri: document.uri),
      ranges: [positions.range(finding.range, in: document.mentions.text)])
    var action = CodeAction(
      title: "Leave “\(ShownText.clipped(ShownText.line(finding.written)))” as Plain Text", kind: .quickFix,
      diagnostics: [diagnostic])
    return complete(&action, .toPlainText, RPCPayload(params).tree, hasEdit: false) { _ in nil }
  }
}

extension MentionFinding {
  /// What was written behind the trigger.
  func key(of trigger: MentionsPolicy.Trigger) -> String {
    written.utf8.starts(with: trigger.character.utf8)
      ? String(Substring(written.utf8.dropFirst(trigger.character.utf8.count))) : written
  }
}
