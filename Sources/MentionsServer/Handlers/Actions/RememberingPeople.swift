import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// The quick fix that adds somebody unknown to a people file of the workspace.
extension Session {
  /// Nil where the workspace has no such file that the client can edit.
  func remembering(
    _ finding: MentionFinding, _ diagnostic: Diagnostic, in document: OpenDocument
  ) -> CodeActionAnswer? {
    guard client.takesCodeActions, let index = finding.trigger,
      document.mentions.policy.triggers.indices.contains(index)
    else { return nil }
    let trigger = document.mentions.policy.triggers[index]
    let key = finding.key(of: trigger)
    for entry in sources.selected(by: trigger.sources, in: settings[document.uri]) {
      guard let (path, isKnown) = peopleFile(of: entry), let edit = adding(key, to: path, isKnown: isKnown)
      else { continue }
      let shown = ShownText.clipped(ShownText.line(key))
      let file = FolderPath(path, home: nil)?.names.last.map { String(decoding: $0, as: UTF8.self) } ?? path
      return .action(
        CodeAction(
          title: "Remember “\(shown)” in \(file)", kind: .quickFix, diagnostics: [diagnostic], edit: edit))
    }
    return nil
  }

  /// The file of a source to which a line can be added, and whether it is known to be there.
  private func peopleFile(of entry: SourceRegistry.Entry) -> (path: String, isKnown: Bool)? {
    switch entry.specification.kind {
    case .file(let path):
      let isInWorkspace = roots.contains { root in
        FolderPath(path, home: nil).map { FolderPath(root, home: nil)?.holds($0) ?? false } ?? false
      }
      return isInWorkspace ? (path, (entry.state.catalog?.count ?? 0) > 0) : nil
    case .people(let root): return ("\(root)/people.jsonl", false)
    case .git, .codeowners, .directory, .command, .process, .http, .client, .list, .demo: return nil
    }
  }

  private func adding(_ key: String, to path: String, isKnown: Bool) -> WorkspaceEdit? {
    let uri = DocumentURI(filePath: path)
    guard let format = EntityFileFormat(path: path) else { return nil }
    let open = documents[uri]
    let header = open.map { $0.mentions.text.buffer.bytes(in: $0.mentions.text.content(ofLine: 0)) }
    guard let line = Self.line(of: key, format, header: header) else { return nil }
    if let open {
      let text = open.mentions.text
      let isEnded = text.buffer.isEmpty || text.buffer[text.buffer.end - 1] == 10
      let insertion = TextReplacement(
        range: TextRange(at: text.buffer.end), replacement: Array(((isEnded ? "" : "\n") + line + "\n").utf8))
      return damageTranslation(open).workspaceEdit([insertion], isVersioned: client.takesVersionedEdits)
    }
    // Its end is not known here; the order of lines means little.
    guard isKnown || client.createsFiles else { return nil }
    let start = Position(line: 0, character: 0)
    let edit = TextEdit(range: LanguageProtocol.Range(start: start, end: start), newText: line + "\n")
    guard client.takesVersionedEdits else {
      return WorkspaceEdit(changes: [.init(uri: uri, edits: [edit])])
    }
    let change = TextDocumentEdit(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: nil), edits: [edit])
    return WorkspaceEdit(created: client.createsFiles ? [uri] : [], documentChanges: [change])
  }

  /// A line that says that somebody goes by a handle; nil for formats that have no lines, and for tables whose columns
  /// are not known.
  private static func line(of key: String, _ format: EntityFileFormat, header: [UInt8]?) -> String? {
    switch format {
    case .jsonl:
      let person: JSONObject = ["name": .string(key), "handle": .string(key)]
      return String(decoding: JSONWriter.bytes(of: JSONValue.object(person)), as: UTF8.self)
    case .txt: return key
    case .csv, .tsv:
      let separator = UInt8(ascii: format == .csv ? "," : "\t")
      guard let header else { return nil }
      let columns = header.split(separator: separator, omittingEmptySubsequences: false).map {
        EntityField(header: $0.filter { $0 > 0x20 && $0 != UInt8(ascii: "\"") })
      }
      guard columns.contains(.name) else { return nil }
      let cells = columns.map { $0 == .name || $0 == .handle ? key : "" }
      return cells.joined(separator: format == .csv ? "," : "\t")
    case .json, .vcf: return nil
    }
  }
}
