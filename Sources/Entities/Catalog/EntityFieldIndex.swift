/// Finds a catalog's entities by one of their fields, byte for byte: how text is read back into who is meant.
///
/// Names, handles and e-mail addresses are found by way of what the search has sorted: made in O(1), a look-up takes
/// O(log entities) and what it finds. For ids and URLs a table is made, O(entities), of some eight bytes an entity.
public struct EntityFieldIndex: Sendable {
  /// The fields that can point at an entity.
  public enum Field: Hashable, Sendable { case name, handle, id, email, url }

  public let catalog: EntityCatalog
  public let field: Field
  /// Nil for fields that the search has sorted.
  private let table: IndexTable?

  /// Of so many entities with one value none is the only one; further ones are not needed.
  public static let mostOfOneValue = 8

  public init(_ field: Field, of catalog: EntityCatalog) {
    self.catalog = catalog
    self.field = field
    switch field {
    case .name, .handle, .email: table = nil
    case .id, .url: table = Self.table(of: field, in: catalog)
    }
  }

  private static func table(of field: Field, in catalog: EntityCatalog) -> IndexTable {
    let records = catalog.records
    var table = IndexTableBuilder(capacity: catalog.count)
    for index in 0..<catalog.count {
      guard let range = Self.range(of: field, at: index, in: catalog) else { continue }
      let hash = KeyTable.hash(records.span.extracting(range), seed: 0)
      var known = 0
      let isFull = table.first(hash: hash) { other in
        // The table has whatever comes to lie there, too.
        if let held = Self.range(of: field, at: other, in: catalog),
          records[held].elementsEqual(records[range])
        {
          known += 1
        }
        return known >= Self.mostOfOneValue
      }
      if isFull == nil { table.insert(index, hash: hash) }
    }
    return table.finish()
  }

  /// The entities whose field is exactly `value`, at most ``mostOfOneValue`` of them.
  public func entities(with value: String) -> [Entity] {
    let wanted = Array(value.utf8)
    let found = table.map { indices(of: wanted, in: $0) } ?? sortedIndices(of: wanted)
    return found.map { catalog.entity(at: $0) }
  }

  /// By a table. Ascending.
  private func indices(of wanted: [UInt8], in table: IndexTable) -> [Int] {
    var found: [Int] = []
    _ = table.first(hash: KeyTable.hash(wanted.span, seed: 0)) { index in
      if holds(index, wanted) { found.append(index) }
      return false
    }
    return found.sorted()
  }

  /// By the sorted texts, among those that fold to the same. Ascending.
  private func sortedIndices(of wanted: [UInt8]) -> [Int] {
    let key = NameFolding.fold(wanted)
    // What folds to nothing is not sorted; it is hardly ever a name.
    if key.isEmpty {
      return Array((0..<catalog.count).lazy.filter { holds($0, wanted) }.prefix(Self.mostOfOneValue))
    }
    let texts =
      switch field {
      case .handle: catalog.index.handles
      case .email: catalog.index.emails
      case .name, .id, .url: catalog.index.names
      }
    let range = catalog.places(in: texts, beginningWith: key + [0])
    var looked = Self.mostOfOneValue
    while true {
      let alike = texts.best(looked, in: range, below: .max)
      let found = alike.lazy.map { Int($0) }.filter { holds($0, wanted) }.prefix(Self.mostOfOneValue)
      if found.count == Self.mostOfOneValue || alike.count < looked { return Array(found) }
      looked *= 4
    }
  }

  private func holds(_ index: Int, _ wanted: [UInt8]) -> Bool {
    Self.range(of: field, at: index, in: catalog).map { catalog.records[$0].elementsEqual(wanted) } ?? false
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
