import JSONText

/// Entities on their way into a catalog: records in the order in which they came, and which are the same.
struct EntityGathering {
  var sources: [String]
  let mergesByName: Bool
  /// Whether an e-mail address or handle of another source tells that two entities are the same.
  let mergesSources: Bool

  var records: [UInt8] = []
  var recordStarts: [UInt32] = []
  var sourceOf: [UInt16] = []
  var metadata: [UInt32: JSONObject] = [:]
  /// Records that are the same entity as an earlier one, with that one (or one on the way to it).
  private(set) var sameAs: [UInt32: UInt32] = [:]
  /// By `Text`, the first record with each text.
  private var tables = Text.allCases.map { _ in KeyTable() }

  /// What can tell that two are the same.
  private enum Text: Int, CaseIterable {
    case uniqueID, id, name, email, handle

    var isFolded: Bool {
      switch self {
      case .uniqueID, .id: false
      case .name, .email, .handle: true
      }
    }
  }

  /// Beyond this offsets would not fit.
  static let mostBytes = Int(UInt32.max) - (1 << 24)
  static let mostBytesPerEntity = 1 << 20

  init(sources: [String], mergesByName: Bool, mergesSources: Bool) {
    self.sources = sources
    self.mergesByName = mergesByName
    self.mergesSources = mergesSources
  }

  /// Entities that are not duplicates.
  var kept: Int { recordStarts.count - sameAs.count }

  mutating func append(_ entity: Entity, source: Int) -> EntityCatalog.AppendOutcome {
    if entity.name.utf8.allSatisfy({ $0 <= 0x20 }) { return .refused(.emptyName) }
    if records.count >= Self.mostBytes { return .refused(.catalogFull) }
    let start = records.count
    if entity.id.isEmpty {
      var named = entity
      named.id = [entity.handle, entity.email].compactMap { $0 }.first { !$0.isEmpty } ?? entity.name
      EntityRecord.append(named, to: &records)
    } else {
      EntityRecord.append(entity, to: &records)
    }
    if records.count - start > Self.mostBytesPerEntity {
      records.removeLast(records.count - start)
      return .refused(.tooLong)
    }
    return add(start, source, entity.metadata) ? .accepted : .merged
  }

  /// Takes an entity over from a catalog.
  mutating func append(_ catalog: EntityCatalog, _ index: Int, source: Int) {
    if records.count >= Self.mostBytes { return }
    let start = records.count
    records += catalog.records[Int(catalog.recordStarts[index])..<catalog.recordEnd(at: index)]
    _ = add(start, source, catalog.metadata[UInt32(index)] ?? JSONObject())
  }

  /// - Returns: whether it is a new one.
  private mutating func add(_ start: Int, _ source: Int, _ members: JSONObject) -> Bool {
    let number = recordStarts.count
    recordStarts.append(UInt32(start))
    sourceOf.append(UInt16(truncatingIfNeeded: source))
    if members != JSONObject() { metadata[UInt32(number)] = members }
    let record = EntityRecord(records.span, at: start)
    if record.uniqueID != nil, let other = find(number, .uniqueID) { join(number, other) }
    if let other = find(number, .id), mayShareID(root(number), root(other)) {
      join(number, other)
    }
    if mergesByName {
      if let other = find(number, .name) { join(number, other) }
      if let other = find(number, .email) { join(number, other) }
    } else if mergesSources {
      if let other = find(number, .email) { joinSources(number, other) }
      if let other = find(number, .handle) {
        joinSources(number, other)
      }
    }
    return sameAs[UInt32(number)] == nil
  }

  /// Two of one source and `id` are the same unless their `uniqueID`s tell them apart.
  private func mayShareID(_ a: Int, _ b: Int) -> Bool {
    let first = EntityRecord(records.span, at: Int(recordStarts[a])).uniqueID
    let second = EntityRecord(records.span, at: Int(recordStarts[b])).uniqueID
    guard let first, let second else { return true }
    return records[first].elementsEqual(records[second])
  }

  /// Inside a source an address or a handle alone makes nobody the same.
  private mutating func joinSources(_ number: Int, _ other: Int) {
    if sourceOf[root(number)] != sourceOf[root(other)] { join(number, other) }
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

  /// The earlier record with this text; without one, this record is remembered for it.
  private mutating func find(_ number: Int, _ text: Text) -> Int? {
    guard let hash = hash(number, text) else { return nil }
    if let other = tables[text.rawValue].first(hash: hash, where: { isSame(number, $0, text) }) {
      return other
    }
    tables[text.rawValue].insert(number, hash: hash)
    return nil
  }

  /// Gives back the room of what found duplicates; nothing may be added afterwards.
  mutating func forgetTexts() { tables = [] }

  private func range(_ number: Int, _ text: Text) -> Range<Int>? {
    let record = EntityRecord(records.span, at: Int(recordStarts[number]))
    switch text {
    case .uniqueID: return record.uniqueID
    case .id: return record.id
    case .name: return record.name
    case .email: return record.email
    case .handle: return record.handle
    }
  }

  private func hash(_ number: Int, _ text: Text) -> UInt32? {
    guard let range = range(number, text), !range.isEmpty else { return nil }
    let seed = text == .id ? UInt64(sourceOf[number]) + 1 : 0
    if !text.isFolded { return KeyTable.hash(records.span.extracting(range), seed: seed) }
    return KeyTable.hash(folded(range).span, seed: seed)
  }

  private func isSame(_ a: Int, _ b: Int, _ text: Text) -> Bool {
    guard let first = range(a, text), let second = range(b, text) else { return false }
    if text.isFolded { return folded(first) == folded(second) }
    if text == .id, sourceOf[a] != sourceOf[b] { return false }
    return records[first].elementsEqual(records[second])
  }

  private func folded(_ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    NameFolding.append(folding: records.span.extracting(range), to: &bytes)
    return bytes
  }
}
