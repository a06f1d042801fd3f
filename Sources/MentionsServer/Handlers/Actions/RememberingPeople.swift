import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// The quick fix that adds somebody unknown to a people file of the workspace.
extension Session {
  /// A record of each source whose file is to be written to, by the source's key: it shows which file that is, that it
  /// is there, and how it is written.
  typealias KnownRecords = [String: EntityPlace]

  /// So many people of a source are looked at for one whose handle is known.
  private static let mostLookedAt = 64

  /// Finds out how the people files are written in which somebody unknown may be remembered. They are read off the loop,
  /// as far as the first record.
  ///
  /// - Parameters:
  ///   - range: only what touches it, UTF-8 offsets.
  ///   - then: called once; at once where no file has to be read.
  func locatePeopleFiles(
    touching range: TextRange, in document: OpenDocument, then: @escaping (Session, KnownRecords) -> Void
  ) {
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
    locate(wanted[...], then: then)
  }

  /// One after the other.
  private func locate(
    _ wanted: ArraySlice<(source: SourceSpecification, entity: Entity)>, found: KnownRecords = [:],
    then: @escaping (Session, KnownRecords) -> Void
  ) {
    guard let (source, entity) = wanted.first else { return then(self, found) }
    let number = wantedPlaces.ask { session, places in
      var found = found
      found[source.key] = places.first
      session.locate(wanted.dropFirst(), found: found, then: then)
    }
    perform(.locate(entity, in: [source], everywhere: false, number: number))
  }

  /// Nil where the workspace has no such file that the client can edit.
  func remembering(
    _ finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument, _ records: KnownRecords
  ) -> CodeActionAnswer? {
    guard client.takesCodeActions, let index = finding.trigger,
      document.mentions.policy.triggers.indices.contains(index)
    else { return nil }
    let trigger = document.mentions.policy.triggers[index]
    let person = NewPerson(handle: finding.key(of: trigger))
    for entry in sources.selected(by: trigger.sources, in: settings[document.uri])
    where isPeopleFile(entry.specification) {
      guard let (path, edit) = adding(person, to: entry, records[entry.key]) else { continue }
      let shown = ShownText.clipped(ShownText.line(person.handle))
      let file = FolderPath(path, home: nil)?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
      return .action(
        CodeAction(
          title: "Remember “\(shown)” in \(file)", kind: .quickFix, diagnostics: [diagnostic], edit: edit))
    }
    return nil
  }

  /// Whether a source is a file, or files, of the workspace.
  private func isPeopleFile(_ specification: SourceSpecification) -> Bool {
    switch specification.kind {
    case .file(let path):
      guard let path = FolderPath(path, home: nil) else { return false }
      return roots.contains { FolderPath($0, home: nil)?.holds(path) ?? false }
    case .people: return true
    case .git, .codeowners, .directory, .command, .process, .http, .client, .list, .demo: return false
    }
  }

  /// Whether there is nothing to find out: the text of an open file tells all.
  private func isOpen(_ specification: SourceSpecification) -> Bool {
    guard case .file(let path) = specification.kind else { return false }
    return documents[DocumentURI(filePath: path)] != nil
  }

  private func adding(
    _ person: NewPerson, to entry: SourceRegistry.Entry, _ record: EntityPlace?
  ) -> (path: String, edit: WorkspaceEdit)? {
    let path: String
    switch entry.specification.kind {
    case .file(let named): path = record?.path ?? named
    case .people(let root): path = record?.path ?? "\(root)/people.jsonl"
    default: return nil
    }
    guard let format = EntityFileFormat(path: path) else { return nil }
    let uri = DocumentURI(filePath: path)
    if let open = documents[uri] {
      let text = open.mentions.text.buffer
      guard let (offset, bytes) = person.addition(to: text.bytes(in: text.range), as: format) else {
        return nil
      }
      let insertion = TextReplacement(range: TextRange(at: TextOffset(offset)), replacement: bytes)
      return (
        path,
        damageTranslation(open).workspaceEdit([insertion], isVersioned: client.takesVersionedEdits)
      )
    }
    if let record {
      guard let (offset, bytes) = person.addition(before: record, as: format) else { return nil }
      let range = PlaceTranslation(positions: positions).range(
        offset..<offset, of: record, in: IndexedText(record.text))
      return (path, insertion(of: bytes, at: range, in: uri, isNew: false))
    }
    // Where people are known their file is there; then one that cannot be read now is left alone.
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
