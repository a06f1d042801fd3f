import Entities
import LanguageProtocol
import Mentions

/// Indexes of recently used catalogs, for looking up entities mentioned in a text.
package struct FieldIndexes: Sendable {
  /// The most recently used indexes among those that are expensive to create, latest last.
  private var made: [EntityFieldIndex] = []
  private static let limit = 8

  package init() {}

  /// The index for a field of a catalog. O(entities) on first use for fields that the search index does not keep
  /// sorted, else O(1).
  package mutating func index(_ field: EntityFieldIndex.Field, of catalog: EntityCatalog) -> EntityFieldIndex
  {
    if field.isSorted { return EntityFieldIndex(field, of: catalog) }
    if let known = made.firstIndex(where: { $0.catalog === catalog && $0.field == field }) {
      made.append(made.remove(at: known))
      return made[made.count - 1]
    }
    let index = EntityFieldIndex(field, of: catalog)
    made.append(index)
    if made.count > Self.limit { made.removeFirst() }
    return index
  }

  mutating func removeAll() { made = [] }
}

extension EntityFieldIndex.Field {
  /// Creates the index field for a field of a format; nil for a field that does not identify an entity.
  package init?(_ field: FormatField) {
    switch field {
    case .name: self = .name
    case .handle: self = .handle
    case .id: self = .id
    case .email: self = .email
    case .url: self = .url
    case .shortName, .detail, .kind, .trigger, .metadata: return nil
    }
  }
}

extension MentionReader.Known {
  /// The entities of a catalog.
  ///
  /// - Parameters:
  ///   - isComplete: whether the catalog contains every entity to which a mention can refer.
  ///   - index: returns the index for a field.
  package init(
    _ catalog: EntityCatalog, isComplete: Bool,
    index: @escaping (EntityFieldIndex.Field) -> EntityFieldIndex
  ) {
    self.init(
      lookup: { field, value in
        EntityFieldIndex.Field(field).map { index($0).entities(meantBy: value) } ?? []
      }, isComplete: isComplete,
      // Aliases from Git histories include further handles of a person, written with an `@`.
      aliases: { alias in
        [alias, "@" + alias].flatMap { index(.alias).entities(with: $0) }
          + index(.alias).entities(alike: alias)
      },
      hasOwner: { EntityFieldIndex.hasHandle(beginningWith: $0 + "/", in: catalog) })
  }
}

// MARK: - One person in several folders

/// A person with the corresponding key in each workspace folder. Folders have separate sources, so the id `1` in one
/// folder's file and the id `1` in another's need not belong to the same person.
struct FolderPerson {
  /// The person's key in each folder, by the folder's index in ``SettingsStack/all``; nil for a folder that has no
  /// entity for the person.
  private let keys: [EntityKey?]
  /// The keys without duplicates.
  let all: [EntityKey]

  init(_ keys: [EntityKey?]) {
    self.keys = keys
    var all: [EntityKey] = []
    for key in keys.lazy.compactMap(\.self) where !all.contains(key) { all.append(key) }
    self.all = all
  }

  /// Whether the key is the same in each folder.
  var isAlikeEverywhere: Bool { all.count == 1 && !keys.contains(nil) }

  /// Whether a key refers to the person in a folder.
  func isMeant(by key: EntityKey, in folder: Int) -> Bool {
    keys.indices.contains(folder) && keys[folder] == key
  }
}
