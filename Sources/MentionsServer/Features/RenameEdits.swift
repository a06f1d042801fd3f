import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// The target of a rename.
struct Renamed {
  let entity: Entity
  let written: RenamedField
  /// The document that contains the cursor, and the range to select in it.
  let document: DocumentURI
  let range: TextRange
}

/// A rename: the old and the new name, and the definitions.
struct Rename {
  let entity: Entity
  let written: RenamedField
  let new: String
  /// The document in which the rename was requested.
  let document: DocumentURI
  /// Definitions of the name, the one in the entity's own source first; not empty.
  let definitions: [EntityDefinition]
  /// The key of the entity, and the keys of the same person in other sources that define the name.
  let keys: Set<EntityKey>

  init(_ renamed: Renamed, _ new: String, _ definitions: [EntityDefinition], _ others: [EntityKey]) {
    (entity, written, document) = (renamed.entity, renamed.written, renamed.document)
    (self.new, self.definitions, keys) = (new, definitions, Set(others + [renamed.entity.key]))
  }

  /// The entity of a mention, under its new name.
  fileprivate func renamed(_ old: Entity) -> Entity {
    old.with(written.field, new, hasOwnID: definitions[0].value(of: .id) != nil)
  }
}

/// The edits of one rename, by document.
struct RenameEdits {
  private struct Document {
    var uri: DocumentURI
    /// The version of the document; nil for a file that is not open.
    var version: Int?
    var isOpen: Bool
    /// The edits in order, disjoint.
    var edits: [TextEdit]
  }

  private var documents: [Document] = []
  /// The indices in ``documents`` of files that are not open, by their real paths.
  private var closed: [String: Int] = [:]
  /// Plans for open documents: their mentions follow the rename when the client applies the edits.
  private(set) var plans: [(DocumentURI, EditPlan)] = []
  private let title: String
  /// The number of trimmed mentions whose text stays the same, because it is not derived from the name.
  private var left = 0
  /// The number of other mentions whose text stays the same, because it does not contain one of the entity's names
  /// exactly once.
  private var unwritten = 0
  /// The number of mentions whose text stays the same, because their files are of kinds that are never edited.
  private var unedited = 0
  /// Whether there may be mentions in files that are not searched.
  private let leavesFiles: Bool

  /// Throws an error if a file cannot be edited or cannot contain the new name, or if a definition has unsaved changes
  /// in an open document.
  init(_ rename: Rename, _ files: [RereadFile], _ session: Session) throws(RPCError) {
    title = "Rename \(rename.written.value) to \(rename.new)"
    leavesFiles = session.settings.all.contains { !$0.index }
    let reread = Dictionary(files.map { ($0.mentions.path, $0) }, uniquingKeysWith: { one, _ in one })
    func realPath(_ path: String) -> String { reread[path]?.realPath ?? path }
    let open = Dictionary(grouping: session.openKeys.filter { $0.filePath != nil }) {
      realPath($0.filePath ?? "")
    }
    // Edits of the definitions. A mention that overlaps one of them is the defined name itself.
    var inText: [DocumentURI: [TextReplacement]] = [:]
    var inFiles: [String: [TextEdit]] = [:]
    for definition in rename.definitions {
      if let file = reread[definition.path] { try Self.check(file) }
      let change = try Self.replacement(in: definition, rename)
      let path = realPath(definition.path)
      for key in open[path] ?? [] {
        guard let text = session.documents[key]?.mentions.text,
          let edit = OpenDefinition(definition, in: text)?.edit(change)
        else {
          throw Self.refusal("\(definition.path) has changed since it was saved; save it first")
        }
        inText[key, default: []].append(edit)
      }
      if open[path] != nil { continue }
      let range = DefinitionTranslation(positions: session.positions).range(
        change.range, of: definition, in: IndexedText(definition.text))
      let edit = TextEdit(range: range, newText: String(decoding: change.bytes, as: UTF8.self))
      inFiles[path, default: []].append(edit)
      add([edit], to: definition.path, path)
    }
    for key in session.openKeys {
      guard let document = session.documents[key]?.mentions, let uri = session.documents[key]?.uri else {
        continue
      }
      let isReached = session.reaches(key, rename)
      var edits = inText[key] ?? []
      if isReached {
        edits += self.edits(of: session.everyMention(in: key), rename, in: document).filter { edit in
          !edits.contains { $0.range.overlaps(edit.range) }
        }
      }
      if edits.isEmpty { continue }
      if let file = key.filePath.flatMap({ reread[$0] }) { try Self.check(file) }
      edits.sort { $0.range.start < $1.range.start }
      plans.append(
        (
          key,
          document.plan(renaming: edits) {
            isReached && rename.keys.contains(session.current($0, in: key).key) ? rename.renamed($0) : $0
          }
        ))
      documents.append(
        Document(
          uri: uri, version: session.documents[key]?.version, isOpen: true,
          edits: edits.map { session.positions.edit($0, in: document.text) }))
    }
    var done: Set<String> = []
    for file in files where open[file.realPath] == nil {
      try Self.check(file)
      guard !file.mentions.mentions.isEmpty, done.insert(file.realPath).inserted else { continue }
      guard !file.isForReading else {
        unedited += file.mentions.mentions.count {
          rename.keys.contains(file.mentions.entities[Int($0.entity)].key)
        }
        continue
      }
      let policy = session.settings.policy(for: DocumentURI(filePath: file.mentions.path))
      let own = inFiles[file.realPath] ?? []
      add(
        edits(in: file, of: rename, policy, session.client.positionEncoding).filter { edit in
          !own.contains { $0.range.overlaps(edit.range) }
        }, to: file.mentions.path, file.realPath)
    }
  }

  private static func refusal(_ why: String) -> RPCError {
    RPCError(.requestFailed, "cannot rename: " + why)
  }

  private static func check(_ file: RereadFile) throws(RPCError) {
    if let fault = file.fault { throw refusal("\(file.mentions.path): \(fault)") }
  }

  /// Adds edits of a file that is not open.
  private mutating func add(_ edits: [TextEdit], to path: String, _ realPath: String) {
    if edits.isEmpty { return }
    if let at = closed[realPath] {
      documents[at].edits = (documents[at].edits + edits).sorted { $0.range.start < $1.range.start }
    } else {
      closed[realPath] = documents.count
      documents.append(Document(uri: DocumentURI(filePath: path), isOpen: false, edits: edits))
    }
  }

  /// The edit of a definition's text.
  private static func replacement(
    in definition: EntityDefinition, _ rename: Rename
  ) throws(RPCError) -> (range: Swift.Range<Int>, bytes: [UInt8]) {
    if let change = definition.replacement(of: rename.written.field, by: rename.new) { return change }
    throw RPCError(rename.new, cannotBe: rename.written.field, "it cannot be written in \(definition.path)")
  }

  private mutating func edits(
    of mentions: [FoundMention], _ rename: Rename, in document: MentionsDocument
  ) -> [TextReplacement] {
    mentions.compactMap { mention in
      guard rename.keys.contains(mention.key),
        let change = change(
          of: document.text.buffer.bytes(in: mention.range), isTrimmed: mention.isTrimmed, mention.entity,
          rename, document.policy)
      else { return nil }
      return TextReplacement(
        range: TextRange(
          mention.range.start + change.place.lowerBound, mention.range.start + change.place.upperBound),
        replacement: change.text)
    }
  }

  /// The edits of a file that is not open.
  private mutating func edits(
    in file: RereadFile, of rename: Rename, _ policy: MentionsPolicy, _ encoding: PositionEncoding
  ) -> [TextEdit] {
    file.mentions.mentions.indices.compactMap { at in
      let mention = file.mentions.mentions[at]
      let entity = file.mentions.entities[Int(mention.entity)]
      guard rename.keys.contains(entity.key), at < file.texts.count,
        let change = change(
          of: file.texts[at], isTrimmed: file.trimmed.contains(at), entity, rename, policy)
      else { return nil }
      let text = IndexedText(file.texts[at])
      func position(_ offset: Int) -> Position {
        let own = encoding.position(of: TextOffset(offset), in: text)
        return Position(
          line: Int(mention.line) + own.line,
          character: own.line == 0 ? Int(mention.column) + own.column : own.column)
      }
      return TextEdit(
        range: LanguageProtocol.Range(
          start: position(change.place.lowerBound), end: position(change.place.upperBound)),
        newText: String(decoding: change.text, as: UTF8.self))
    }
  }

  /// The change of a mention's text: a range in this text, and the new text of the range; nil if the mention's text
  /// stays the same.
  ///
  /// A trimmed mention stays trimmed: its text becomes the short form of the new name, in the format in which the
  /// present text was written, or the whole form if there is no short form.
  private mutating func change(
    of written: [UInt8], isTrimmed: Bool, _ entity: Entity, _ rename: Rename, _ policy: MentionsPolicy
  ) -> (place: Swift.Range<Int>, text: [UInt8])? {
    let (field, new) = (rename.written.field, rename.new)
    guard isTrimmed else {
      // The mention's copy of the entity may be outdated.
      let known = entity.key == rename.entity.key ? rename.entity : entity
      guard let range = RenamedField.range(of: field, of: known, in: written) else {
        if RenamedField(of: known, in: written, at: 0) == nil { unwritten += 1 }
        return nil
      }
      return (range, RenamedField.spaced(new, like: written[range]))
    }
    let form = policy.trimmedForm(of: rename.renamed(entity), written: written, for: entity)
    if field == .name, form == nil || form == written && entity.shortName?.isEmpty == false { left += 1 }
    guard let form, form != written else { return nil }
    return (0..<written.count, form)
  }

  // MARK: The client's form

  private static let closed = "closed"
  private static let open = "open"

  /// Remarks that a user should read before applying the edit.
  private var description: String? {
    func staying(_ count: Int, _ kind: String, _ why: String) -> String? {
      guard count > 0 else { return nil }
      return
        "\(count) \(kind)\(count == 1 ? "mention stays as it is" : "mentions stay as they are"): \(why)"
    }
    let notes = [
      documents.contains { !$0.isOpen } ? "some edits are in files that are not open" : nil,
      leavesFiles ? "files that are not open are not searched for mentions (setting “index”)" : nil,
      staying(left, "shortened ", "the short form is not part of the name"),
      staying(unwritten, "", "the text does not contain the name exactly once"),
      staying(unedited, "", "files of unknown kinds, and notebooks, are not edited"),
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// The edit in the form that the client supports: with versions, and with a confirmation by the user for files that
  /// are not open, if possible.
  func workspaceEdit(for client: ClientFeatures) -> WorkspaceEdit {
    guard client.takesVersionedEdits else {
      return WorkspaceEdit(changes: documents.map { .init(uri: $0.uri, edits: $0.edits) })
    }
    let description = client.annotatesChanges ? description : nil
    let isClosed = documents.contains { !$0.isOpen }
    var edit = WorkspaceEdit(
      documentChanges: documents.map { document in
        var edits = document.edits
        if description != nil, !document.isOpen || !isClosed {
          for at in edits.indices { edits[at].annotationId = document.isOpen ? Self.open : Self.closed }
        }
        return TextDocumentEdit(
          textDocument: OptionalVersionedTextDocumentIdentifier(uri: document.uri, version: document.version),
          edits: edits)
      })
    if let description {
      edit.changeAnnotations = [
        .init(
          id: isClosed ? Self.closed : Self.open,
          annotation: ChangeAnnotation(
            label: title, needsConfirmation: isClosed ? true : nil, description: description))
      ]
    }
    return edit
  }
}
