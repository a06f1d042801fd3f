import JSONText

/// Entities on their way into a catalog: records in the order in which they came, and which are the same.
struct EntityGathering {
  var sources: [String]
  /// Whether an e-mail address or handle of another source tells that two entities are the same.
  let mergesSources: Bool

  var batch = EntityBatch()
  /// Records that are the same entity as an earlier one, with that one (or one on the way to it).
  private(set) var sameAs: [UInt32: UInt32] = [:]
  /// By `Text`, the first record with each text.
  private var tables = Text.allCases.map { _ in KeyTable() }

  /// What can tell that two are the same.
  private enum Text: Int, CaseIterable {
    case uniqueID, id, email, handle

    var isFolded: Bool {
      switch self {
      case .uniqueID, .id: false
      case .email, .handle: true
      }
    }
  }

  /// Beyond this offsets would not fit.
  static let mostBytes = Int(UInt32.max) - (1 << 24)
  static let mostBytesPerEntity = 1 << 20

  init(sources: [String], mergesSources: Bool) {
    self.sources = sources
    self.mergesSources = mergesSources
  }

  /// Entities that are not duplicates.
  var kept: Int { batch.count - sameAs.count }

  mutating func append(_ entity: Entity, source: Int) -> EntityCatalog.AppendOutcome {
    if let refusal = batch.append(entity, source: source) { return .refused(refusal) }
    return compare(batch.count - 1) ? .accepted : .merged
  }

  /// Takes an entity over from a catalog.
  mutating func append(_ catalog: EntityCatalog, _ index: Int, source: Int) {
    if batch.append(catalog, index, source: source) { _ = compare(batch.count - 1) }
  }

  /// Takes over what the parts of a reading have yielded, in their order; nothing else may be or have been appended.
  /// Returns the numbers of those that are duplicates; nil where there is no room for all of them.
  ///
  /// - Parameter batches: empty afterwards.
  mutating func append(_ batches: inout [EntityBatch], on executor: any ParallelExecutor) -> [Int]? {
    batches.reverse()
    batch = batches.popLast() ?? EntityBatch()
    while let next = batches.popLast() { if !batch.append(next) { return nil } }
    var duplicates: [Int] = []
    for number in RepeatedHashes.numbers(of: batch.facts, on: executor) where !compare(number) {
      duplicates.append(number)
    }
    return duplicates
  }

  /// Finds out which earlier ones are the same as one that was appended.
  ///
  /// - Returns: whether it is a new one.
  private mutating func compare(_ number: Int) -> Bool {
    let record = record(number)
    if let range = record.uniqueID, let other = find(number, range, .uniqueID) { join(number, other) }
    if let other = find(number, record.id, .id), mayShareID(root(number), root(other)) {
      join(number, other)
    }
    if mergesSources {
      for text in [Text.email, .handle] {
        if let range = Self.range(record, text) { joinSources(number, range, text) }
        for alias in record.aliases {
          if let range = searched(alias, as: text) { joinSources(number, range, text) }
        }
      }
    }
    return sameAs[UInt32(number)] == nil
  }

  func record(_ number: Int) -> EncodedEntity {
    EncodedEntity(batch.bytes.span, at: Int(batch.facts[number].start))
  }

  func source(of number: Int) -> Int { Int(batch.facts[number].source) }

  /// Two of one source and `id` are the same unless their `uniqueID`s tell them apart.
  private func mayShareID(_ a: Int, _ b: Int) -> Bool {
    guard let first = record(a).uniqueID, let second = record(b).uniqueID else { return true }
    let records = batch.bytes
    return records[first].elementsEqual(records[second])
  }

  /// Inside a source an address or a handle alone makes nobody the same.
  private mutating func joinSources(_ number: Int, _ range: Range<Int>, _ text: Text) {
    guard let other = find(number, range, text) else { return }
    if source(of: root(number)) != source(of: root(other)) { join(number, other) }
  }

  /// The part of an alias that is a further address or handle.
  private func searched(_ alias: Range<Int>, as text: Text) -> Range<Int>? {
    switch (AliasForm(batch.bytes.span.extracting(alias)), text) {
    case (.email, .email), (.handle, .handle): AliasForm.searched(alias, batch.bytes.span)
    default: nil
    }
  }

  func root(_ number: Int) -> Int {
    if sameAs.isEmpty { return number }
    var at = UInt32(number)
    while let next = sameAs[at] { at = next }
    return Int(at)
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let first = root(a)
    let second = root(b)
    if first != second { sameAs[UInt32(max(first, second))] = UInt32(min(first, second)) }
    // Shortens the way for the next time.
    for number in [a, b] where number != min(first, second) {
      sameAs[UInt32(number)] = UInt32(min(first, second))
    }
  }

  /// The earlier record with a text of this one; without one, this record is remembered for it.
  private mutating func find(_ number: Int, _ range: Range<Int>, _ text: Text) -> Int? {
    if range.isEmpty { return nil }
    let folded = text.isFolded ? folded(range) : []
    let hash =
      switch text {
      case .uniqueID: batch.facts[number].keyHash
      case .id: batch.facts[number].idHash
      case .email, .handle: KeyTable.hash(folded.span, seed: 0)
      }
    let other = tables[text.rawValue].first(hash: hash) { other in
      text.isFolded ? holds(other, text, folded) : isSame(other, text, range, of: number)
    }
    if other == nil { tables[text.rawValue].insert(number, hash: hash) }
    return other
  }

  /// Gives back the room of what found duplicates; nothing may be added afterwards.
  mutating func forgetTexts() { tables = [] }

  private static func range(_ record: EncodedEntity, _ text: Text) -> Range<Int>? {
    switch text {
    case .uniqueID: record.uniqueID
    case .id: record.id
    case .email: record.email
    case .handle: record.handle
    }
  }

  /// Whether a record has a text byte for byte; an `id` only counts within one source.
  private func isSame(_ other: Int, _ text: Text, _ own: Range<Int>, of number: Int) -> Bool {
    if text == .id, source(of: number) != source(of: other) { return false }
    let records = batch.bytes
    return Self.range(record(other), text).map { records[$0].elementsEqual(records[own]) } ?? false
  }

  /// Whether a record has an address or a handle, be it among its aliases.
  private func holds(_ other: Int, _ text: Text, _ wanted: [UInt8]) -> Bool {
    let record = record(other)
    if let range = Self.range(record, text), folded(range) == wanted { return true }
    return record.aliases.contains { alias in
      searched(alias, as: text).map { folded($0) == wanted } ?? false
    }
  }

  private func folded(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    NameFolding.append(folding: batch.bytes.span.extracting(range), to: &bytes)
    return bytes
  }
}
