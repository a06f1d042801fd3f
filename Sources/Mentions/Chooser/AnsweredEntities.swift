import Entities

/// What a creation's sources have answered so far: matched anew against a longer key while the next answer is
/// waited for.
struct AnsweredEntities: Sendable {
  private var batches: [(entries: [ChooserEntry], isRanked: Bool)] = []
  /// The key of the latest query, and whether it went on from the one before.
  private var key = ""
  private var isExtended = false

  /// The latest batches are enough: each answer repeats most of the one before.
  private static let batchLimit = 16

  mutating func removeAll() { self = AnsweredEntities() }

  /// A further query is asked.
  mutating func setKey(_ new: String) {
    isExtended = new.utf8.starts(with: key.utf8)
    key = new
  }

  mutating func add(_ entries: [ChooserEntry], isRanked: Bool) {
    guard !entries.isEmpty else { return }
    batches.append((entries, isRanked))
    if batches.count > Self.batchLimit { batches.removeFirst() }
  }

  /// Those of slow sources that match the key, best first. In-memory sources answer at once by themselves.
  func standIns(for key: String, scope: MatchQuery.Scope, sources: [String], limit: Int) -> [ChooserEntry] {
    guard isExtended else { return [] }
    var known: Set<EntityKey> = []
    let matcher = EntityMatcher(key, scope: scope)
    var found: [(tier: MatchTier, entry: ChooserEntry)] = []
    for batch in batches.reversed() where !batch.isRanked {
      for entry in batch.entries {
        guard sources.contains(where: { $0.utf8.elementsEqual(entry.entity.source.utf8) }),
          known.insert(entry.entity.key).inserted, let match = matcher.match(entry.entity)
        else { continue }
        let ranges = match.field == .name ? match.ranges : []
        found.append(
          (match.tier, ChooserEntry(entity: entry.entity, matches: ranges, tier: match.tier)))
      }
      if found.count >= limit { break }
    }
    // Stable within a tier: the source's own order.
    let order = found.indices.sorted { (found[$0].tier, $0) < (found[$1].tier, $1) }
    return order.prefix(limit).map { found[$0].entry }
  }
}
