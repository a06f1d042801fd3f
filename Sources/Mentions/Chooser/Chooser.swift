import Entities

/// The list of results that the user picks from: the answers to one query.
///
///     shown (never moves) │ ranked, in order of arrival │ in their sources' own order │ seen before
///
/// Entities already shown keep their places. Of those not shown yet, ranked ones go first; what this creation
/// had seen before and still matches fills in until its source has answered.
public struct Chooser: Sendable {
  /// The query whose answers these are; 0 before the first.
  public private(set) var queryID = 0
  public private(set) var entries: [ChooserEntry] = []
  /// Whether more entities match than ``entries`` holds.
  public private(set) var more = false
  /// Whether there is something to pick from. While a further query is waited for, what was visible stays so.
  public private(set) var isVisible = false
  /// Rises with every change.
  private(set) var version = 0

  /// What is known of each entry beside itself.
  private struct Standing: Sendable {
    var isRanked: Bool
    /// Seen before, not yet part of an answer to this query.
    var isStandIn: Bool
  }

  private var standings: [Standing] = []
  private var shownCount = 0
  private var limit = 0
  private var known = KnownEntities()
  /// Sources that still owe an answer, and those that have given their last; nil before they are named.
  private var pending: [String]?
  private var ended: [String] = []
  /// Of those ended, the ones that gave no last batch.
  private var failed: [String] = []
  private var hasAnswers = false

  public init() {}

  public var count: Int { entries.count }
  /// Whether a source still owes an answer.
  public var isLoading: Bool { isOpen && (pending.map { !$0.isEmpty } ?? true) }
  private var isOpen: Bool { queryID > 0 && !isClosed }
  private var isClosed = true

  /// Starts the answers to a further query.
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

  /// Nothing is being created any more.
  mutating func close() {
    guard !isClosed || isVisible || !entries.isEmpty else { return }
    let (queryID, version) = (queryID, version)
    self = Chooser()
    self.queryID = queryID
    self.version = version + 1
  }

  /// The client has what is here now.
  mutating func markShown() { shownCount = entries.count }

  /// Whether anything that a source said has been kept.
  var foundAny: Bool { hasAnswers }
  /// Whether every source has answered.
  var isSettled: Bool { isOpen && pending?.isEmpty == true }

  // MARK: Answers

  /// Names who will answer. Those who already have are done.
  mutating func expect(_ sources: [String]) {
    guard isOpen else { return }
    pending = sources.filter { source in !ended.contains { $0.utf8.elementsEqual(source.utf8) } }
    if !isLoading { version += 1 }
    settle()
  }

  /// Entities that this creation has seen before and that match the key of now.
  mutating func standIn(_ candidates: [ChooserEntry]) {
    guard !candidates.isEmpty else { return }
    for candidate in candidates where entries.count < limit {
      guard known.index(of: candidate.entity) == nil else { continue }
      append(candidate, Standing(isRanked: false, isStandIn: true), at: entries.count)
    }
    if !entries.isEmpty { isVisible = true }
    version += 1
  }

  /// Takes a batch. False where it is ignored: it answers another query or its source has given its last.
  mutating func take(_ batch: ResultBatch) -> Bool {
    guard isOpen, batch.queryID == queryID, !hasEnded(batch.source) else { return false }
    if batch.more { more = true }
    dropStandIns(of: batch.source)
    var place = shownCount
    while place < standings.count, batch.isRanked ? standings[place].isRanked : !standings[place].isStandIn {
      place += 1
    }
    let removesDuplicates = batch.dedupe || batch.isRanked
    for entry in batch.entries {
      hasAnswers = true
      if let same = known.index(of: entry.entity),
        removesDuplicates || standings[same].isStandIn
      {
        standings[same].isStandIn = false
        entries[same].entity.fillMissing(from: entry.entity)
        known.note(entries[same].entity, at: same)
        known.note(entry.entity, at: same)
        continue
      }
      if place >= limit {
        more = true
        break
      }
      append(entry, Standing(isRanked: batch.isRanked, isStandIn: false), at: place)
      place += 1
    }
    cut()
    if !entries.isEmpty { isVisible = true }
    version += 1
    if batch.isComplete || batch.entries.isEmpty { end(batch.source) }
    return true
  }

  /// A source has given its last. False where it had before, or the query is another.
  mutating func sourceEnded(_ source: String, queryID: Int) -> Bool {
    guard isOpen, queryID == self.queryID, !hasEnded(source) else { return false }
    dropStandIns(of: source)
    version += 1
    failed.append(source)
    end(source)
    return true
  }

  /// Awaits the answers again of sources that ended without a last batch; returns them.
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

  /// Once all have answered, nothing found means nothing to see.
  private mutating func settle() {
    guard isSettled, !hasAnswers else { return }
    shownCount = 0
    keep([])
    isVisible = false
  }

  // MARK: Entries

  private mutating func append(_ entry: ChooserEntry, _ standing: Standing, at place: Int) {
    if place < entries.count { known.shift(from: place) }
    entries.insert(entry, at: place)
    standings.insert(standing, at: place)
    known.note(entry.entity, at: place)
  }

  /// Stand-ins of a source that answers itself; those shown stay.
  private mutating func dropStandIns(of source: String) {
    guard standings.contains(where: { $0.isStandIn }) else { return }
    keep(
      entries.indices.filter {
        $0 < shownCount || !standings[$0].isStandIn
          || !entries[$0].entity.source.utf8.elementsEqual(source.utf8)
      })
  }

  private mutating func keep(_ kept: [Int]) {
    guard kept.count < entries.count else { return }
    entries = kept.map { entries[$0] }
    standings = kept.map { standings[$0] }
    known = KnownEntities()
    for (index, entry) in entries.enumerated() { known.note(entry.entity, at: index) }
  }

  private mutating func cut() {
    guard entries.count > limit, limit >= shownCount else { return }
    more = true
    entries.removeLast(entries.count - limit)
    standings.removeLast(standings.count - limit)
    known.forget(from: limit)
  }
}
