import Entities
import LanguageProtocol
import Mentions

/// Who is the same person in several workspace folders.
extension Session {
  /// As whom the workspace folders know somebody whom a document mentions.
  func person(_ entity: Entity, in document: DocumentURI) -> FolderPerson {
    person(entity, ofFolder: settings.place(of: document))
  }

  /// The same of somebody whom a folder knows. Others know them by the same key where they have the same source; else by
  /// an equal `uniqueID`, e-mail address or handle, as any two sources do (the behaviour, section 4).
  ///
  /// - Complexity: O(folders), and a look-up in each.
  func person(_ entity: Entity, ofFolder place: Int) -> FolderPerson {
    let all = settings.all
    guard all.count > 1 else { return FolderPerson([entity.key]) }
    let own = all[place]
    return FolderPerson(
      all.enumerated().map { at, folder in
        at == place || folder.hasSame(entity.source, as: own) ? entity.key : key(of: entity, in: folder)
      })
  }

  /// Somebody of another folder, as this one knows them; nil for nobody and for several.
  private func key(of entity: Entity, in folder: ServerSettings) -> EntityKey? {
    guard let (catalog, _) = catalog(behind: [SettingsReferences.all], of: folder) else { return nil }
    if entity.uniqueID != nil, catalog.index(of: entity.key) != nil { return entity.key }
    for (field, value) in [(EntityFieldIndex.Field.email, entity.email), (.handle, entity.handle)] {
      guard let value, !value.isEmpty else { continue }
      let found = fieldIndexes.index(field, of: catalog).entities(with: value)
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
        && (isAlike || person.isMeant(by: key, in: settings.place(of: DocumentURI(filePath: path))))
    }
  }

  /// The mentions of a person in an open document, in the order of the text.
  func mentions(of person: FolderPerson, in key: DocumentURI) -> [FoundMention] {
    let place = settings.place(of: key)
    return everyMention(in: key).filter { person.isMeant(by: $0.entity.key, in: place) }
  }
}

extension ServerSettings {
  /// Whether a source of this name is the same here and there.
  func hasSame(_ source: String, as other: ServerSettings) -> Bool {
    sources.first { $0.name == source }?.key == other.sources.first { $0.name == source }?.key
  }
}
