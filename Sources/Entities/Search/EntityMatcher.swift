/// Determines the tier in which an entity matches a key. This is the only definition of the tiers: the catalog's
/// index finds the same entities, only faster.
///
/// A separator at the end of a key (`ada `) marks the last word as complete. Such a key is still matched as a prefix of
/// names, handles, aliases and e-mail addresses and as a subsequence, but not with single words or initials, and not
/// with typing errors.
public struct EntityMatcher: Sendable {
  let key: FoldedKey
  let scope: MatchQuery.Scope

  /// Creates a matcher. O(key).
  public init(_ key: String, scope: MatchQuery.Scope = .everything) {
    self.key = FoldedKey(key, keepsCase: scope == .names(sameCase: true))
    self.scope = scope
  }

  /// Whether handles, e-mail addresses and fuzzy matches count.
  var searchesEverything: Bool { scope == .everything }

  /// The tiers that are tried, best first.
  var tiers: [MatchTier] { searchesEverything ? MatchTier.searched : MatchTier.ofNames }

  /// The best tier in which the entity matches, the field that matches, and the ranges of its text to highlight (UTF-8
  /// offsets); nil if it does not match. O(the entity's texts × words of the key).
  public func match(_ entity: Entity) -> (tier: MatchTier, field: MatchField, ranges: [Range<Int>])? {
    var raw: [UInt8] = []
    EncodedEntity.append(entity, to: &raw)
    var record: [UInt8] = []
    var texts: [UInt8] = []
    FoldedRecord.append(folding: EncodedEntity(raw.span, at: 0), in: raw.span, to: &record, using: &texts)
    guard let (tier, field) = match(record.span, raw.span, before: nil) else { return nil }
    return (tier, field, entity.text(of: field).map { ranges(in: $0, of: field, tier) } ?? [])
  }

  /// Searches a small list with the same tiers and in the same order as `EntityCatalog/search(_:)`.
  ///
  /// - Parameters:
  ///   - entities: in their sources' own order. Duplicates are not removed.
  ///   - query: the key, its scope, and the number of results.
  ///   - sources: the names of the sources in their order; all other sources come last in source order.
  /// - Complexity: O(texts of the entities × words of the key).
  public static func search(
    _ entities: [Entity], _ query: MatchQuery, sources: [String] = []
  ) -> MatchList {
    let matcher = EntityMatcher(query.key, scope: query.scope)
    let boosts = query.signals.boosts()
    var top = TopMatches<RankedMatch>(limit: query.limit)
    for (index, entity) in entities.enumerated() {
      let boost = boosts.isEmpty ? MatchBoost() : boosts[entity.key] ?? MatchBoost()
      if !boost.isMentioned, query.mentionedOnly.contains(entity.source) { continue }
      guard let (tier, field, ranges) = matcher.match(entity) else { continue }
      let score = MatchScore(
        tier: tier, boost: boost, magnitude: Magnitude.of(entity.weight),
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
  ///   - bytes: contain the `FoldedRecord` at `start`.
  ///   - raw: contain the `EncodedEntity` at `rawStart`.
  ///   - last: this tier and all later ones are not tried; if nil, all tiers are tried.
  func match(
    _ bytes: Span<UInt8>, at start: Int = 0, _ raw: Span<UInt8>, at rawStart: Int = 0, before last: MatchTier?
  ) -> (MatchTier, MatchField)? {
    if key.isEmpty { return (.emptyKey, .name) }
    let record = FoldedRecord(bytes, at: start)
    for tier in tiers {
      if let last, tier >= last { return nil }
      if let field = match(bytes, record, raw, rawStart, in: tier) { return (tier, field) }
    }
    return nil
  }

  /// The field that matches in a tier, if any; a better tier may match too.
  func match(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, _ raw: Span<UInt8>, _ rawStart: Int, in tier: MatchTier
  ) -> MatchField? {
    if !searchesEverything { return matchName(bytes, record, raw, rawStart, in: tier) }
    switch tier {
    case .exact:
      if key.equals(bytes.extracting(record.name)) { return .name }
      if key.equals(bytes.extracting(record.handle)) { return .handle }
      if let alias = alias(bytes, record, where: { key.equals(bytes.extracting($0)) }) { return alias }
      guard let email = EncodedEntity(raw, at: rawStart).searchedEmail else { return nil }
      return email.count == key.bytes.count && key.beginsEmail(raw.extracting(email)) ? .email : nil
    case .namePrefix: return key.begins(bytes.extracting(record.name)) ? .name : nil
    case .handlePrefix: return key.begins(bytes.extracting(record.handle)) ? .handle : nil
    case .aliasPrefix: return alias(bytes, record) { key.begins(bytes.extracting($0)) }
    case .wordsInOrder:
      if !key.isSeveralWords { return nil }
      return field(bytes, record) { key.wordsBegin(bytes.extracting($0)) }
    case .wordsInAnyOrder:
      if !key.isSeveralWords { return nil }
      return field(bytes, record) { key.wordsBeginInAnyOrder(bytes.extracting($0)) }
    case .wordPrefix:
      if !key.isOneWord { return nil }
      return field(bytes, record) { key.beginsWord(of: bytes.extracting($0)) }
    case .initials:
      return key.canBeInitials && key.begins(bytes.extracting(record.initials)) ? .name : nil
    case .emailPrefix:
      guard let email = EncodedEntity(raw, at: rawStart).searchedEmail else { return nil }
      return key.beginsEmail(raw.extracting(email)) ? .email : nil
    case .subsequence: return field(bytes, record) { key.isSubsequence(of: bytes.extracting($0)) }
    case .oneTypo, .twoTypos:
      let allowance = tier == .oneTypo ? 1 : 2
      if key.typoAllowance < allowance { return nil }
      return field(bytes, record) { (key.typos(in: bytes.extracting($0)) ?? .max) <= allowance }
    case .emptyKey: return nil
    }
  }

  /// The name or alias that matches in a tier, if any, in a search for names alone.
  private func matchName(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, _ raw: Span<UInt8>, _ rawStart: Int, in tier: MatchTier
  ) -> MatchField? {
    func fits(_ folded: Range<Int>, _ text: Range<Int>) -> Bool {
      switch tier {
      case .exact: key.equals(bytes.extracting(folded)) && key.hasCase(of: raw.extracting(text), from: 0)
      case .namePrefix, .aliasPrefix:
        key.begins(bytes.extracting(folded)) && key.hasCase(of: raw.extracting(text), from: 0)
      case .wordPrefix:
        key.isOneWord
          && key.beginsWord(of: bytes.extracting(folded)) { key.hasCase(of: raw.extracting(text), from: $0) }
      default: false
      }
    }
    let texts = EncodedEntity(raw, at: rawStart)
    if tier != .aliasPrefix, fits(record.name, texts.name) { return .name }
    if tier == .namePrefix || record.aliasCount == 0 { return nil }
    let aliases = record.aliases(bytes)
    return aliases.indices.prefix(texts.aliases.count).first { at in
      AliasForm(bytes.extracting(aliases[at])) == .name && fits(aliases[at], texts.aliases[at])
    }.map { .alias($0) }
  }

  /// The first alias whose searched part satisfies a condition.
  @inline(__always)
  private func alias(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, where condition: (Range<Int>) -> Bool
  ) -> MatchField? {
    if record.aliasCount == 0 { return nil }
    return record.aliases(bytes).firstIndex { condition(AliasForm.searched($0, bytes)) }.map { .alias($0) }
  }

  /// The first of name, handle and aliases that satisfies a condition. E-mail addresses among the aliases are excluded.
  @inline(__always)
  private func field(
    _ bytes: Span<UInt8>, _ record: FoldedRecord, where condition: (Range<Int>) -> Bool
  ) -> MatchField? {
    if condition(record.name) { return .name }
    if !record.handle.isEmpty, condition(record.handle) { return .handle }
    return alias(bytes, record) { AliasForm(bytes.extracting($0)) != .email && condition($0) }
  }

  /// The ranges to highlight in the text of a field that matches in a tier, as UTF-8 offsets.
  func ranges(in text: String, of field: MatchField, _ tier: MatchTier) -> [Range<Int>] {
    let (folded, origins) = NameFolding.foldWithOrigins(text)
    var searched = 0..<folded.count
    if case .alias = field { searched = AliasForm.searched(searched, folded.span) }
    var result: [Range<Int>] = []
    for range in key.ranges(in: folded.span.extracting(searched), tier) where !range.isEmpty {
      let first = range.lowerBound + searched.lowerBound
      let last = range.upperBound + searched.lowerBound - 1
      let original = origins[first].lowerBound..<origins[last].upperBound
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
private struct RankedMatch: Comparable {
  let match: Match

  static func < (a: RankedMatch, b: RankedMatch) -> Bool {
    if a.match.score < b.match.score { return true }
    if b.match.score < a.match.score { return false }
    return a.match.index < b.match.index
  }

  static func == (a: RankedMatch, b: RankedMatch) -> Bool { a.match.index == b.match.index }
}
