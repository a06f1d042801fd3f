import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// Who is to be renamed.
struct Renamed {
  let entity: Entity
  let written: WrittenName
  /// Where the cursor is, and what would be selected there.
  let document: DocumentURI
  let range: TextRange
}

/// A rename: the old and the new name, and where it is defined.
struct Rename {
  let entity: Entity
  let written: WrittenName
  let new: String
  /// Where it is asked for.
  let document: DocumentURI
  /// Definitions of the name: in the file of the entity's own source first, never empty.
  let definitions: [EntityDefinition]
  /// The entity, and those of other sources that one of the definitions defines.
  let keys: Set<EntityKey>

  init(_ renamed: Renamed, _ new: String, _ definitions: [EntityDefinition], _ others: [EntityKey]) {
    (entity, written, document) = (renamed.entity, renamed.written, renamed.document)
    (self.new, self.definitions, keys) = (new, definitions, Set(others + [renamed.entity.key]))
  }

  /// The entity of a mention under its new name.
  func renamed(_ old: Entity) -> Entity {
    old.with(written.field, new, hasOwnID: definitions[0].value(of: .id) != nil)
  }
}

/// The edits of one rename, by document.
struct RenameEdits {
  private struct Document {
    var uri: DocumentURI
    /// Nil for a file that is not open.
    var version: Int?
    var isOpen: Bool
    /// In order, disjoint.
    var edits: [TextEdit]
  }

  private var documents: [Document] = []
  /// Where in ``documents`` files are that are not open, by their real paths.
  private var closed: [String: Int] = [:]
  /// Plans that open documents expect, so that their mentions follow.
  private(set) var plans: [(DocumentURI, EditPlan)] = []
  private let title: String
  /// How many mentions in their short form do not follow, because that is not made of the name.
  private var left = 0
  /// How many others do not follow, because they write none of the entity's names in one place.
  private var unwritten = 0
  /// How many do not follow because their files are only read.
  private var unedited = 0
  /// Whether there may be mentions in files that nobody looks at.
  private let leavesFiles: Bool

  /// An error where something has changed so that it cannot be said what to edit.
  init(_ rename: Rename, _ files: [RereadFile], _ session: Session) throws(RPCError) {
    title = "Rename \(rename.written.value) to \(rename.new)"
    leavesFiles = session.settings.all.contains { !$0.index }
    let reread = Dictionary(files.map { ($0.mentions.path, $0) }, uniquingKeysWith: { one, _ in one })
    func realPath(_ path: String) -> String { reread[path]?.realPath ?? path }
    let open = Dictionary(grouping: session.openKeys.filter { $0.filePath != nil }) {
      realPath($0.filePath ?? "")
    }
    // Edits of the definitions; mentions that overlap them are the name itself.
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
    RPCError(.requestFailed, "nothing is renamed: " + why)
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
    throw RPCError(rename.new, cannotBe: rename.written.field, "\(definition.path) cannot hold it")
  }

  private mutating func edits(
    of mentions: [FoundMention], _ rename: Rename, in document: MentionsDocument
  ) -> [TextReplacement] {
    mentions.compactMap { mention in
      guard rename.keys.contains(mention.entity.key),
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

  /// Edits of a file that is not open.
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

  /// New text for some bytes of a mention's text; nil where it stays.
  ///
  /// A short form stays one: where the format that made it makes another of the new name, that is written, and the whole
  /// where the new name has none.
  private mutating func change(
    of written: [UInt8], isTrimmed: Bool, _ entity: Entity, _ rename: Rename, _ policy: MentionsPolicy
  ) -> (place: Swift.Range<Int>, text: [UInt8])? {
    let (field, new) = (rename.written.field, rename.new)
    guard isTrimmed else {
      // What is kept of a mention may be older.
      let known = entity.key == rename.entity.key ? rename.entity : entity
      guard let range = WrittenName.range(of: field, of: known, in: written) else {
        if WrittenName(of: known, in: written, at: 0) == nil { unwritten += 1 }
        return nil
      }
      return (range, WrittenName.spaced(new, like: written[range]))
    }
    let form = policy.trimmedForm(of: rename.renamed(entity), written: written, for: entity)
    if field == .name, form == nil || form == written && entity.shortName?.isEmpty == false { left += 1 }
    guard let form, form != written else { return nil }
    return (0..<written.count, form)
  }

  // MARK: As the client takes it

  private static let closed = "closed"
  private static let open = "open"

  /// Notes that a user should read before the edit is applied.
  private var description: String? {
    func staying(_ count: Int, _ kind: String, _ why: String) -> String? {
      guard count > 0 else { return nil }
      return
        "\(count) \(kind)\(count == 1 ? "mention stays as it is" : "mentions stay as they are"): \(why)"
    }
    let notes = [
      documents.contains { !$0.isOpen } ? "in files that are not open" : nil,
      leavesFiles ? "files that are not open are not searched for mentions (setting index)" : nil,
      staying(left, "shortened ", "the short form is not made of the name"),
      staying(unwritten, "", "the text has the name in another form"),
      staying(unedited, "", "files of unknown kinds, and notebooks, are not edited"),
    ].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// Versioned where the client takes that; what is not before the user's eyes is to be confirmed where the client can
  /// ask.
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
