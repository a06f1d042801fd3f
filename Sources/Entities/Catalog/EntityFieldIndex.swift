/// Finds a catalog's entities by the value of one field. Values are compared byte for byte unless a method says
/// otherwise.
///
/// For names, handles, aliases and e-mail addresses it uses the sorted texts of the search index: O(1) to create,
/// O(log entities + results) to look up. For ids and URLs it builds a table: O(entities) to create, about eight bytes
/// per entity.
public struct EntityFieldIndex: Sendable {
  /// The fields that can refer to an entity.
  public enum Field: Hashable, Sendable, CaseIterable {
    case name, handle, alias, id, email, url

    /// Whether the search index keeps this field sorted, so that an `EntityFieldIndex` is O(1) to create.
    package var isSorted: Bool {
      switch self {
      case .name, .handle, .alias, .email: true
      case .id, .url: false
      }
    }
  }

  package let catalog: EntityCatalog
  package let field: Field
  /// Nil for fields that the search index keeps sorted.
  private let table: IndexTable?

  /// The maximum number of results for one value. These suffice to show that a value is ambiguous.
  public static let mostOfOneValue = 8

  /// Creates an index. O(1) for fields that the search index keeps sorted; O(entities) for all others.
  public init(_ field: Field, of catalog: EntityCatalog) {
    self.catalog = catalog
    self.field = field
    table = field.isSorted ? nil : Self.table(of: field, in: catalog)
  }

  private static func table(of field: Field, in catalog: EntityCatalog) -> IndexTable {
    let records = catalog.records
    var table = IndexTableBuilder(capacity: catalog.count)
    for index in 0..<catalog.count {
      guard let range = Self.range(of: field, at: index, in: catalog) else { continue }
      let hash = KeyTable.hash(records.span.extracting(range), seed: 0)
      var known = 0
      let isFull = table.first(hash: hash) { other in
        // The hash table also returns entities whose hash collides.
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
  /// O(log n) for n entities.
  public func entities(with value: String) -> [Entity] {
    let wanted = Array(value.utf8)
    let found = table.map { indices(of: wanted, in: $0) } ?? sortedIndices(of: wanted) { holds($0, wanted) }
    return found.map { catalog.entity(at: $0) }
  }

  /// The entities that `value` refers to: those whose field equals it exactly. If there are none, handles and e-mail
  /// addresses are compared without case, and names by canonical equivalence.
  /// O(log n) for n entities.
  public func entities(meantBy value: String) -> [Entity] {
    let exact = entities(with: value)
    if !exact.isEmpty { return exact }
    func text(_ index: Int) -> String? {
      Self.range(of: field, at: index, in: catalog).map {
        String(decoding: catalog.records[$0], as: UTF8.self)
      }
    }
    let found: [Int]
    switch field {
    case .handle, .email:
      let wanted = CaselessText(value)
      found = sortedIndices(of: Array(value.utf8)) { text($0).map { CaselessText($0) } == wanted }
    case .name:
      // Only rare characters, such as the Kelvin sign, are canonically equivalent to ASCII. They are ignored.
      if value.utf8.allSatisfy({ $0 < 0x80 }) { return [] }
      found = sortedIndices(of: Array(value.utf8)) { text($0) == value }
    case .alias, .id, .url: return []
    }
    return found.map { catalog.entity(at: $0) }
  }

  /// The entities whose field folds to the same text as `value`, ignoring case and accents, at most ``mostOfOneValue``
  /// of them. Empty for fields that the search index does not keep sorted. O(log n) for n entities.
  public func entities(alike value: String) -> [Entity] {
    let key = NameFolding.fold(Array(value.utf8))
    guard table == nil, !key.isEmpty else { return [] }
    let texts = sortedTexts
    let range = catalog.places(in: texts, beginningWith: key + [0])
    return texts.best(Self.mostOfOneValue, in: range, below: .max).map { catalog.entity(at: Int($0)) }
  }

  /// The handles, in lower case, that a catalog contains in several spellings that differ only in case. O(log n) for
  /// each handle that contains capital or non-ASCII letters.
  static func casedHandles(in catalog: EntityCatalog) -> Set<String> {
    let texts = catalog.index.handles
    func handle(_ place: Int) -> [UInt8] {
      catalog.record(at: place).handle.map { Array(catalog.records[$0]) } ?? []
    }
    var cased: Set<String> = []
    for place in 0..<catalog.count {
      let own = handle(place)
      guard own.contains(where: { $0 >= 0x80 || (0x41...0x5A).contains($0) }) else { continue }
      let alike = texts.best(
        mostOfOneValue, in: catalog.places(in: texts, beginningWith: NameFolding.fold(own) + [0]),
        below: .max)
      // Most handles are unique.
      guard alike.count > 1 else { continue }
      let caseless = String(decoding: own, as: UTF8.self).lowercased()
      let isCased = alike.contains {
        let other = handle(Int($0))
        return other != own && String(decoding: other, as: UTF8.self).lowercased() == caseless
      }
      if isCased { cased.insert(caseless) }
    }
    return cased
  }

  /// Whether any handle begins with a prefix, respecting case. Checks at most 64 candidates, so it may miss a handle
  /// among very many. O(log entities).
  public static func hasHandle(beginningWith prefix: String, in catalog: EntityCatalog) -> Bool {
    let texts = catalog.index.handles
    let range = catalog.places(in: texts, beginningWith: NameFolding.fold(Array(prefix.utf8)))
    return texts.best(64, in: range, below: .max).contains { index in
      guard let handle = catalog.record(at: Int(index)).handle else { return false }
      return catalog.records[handle].starts(with: prefix.utf8)
    }
  }

  private var sortedTexts: PrefixIndex {
    switch field {
    case .handle: catalog.index.handles
    case .alias: catalog.index.aliases
    case .email: catalog.index.emails
    case .name, .id, .url: catalog.index.names
    }
  }

  /// Looks up a value in the table. The result is ascending.
  private func indices(of wanted: [UInt8], in table: IndexTable) -> [Int] {
    var found: [Int] = []
    _ = table.first(hash: KeyTable.hash(wanted.span, seed: 0)) { index in
      if holds(index, wanted) { found.append(index) }
      return false
    }
    return found.sorted()
  }

  /// Looks up a value among the sorted texts that fold to the same key. The result is ascending.
  private func sortedIndices(of wanted: [UInt8], where isMeant: (Int) -> Bool) -> [Int] {
    var key = NameFolding.fold(wanted)
    if field == .alias { key = Array(key[AliasForm.searched(0..<key.count, key.span)]) }
    // The sorted texts omit texts that fold to nothing. Such texts are rare, so a linear search suffices.
    if key.isEmpty {
      return Array((0..<catalog.count).lazy.filter(isMeant).prefix(Self.mostOfOneValue))
    }
    let texts = sortedTexts
    let range = catalog.places(in: texts, beginningWith: key + [0])
    var looked = Self.mostOfOneValue
    while true {
      let alike = texts.best(looked, in: range, below: .max)
      let found = alike.lazy.map { Int($0) }.filter(isMeant).prefix(Self.mostOfOneValue)
      if found.count == Self.mostOfOneValue || alike.count < looked { return Array(found) }
      looked *= 4
    }
  }

  private func holds(_ index: Int, _ wanted: [UInt8]) -> Bool {
    if field == .alias {
      return catalog.record(at: index).aliases.contains { catalog.records[$0].elementsEqual(wanted) }
    }
    return Self.range(of: field, at: index, in: catalog).map { catalog.records[$0].elementsEqual(wanted) }
      ?? false
  }

  private static func range(of field: Field, at index: Int, in catalog: EntityCatalog) -> Range<Int>? {
    let record = catalog.record(at: index)
    let records = catalog.records
    return switch field {
    case .name: record.name
    case .handle: record.handle
    case .alias: nil
    case .id: record.id
    case .email: record.email
    case .url: record.url(records.span)
    }
  }
}
