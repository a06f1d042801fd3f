import JSONText

/// Encoded entities of one source, in their original order, before they enter a catalog: the result of one part of a
/// parallel read. `EntityCatalog.Builder` joins batches.
package struct EntityBatch: Sendable {
  private(set) var arena: ByteArena
  private(set) var facts: [RecordFacts] = []
  /// Maps the number of an entity in this batch to its metadata. Entities without metadata are omitted.
  private(set) var metadata: [UInt32: JSONObject] = [:]

  /// - Parameter capacity: the approximate size of the records in bytes.
  package init(capacity: Int = 0) { arena = ByteArena(capacity: capacity) }

  package var count: Int { facts.count }
  /// The records, followed by unspecified bytes.
  var bytes: [UInt8] { arena.bytes }

  /// Appends an entity, or returns the reason why it cannot be kept. O(its texts).
  package mutating func append(_ entity: Entity, source: Int = 0) -> EntityCatalog.Refusal? {
    if entity.name.utf8.allSatisfy({ $0 <= 0x20 }) { return .emptyName }
    let start = arena.count
    if start >= EntityGathering.mostBytes { return .catalogFull }
    arena.append { bytes in
      if entity.id.isEmpty {
        var named = entity
        named.id = [entity.handle, entity.email].compactMap { $0 }.first { !$0.isEmpty } ?? entity.name
        EncodedEntity.append(named, to: &bytes)
      } else {
        EncodedEntity.append(entity, to: &bytes)
      }
    }
    if arena.count - start > EntityGathering.mostBytesPerEntity {
      arena.cut(to: start)
      return .tooLong
    }
    note(start, source, entity.metadata)
    return nil
  }

  /// Copies an entity from a catalog. Returns false, and appends nothing, if the batch is full.
  mutating func append(_ catalog: EntityCatalog, _ index: Int, source: Int) -> Bool {
    let start = arena.count
    if start >= EntityGathering.mostBytes { return false }
    arena.append { $0 += catalog.records[Int(catalog.recordStarts[index])..<catalog.recordEnd(at: index)] }
    note(start, source, catalog.metadata.members(of: index))
    return true
  }

  /// Appends all entities of another batch. Returns false, and appends nothing, if there is no room for them.
  mutating func append(_ other: consuming EntityBatch) -> Bool {
    if arena.count + other.arena.count > EntityGathering.mostBytes { return false }
    let start = arena.count
    let number = UInt32(facts.count)
    arena.append { $0 += other.arena.bytes[..<other.arena.count] }
    facts.reserveCapacity(facts.count + other.facts.count)
    for fact in other.facts { facts.append(fact.moved(from: 0, to: start)) }
    for (key, members) in other.metadata { metadata[number + key] = members }
    return true
  }

  /// Replaces the records of some entities, and drops the records of the other entities for which `isKept` returns
  /// false. All entities keep their numbers; a dropped entity keeps its facts.
  mutating func replace(_ entities: [Int: Entity], keeping isKept: (Int) -> Bool) {
    var all = EntityBatch(capacity: arena.count)
    all.metadata = metadata
    for number in facts.indices {
      if let entity = entities[number] {
        if entity.metadata != JSONObject() { all.metadata[UInt32(number)] = entity.metadata }
        let start = all.arena.count
        all.arena.append { EncodedEntity.append(entity, to: &$0) }
        let fact = all.fact(of: start, source: facts[number].source)
        all.facts.append(fact)
      } else if isKept(number) {
        let start = Int(facts[number].start)
        let end = EncodedEntity(arena.bytes.span, at: start).end(arena.bytes.span)
        let moved = facts[number].moved(from: start, to: all.arena.count)
        all.arena.append { $0 += arena.bytes[start..<end] }
        all.facts.append(moved)
      } else {
        all.facts.append(facts[number].moved(from: Int(facts[number].start), to: all.arena.count))
      }
    }
    self = all
  }

  private mutating func note(_ start: Int, _ source: Int, _ members: JSONObject) {
    if members != JSONObject() { metadata[UInt32(facts.count)] = members }
    let fact = fact(of: start, source: UInt16(truncatingIfNeeded: source))
    facts.append(fact)
  }

  private func fact(of start: Int, source: UInt16) -> RecordFacts {
    let bytes = arena.bytes.span
    return RecordFacts(EncodedEntity(bytes, at: start), bytes, at: start, source: source)
  }

  /// Appends an entity of plain texts, which must include a name. O(its texts).
  ///
  /// - Parameters:
  ///   - texts: ranges of `bytes`.
  ///   - bytes: the text that is being read.
  package mutating func append(_ texts: PlainTexts, of bytes: Span<UInt8>) {
    let start = arena.count
    var email: Int?
    arena.write(atMost: texts.mostBytes) { out, start in
      EncodedEntity.write(texts, of: bytes, to: &out, at: start, &email)
    }
    let uniqueID = texts[.uniqueID]
    facts.append(
      RecordFacts(
        start: start, email: email,
        idHash: KeyTable.hash(bytes.extracting(texts.idRange), seed: RecordFacts.seed(ofIDsIn: 0)),
        keyHash: uniqueID.isEmpty ? nil : KeyTable.hash(bytes.extracting(uniqueID), seed: 0),
        name: bytes.extracting(texts[.name]), source: 0, magnitude: 0))
  }
}
