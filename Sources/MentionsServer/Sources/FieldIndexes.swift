import Entities
import Mentions

/// Indexes of the catalogs that text was read back with lately.
package struct FieldIndexes: Sendable {
  /// Those that took time.
  private var made: [EntityFieldIndex] = []
  private static let limit = 8

  package init() {}

  /// O(entities) the first time for each catalog and field that the search has not sorted, else O(1).
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

extension MentionScanner.Known {
  /// The entities of a catalog.
  ///
  /// - Parameters:
  ///   - isComplete: whether nobody else can be meant.
  ///   - index: finds them by a field.
  package init(
    _ catalog: EntityCatalog, isComplete: Bool,
    index: @escaping (EntityFieldIndex.Field) -> EntityFieldIndex
  ) {
    self.init(
      lookup: { field, value in
        guard let field = EntityFieldIndex.Field(field) else { return [] }
        let exact = index(field).entities(with: value)
        return field == .handle ? exact + index(field).entities(alike: value) : exact
      }, isComplete: isComplete,
      // Histories write former handles with the sign.
      aliases: { alias in
        [alias, "@" + alias].flatMap { index(.alias).entities(with: $0) }
          + index(.alias).entities(alike: alias)
      },
      hasOwner: { EntityFieldIndex.hasHandle(beginningWith: $0 + "/", in: catalog) })
  }
}
