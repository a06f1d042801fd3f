import Entities
import EntitySources
import LanguageProtocol
import Mentions
import TextModel

/// The session's knowledge about people, in addition to the content of the sources.
struct PeopleState {
  /// The number of changes of the known people and of the text of mentions so far.
  private(set) var revision = 0
  private var fields = FieldIndexes()

  /// Records that people or the text of mentions may have changed.
  mutating func noteChange() { revision += 1 }

  /// Records that a source was read, and drops the indexes, which refer to its former catalog.
  mutating func noteSourceRead() {
    fields.removeAll()
    revision += 1
  }

  /// An index of a catalog by one field. O(entities) at most on first use, else O(1).
  mutating func index(_ field: EntityFieldIndex.Field, of catalog: EntityCatalog) -> EntityFieldIndex {
    fields.index(field, of: catalog)
  }
}

/// The people in the sources in memory.
extension Session {
  /// The merged content of these sources, as far as they are loaded. Starts to merge them if that has not been done
  /// since the last of them was loaded.
  func mergedCatalog(of names: [String]) -> EntityCatalog {
    let (catalog, effect) = sources.catalog(of: names)
    if let effect { perform(effect) }
    return catalog
  }

  /// The merged content of these sources; nil while one of them is being loaded or merged. Starts the merge, as
  /// ``mergedCatalog(of:)`` does.
  func completeCatalog(of keys: [String]) -> EntityCatalog? {
    guard keys.allSatisfy({ sources[$0]?.state.isIncomplete == false }) else { return nil }
    let catalog = mergedCatalog(of: keys)
    return sources.isMerging(keys) ? nil : catalog
  }

  /// All people in those of the named sources that are in memory, and whether no one else can be meant; nil while these
  /// sources are being loaded, or if they are empty. May start to merge them (``mergedCatalog(of:)``).
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

/// The time in milliseconds that a request waits for the sources. It is limited because some clients block while
/// waiting.
private let patience = 2000

/// Waiting for the sources, for requests whose answers a client keeps until the next edit, such as the outline. Clients
/// send these requests as soon as a document is open; an answer given before the sources are loaded would stay empty.
extension Session {
  /// Waits until the sources in memory are loaded, for at most two seconds.
  ///
  /// - Parameter key: a document that uses the sources; nil for the sources of all workspace folders.
  func peopleAreKnown(in key: DocumentURI?) async throws(RPCError) {
    guard key.map({ documents[$0] != nil }) ?? true else { return }
    try await until(.peopleKnown(in: key), by: now.advanced(by: patience))
  }

  /// The mention that contains a position or ends there. If there is none yet and the line may contain a mention, waits
  /// until the people are known. Nil if the text has changed by then.
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

// MARK: - Details

extension Session {
  /// Asks the host for details of an entity that is about to be shown or trimmed, if the host provides the entity.
  ///
  /// - Parameters:
  ///   - entity: the known description.
  ///   - document: the document whose settings define the source.
  ///   - time: the number of milliseconds that the host may take.
  /// - Returns: the host's description, or else `entity`; immediately if no host provides it.
  func detailed(
    _ entity: Entity, for document: DocumentURI, within time: Int
  ) async throws(RPCError) -> Entity {
    let source = settings[document].sources.first { $0.name == entity.source }
    guard case .client? = source?.kind else { return entity }
    let params = MentionsResolveEntityParams(entity: EntityTranslation.json(entity))
    let result = try await answer(to: ask(.mentionsResolveEntity, params), within: time)
    let answer = try? result.get().read(MentionsResolveEntityParams.self)
    let detailed = answer.flatMap { try? EntityTranslation.read($0.entity, source: entity.source).get() }
    return detailed ?? entity
  }
}

// MARK: - One person in several folders

/// A person in several workspace folders.
extension Session {
  /// The keys under which the workspace folders know a person that a document mentions.
  func person(_ entity: Entity, in document: DocumentURI) -> FolderPerson {
    person(entity, ofFolder: settings.folderIndex(of: document))
  }

  /// The keys under which the workspace folders know an entity of the folder at `index`: the entity's own key in
  /// folders with the same source; in each other folder, the key of the entity with an equal `uniqueID`, e-mail address
  /// or handle, as between any two sources (Behaviour, section 4).
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

  /// The key under which `folder` knows an entity of another folder; nil if no entity of `folder` corresponds to it, or
  /// several do.
  private func key(of entity: Entity, in folder: ServerSettings) -> EntityKey? {
    guard let (catalog, _) = catalog(behind: [SourceList.all], of: folder) else { return nil }
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

  /// Returns a function that decides whether a key in the file at a path refers to a person; false for open files.
  func closedMentions(of person: FolderPerson) -> (EntityKey, String) -> Bool {
    let open = Set(openKeys.compactMap(\.filePath))
    let isAlike = person.isAlikeEverywhere
    return { [settings] key, path in
      !open.contains(path)
        && (isAlike || person.isMeant(by: key, in: settings.folderIndex(of: DocumentURI(filePath: path))))
    }
  }

  /// The mentions of a person in an open document, in text order.
  func mentions(of person: FolderPerson, in key: DocumentURI) -> [FoundMention] {
    let folder = settings.folderIndex(of: key)
    return everyMention(in: key).filter { person.isMeant(by: $0.key, in: folder) }
  }
}

extension ServerSettings {
  /// Whether two folders have the same source with this name.
  func hasSame(_ source: String, as other: ServerSettings) -> Bool {
    sources.first { $0.name == source }?.key == other.sources.first { $0.name == source }?.key
  }
}

// MARK: - People mentioned in a document

/// People mentioned in an open document, cached for its searches until mentions are added or removed.
struct DocumentPeople {
  /// The people mentioned in the document, and the revision of the annotations at which they were determined.
  fileprivate var here: (revision: Int, keys: Set<EntityKey>, entities: [Entity])?
  fileprivate var searched: (here: Int, lately: Int, beside: [String], catalog: EntityCatalog)?
  fileprivate var together: (own: Int, others: Int, points: [EntityKey: Int])?

  /// The maximum number of annotations from which the people are determined; later annotations are ignored.
  fileprivate static let limit = 500
}

extension OpenDocument {
  /// The people mentioned in this document; computed again only after annotations were added or removed.
  func entitiesMentionedHere() -> (keys: Set<EntityKey>, entities: [Entity]) {
    let revision = mentions.annotations.revision
    if let known = people.here, known.revision == revision { return (known.keys, known.entities) }
    var keys: Set<EntityKey> = []
    var entities: [Entity] = []
    for index in 0..<min(mentions.annotations.count, DocumentPeople.limit) {
      let entity = mentions.annotations[index].entity
      if keys.insert(entity.key).inserted { entities.append(entity) }
    }
    people.here = (revision, keys, entities)
    return (keys, entities)
  }

  /// The proximity of people that other documents mention together with people mentioned in this document. The result
  /// is cached; `make` computes it again if it may have changed.
  ///
  /// - Parameter revision: a number that changes whenever the result of `make` may have changed for reasons other than
  ///   this document's own mentions.
  func together(_ revision: Int, make: () -> [EntityKey: Int]) -> [EntityKey: Int] {
    let own = mentions.annotations.revision
    if let known = people.together, known.own == own, known.others == revision { return known.points }
    let points = make()
    people.together = (own, revision, points)
    return points
  }

  /// People mentioned in this document or chosen recently, from sources other than the given ones. The result is
  /// computed again only after the mentions, the recent choices or the given sources have changed.
  func peopleMentioned(
    lately latest: @autoclosure () -> [Entity], _ latestRevision: Int, beside sources: [String]
  ) -> EntityCatalog {
    let revision = mentions.annotations.revision
    if let known = people.searched, known.here == revision, known.lately == latestRevision,
      known.beside == sources
    {
      return known.catalog
    }
    var seen: Set<EntityKey> = []
    let mentioned = (entitiesMentionedHere().entities + latest()).filter {
      !sources.contains($0.source) && seen.insert($0.key).inserted
    }
    let bySource = Dictionary(grouping: mentioned, by: \.source).sorted { $0.key < $1.key }
    let catalogs = bySource.map { EntityCatalog(source: $0.key, $0.value) }
    let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
    people.searched = (revision, latestRevision, sources, catalog)
    return catalog
  }
}
