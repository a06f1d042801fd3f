import Entities

/// What several sources hold together, as one catalog for each list of sources.
struct CatalogMerges {
  /// A merge to be made elsewhere, because it takes long.
  struct Work {
    let names: [String]
    let mergeID: Int
    let catalogs: [EntityCatalog]
  }

  private struct Merge {
    /// Nil while the first is being made.
    var catalog: EntityCatalog?
    /// Counts the makings, so that one that was overtaken is recognised.
    var mergeID = 0
    /// The making that ``catalog`` came from.
    var made = 0
    /// Whether nothing has changed since the last making began.
    var isFresh = false
  }

  /// Up to so many entities are merged at once: some milliseconds.
  private static let mergedAtOnce = 10_000

  /// By the keys of the sources in them.
  private var merges: [[String]: Merge] = [:]

  mutating func removeAll() { merges = [:] }

  /// A source holds something else now.
  mutating func noteChange(of key: String) {
    for names in merges.keys where names.contains(key) { merges[names]?.isFresh = false }
  }

  /// The catalogs as one, duplicates merged; kept until one of them changes. Where merging takes long, it is work to
  /// be done elsewhere, and what was there before serves meanwhile.
  mutating func catalog(
    of names: [String], _ read: (String) -> EntityCatalog?
  ) -> (catalog: EntityCatalog, work: Work?) {
    var merge = merges[names] ?? Merge()
    if merge.isFresh, let catalog = merge.catalog { return (catalog, nil) }
    let catalogs = names.compactMap(read).filter { $0.count > 0 }
    let largest = catalogs.max { $0.count < $1.count } ?? .empty
    if merge.isFresh { return (largest, nil) }
    // The whole of it follows soon, and would be merged again.
    if catalogs.count > 1, catalogs.contains(where: \.isPartial) { return (merge.catalog ?? largest, nil) }
    defer { merges[names] = merge }
    merge.isFresh = true
    merge.mergeID += 1
    if catalogs.count <= 1 || catalogs.reduce(0, { $0 + $1.count }) <= Self.mergedAtOnce {
      let catalog = catalogs.count == 1 ? catalogs[0] : CatalogMerge.merge(catalogs)
      merge.catalog = catalog
      merge.made = merge.mergeID
      return (catalog, nil)
    }
    return (merge.catalog ?? largest, Work(names: names, mergeID: merge.mergeID, catalogs: catalogs))
  }

  /// Whether a merge of these sources is being made elsewhere.
  func isMerging(_ names: [String]) -> Bool {
    guard let merge = merges[names] else { return false }
    return merge.isFresh && merge.made < merge.mergeID
  }

  /// False if the merge was overtaken by a newer one.
  mutating func finish(_ names: [String], mergeID: Int, _ catalog: EntityCatalog) -> Bool {
    guard let merge = merges[names], merge.mergeID == mergeID else { return false }
    merges[names]?.catalog = catalog
    merges[names]?.made = mergeID
    return true
  }
}
