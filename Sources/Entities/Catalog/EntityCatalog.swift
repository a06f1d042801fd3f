import JSONText

/// Entities ready to be searched: immutable columns over one run of bytes, shared freely between threads.
///
/// Indices run from 0 to `count` in the static order: greater magnitude of the weight, source order, shorter
/// name (graphemes), name, id. Inside a tier, and among entities that no signal speaks for, the smaller index
/// is the better match.
public final class EntityCatalog: Sendable {
  /// The names of the sources in their order.
  public let sources: [String]
  /// `EncodedEntity`s in the order in which they came.
  let records: Column<UInt8>
  /// Where the record of each index begins.
  let recordStarts: Column<UInt32>
  /// `FoldedRecord`s in index order, and where each begins.
  let folded: Column<UInt8>
  let foldedStarts: Column<UInt32>
  /// For each index the place of its source in `sources`.
  let sourceOf: Column<UInt16>
  /// All indices, source by source, each in its own order.
  let inOwnOrder: Column<UInt32>
  /// For each index its place in `inOwnOrder`.
  let ownOrderOf: Column<UInt32>
  let weights: WeightRanks
  /// All indices as an empty key shows them: by magnitude, then as in `inOwnOrder`.
  let byWeight: Column<UInt32>
  let metadata: MetadataTable
  let keys: IndexTable
  let index: SearchIndex
  /// Where the tables lie, if that is a file.
  let file: CatalogFileReader?

  public static let empty = EntityCatalog(
    EntityGathering(sources: [], mergesSources: false).columns(on: .sequential), on: .sequential)

  /// - Parameters:
  ///   - executor: makes parts of the index at the same time.
  ///   - early: is given the catalog as soon as names and handles are found by their beginnings, if it is a large one.
  convenience init(
    _ columns: consuming CatalogColumns, on executor: any ParallelExecutor, early: EarlyCatalog? = nil
  ) {
    let first = EntityCatalog(partial: columns, on: executor)
    if let early, first.count >= early.least { early.tell(first) }
    let index = SearchIndex(completing: first.index, of: &columns, on: executor)
    self.init(
      sources: first.sources, records: first.records, recordStarts: first.recordStarts, folded: first.folded,
      foldedStarts: first.foldedStarts, sourceOf: first.sourceOf, inOwnOrder: first.inOwnOrder,
      ownOrderOf: first.ownOrderOf, weights: first.weights, byWeight: first.byWeight,
      metadata: first.metadata, keys: first.keys, index: index, file: nil)
  }

  /// A catalog in which only names and handles are found.
  init(partial columns: borrowing CatalogColumns, on executor: any ParallelExecutor = .sequential) {
    sources = columns.sources
    recordStarts = Column(columns.recordStarts)
    foldedStarts = Column(columns.foldedStarts)
    sourceOf = Column(columns.sourceOf)
    inOwnOrder = Column(columns.inOwnOrder)
    weights = columns.weights
    byWeight = weights.isFlat ? inOwnOrder : Column(weights.sorted(columns.inOwnOrder))
    metadata = MetadataTable(columns.metadata)
    keys = columns.keys.finish()
    var ownOrderOf: [UInt32] = Array(repeating: 0, count: columns.inOwnOrder.count)
    for (place, index) in columns.inOwnOrder.enumerated() { ownOrderOf[Int(index)] = UInt32(place) }
    self.ownOrderOf = Column(ownOrderOf)
    records = Column(columns.records)
    folded = Column(columns.folded)
    index = SearchIndex(ofNames: columns, on: executor)
    file = nil
  }

  init(
    sources: [String], records: Column<UInt8>, recordStarts: Column<UInt32>, folded: Column<UInt8>,
    foldedStarts: Column<UInt32>, sourceOf: Column<UInt16>, inOwnOrder: Column<UInt32>,
    ownOrderOf: Column<UInt32>, weights: WeightRanks, byWeight: Column<UInt32>, metadata: MetadataTable,
    keys: IndexTable, index: SearchIndex, file: CatalogFileReader?
  ) {
    self.sources = sources
    self.records = records
    self.recordStarts = recordStarts
    self.folded = folded
    self.foldedStarts = foldedStarts
    self.sourceOf = sourceOf
    self.inOwnOrder = inOwnOrder
    self.ownOrderOf = ownOrderOf
    self.weights = weights
    self.byWeight = byWeight
    self.metadata = metadata
    self.keys = keys
    self.index = index
    self.file = file
  }

  /// A catalog of one source's entities in their own order; what `Builder` refuses is left out.
  public convenience init(source: String, _ entities: some Sequence<Entity>) {
    var builder = Builder(source: source)
    for entity in entities { builder.append(entity) }
    self.init(builder.columns(on: .sequential), on: .sequential)
  }

  public var count: Int { sourceOf.count }

  /// Whether names and handles are found by their beginnings only: an ``EarlyCatalog``.
  public var isPartial: Bool { index.isPartial }

  /// The entity at an index, which must be in `0..<count`. Made anew on each call. O(its texts).
  public func entity(at index: Int) -> Entity {
    let records = records
    var entity = record(at: index).entity(records.span, source: source(at: index))
    entity.metadata = metadata.members(of: index)
    return entity
  }

  /// The name of the source that the entity at an index (in `0..<count`) came from. O(1).
  public func source(at index: Int) -> String {
    let place = Int(sourceOf[index])
    return place < sources.count ? sources[place] : ""
  }

  /// The entity with this key; nil if the catalog has none. O(1).
  public func index(of key: EntityKey) -> Int? {
    guard let source = key.source else {
      return keys.first(hash: KeyTable.hash(key.text.span, seed: 0)) { index in
        record(at: index).uniqueID.map { records[$0].elementsEqual(key.text) } ?? false
      }
    }
    guard let place = sources.firstIndex(where: { $0.utf8.elementsEqual(source) }) else { return nil }
    return keys.first(hash: KeyTable.hash(key.text.span, seed: UInt64(place) + 1)) { index in
      let record = record(at: index)
      return record.uniqueID == nil && Int(sourceOf[index]) == place
        && records[record.id].elementsEqual(key.text)
    }
  }

  /// All entities in the sources' own order. O(1) to make.
  public var indicesInOwnOrder: some RandomAccessCollection<Int> { inOwnOrder.lazy.map { Int($0) } }

  /// The places of the sorted texts that begin with a key. O(log n × key).
  func places(in texts: PrefixIndex, beginningWith key: [UInt8]) -> Range<Int> {
    if texts.field == .email {
      let records = records
      return texts.range(beginningWith: key.span, records.span, recordStarts)
    }
    let folded = folded
    return texts.range(beginningWith: key.span, folded.span, foldedStarts)
  }

  func record(at index: Int) -> EncodedEntity {
    let records = records
    return EncodedEntity(records.span, at: Int(recordStarts[index]))
  }

  func recordEnd(at index: Int) -> Int {
    let records = records
    return max(Int(recordStarts[index]), record(at: index).end(records.span))
  }
}

/// Who is given a large catalog before its index is whole, so that people are found while the rest is made.
public struct EarlyCatalog {
  /// The index of fewer entities is made in an instant.
  public static let leastEntities = 50_000

  let least: Int
  let tell: (EntityCatalog) -> Void

  /// - Parameters:
  ///   - least: entities of a catalog that is told of.
  ///   - tell: is called once at most, on the thread that makes the catalog.
  public init(least: Int = leastEntities, tell: @escaping (EntityCatalog) -> Void) {
    self.least = least
    self.tell = tell
  }
}

/// What a catalog is made of, before it is one.
struct CatalogColumns {
  var sources: [String] = []
  var records: [UInt8] = []
  var recordStarts: [UInt32] = []
  var folded: [UInt8] = []
  var foldedStarts: [UInt32] = []
  var sourceOf: [UInt16] = []
  var inOwnOrder: [UInt32] = []
  var weights = WeightRanks()
  var metadata: [UInt32: JSONObject] = [:]
  var keys = IndexTableBuilder()
  /// Where each e-mail address begins in the records.
  var emails: [TextOrder.Item] = []
  /// Stretches of the indices that can be gone through at the same time.
  var stretches: [Range<Int>] = []

  /// Takes over the stretches of the static order.
  mutating func take(_ stretches: [CatalogStretch]) {
    let count = stretches.reduce(0) { $0 + $1.recordStarts.count }
    recordStarts.reserveCapacity(count)
    foldedStarts.reserveCapacity(count)
    sourceOf.reserveCapacity(count)
    folded.reserveCapacity(stretches.reduce(0) { $0 + $1.foldedCount })
    keys = IndexTableBuilder(capacity: count)
    for stretch in stretches {
      let start = UInt32(folded.count)
      folded += stretch.folded[..<stretch.foldedCount]
      for place in stretch.foldedStarts { foldedStarts.append(start + place) }
      keys.insert(recordStarts.count, hashes: stretch.keyHashes)
      recordStarts += stretch.recordStarts
      sourceOf += stretch.sourceOf
    }
  }
}
