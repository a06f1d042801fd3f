import Entities
import Mentions

/// Indexes of the catalogs that text was read back with lately.
struct FieldIndexes {
  private var made: [EntityFieldIndex] = []
  private static let limit = 8

  /// O(entities) the first time, for each catalog and field.
  mutating func index(_ field: EntityFieldIndex.Field, of catalog: EntityCatalog) -> EntityFieldIndex {
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
  /// Nil for a field that points at nobody.
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
