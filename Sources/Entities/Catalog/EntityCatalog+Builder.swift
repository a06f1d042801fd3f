extension EntityCatalog {
  /// What became of an entity that was appended to a builder.
  public enum AppendOutcome: Hashable, Sendable {
    case accepted
    /// It is one that was there already; what that one lacked was filled in.
    case merged
    case refused(Refusal)
  }

  /// Why an entity was not taken.
  public enum Refusal: String, Hashable, Sendable {
    case emptyName = "the name is empty"
    case tooLong = "its texts are longer than a megabyte"
    case catalogFull = "the catalog holds as much as it can (4 GB)"
  }

  /// Gathers the entities of one source in their order.
  ///
  /// Of two with one `uniqueID`, else one `id`, the first is kept and filled from the later one. An entity
  /// without an `id` gets its handle, else its e-mail address, else its name as one.
  public struct Builder {
    var gathering: EntityGathering

    public init(source: String) {
      gathering = EntityGathering(sources: [source], mergesSources: false)
    }

    /// How many entities were taken that are not duplicates.
    public var count: Int { gathering.kept }

    /// O(the entity's texts).
    @discardableResult
    public mutating func append(_ entity: Entity) -> AppendOutcome {
      gathering.append(entity, source: 0)
    }

    /// Takes over what the parts of a reading have yielded, in their order; nothing else may have been appended.
    ///
    /// - Parameters:
    ///   - batches: empty afterwards.
    ///   - executor: looks for duplicates in parts.
    /// - Returns: the places of those that are duplicates, counted over all batches, ascending; nil, and nothing may
    ///   be made of the builder, where a catalog cannot hold all of them.
    /// - Complexity: O(entities).
    package mutating func append(
      _ batches: inout [EntityBatch], on executor: any ParallelExecutor
    ) -> [Int]? {
      gathering.append(&batches, on: executor)
    }

    /// What tells the entity at a place, counted over all batches, from others of its source: its `uniqueID`, else its
    /// `id`. O(its texts).
    package func identity(at place: Int) -> (isUniqueID: Bool, text: String) {
      let record = gathering.record(place)
      let range = record.uniqueID ?? record.id
      return (record.uniqueID != nil, String(decoding: gathering.batch.bytes[range], as: UTF8.self))
    }

    /// - Parameters:
    ///   - executor: puts parts of the entities in order at the same time.
    ///   - early: is given a large catalog as soon as something is found in it.
    /// - Complexity: O(n log n) for n entities, about linear for names.
    public consuming func finish(
      on executor: any ParallelExecutor = .sequential, early: EarlyCatalog? = nil
    ) -> EntityCatalog {
      EntityCatalog(columns(on: executor), on: executor, early: early)
    }

    /// What ``finish(on:early:)`` gives to `early`, and nothing more.
    package consuming func partial() -> EntityCatalog { EntityCatalog(partial: columns(on: .sequential)) }

    consuming func columns(on executor: any ParallelExecutor) -> CatalogColumns {
      gathering.columns(on: executor)
    }
  }
}

/// Joins the catalogs of several sources.
public enum CatalogMerge {
  /// One catalog of all entities, duplicates removed: by `uniqueID`, else `id` inside a source, and an equal
  /// e-mail address or handle (folded, those among the aliases too) in another source. The first is kept, what
  /// it lacks is filled from the later ones; it keeps its source and place.
  ///
  /// - Parameters:
  ///   - catalogs: in source order. A source that occurs in several of them is one source.
  ///   - executor: puts parts of the entities in order at the same time.
  /// - Complexity: O(n) to find duplicates and O(n log n) to order, for n entities together.
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
    var gathering = EntityGathering(sources: sources, mergesSources: true)
    for catalog in filled {
      let places = catalog.sources.map { source in
        sources.firstIndex { $0.utf8.elementsEqual(source.utf8) } ?? 0
      }
      for index in catalog.inOwnOrder {
        // A damaged catalog may name a source that there is not.
        let place = min(Int(catalog.sourceOf[Int(index)]), places.count - 1)
        gathering.append(catalog, Int(index), source: places[place])
      }
    }
    return EntityCatalog(gathering.columns(on: executor), on: executor)
  }
}
