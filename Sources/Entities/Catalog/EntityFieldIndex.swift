/// Finds a catalog's entities by one of their fields, byte for byte: how text is read back into who is meant.
///
/// Made once for a catalog and a field, O(entities); a look-up costs what it finds. It stores hashes and numbers
/// only, some eight bytes an entity.
public struct EntityFieldIndex: Sendable {
  /// The fields that can point at an entity.
  public enum Field: Hashable, Sendable { case name, handle, id, email, url }

  public let catalog: EntityCatalog
  public let field: Field
  private let table: IndexTable

  /// Of so many entities with one value none is the only one; further ones are not needed.
  public static let mostOfOneValue = 8

  public init(_ field: Field, of catalog: EntityCatalog) {
    self.catalog = catalog
    self.field = field
    let records = catalog.records
    var table = IndexTableBuilder(capacity: catalog.count)
    for index in 0..<catalog.count {
      guard let range = Self.range(of: field, at: index, in: catalog) else { continue }
      let hash = KeyTable.hash(records.span.extracting(range), seed: 0)
      var known = 0
      let isFull = table.first(hash: hash) { _ in
        known += 1
        return known >= Self.mostOfOneValue
      }
      if isFull == nil { table.insert(index, hash: hash) }
    }
    self.table = table.finish()
  }

  /// The entities whose field is exactly `value`, at most ``mostOfOneValue`` of them.
  public func entities(with value: String) -> [Entity] {
    let wanted = Array(value.utf8)
    var found: [Int] = []
    _ = table.first(hash: KeyTable.hash(wanted.span, seed: 0)) { index in
      if let range = Self.range(of: field, at: index, in: catalog),
        catalog.records[range].elementsEqual(wanted)
      {
        found.append(index)
      }
      return false
    }
    return found.sorted().map { catalog.entity(at: $0) }
  }

  private static func range(of field: Field, at index: Int, in catalog: EntityCatalog) -> Range<Int>? {
    let record = catalog.record(at: index)
    let records = catalog.records
    return switch field {
    case .name: record.name
    case .handle: record.handle
    case .id: record.id
    case .email: record.email
    case .url: record.url(records.span)
    }
  }
}
