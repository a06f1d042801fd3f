public import Entities

/// One row of the chooser.
public struct ChooserEntry: Hashable, Sendable {
  public var entity: Entity
  /// The parts of the entity's name to highlight, in UTF-8 offsets.
  public var matches: [Range<Int>]
  /// The parts of the entity's handle to highlight, if the key was found there, in UTF-8 offsets.
  public var handleMatches: [Range<Int>] = []
  /// The quality of the match; nil if the source ranked the entry.
  public var tier: MatchTier?

  public init(entity: Entity, matches: [Range<Int>] = [], tier: MatchTier? = nil) {
    self.entity = entity
    self.matches = matches
    self.tier = tier
  }

  /// Creates an entry for an entity that was found by one of its texts, with the ranges to highlight in that text.
  public init(entity: Entity, ranges: [Range<Int>], in field: MatchField, tier: MatchTier? = nil) {
    self.init(entity: entity, tier: tier)
    switch field {
    case .name: matches = ranges
    case .handle: handleMatches = ranges
    case .alias, .email: break
    }
  }
}

/// A batch of results of one source for one query.
public struct ResultBatch: Sendable {
  /// The ``Query/id`` of the query that the batch answers. A batch for any query other than the current one is ignored.
  public var queryID: Int
  /// The name of the source. Batches of a source that has already ended are ignored.
  public var source: String
  /// The results. An empty batch is the source's last one, regardless of ``isComplete``.
  public var entries: [ChooserEntry]
  /// Whether the entries were matched and ranked in memory. If so, they precede entries that are in a source's own
  /// order and have not been shown yet, and duplicates are removed regardless of ``dedupe``.
  public var isRanked: Bool
  /// Whether to remove entries that the chooser already contains.
  public var dedupe: Bool
  /// Whether this is the source's last batch for the query.
  public var isComplete: Bool
  /// Whether the source has more results than it returned.
  public var more: Bool
  /// Whether the batch contains all results of the source so far, and therefore replaces the source's earlier batches,
  /// except for entries already shown.
  public var isWhole: Bool

  public init(
    queryID: Int, source: String, entries: [ChooserEntry], isRanked: Bool, dedupe: Bool,
    isComplete: Bool, more: Bool, isWhole: Bool = false
  ) {
    self.queryID = queryID
    self.source = source
    self.entries = entries
    self.isRanked = isRanked
    self.dedupe = dedupe
    self.isComplete = isComplete
    self.more = more
    self.isWhole = isWhole
  }
}

/// The list of results for one query, from which the user selects.
///
///     shown (never moves) │ ranked │ in the order of the sources, and in their own │ stand-ins
///
/// Entries already shown keep their positions. Of the others, ranked ones come first, then those of each source in the
/// order of the sources, regardless of which source answers first. Stand-ins are shown until their source has answered.
public struct Chooser: Sendable {
  /// The number of the current query; 0 before the first.
  public private(set) var queryID = 0
  /// The entries in the order of the list; at most ``MentionsPolicy/limit``.
  public private(set) var entries: [ChooserEntry] = []
  /// Whether more entities match than ``entries`` contains.
  public private(set) var more = false
  /// Whether there is something to select from. Stays true while the answers to the next query are pending.
  public private(set) var isVisible = false
  /// Increases with each change.
  private(set) var version = 0

  /// The rank of an entry, and its origin.
  private struct Standing: Sendable {
    /// The rank of the entry's batch, as returned by `rank(of:)`; `Int.max` for one that was added while its source was slow.
    var rank: Int
    /// For a stand-in, the source that is expected to return the entry; nil once a source has returned it for this
    /// query.
    var standInFor: String?
    var isStandIn: Bool { standInFor != nil }
    /// Other descriptions of the entity; a later batch may identify the entity by their fields.
    var others: [Entity] = []
  }

  private var standings: [Standing] = []
  private var shownCount = 0
  private var limit = 0
  private var known = KnownEntities()
  /// The sources that have not answered completely yet; nil before the sources of the query are known.
  private var pending: [String]?
  /// All sources that will answer, in order.
  private var sources: [String] = []
  private var ended: [String] = []
  /// The sources that ended without a last batch.
  private var failed: [String] = []
  private var hasAnswers = false

  public var count: Int { entries.count }
  /// Whether a source has not answered completely yet.
  public var isLoading: Bool { isOpen && (pending.map { !$0.isEmpty } ?? true) }
  /// Whether a source other than this one has not answered completely yet.
  package func awaitsOthers(than source: String) -> Bool {
    pending?.contains { !$0.utf8.elementsEqual(source.utf8) } ?? isLoading
  }
  private var isOpen: Bool { queryID > 0 && !isClosed }
  private var isClosed = true

  /// Starts a new query.
  mutating func begin(queryID: Int, limit: Int) {
    let wasVisible = isVisible
    let version = version
    self = Chooser()
    self.queryID = queryID
    self.limit = max(0, limit)
    self.version = version + 1
    isVisible = wasVisible
    isClosed = false
  }

  /// Empties and hides the list after the creation of a mention has ended.
  mutating func close() {
    guard !isClosed else { return }
    let (queryID, version) = (queryID, version)
    self = Chooser()
    self.queryID = queryID
    self.version = version + 1
  }

  /// Records that the client has received the current list.
  mutating func markShown() { shownCount = entries.count }

  /// Whether a source has found any entity for the query.
  package var foundAny: Bool { hasAnswers }
  /// Whether every source has answered.
  var isSettled: Bool { isOpen && pending?.isEmpty == true }
  /// Whether every source has answered, and none has found an entity.
  package var isSettledEmpty: Bool { isSettled && !hasAnswers }

  // MARK: Answers

  /// Sets the sources that will answer. Sources that have already ended stay ended.
  mutating func expect(_ sources: [String]) {
    guard isOpen else { return }
    self.sources = sources
    pending = sources.filter { source in !ended.contains { $0.utf8.elementsEqual(source.utf8) } }
    if !isLoading { version += 1 }
    settle()
  }

  /// Adds stand-ins: entities of a source that match the current key, which are shown until the source has answered.
  /// Entities already in the list are skipped.
  mutating func standIn(_ candidates: [ChooserEntry], for source: String) {
    guard isOpen, !candidates.isEmpty, !hasEnded(source) else { return }
    for candidate in candidates where entries.count < limit {
      guard known.index(of: candidate.entity) == nil else { continue }
      append(candidate, Standing(rank: .max, standInFor: source))
    }
    if !entries.isEmpty { isVisible = true }
    version += 1
  }

  /// Receives a batch. Returns false if it is ignored, because it answers another query or its source has ended.
  mutating func take(_ batch: ResultBatch) -> Bool {
    guard isOpen, batch.queryID == queryID, !hasEnded(batch.source) else { return false }
    if batch.more { more = true }
    dropStandIns(of: batch.source)
    let rank = self.rank(of: batch)
    if batch.isWhole { keep(entries.indices.filter { $0 < shownCount || standings[$0].rank != rank }) }
    let removesDuplicates = batch.dedupe || batch.isRanked
    var behind = takeEntries(behind: rank)
    for var entry in batch.entries {
      hasAnswers = true
      if let same = known.index(of: entry.entity),
        removesDuplicates || standings[same].isStandIn
      {
        standings[same].standInFor = nil
        let isKnown =
          entries[same].entity == entry.entity || standings[same].others.contains(entry.entity)
        if !isKnown {
          entries[same].entity.fill(from: entry.entity)
          standings[same].others.append(entry.entity)
          known.note(entry.entity, [], at: same)
        }
        continue
      }
      if entries.count >= limit {
        more = true
        break
      }
      var standing = Standing(rank: rank)
      if let later = behind.take(entry.entity, evenIfAnswer: removesDuplicates) {
        entry.entity.fill(from: later.entry.entity)
        standing.others = [later.entry.entity] + later.standing.others
      }
      append(entry, standing)
    }
    for (entry, standing) in behind.rest { append(entry, standing) }
    cut()
    if !entries.isEmpty { isVisible = true }
    version += 1
    if batch.isComplete || batch.entries.isEmpty { end(batch.source) }
    return true
  }

  /// Records that a source has ended without a last batch. Returns false if it had already ended, or if the query is
  /// not the current one.
  mutating func sourceEnded(_ source: String, queryID: Int) -> Bool {
    guard isOpen, queryID == self.queryID, !hasEnded(source) else { return false }
    dropStandIns(of: source)
    version += 1
    failed.append(source)
    end(source)
    return true
  }

  /// Waits again for the sources that ended without a last batch, and returns them.
  mutating func reopenFailed() -> [String] {
    guard isOpen, pending != nil, !failed.isEmpty else { return [] }
    defer { failed = [] }
    ended.removeAll { source in failed.contains { $0.utf8.elementsEqual(source.utf8) } }
    pending?.append(contentsOf: failed)
    version += 1
    return failed
  }

  private func hasEnded(_ source: String) -> Bool {
    ended.contains { $0.utf8.elementsEqual(source.utf8) }
  }

  private mutating func end(_ source: String) {
    ended.append(source)
    pending?.removeAll { $0.utf8.elementsEqual(source.utf8) }
    settle()
  }

  /// Hides the list if all sources have answered and found nothing.
  private mutating func settle() {
    guard isSettled, !hasAnswers else { return }
    shownCount = 0
    keep([])
    isVisible = false
  }

  // MARK: Entries

  private mutating func append(_ entry: ChooserEntry, _ standing: Standing) {
    entries.append(entry)
    standings.append(standing)
    known.note(entry.entity, standing.others, at: entries.count - 1)
  }

  /// The rank of a batch's entries: ranked ones first, then those of the sources in order.
  private func rank(of batch: ResultBatch) -> Int {
    let place = sources.firstIndex { $0.utf8.elementsEqual(batch.source.utf8) } ?? sources.count
    return batch.isRanked ? place - sources.count - 1 : place
  }

  /// The entries that belong after those of a batch, removed from the list while the batch is inserted.
  private struct EntriesBehind {
    private var entries: [(entry: ChooserEntry, standing: Standing)]
    private var known = KnownEntities()
    private var taken: Set<Int> = []

    init(_ entries: [(entry: ChooserEntry, standing: Standing)]) {
      self.entries = entries
      for (index, (entry, standing)) in entries.enumerated() {
        known.note(entry.entity, standing.others, at: index)
      }
    }

    /// Removes the entry for the same entity as `entity`, which the batch inserts at an earlier position. Returns the
    /// removed entry with its rank and origin; nil if there is none to remove.
    ///
    /// - Parameter evenIfAnswer: whether to remove it even if it is an answer to this query.
    mutating func take(
      _ entity: Entity, evenIfAnswer: Bool
    ) -> (entry: ChooserEntry, standing: Standing)? {
      guard let index = known.index(of: entity), evenIfAnswer || entries[index].standing.isStandIn,
        taken.insert(index).inserted
      else { return nil }
      return entries[index]
    }

    var rest: [(entry: ChooserEntry, standing: Standing)] {
      entries.indices.filter { !taken.contains($0) }.map { entries[$0] }
    }
  }

  /// Removes and returns the entries that have not been shown yet and belong after the entries of a rank.
  private mutating func takeEntries(behind rank: Int) -> EntriesBehind {
    guard let place = standings[shownCount...].firstIndex(where: { $0.rank > rank }) else {
      return EntriesBehind([])
    }
    let behind = EntriesBehind(zip(entries[place...], standings[place...]).map { ($0, $1) })
    keep(Array(0..<place))
    return behind
  }

  /// Removes stand-ins of a source; those already shown stay.
  private mutating func dropStandIns(of source: String) {
    guard standings.contains(where: { $0.isStandIn }) else { return }
    keep(
      entries.indices.filter {
        $0 < shownCount || standings[$0].standInFor.map { !$0.utf8.elementsEqual(source.utf8) } ?? true
      })
  }

  private mutating func keep(_ kept: [Int]) {
    guard kept.count < entries.count else { return }
    entries = kept.map { entries[$0] }
    standings = kept.map { standings[$0] }
    known = KnownEntities()
    for index in entries.indices { known.note(entries[index].entity, standings[index].others, at: index) }
  }

  private mutating func cut() {
    guard entries.count > limit, limit >= shownCount else { return }
    more = true
    entries.removeLast(entries.count - limit)
    standings.removeLast(standings.count - limit)
    known.forget(from: limit)
  }
}

/// A change of the chooser, for hosts that draw their own chooser (<doc:Behaviour>, section 10).
public enum ChooserEvent: String, Hashable, Sendable {
  /// The chooser has entries and is about to appear.
  case willShow
  /// The client has received the list (``MentionsDocument/markShown()``).
  case shown
  /// The entries or the loading state of the visible chooser changed.
  case changed
  case hidden
}

/// Finds the index of the entry for an entity: by `uniqueID`, else by `id` and source. Entities of different sources
/// are also the same if their e-mail addresses or handles are equal (<doc:Behaviour>, section 4).
package struct KnownEntities: Sendable {
  private var byKey: [EntityKey: Int] = [:]
  private var byEmail: [CaselessText: Place] = [:]
  private var byHandle: [CaselessText: Place] = [:]

  fileprivate struct Place: Sendable {
    var index: Int
    var source: String
  }

  package init() {}

  package func index(of entity: Entity) -> Int? {
    if let index = byKey[entity.key] { return index }
    if let email = entity.email, let place = byEmail[CaselessText(email)], place.isElsewhere(entity) {
      return place.index
    }
    if let handle = entity.handle, let place = byHandle[CaselessText(handle)], place.isElsewhere(entity) {
      return place.index
    }
    return nil
  }

  /// Adds an entity with its other descriptions. An e-mail address or a handle stays assigned to the first entity that
  /// has it.
  package mutating func note(_ entity: Entity, _ others: [Entity], at index: Int) {
    byKey[entity.key] = index
    let place = Place(index: index, source: entity.source)
    if let email = entity.email, !email.isEmpty { Self.note(email, place, in: &byEmail) }
    if let handle = entity.handle, !handle.isEmpty { Self.note(handle, place, in: &byHandle) }
    for other in others { note(other, [], at: index) }
  }

  private static func note(_ text: String, _ place: Place, in places: inout [CaselessText: Place]) {
    let text = CaselessText(text)
    if places[text] == nil { places[text] = place }
  }

  fileprivate mutating func forget(from limit: Int) {
    byKey = byKey.filter { $0.value < limit }
    byEmail = byEmail.filter { $0.value.index < limit }
    byHandle = byHandle.filter { $0.value.index < limit }
  }
}

extension KnownEntities.Place {
  fileprivate func isElsewhere(_ entity: Entity) -> Bool { !source.utf8.elementsEqual(entity.source.utf8) }
}
