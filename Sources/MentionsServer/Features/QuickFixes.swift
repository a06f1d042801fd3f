import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// Quick fixes for damaged mentions.
extension Session {
  /// The quick fixes for damaged mentions in a range. Each contains a command if the server may request edits from the
  /// client, else the edit itself. Clients without code action literals, which LSP added later, receive only commands.
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

// MARK: - Findings

/// Quick fixes for findings in a document.
extension Session {
  /// The maximum number of entities offered for an unknown mention; `mostCandidates` is the maximum for an ambiguous
  /// one.
  private static let mostNearest = 3
  private static let mostCandidates = 5
  /// The maximum number of findings for which fixes are offered. Each may require a search.
  private static let mostFixed = 20

  /// The state of the people files that the fixes may edit. Returns immediately if there is nothing to fix.
  func recordsForFixes(_ params: CodeActionParams) async throws(RPCError) -> KnownRecords {
    let key = params.textDocument.uri
    guard let document = documents[key], document.diagnostics.areWanted, params.context.wants(.quickFix),
      client.takesCodeActions
    else { return KnownRecords() }
    return try await locatePeopleFiles(
      touching: positions.range(params.range, in: document.mentions.text), in: document)
  }

  /// Quick fixes for the findings in a range, if requested.
  ///
  /// - Parameter records: the result of `recordsForFixes(_:)`.
  func findingFixes(_ params: CodeActionParams, _ records: KnownRecords) -> [CodeActionAnswer] {
    let key = params.textDocument.uri
    guard let document = documents[key], document.diagnostics.areWanted, params.context.wants(.quickFix),
      client.takesCodeActions || client.appliesEdits
    else { return [] }
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
            // If the text of a link stays the same, the title shows the whole link.
            return Self.writingTitle(text == finding.written ? finding.note ?? text : text)
          }, isPreferred: true)
      }
    case .left, .notAllowed: break
    }
    return offered.compactMap { action($0, in: document) } + others.compactMap { $0 }
      + [plainText(finding, diagnostic, in: document)].compactMap { $0 }
  }

  private static func writingTitle(_ text: String) -> String {
    "Replace with “\(ShownText.clipped(ShownText.line(text)))”"
  }

  /// The text that replaces a trigger and a former handle: the trigger and the current handle. Nil for any other
  /// finding, and if the insert format results in this text anyway.
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

  /// The fix that replaces a trigger and a former handle with the trigger and the current handle, regardless of the
  /// insert format.
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

  /// The entities that match the key of an unknown mention best.
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
      title: "Treat “\(ShownText.clipped(ShownText.line(finding.written)))” as Plain Text", kind: .quickFix,
      diagnostics: [diagnostic])
    return complete(&action, .toPlainText, RPCPayload(params).tree, hasEdit: false) { _ in nil }
  }
}

extension MentionFinding {
  /// The finding's text without the trigger.
  fileprivate func key(of trigger: MentionsPolicy.Trigger) -> String {
    written.utf8.starts(with: trigger.character.utf8)
      ? String(Substring(written.utf8.dropFirst(trigger.character.utf8.count))) : written
  }
}

// MARK: - Adding people

/// The quick fix that adds an unknown person to a people file of the workspace.
extension Session {
  /// The known state of the people files of sources.
  struct KnownRecords {
    /// One record from each source whose file would be edited, by the source's key. The record gives the path of the
    /// file, proves that the file exists, and shows its layout.
    fileprivate var records: [String: EntityDefinition] = [:]
    /// Paths of files that cannot be written, or are links out of the workspace.
    fileprivate var locked: Set<String> = []
  }

  /// The maximum number of people of a source that are examined in order to find one with a handle.
  private static let mostLookedAt = 64

  /// Reads, outside of the event loop, one record of each people file to which an unknown person may be added.
  /// Determines which of the files cannot be edited.
  ///
  /// - Parameter range: the range, in UTF-8 offsets, that a finding must touch to be considered.
  private func locatePeopleFiles(
    touching range: TextRange, in document: OpenDocument
  ) async throws(RPCError) -> KnownRecords {
    let triggers = Set(findings(in: document, touching: range).filter { $0.kind == .unknown }.map(\.trigger))
    var wanted: [(source: SourceSpecification, entity: Entity)] = []
    for trigger in document.mentions.policy.triggers.indices where triggers.contains(trigger) {
      let names = document.mentions.policy.triggers[trigger].sources
      for entry in sources.selected(by: names, in: settings[document.uri])
      where !wanted.contains(where: { $0.source.key == entry.key }) {
        guard isPeopleFile(entry.specification), !isOpen(entry.specification),
          let catalog = entry.state.catalog, catalog.count > 0
        else { continue }
        let people = (0..<min(catalog.count, Self.mostLookedAt)).lazy.map { catalog.entity(at: $0) }
        wanted.append((entry.specification, people.first { $0.handle != nil } ?? catalog.entity(at: 0)))
      }
    }
    var known = KnownRecords()
    for (source, entity) in wanted {
      known.records[source.key] = try await locate(entity, inFilesOf: [source], everywhere: false).first
    }
    if let document = documents[document.uri] {
      known.locked = try await lockedPeopleFiles(of: triggers, in: document, known)
    }
    return known
  }

  /// The paths of the people files that cannot be written, or are links out of the workspace; while sources are being
  /// read, the paths of all people files.
  private func lockedPeopleFiles(
    of triggers: Set<Int?>, in document: OpenDocument, _ known: KnownRecords
  ) async throws(RPCError) -> Set<String> {
    let names = document.mentions.policy.triggers.indices.filter { triggers.contains($0) }
      .flatMap { document.mentions.policy.triggers[$0].sources }
    let paths = Set(
      sources.selected(by: names, in: settings[document.uri]).filter { isPeopleFile($0.specification) }
        .compactMap { peopleFile(of: $0, known.records[$0.key]) })
    guard !paths.isEmpty, let rules = scanRules() else { return paths }
    let scan = WorkspaceScan(
      number: 0, rules: rules, encoding: client.positionEncoding, only: paths.sorted(), unread: paths,
      usesCache: false)
    return Set(try await reread(scan).filter { $0.fault != nil }.map(\.mentions.path))
  }

  /// The path of the file to which a person may be added; nil if there is none.
  private func peopleFile(of entry: SourceRegistry.Entry, _ record: EntityDefinition?) -> String? {
    switch entry.specification.kind {
    case .file(let named): record?.path ?? named
    case .people(let root): record?.path ?? "\(root)/people.jsonl"
    default: nil
    }
  }

  /// The fix that adds a person; nil if the workspace has no people file that the client can edit.
  private func remembering(
    _ finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument, _ records: KnownRecords
  ) -> CodeActionAnswer? {
    guard client.takesCodeActions, let index = finding.trigger,
      document.mentions.policy.triggers.indices.contains(index)
    else { return nil }
    let trigger = document.mentions.policy.triggers[index]
    let person = NewPerson(handle: finding.key(of: trigger))
    for entry in sources.selected(by: trigger.sources, in: settings[document.uri])
    where isPeopleFile(entry.specification) {
      guard let (path, edit) = adding(person, to: entry, records) else { continue }
      let shown = ShownText.clipped(ShownText.line(person.handle))
      let file = FolderPath(path, home: nil)?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
      return .action(
        CodeAction(
          title: "Add “\(shown)” to \(file)", kind: .quickFix, diagnostics: [diagnostic], edit: edit))
    }
    return nil
  }

  /// Whether a source consists of files of the workspace that list people.
  private func isPeopleFile(_ specification: SourceSpecification) -> Bool {
    switch specification.kind {
    case .file(let path):
      guard let path = FolderPath(path, home: nil) else { return false }
      return settings.roots.contains { FolderPath($0, home: nil)?.holds(path) ?? false }
    case .people: return true
    case .git, .codeowners, .directory, .command, .process, .http, .client, .list, .demo, .forge: return false
    }
  }

  /// Whether a source's file is open in the editor. The file's text is then in memory, and no record has to be read
  /// from disk.
  private func isOpen(_ specification: SourceSpecification) -> Bool {
    guard case .file(let path) = specification.kind else { return false }
    return documents[DocumentURI(filePath: path)] != nil
  }

  private func adding(
    _ person: NewPerson, to entry: SourceRegistry.Entry, _ known: KnownRecords
  ) -> (path: String, edit: WorkspaceEdit)? {
    let record = known.records[entry.key]
    guard let path = peopleFile(of: entry, record), !known.locked.contains(path),
      let format = EntityFileFormat(path: path)
    else { return nil }
    let uri = DocumentURI(filePath: path)
    if let open = documents[uri] {
      let text = open.mentions.text.buffer
      guard let (offset, bytes) = person.addition(to: text.bytes(in: text.range), as: format) else {
        return nil
      }
      let insertion = TextReplacement(range: TextRange(at: TextOffset(offset)), replacement: bytes)
      return (
        path,
        workspaceEdit([insertion], of: open)
      )
    }
    if let record {
      guard let (offset, bytes) = person.addition(before: record, as: format) else { return nil }
      let range = DefinitionTranslation(positions: positions).range(
        offset..<offset, of: record, in: IndexedText(record.text))
      return (path, insertion(of: bytes, at: range, in: uri, isNew: false))
    }
    // A source with people has a file, even if it cannot be read now, so the file must not be created.
    guard client.createsFiles, entry.state.catalog.map({ $0.count == 0 }) ?? true,
      let bytes = person.record(as: format)
    else { return nil }
    let top = LanguageProtocol.Range.top
    return (path, insertion(of: bytes + [0x0A], at: top, in: uri, isNew: true))
  }

  private func insertion(
    of bytes: [UInt8], at range: LanguageProtocol.Range, in uri: DocumentURI, isNew: Bool
  ) -> WorkspaceEdit {
    let edit = TextEdit(range: range, newText: String(decoding: bytes, as: UTF8.self))
    guard client.takesVersionedEdits else {
      return WorkspaceEdit(changes: [.init(uri: uri, edits: [edit])])
    }
    let change = TextDocumentEdit(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: nil), edits: [edit])
    return WorkspaceEdit(created: isNew ? [uri] : [], documentChanges: [change])
  }
}
