/// Says in which tier an entity matches a key. This is the one definition of the tiers: the catalog's index
/// only finds the same entities sooner.
///
/// A key that ends in a separator (`ada `) has its last word whole: it matches beginnings of names, handles,
/// aliases and e-mail addresses (and subsequences), but no single words, initials or typing errors.
public struct EntityMatcher: Sendable {
  let key: FoldedKey
  let kind: MatchQuery.Kind

  /// O(key).
  public init(_ key: String, kind: MatchQuery.Kind = .explicit) {
    self.key = FoldedKey(key)
    self.kind = kind
  }

  /// The best tier in which the entity matches, the text in which it does, and what to highlight there
  /// (UTF-8 offsets); nil if it does not match. O(the entity's texts × words of the key).
  public func match(_ entity: Entity) -> (tier: MatchTier, field: MatchField, ranges: [Range<Int>])? {
    var raw: [UInt8] = []
    EntityRecord.append(entity, to: &raw)
    var record: [UInt8] = []
    var texts: [UInt8] = []
    FoldedRecord.append(folding: EntityRecord(raw.span, at: 0), in: raw.span, to: &record, using: &texts)
    guard let (tier, field) = match(record.span, raw.span, before: nil) else { return nil }
    return (tier, field, entity.text(of: field).map { ranges(in: $0, tier) } ?? [])
  }

  /// Matches a small list with the same tiers and the same order as `EntityCatalog/search(_:)`.
  ///
  /// - Parameters:
  ///   - entities: in their sources' own order. Duplicates are not removed.
  ///   - sources: the names of the sources in their order; others rank behind.
  public static func search(
    _ entities: [Entity], _ query: MatchQuery, sources: [String] = []
  ) -> MatchList {
    let matcher = EntityMatcher(query.key, kind: query.kind)
    let boosts = query.signals.boosts()
    var top = TopMatches<RankedMatch>(limit: query.limit)
    for (index, entity) in entities.enumerated() {
      guard let (tier, field, ranges) = matcher.match(entity) else { continue }
      let score = MatchScore(
        tier: tier, boost: boosts.isEmpty ? MatchBoost() : boosts[entity.key] ?? MatchBoost(),
        sourceOrder: sources.firstIndex { $0.utf8.elementsEqual(entity.source.utf8) } ?? sources.count,
        ownOrder: index, entity: entity)
      top.offer(
        RankedMatch(
          match: Match(index: index, tier: tier, field: field, ranges: ranges, score: score)))
    }
    return MatchList(
      matches: top.sorted().map(\.match), isComplete: !top.isOverfull, total: top.offered)
  }

  /// The best tier in which an entity matches.
  ///
  /// - Parameters:
  ///   - bytes: hold the `FoldedRecord` at `start`.
  ///   - raw: hold the `EntityRecord` at `rawStart`.
  ///   - last: this tier, and those behind it, are not tried.
  func match(
    _ bytes: Span<UInt8>, at start: Int = 0, _ raw: Span<UInt8>, at rawStart: Int = 0, before last: MatchTier?
  ) -> (MatchTier, MatchField)? {
    if key.isEmpty { return (.emptyKey, .name) }
    let record = FoldedRecord(bytes, at: start)
    for tier in MatchTier.allCases where tier != .emptyKey && (kind == .explicit || tier.isPrefix) {
      if let last, tier >= last { return nil }
      if let field = match(bytes, record, raw, rawStart, in: tier) { return (tier, field) }
    }
    return nil
  }

  /// Whether the record fulfils one tier's condition; it may fulfil that of a better one too.
  func match(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, _ raw: Span<UInt8>, _ rawStart: Int, in tier: MatchTier
  ) -> MatchField? {
    switch tier {
    case .exact:
      if record.name.count == key.bytes.count, key.begins(bytes.extracting(record.name)) { return .name }
      let isHandle = record.handle.count == key.bytes.count
      return isHandle && key.begins(bytes.extracting(record.handle)) ? .handle : nil
    case .namePrefix: return key.begins(bytes.extracting(record.name)) ? .name : nil
    case .handlePrefix: return key.begins(bytes.extracting(record.handle)) ? .handle : nil
    case .aliasPrefix:
      if record.aliasCount == 0 { return nil }
      return record.aliases(bytes).firstIndex { key.begins(bytes.extracting($0)) }.map { .alias($0) }
    case .wordsInOrder:
      if !key.isSeveralWords { return nil }
      return field(bytes, record) { key.wordsBegin(bytes.extracting($0)) }
    case .wordPrefix:
      if !key.isOneWord { return nil }
      return field(bytes, record) { key.beginsWord(of: bytes.extracting($0)) }
    case .initials:
      return key.canBeInitials && key.begins(bytes.extracting(record.initials)) ? .name : nil
    case .emailPrefix:
      guard let email = EntityRecord(raw, at: rawStart).searchedEmail else { return nil }
      return key.beginsEmail(raw.extracting(email)) ? .email : nil
    case .subsequence: return field(bytes, record) { key.isSubsequence(of: bytes.extracting($0)) }
    case .oneTypo, .twoTypos:
      let allowance = tier == .oneTypo ? 1 : 2
      if key.typoAllowance < allowance { return nil }
      return field(bytes, record) { (key.typos(in: bytes.extracting($0)) ?? .max) <= allowance }
    case .emptyKey: return nil
    }
  }

  /// The first of name, handle and aliases that fulfils a condition.
  @inline(__always)
  private func field(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, where condition: (Range<Int>) -> Bool
  ) -> MatchField? {
    if condition(record.name) { return .name }
    if !record.handle.isEmpty, condition(record.handle) { return .handle }
    if record.aliasCount == 0 { return nil }
    return record.aliases(bytes).firstIndex(where: condition).map { .alias($0) }
  }

  /// What to highlight in a text that matches in a tier: UTF-8 offsets.
  func ranges(in text: String, _ tier: MatchTier) -> [Range<Int>] {
    let (folded, origins) = NameFolding.foldWithOrigins(text)
    var result: [Range<Int>] = []
    for range in key.ranges(in: folded.span, tier) where !range.isEmpty {
      let original = origins[range.lowerBound].lowerBound..<origins[range.upperBound - 1].upperBound
      if let last = result.last, original.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, original.upperBound)
      } else {
        result.append(original)
      }
    }
    return result
  }
}

/// A match, compared by its score.
struct RankedMatch: Comparable {
  let match: Match

  static func < (a: RankedMatch, b: RankedMatch) -> Bool {
    if a.match.score < b.match.score { return true }
    if b.match.score < a.match.score { return false }
    return a.match.index < b.match.index
  }

  static func == (a: RankedMatch, b: RankedMatch) -> Bool { a.match.index == b.match.index }
}
