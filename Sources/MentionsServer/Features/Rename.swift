import Entities
import EntitySources
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/prepareRename` and `textDocument/rename`: change the name of a person in all mentions and in the
/// definition.
extension Session {
  /// Returns the range of the name and its current value; null if nothing is mentioned at the position. Throws an error
  /// with the reason if the name cannot be changed there.
  func prepareRename(_ params: TextDocumentPositionParams) async throws(RPCError) -> PrepareRenameResult? {
    guard let renamed = try await renamed(at: params.position, in: params.textDocument.uri) else {
      return nil
    }
    _ = try await definitions(of: renamed)
    guard let text = documents[renamed.document]?.mentions.text, renamed.range.end <= text.buffer.end else {
      return nil
    }
    return PrepareRenameResult(
      range: positions.range(renamed.range, in: text), placeholder: renamed.written.value)
  }

  /// Returns one edit for the whole workspace. Throws an error if the name is invalid, or if the edit would be
  /// incomplete. Nothing is changed before the client applies the edit.
  func rename(_ params: RenameParams) async throws(RPCError) -> WorkspaceEdit? {
    defer { endProgress(under: params.workDoneToken) }
    guard let renamed = try await renamed(at: params.position, in: params.textDocument.uri) else {
      return nil
    }
    let new = try newName(params.newName, for: renamed)
    try await indexed(reportingTo: params.workDoneToken)
    if let reason = reasonForMissingMentions { throw refusal("cannot rename: " + reason) }
    // The definitions are located after the search, because a file may change during the search.
    let definitions = try await definitions(of: renamed)
    let rename = Rename(renamed, new, definitions, others(like: renamed, in: definitions))
    // While a source is being reloaded, closed files would be omitted.
    guard let rules = scanRules() else {
      throw refusal("cannot rename while the sources are being read; try again")
    }
    let files = try await reread(for: rename, by: rules)
    let edits = try RenameEdits(rename, files, self)
    for (key, plan) in edits.plans {
      withDocument(key) { $0.mentions.expect(plan) }
    }
    return edits.workspaceEdit(for: client)
  }

  /// The reason why some mentions may be missing, as a sentence.
  private var reasonForMissingMentions: String? {
    let (summary, index) = (indexing.summary, indexing.index)
    if summary.tooMany > 0 {
      let all = summary.files + summary.tooMany
      return "the workspace has \(all) text files, but only \(summary.files) of them are searched"
    }
    if index.leftOut > 0 {
      let all = index.count + index.leftOut
      return "the workspace has \(all) mentions, but only \(index.count) of them are indexed"
    }
    return nil
  }

  // MARK: The target

  /// The target of a rename at a position; nil if nothing is mentioned there.
  private func renamed(at position: Position, in key: DocumentURI) async throws(RPCError) -> Renamed? {
    guard let mention = try await knownMention(at: position, in: key),
      let text = documents[key]?.mentions.text
    else { return nil }
    let entity = mention.entity
    let offset = positions.offset(of: position, in: text) - mention.range.start
    let bytes = text.buffer.bytes(in: mention.range)
    let found =
      mention.isTrimmed
      ? RenamedField(trimmed: entity, in: bytes) : RenamedField(of: entity, in: bytes, at: offset)
    guard let written = found else {
      throw refusal(
        "this mention contains neither the full name nor the handle of \(ShownText.line(entity.name))")
    }
    return Renamed(
      entity: entity, written: written, document: key,
      range: TextRange(
        mention.range.start + written.range.lowerBound, mention.range.start + written.range.upperBound))
  }

  /// The definitions that the rename changes. Throws an error if they cannot be changed.
  private func definitions(of renamed: Renamed) async throws(RPCError) -> [EntityDefinition] {
    // The result includes definitions that an open document no longer contains, so that renaming fails with an error
    // instead of leaving them unchanged.
    let found = try await locate(renamed.entity, in: settings[renamed.document], everywhere: true)
    return try changeable(found, of: renamed)
  }

  private func refusal(_ text: String) -> RPCError { RPCError(.requestFailed, text) }

  /// The definitions in workspace files that can be changed; not empty. If the definition in the person's own source
  /// cannot be changed, the rename is refused: changing only the other definitions would split the person into two.
  private func changeable(_ definitions: [EntityDefinition], of renamed: Renamed) throws(RPCError)
    -> [EntityDefinition]
  {
    let name = ShownText.line(renamed.entity.name)
    let field = renamed.written.field
    let source = settings[renamed.document].sources.first { $0.name == renamed.entity.source }
    // A field that the entity's own source does not define comes from another source.
    let saying = source.map { says(renamed.written.field, of: renamed.entity, $0) } ?? false
    let first =
      saying
      ? definitions.first { $0.source == renamed.entity.source }
      : definitions.first { $0.value(of: field) != nil } ?? definitions.first
    guard let first else {
      throw refusal(
        source?.reasonAgainstRenaming(name) ?? "\(name) comes from the editor and can be renamed only there")
    }
    guard isInWorkspace(first) else {
      throw refusal("\(name) is defined in \(first.path), which is outside of the workspace")
    }
    guard first.value(of: field) != nil else {
      throw refusal(
        "the \(field.title) of \(name) cannot be changed in \(first.path)")
    }
    let old = renamed.entity.value(of: field) ?? ""
    return [first] + definitions.filter { $0 != first && isInWorkspace($0) && $0.holds(old, as: field) }
  }

  private func isInWorkspace(_ definition: EntityDefinition) -> Bool {
    settings.roots.contains { definition.path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// Whether a source itself defines a field of one of its people; true if this is unknown because the source is not in
  /// memory.
  private func says(_ field: EntityField, of entity: Entity, _ source: SourceSpecification) -> Bool {
    // The displayed name always comes from the entity's own source.
    field == .name || people(with: field, of: entity, in: source)?.contains { $0.key == entity.key } ?? true
  }

  /// The people in a source who have the same value of a field as the entity. Several people may share a name, so an
  /// equal name counts only if both have the same handle or e-mail address as well. Nil if the source is not in memory,
  /// or the entity does not have the field.
  private func people(
    with field: EntityField, of entity: Entity, in source: SourceSpecification
  ) -> [Entity]? {
    guard let catalog = sources[source.key]?.state.catalog, let value = entity.value(of: field) else {
      return nil
    }
    switch field {
    case .handle: return people.index(.handle, of: catalog).entities(meantBy: value)
    case .email: return people.index(.email, of: catalog).entities(meantBy: value)
    default:
      return people.index(.name, of: catalog).entities(meantBy: value).filter { other in
        [EntityField.handle, .email].contains { field in
          guard let own = entity.value(of: field), let value = other.value(of: field) else { return false }
          return CaselessText(own) == CaselessText(value)
        }
      }
    }
  }

  /// The keys of the renamed person in other sources that also define the name. Mentions with these keys follow the
  /// rename as well, because a trigger may offer people of these sources only.
  private func others(like renamed: Renamed, in definitions: [EntityDefinition]) -> [EntityKey] {
    let names = Set(definitions.map(\.source)).subtracting([renamed.entity.source])
    return settings[renamed.document].sources.filter { names.contains($0.name) }
      .flatMap { people(with: renamed.written.field, of: renamed.entity, in: $0) ?? [] }.map(\.key)
  }

  /// The new name; for a handle, without a trigger. Throws an error if the name is invalid.
  private func newName(_ text: String, for renamed: Renamed) throws(RPCError) -> String {
    var new = text
    let field = renamed.written.field
    let triggers = settings[renamed.document].policy.triggers.map(\.character) + ["@"]
    // Accepts a handle with its trigger, as it is written in the text.
    if field == .handle, let trigger = triggers.first(where: new.hasPrefix) {
      new = String(new.dropFirst(trigger.count))
    }
    func refused(_ why: String) -> RPCError { RPCError(text, cannotBe: field, why) }
    guard !new.isEmpty else { throw refused("it is empty") }
    guard new.utf8.count <= ShownText.longestName else {
      throw refused("it has more than \(ShownText.longestName) bytes")
    }
    guard ShownText.firstHidden(in: new) == nil else { throw refused("it contains invisible characters") }
    if field != .name, new.contains(where: \.isWhitespace) { throw refused("it contains white space") }
    if field == .handle, let trigger = triggers.first(where: new.hasPrefix) {
      throw refused("it begins with \(trigger)")
    }
    if field == .email, EntityDefinition.Notation.address.bytes(of: new) == nil {
      throw refused("it is not valid")
    }
    if field == .handle, let other = holder(of: new, beside: renamed) {
      throw refused("it already belongs to \(ShownText.line(other.name))")
    }
    return new
  }

  /// Another person who has this handle, ignoring case. If the rename changes only the case of the handle, a person
  /// counts only if their handle is exactly the new one: the others are the renamed person in another source.
  private func holder(of handle: String, beside renamed: Renamed) -> Entity? {
    let known = catalog(behind: [SourceList.all], of: settings[renamed.document])
    guard let catalog = known?.catalog else { return nil }
    let index = people.index(.handle, of: catalog)
    let old = renamed.entity.handle.map { CaselessText($0) }
    let alike = index.entities(alike: handle).filter {
      $0.handle.map { CaselessText($0) } == CaselessText(handle)
    }
    return (index.entities(with: handle) + alike).first {
      $0.key != renamed.entity.key && ($0.handle == handle || $0.handle.map { CaselessText($0) } != old)
    }
  }

  // MARK: The edit

  /// Rereads the closed files whose mentions change. Also determines the real paths of these files, of the open files
  /// and of the files with the definitions, and whether they can be written.
  private func reread(
    for rename: Rename, by rules: ScanRules
  ) async throws(RPCError) -> [RereadFile] {
    let open = Set(openKeys.compactMap(\.filePath))
    let mentioning = Set(rename.keys.flatMap { indexing.index.paths(mentioning: $0) }).subtracting(open)
      .filter { reaches(DocumentURI(filePath: $0), rename) }
    let unread = open.union(rename.definitions.map(\.path)).subtracting(mentioning)
    let scan = WorkspaceScan(
      number: 0, rules: rules, encoding: client.positionEncoding, only: mentioning.union(unread).sorted(),
      unread: unread, usesCache: false)
    return try await reread(scan)
  }

  /// Whether mentions in a document follow a rename: the document's workspace folder is that of the rename, or has the
  /// same source, or has a source that reads one of the edited files. In other folders, the person keeps the name that
  /// is defined there.
  func reaches(_ document: DocumentURI, _ rename: Rename) -> Bool {
    let own = settings[rename.document]
    let folder = settings[document]
    if settings.folderIndex(of: document) == settings.folderIndex(of: rename.document) { return true }
    let paths = rename.definitions.map(\.path)
    let readers = sources.watched.filter { paths.contains($0.path) }.map(\.source)
    return folder.hasSame(rename.entity.source, as: own)
      || folder.sources.contains { readers.contains($0.key) }
  }

}

extension RPCError {
  /// The error for an invalid new name.
  init(_ text: String, cannotBe field: EntityField, _ why: String) {
    let article = field == .email ? "an" : "a"
    self.init(
      .invalidParams,
      "“\(ShownText.clipped(ShownText.line(text)))” cannot be \(article) \(field.title): \(why)")
  }
}

extension SourceSpecification {
  /// The reason why the source's entities cannot be renamed, in words.
  fileprivate func reasonAgainstRenaming(_ name: String) -> String {
    switch kind {
    case .git:
      "\(name) comes from the Git history, which cannot be changed; add a line to .mailmap to show another name"
    case .file, .people, .codeowners, .directory:
      "\(name) is no longer in the files of the source “\(self.name)”"
    case .list: "\(name) is defined in the settings (source “\(self.name)”) and can be renamed only there"
    case .demo: "\(name) is in the built-in directory, which cannot be changed"
    case .command, .process, .http, .client, .forge:
      "\(name) comes from the source “\(self.name)” and can be renamed only there"
    }
  }
}

extension EntityField {
  /// The name of the field in a sentence.
  fileprivate var title: String { self == .email ? "e-mail address" : rawValue }
}

// MARK: - Linked editing

/// `textDocument/linkedEditingRange`: ranges that are edited together.
extension Session {
  /// A pattern for handles (Behaviour, section 1): ASCII letters and digits, `-`, `.`, `/`, `_`, and all characters
  /// outside of ASCII that are not white space.
  private static let handlePattern = #"[^\s!-,:-@\[-^`{-~]*"#

  /// All occurrences of the unknown handle at the position, so that a misspelling is corrected everywhere at once. Null
  /// for anything else: a mention of a known person becomes plain text when it is edited, or would refer to another
  /// person.
  func linkedEditingRanges(
    _ params: TextDocumentPositionParams
  ) async throws(RPCError) -> LinkedEditingRanges? {
    try await peopleAreKnown(in: params.textDocument.uri)
    let key = params.textDocument.uri
    guard let document = documents[key] else { return nil }
    let text = document.mentions.text
    let offset = positions.offset(of: params.position, in: text)
    let unknown = document.mentions.unknownMentions
    guard let here = unknown.last(where: { $0.touches(offset) }) else { return nil }
    let written = text.buffer.bytes(in: here)
    let triggers = document.mentions.policy.triggers.map { Array($0.character.utf8) }
    guard let trigger = triggers.filter({ written.starts(with: $0) }).map(\.count).max(),
      offset >= here.start + trigger
    else { return nil }
    let same = unknown.filter { $0.count == here.count && text.buffer.holds(written, at: $0.start) }
    guard same.count > 1 else { return nil }
    return LinkedEditingRanges(
      ranges: same.map { positions.range(TextRange($0.start + trigger, $0.end), in: text) },
      wordPattern: Self.handlePattern)
  }
}
