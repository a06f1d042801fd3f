import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// People as a session knows them, beside what its sources hold.
struct PeopleState {
  /// Counts the changes of who is known and of how mentions are written.
  private(set) var revision = 0
  private var fields = FieldIndexes()

  /// Other people may be known now, or mentions be written in another way.
  mutating func noteChange() { revision += 1 }

  /// A source was read: its former catalog is not searched any more.
  mutating func noteSourceRead() {
    fields.removeAll()
    revision += 1
  }

  /// Finds the entities of a catalog by one of their fields. O(entities) at most the first time, else O(1).
  mutating func index(_ field: EntityFieldIndex.Field, of catalog: EntityCatalog) -> EntityFieldIndex {
    fields.index(field, of: catalog)
  }
}

/// Whom the sources in memory hold.
extension Session {
  /// The merged content of these sources, as far as they have been read.
  func mergedCatalog(of names: [String]) -> EntityCatalog {
    let (catalog, effect) = sources.catalog(of: names)
    if let effect { perform(effect) }
    return catalog
  }

  /// The merged content of these sources; nil while one of them is being read or merged.
  func completeCatalog(of keys: [String]) -> EntityCatalog? {
    guard keys.allSatisfy({ sources[$0]?.state.isIncomplete == false }) else { return nil }
    let catalog = mergedCatalog(of: keys)
    return sources.isMerging(keys) ? nil : catalog
  }

  /// Everybody whom the sources in memory of these names hold, and whether nobody else can be meant; nil as long as they
  /// are being read, and where there is nobody.
  func catalog(
    behind names: [String], of settings: ServerSettings
  ) -> (catalog: EntityCatalog, isComplete: Bool)? {
    let selected = sources.selected(by: names, in: settings)
    let keys = selected.filter(\.isInMemory).map(\.key)
    guard !keys.isEmpty, let catalog = completeCatalog(of: keys), catalog.count > 0 else { return nil }
    let isListed = selected.contains { $0.specification.listsEverybody && $0.state.catalog?.count ?? 0 > 0 }
    let isComplete = selected.allSatisfy(\.isWhole) && settings.absentSources(named: names).isEmpty
    return (catalog, isListed && isComplete)
  }
}

// MARK: - Requests that wait

/// How long a request waits for the sources, in milliseconds: some clients show nothing else meanwhile.
private let patience = 2000

/// Answers that a client keeps until the next edit, such as the outline. Clients ask as soon as a document is open;
/// an answer before the sources are read would stay empty.
extension Session {
  /// Waits until the sources in memory have been read, at most two seconds.
  ///
  /// - Parameter key: a document whose sources they are; nil: those of all workspace folders.
  func peopleAreKnown(in key: DocumentURI?) async throws(RPCError) {
    guard key.map({ documents[$0] != nil }) ?? true else { return }
    try await until(.peopleKnown(in: key), by: now.advanced(by: patience))
  }

  /// The mention that contains a position or ends there. Waits for the people where the line has a character that begins
  /// a mention; nil if the text has changed by then.
  func knownMention(at position: Position, in key: DocumentURI) async throws(RPCError) -> FoundMention? {
    if let found = mention(at: position, in: key) { return found }
    guard let document = documents[key], !arePeopleKnown(in: key), mayMention(at: position, document) else {
      return nil
    }
    let version = document.version
    try await peopleAreKnown(in: key)
    return documents[key]?.version == version ? mention(at: position, in: key) : nil
  }

  private func mayMention(at position: Position, _ document: OpenDocument) -> Bool {
    let text = document.mentions.text
    let line = text.content(ofLine: text.lines.line(at: positions.offset(of: position, in: text)))
    return MentionReader(policy: document.mentions.policy, languageID: document.languageID)
      .mayFind(in: text.buffer.bytes(in: line))
  }

  func arePeopleKnown(in key: DocumentURI?) -> Bool {
    (key.map { [settings[$0]] } ?? settings.all).allSatisfy { settings in
      guard settings.sources.allSatisfy({ sources[$0.key]?.state.isIncomplete == false }) else {
        return false
      }
      let keys = settings.peopleInMemory
      return keys.isEmpty || completeCatalog(of: keys) != nil
    }
  }
}

// MARK: - One person in several folders

/// Who is the same person in several workspace folders.
extension Session {
  /// As whom the workspace folders know somebody whom a document mentions.
  func person(_ entity: Entity, in document: DocumentURI) -> FolderPerson {
    person(entity, ofFolder: settings.folderIndex(of: document))
  }

  /// Variant for a person of another folder: the same key if both have the same source; else an equal `uniqueID`,
  /// e-mail address or handle, as between any two sources (Behaviour, section 4).
  ///
  /// - Complexity: O(folders), and a look-up in each.
  func person(_ entity: Entity, ofFolder index: Int) -> FolderPerson {
    let all = settings.all
    guard all.count > 1 else { return FolderPerson([entity.key]) }
    let own = all[index]
    return FolderPerson(
      all.enumerated().map { at, folder in
        at == index || folder.hasSame(entity.source, as: own) ? entity.key : key(of: entity, in: folder)
      })
  }

  /// Somebody of another folder, as this one knows them; nil for nobody and for several.
  private func key(of entity: Entity, in folder: ServerSettings) -> EntityKey? {
    guard let (catalog, _) = catalog(behind: [SettingsReferences.all], of: folder) else { return nil }
    if entity.uniqueID != nil, catalog.index(of: entity.key) != nil { return entity.key }
    for (field, value) in [(EntityFieldIndex.Field.email, entity.email), (.handle, entity.handle)] {
      guard let value, !value.isEmpty else { continue }
      let found = people.index(field, of: catalog).entities(meantBy: value)
      if let one = found.first, found.allSatisfy({ $0.isSameEntity(as: one) }),
        one.uniqueID == nil || entity.uniqueID == nil
      {
        return one.key
      }
    }
    return nil
  }

  /// Whether a key means a person in a file that is not open.
  func closedMentions(of person: FolderPerson) -> (EntityKey, String) -> Bool {
    let open = Set(openKeys.compactMap(\.filePath))
    let isAlike = person.isAlikeEverywhere
    return { [settings] key, path in
      !open.contains(path)
        && (isAlike || person.isMeant(by: key, in: settings.folderIndex(of: DocumentURI(filePath: path))))
    }
  }

  /// The mentions of a person in an open document, in the order of the text.
  func mentions(of person: FolderPerson, in key: DocumentURI) -> [FoundMention] {
    let folder = settings.folderIndex(of: key)
    return everyMention(in: key).filter { person.isMeant(by: $0.entity.key, in: folder) }
  }
}

extension ServerSettings {
  /// Whether a source of this name is the same here and there.
  func hasSame(_ source: String, as other: ServerSettings) -> Bool {
    sources.first { $0.name == source }?.key == other.sources.first { $0.name == source }?.key
  }
}
