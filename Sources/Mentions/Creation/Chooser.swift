public import Entities
import JSONText

/// A question to the sources. The document's language and address are the host's to add.
public struct Query: Hashable, Sendable {
  /// Rises with every query of a document; answers carry it back.
  public let id: Int
  /// The text searched for. May be empty for an explicit mention.
  public let key: String
  public let kind: SearchKind
  /// Whether the user asked for it (<doc:Behaviour>, section 1).
  public let invoked: Bool
  /// Index in ``MentionsPolicy/triggers``; nil for implicit mentions.
  public let trigger: Int?
  public let controlCharacter: String?

  /// Whether nobody asked for it: then less is offered of what is matched in memory (<doc:Behaviour>, section 2).
  package var isLimited: Bool { kind == .implicit && !invoked }

  init(
    id: Int, key: String, kind: SearchKind, invoked: Bool, trigger: Int?, controlCharacter: String?
  ) {
    self.id = id
    self.key = key
    self.kind = kind
    self.invoked = invoked
    self.trigger = trigger
    self.controlCharacter = controlCharacter
  }

  public func scope(under policy: MentionsPolicy) -> MatchQuery.Scope {
    policy.scope(of: kind, invoked: invoked)
  }
}

extension MentionsPolicy {
  /// Which texts of entities in memory a query searches: what nobody asked for finds names alone
  /// (<doc:Behaviour>, section 2).
  func scope(of kind: SearchKind, invoked: Bool) -> MatchQuery.Scope {
    kind == .explicit || invoked ? .everything : .names(sameCase: !implicit.anyCase)
  }

  /// The names of the sources that a query is put to: those that its trigger names, for an implicit mention those of
  /// ``Implicit/sources``, and all where the user asked for it. None where the key is an ignored word. `*` means all,
  /// a leading `-` leaves out (<doc:Behaviour>, section 2).
  ///
  /// - Parameters:
  ///   - query: what was typed, and how it began.
  ///   - isInTrailer: whether the cursor is in a trailer of a commit message: a name is expected there, so that no
  ///     word is ignored, and Git's people are meant too.
  public func sources(for query: Query, isInTrailer: Bool = false) -> [String] {
    // Nothing is offered for a reference before its first letter or digit.
    if isReference(query), !(query.key.first.map { $0.isLetter || $0.isNumber } ?? false) { return [] }
    if ignores(query), !isInTrailer { return [] }
    guard query.kind == .explicit else {
      return query.isLimited ? implicitSources(isInTrailer: isInTrailer) : ["*"]
    }
    return query.trigger.flatMap { triggers.indices.contains($0) ? triggers[$0].sources : nil } ?? []
  }

  /// The names of the sources of a mention without a trigger that nobody asked for.
  package func implicitSources(isInTrailer: Bool) -> [String] {
    guard isInTrailer, implicit.sources.contains("-git") else { return implicit.sources }
    return implicit.sources == ["-git"] ? ["*"] : implicit.sources.filter { $0 != "-git" }
  }

  /// The lists of sources that mentions in documents of a language may be put to, one for each sort of mention.
  package func sourceLists(in languageID: String) -> [[String]] {
    triggers.filter { $0.isOffered(in: languageID) }.map(\.sources)
      + (implicit.minimumLength > 0 ? [implicit.sources] : [])
  }

  /// Whether a query is for an issue or a request of a forge.
  package func isReference(_ query: Query) -> Bool {
    guard let trigger = query.trigger, triggers.indices.contains(trigger) else { return false }
    return triggers[trigger].isReference
  }

  /// Whether nobody is offered: the key of a mention that nobody asked for is an ignored word. O(key).
  package func ignores(_ query: Query) -> Bool { query.isLimited && implicit.ignore.contains(query.key) }

  /// The names of the sources that this policy would put a query to, by what it says of control characters, key and
  /// language; none where it would not have begun the mention. `*` means all.
  ///
  /// For hosts with two policies: what one of them began may be more than the other lets a source hear.
  package func sources(hearing query: Query, in languageID: String) -> [String] {
    switch query.kind {
    case .explicit:
      guard let trigger = triggers.first(where: { $0.character == query.controlCharacter }),
        query.invoked || trigger.isOffered(in: languageID),
        trigger.allowSpaces || !query.key.contains(where: \.isWhitespace)
      else { return [] }
      return trigger.sources
    case .implicit:
      if query.invoked { return sources(for: query) }
      let startsLowercase = query.key.unicodeScalars.first?.properties.isLowercase ?? false
      guard implicit.minimumLength > 0, query.key.count >= implicit.minimumLength,
        implicit.anyCase || !startsLowercase
      else { return [] }
      return sources(for: query)
    }
  }
}

/// One line of the chooser.
public struct ChooserEntry: Hashable, Sendable {
  public var entity: Entity
  /// The parts of the entity's name to highlight, in UTF-8 offsets.
  public var matches: [Range<Int>]
  /// The parts of the entity's handle to highlight, if the key was found there, in UTF-8 offsets.
  public var handleMatches: [Range<Int>] = []
  /// How well it matched; nil where it was taken as its source gave it.
  public var tier: MatchTier?

  public init(entity: Entity, matches: [Range<Int>] = [], tier: MatchTier? = nil) {
    self.entity = entity
    self.matches = matches
    self.tier = tier
  }

  /// An entity that was found by one of its texts, with what to highlight in that.
  public init(entity: Entity, ranges: [Range<Int>], in field: MatchField, tier: MatchTier? = nil) {
    self.init(entity: entity, tier: tier)
    switch field {
    case .name: matches = ranges
    case .handle: handleMatches = ranges
    case .alias, .email: break
    }
  }
}

/// Some results of one source for one query.
public struct ResultBatch: Sendable {
  public var queryID: Int
  public var source: String
  /// An empty batch ends the query, regardless of ``isComplete``.
  public var entries: [ChooserEntry]
  /// Whether the entries were matched and ranked in memory. Such entries go before those in a source's own
  /// order, unless these have been shown already; duplicates among them are always removed.
  public var isRanked: Bool
  /// Whether duplicates of what the chooser holds are to be left out.
  public var dedupe: Bool
  /// Whether this is the source's last batch for the query.
  public var isComplete: Bool
  /// Whether the source has more than it gave.
  public var more: Bool
  /// Whether it holds all that the source has found so far: it takes the place of its earlier batches, but for what has
  /// been shown.
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

/// The list of results that the user picks from: the answers to one query.
///
///     shown (never moves) │ ranked │ in the order of the sources, and in their own │ stand-ins
///
/// Entities already shown keep their places. Of the others, ranked ones go first, and those of a source go before
/// those of the next one, regardless of which answers first; stand-ins fill in until their source has answered.
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

  /// The rank of an entry, and where it came from.
  private struct Standing: Sendable {
    /// Place of its batch among those of other sources.
    var rank: Int
    /// The source that has not named it in an answer to this query yet; nil where one has.
    var standInFor: String?
    var isStandIn: Bool { standInFor != nil }
  }

  private var standings: [Standing] = []
  private var shownCount = 0
  private var limit = 0
  private var known = KnownEntities()
  /// Sources that still owe an answer, and those that have given their last; nil before they are named.
  private var pending: [String]?
  /// All sources that answer, in their order.
  private var sources: [String] = []
  private var ended: [String] = []
  /// The ended sources that gave no last batch.
  private var failed: [String] = []
  private var hasAnswers = false

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

  /// Whether a source has found any entity for the query; false while there are only stand-ins.
  package var foundAny: Bool { hasAnswers }
  /// Whether every source has answered.
  var isSettled: Bool { isOpen && pending?.isEmpty == true }
  /// Whether every source has answered, and none has found anybody.
  package var isSettledEmpty: Bool { isSettled && !hasAnswers }

  // MARK: Answers

  /// Names who will answer. Those who already have are done.
  mutating func expect(_ sources: [String]) {
    guard isOpen else { return }
    self.sources = sources
    pending = sources.filter { source in !ended.contains { $0.utf8.elementsEqual(source.utf8) } }
    if !isLoading { version += 1 }
    settle()
  }

  /// Entities of a source that match the present key, shown until it has answered. Those that are there already stay.
  mutating func standIn(_ candidates: [ChooserEntry], for source: String) {
    guard isOpen, !candidates.isEmpty, !hasEnded(source) else { return }
    for candidate in candidates where entries.count < limit {
      guard known.index(of: candidate.entity) == nil else { continue }
      append(candidate, Standing(rank: .max, standInFor: source))
    }
    if !entries.isEmpty { isVisible = true }
    version += 1
  }

  /// Takes a batch. False where it is ignored: it answers another query or its source has given its last.
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
        entries[same].entity.fillMissing(from: entry.entity)
        known.note(entries[same].entity, at: same)
        known.note(entry.entity, at: same)
        continue
      }
      if entries.count >= limit {
        more = true
        break
      }
      if let later = behind.take(entry.entity, evenIfAnswer: removesDuplicates) {
        entry.entity.fillMissing(from: later)
      }
      append(entry, Standing(rank: rank))
    }
    for (entry, standing) in behind.rest { append(entry, standing) }
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

  private mutating func append(_ entry: ChooserEntry, _ standing: Standing) {
    known.note(entry.entity, at: entries.count)
    entries.append(entry)
    standings.append(standing)
  }

  /// Place of a batch's entries: ranked ones go first, then those of the sources in their order.
  private func rank(of batch: ResultBatch) -> Int {
    let place = sources.firstIndex { $0.utf8.elementsEqual(batch.source.utf8) } ?? sources.count
    return batch.isRanked ? place - sources.count - 1 : place
  }

  /// Entries that go after those of a batch.
  private struct EntriesBehind {
    private var entries: [(ChooserEntry, Standing)]
    private var known = KnownEntities()
    private var taken: Set<Int> = []

    init(_ entries: [(ChooserEntry, Standing)]) {
      self.entries = entries
      for (index, (entry, _)) in entries.enumerated() { known.note(entry.entity, at: index) }
    }

    /// Takes out the same entity: the batch has it, and goes before.
    ///
    /// - Parameter evenIfAnswer: also where a source has given it in an answer to this query.
    mutating func take(_ entity: Entity, evenIfAnswer: Bool) -> Entity? {
      guard let index = known.index(of: entity), evenIfAnswer || entries[index].1.isStandIn,
        taken.insert(index).inserted
      else { return nil }
      return entries[index].0.entity
    }

    var rest: [(ChooserEntry, Standing)] {
      entries.indices.filter { !taken.contains($0) }.map { entries[$0] }
    }
  }

  /// Removes entries not shown yet of sources after that of a rank.
  private mutating func takeEntries(behind rank: Int) -> EntriesBehind {
    guard let place = standings[shownCount...].firstIndex(where: { $0.rank > rank }) else {
      return EntriesBehind([])
    }
    let behind = EntriesBehind(Array(zip(entries[place...], standings[place...])))
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

/// A change of the chooser, for hosts that draw their own (<doc:Behaviour>, section 10).
public enum ChooserEvent: String, Hashable, Sendable {
  /// It has something to show and is about to appear.
  case willShow
  /// The client has the list (``MentionsDocument/markShown()``).
  case shown
  /// Its entries or its loading state changed while it was there.
  case changed
  case hidden
}

/// Finds the entry that is the same entity: by `uniqueID`, else by `id` and source; across sources an equal
/// e-mail address or handle is the same entity too (<doc:Behaviour>, section 4).
struct KnownEntities: Sendable {
  private var byKey: [EntityKey: Int] = [:]
  private var byEmail: [CaselessText: Place] = [:]
  private var byHandle: [CaselessText: Place] = [:]

  fileprivate struct Place: Sendable {
    var index: Int
    var source: String
  }

  func index(of entity: Entity) -> Int? {
    if let index = byKey[entity.key] { return index }
    if let email = entity.email, let place = byEmail[CaselessText(email)], place.isElsewhere(entity) {
      return place.index
    }
    if let handle = entity.handle, let place = byHandle[CaselessText(handle)], place.isElsewhere(entity) {
      return place.index
    }
    return nil
  }

  /// The first one noted keeps an address or a handle.
  mutating func note(_ entity: Entity, at index: Int) {
    byKey[entity.key] = index
    let place = Place(index: index, source: entity.source)
    if let email = entity.email, !email.isEmpty { Self.note(email, place, in: &byEmail) }
    if let handle = entity.handle, !handle.isEmpty { Self.note(handle, place, in: &byHandle) }
  }

  private static func note(_ text: String, _ place: Place, in places: inout [CaselessText: Place]) {
    let text = CaselessText(text)
    if places[text] == nil { places[text] = place }
  }

  mutating func forget(from limit: Int) {
    byKey = byKey.filter { $0.value < limit }
    byEmail = byEmail.filter { $0.value.index < limit }
    byHandle = byHandle.filter { $0.value.index < limit }
  }
}

extension KnownEntities.Place {
  fileprivate func isElsewhere(_ entity: Entity) -> Bool { !source.utf8.elementsEqual(entity.source.utf8) }
}

extension Entity {
  /// Takes what it lacks from another description of the same entity.
  mutating func fillMissing(from other: Entity) {
    uniqueID = uniqueID ?? other.uniqueID
    handle = handle ?? other.handle
    email = email ?? other.email
    detail = detail ?? other.detail
    url = url ?? other.url
    avatar = avatar ?? other.avatar
    shortName = shortName ?? other.shortName
    weight = weight ?? other.weight
    gone = gone || other.gone
    for alias in other.aliases where !aliases.contains(alias) { aliases.append(alias) }
    for member in other.metadata.members where metadata[member.name] == nil {
      metadata[member.name] = member.value
    }
  }
}
