import JSONText

/// Searchable entities in immutable, contiguous columns. A catalog can be shared freely between threads.
///
/// Indices follow the static order: greater magnitude of the weight, source order, shorter name (in graphemes), name,
/// id. Among entities without ranking signals that match in the same tier, the one with the smaller index is the better
/// match.
public final class EntityCatalog: Sendable {
  /// The names of the sources in their order.
  public let sources: [String]
  /// The `EncodedEntity` records in their original order.
  let records: Column<UInt8>
  /// The offset of the record of each index.
  let recordStarts: Column<UInt32>
  /// `FoldedRecord`s in index order, and their offsets.
  let folded: Column<UInt8>
  let foldedStarts: Column<UInt32>
  /// For each index, the position of the entity's source in `sources`.
  let sourceOf: Column<UInt16>
  /// All indices, source by source, in each source's own order.
  let inOwnOrder: Column<UInt32>
  /// For each index, its position in `inOwnOrder`.
  let ownOrderOf: Column<UInt32>
  let weights: WeightRanks
  /// All indices in the order for an empty key: by magnitude, then as in `inOwnOrder`.
  let byWeight: Column<UInt32>
  let metadata: MetadataTable
  let keys: IndexTable
  let index: SearchIndex
  /// The file that contains the tables, if any.
  let file: CatalogFileReader?

  public static let empty = EntityCatalog(
    EntityGathering(sources: [], mergesSources: false).columns(on: .sequential), on: .sequential)

  /// Creates a catalog from its columns, and builds its index.
  ///
  /// - Parameters:
  ///   - executor: builds parts of the index in parallel.
  ///   - early: receives a large catalog before its index is complete, as soon as names and handles can be found by
  ///     prefix.
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

  /// Creates a catalog that finds only names and handles, by prefix.
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

  /// Creates a catalog of one source's entities in their own order, without those that `Builder` refuses.
  ///
  /// - Complexity: O(n log n) for n entities in the worst case; close to linear if most names differ within
  ///   their first few characters.
  public convenience init(source: String, _ entities: some Sequence<Entity>) {
    var builder = Builder(source: source)
    for entity in entities { builder.append(entity) }
    self.init(builder.columns(on: .sequential), on: .sequential)
  }

  public var count: Int { sourceOf.count }

  /// Whether the catalog finds names and handles by prefix only (see ``EarlyCatalog``).
  package var isPartial: Bool { index.isPartial }

  /// The entity at an index, which must be in `0..<count`. Each call decodes it. O(its texts).
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

  /// The index of the entity with this key; nil if the catalog has none. O(1).
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

  /// The indices of all entities, source by source, in each source's own order. O(1) to create.
  package var indicesInOwnOrder: some RandomAccessCollection<Int> { inOwnOrder.lazy.map { Int($0) } }

  /// The positions in `texts` of those texts that begin with a key. O(log n × length of the key).
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

/// Receives a large catalog before its index is complete, so that people can be found in the meantime.
package struct EarlyCatalog {
  /// The default value of `least`. The index of a smaller catalog is complete so soon that an early catalog would not
  /// help.
  package static let leastEntities = 50_000

  let least: Int
  let tell: (EntityCatalog) -> Void

  /// - Parameters:
  ///   - least: the least number of entities for which `tell` is called.
  ///   - tell: is called at most once, on the thread that builds the catalog.
  package init(least: Int = leastEntities, tell: @escaping (EntityCatalog) -> Void) {
    self.least = least
    self.tell = tell
  }
}

/// The tables of a catalog under construction.
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
  /// The offset of each e-mail address in the records.
  var emails: [TextOrder.Item] = []
  /// Ranges of indices that can be processed in parallel.
  var stretches: [Range<Int>] = []

  /// Fills the columns from the catalog's sections, which are in the static order.
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

// MARK: - Building

extension EntityCatalog {
  /// The result of appending an entity to a builder.
  public enum AppendOutcome: Hashable, Sendable {
    case accepted
    /// The builder already contained the entity. The new one only fills in fields that are missing there.
    case merged
    case refused(Refusal)
  }

  /// The reason why an entity was refused.
  public enum Refusal: String, Hashable, Sendable {
    case emptyName = "the name is empty"
    case tooLong = "its fields are longer than a megabyte in total"
    case catalogFull = "the catalog is full (limit: 4 GB)"
  }

  /// Gathers the entities of one source in their order.
  ///
  /// If two entities have the same `uniqueID`, or else the same `id`, the first is kept; its missing fields are filled
  /// from the later one. The default `id` is the handle, else the e-mail address, else the name.
  public struct Builder {
    var gathering: EntityGathering

    /// Creates a builder without entities.
    ///
    /// - Parameter source: the source's name. In the catalog it replaces ``Entity/source`` of each entity.
    public init(source: String) {
      gathering = EntityGathering(sources: [source], mergesSources: false)
    }

    /// Appends an entity, or merges it with an earlier one that has the same identity.
    ///
    /// - Returns: whether the entity was appended, merged or refused. A refused one leaves the builder as it
    ///   was.
    /// - Complexity: O(the entity's texts).
    @discardableResult
    public mutating func append(_ entity: Entity) -> AppendOutcome {
      gathering.append(entity, source: 0)
    }

    /// Takes over the results of a parallel read, in order. Nothing else may have been appended.
    ///
    /// - Parameters:
    ///   - batches: the results; empty after the call.
    ///   - executor: searches for duplicates in parallel.
    /// - Returns: the positions of duplicates, counted over all batches, ascending; nil if a catalog cannot hold all
    ///   entities, in which case the builder must not be used any further.
    /// - Complexity: O(entities).
    package mutating func append(
      _ batches: inout [EntityBatch], on executor: any ParallelExecutor
    ) -> [Int]? {
      gathering.append(&batches, on: executor)
    }

    /// The identity, within its source, of the entity at a position counted over all batches: its `uniqueID`, else its
    /// `id`. O(its texts).
    package func identity(at place: Int) -> (isUniqueID: Bool, text: String) {
      let record = gathering.record(place)
      let range = record.uniqueID ?? record.id
      return (record.uniqueID != nil, String(decoding: gathering.batch.bytes[range], as: UTF8.self))
    }

    /// Sorts the entities and builds the index.
    ///
    /// - Parameter executor: sorts parts of the entities in parallel.
    /// - Complexity: O(n log n) for n entities in the worst case; close to linear if most names differ within
    ///   their first few characters.
    public consuming func finish(on executor: any ParallelExecutor = .sequential) -> EntityCatalog {
      finish(on: executor, early: nil)
    }

    /// Sorts the entities and builds the index.
    ///
    /// - Parameters:
    ///   - executor: sorts parts of the entities in parallel.
    ///   - early: receives a large catalog before its index is complete, as soon as it can be searched by prefix.
    /// - Complexity: O(n log n) for n entities in the worst case; close to linear if most names differ within
    ///   their first few characters.
    package consuming func finish(
      on executor: any ParallelExecutor = .sequential, early: EarlyCatalog?
    ) -> EntityCatalog {
      EntityCatalog(columns(on: executor), on: executor, early: early)
    }

    /// Builds only the incomplete catalog that ``finish(on:early:)`` passes to `early`.
    package consuming func partial() -> EntityCatalog { EntityCatalog(partial: columns(on: .sequential)) }

    fileprivate consuming func columns(on executor: any ParallelExecutor) -> CatalogColumns {
      gathering.columns(on: executor)
    }
  }
}

/// Joins the catalogs of several sources.
public enum CatalogMerge {
  /// One catalog of all entities without duplicates. The first of several duplicates is kept, with its source and
  /// position; its missing fields are filled from the later ones. Two entities are duplicates if they have:
  ///
  /// - the same `uniqueID`,
  /// - the same `id` in one source, unless their values of `uniqueID` differ, or
  /// - in different sources, an equal e-mail address or handle, ignoring case. An alias that is an address or a handle
  ///   counts too. If a source has handles that differ in case only, these are compared exactly.
  ///
  /// - Parameters:
  ///   - catalogs: the catalogs, in source order. Sources with the same name are treated as one.
  ///   - executor: sorts parts of the entities in parallel.
  /// - Complexity: O(n) to find duplicates and O(n log n) to order, for n entities in total.
  public static func merge(
    _ catalogs: [EntityCatalog], on executor: any ParallelExecutor = .sequential
  ) -> EntityCatalog {
    let filled = catalogs.filter { $0.count > 0 }
    if filled.isEmpty { return .empty }
    if filled.count == 1 { return filled[0] }
    var sources: [String] = []
    for source in filled.flatMap(\.sources)
    where !sources.contains(where: { $0.utf8.elementsEqual(source.utf8) }) {
      sources.append(source)
    }
    let cased = filled.reduce(into: Set<String>()) { $0.formUnion(EntityFieldIndex.casedHandles(in: $1)) }
    var gathering = EntityGathering(sources: sources, mergesSources: true, casedHandles: cased)
    for catalog in filled {
      let places = catalog.sources.map { source in
        sources.firstIndex { $0.utf8.elementsEqual(source.utf8) } ?? 0
      }
      for index in catalog.inOwnOrder {
        // A damaged catalog may refer to a source that does not exist.
        let place = min(Int(catalog.sourceOf[Int(index)]), places.count - 1)
        gathering.append(catalog, Int(index), source: places[place])
      }
    }
    return EntityCatalog(gathering.columns(on: executor), on: executor)
  }
}

/// A section of a catalog in the static order, built in one visit to each of its records.
struct CatalogStretch: Sendable {
  /// `FoldedRecord`s, followed by unspecified bytes.
  private(set) var folded: [UInt8] = []
  private(set) var foldedCount = 0
  /// The start of each folded record.
  private(set) var foldedStarts: [UInt32] = []
  private(set) var recordStarts: [UInt32] = []
  private(set) var sourceOf: [UInt16] = []
  private(set) var keyHashes: [UInt32] = []

  /// The number of records fetched together, because they are scattered in memory.
  private static let fetched = 64

  /// - Parameters:
  ///   - order: the numbers of all records in the static order.
  ///   - range: the section of `order`.
  init(_ order: [UInt32], _ range: Range<Int>, _ records: [UInt8], _ facts: [RecordFacts]) {
    foldedStarts.reserveCapacity(range.count)
    recordStarts.reserveCapacity(range.count)
    sourceOf.reserveCapacity(range.count)
    keyHashes.reserveCapacity(range.count)
    var arena = ByteArena(capacity: records.count / max(1, facts.count) * range.count * 2 / 3)
    var texts: [UInt8] = []
    var flags: [UInt8] = []
    let bytes = records.span
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.fetched, range.upperBound)
      for at in start..<end {
        let facts = facts[Int(order[at])]
        recordStarts.append(facts.start)
        sourceOf.append(facts.source)
        keyHashes.append(facts.keyHash)
      }
      // A separate pass, so that the cache misses of many records overlap.
      flags.removeAll(keepingCapacity: true)
      for at in start..<end { flags.append(bytes[Int(recordStarts[at - range.lowerBound])]) }
      for at in start..<end {
        append(bytes, Int(recordStarts[at - range.lowerBound]), &arena, &texts)
      }
      start = end
    }
    foldedCount = arena.count
    folded = arena.bytes
  }

  @inline(__always)
  private mutating func append(
    _ bytes: Span<UInt8>, _ start: Int, _ arena: inout ByteArena, _ texts: inout [UInt8]
  ) {
    foldedStarts.append(UInt32(arena.count))
    let isPlain =
      EncodedEntity.nameAndHandle(bytes, at: start).map {
        FoldedRecord.appendPlain($0.name, $0.handle, in: bytes, to: &arena)
      } ?? false
    if isPlain { return }
    arena.append {
      FoldedRecord.append(folding: EncodedEntity(bytes, at: start), in: bytes, to: &$0, using: &texts)
    }
    arena.keepRoom()
  }
}

/// The magnitudes of a catalog's weights. Entities are sorted by magnitude, greatest first, so the entities of each
/// magnitude form one section.
struct WeightRanks: Sendable {
  /// The start of each section, ascending.
  private(set) var starts: [UInt32] = []
  /// The magnitude of each section, descending.
  private(set) var magnitudes: [Int] = []

  /// The greatest number of different magnitudes.
  static let most = 1024

  /// Adds the magnitude of the next entity in the static order.
  mutating func append(_ magnitude: Int, at index: Int) {
    if magnitudes.last == magnitude { return }
    magnitudes.append(magnitude)
    starts.append(UInt32(index))
  }

  /// Whether all magnitudes are equal.
  var isFlat: Bool { starts.count <= 1 }

  /// The section that contains an index. O(log(sections)); usually there are a few dozen sections at most.
  @inline(__always)
  func rank(of index: UInt32) -> Int {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The magnitude at an index.
  func magnitude(of index: Int) -> Int { magnitudes[rank(of: UInt32(index))] }

  /// Sorts indices by magnitude; stable. O(n × log(sections)).
  fileprivate func sorted(_ indices: [UInt32]) -> [UInt32] {
    if isFlat { return indices }
    var next = starts
    var result: [UInt32] = Array(repeating: 0, count: indices.count)
    for index in indices {
      let rank = rank(of: index)
      result[Int(next[rank])] = index
      next[rank] += 1
    }
    return result
  }
}

// MARK: - Executors

/// Runs the parts of a computation, in parallel if threads are available.
///
/// This module does not create threads: its client provides an executor.
public protocol ParallelExecutor: Sendable {
  /// The number of parts that can run in parallel, at least 1.
  var width: Int { get }

  /// Calls `body` with each of `0..<parts`, starting the calls in ascending order. Returns the results in that order
  /// once every call has returned.
  ///
  /// - Complexity: the total cost of the calls.
  func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result]
}

/// Runs the parts one after another on the caller's thread.
public struct SequentialExecutor: ParallelExecutor {
  public init() {}

  public var width: Int { 1 }

  public func map<Result: Sendable>(_ parts: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    (0..<parts).map(body)
  }
}

extension ParallelExecutor where Self == SequentialExecutor {
  /// An executor that runs the parts one after another.
  public static var sequential: SequentialExecutor { SequentialExecutor() }
}

extension ParallelExecutor {
  /// Divides `0..<count` into at most `width` ranges of similar length whose bounds are multiples of `unit`.
  func ranges(_ count: Int, unit: Int) -> [Range<Int>] {
    let units = (count + unit - 1) / unit
    let parts = max(1, min(width, units))
    return (0..<parts).map { part in
      min(count, units * part / parts * unit)..<min(count, units * (part + 1) / parts * unit)
    }
  }
}
