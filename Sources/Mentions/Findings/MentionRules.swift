public import Entities
import JSONText
import TextModel

/// What is told of the mentions of a text.
public struct MentionRules {
  public var kinds: Set<MentionFinding.Kind>
  /// Months without a commit after which somebody has left; nil: only who is marked as gone.
  public var leftAfter: Int?
  /// Why somebody may not be mentioned here, empty where no reason is given; nil: they may.
  public var forbids: (Entity) -> String?

  public init(
    kinds: Set<MentionFinding.Kind>, leftAfter: Int? = nil,
    forbids: @escaping (Entity) -> String? = { _ in nil }
  ) {
    (self.kinds, self.leftAfter, self.forbids) = (kinds, leftAfter, forbids)
  }

  /// What is wrong with a mention that was read in a text; of several things the most important.
  ///
  /// - Parameters:
  ///   - mention: as it was read.
  ///   - written: the text in its range.
  ///   - now: how somebody stale is written now; nil where nobody can tell.
  public func finding(
    of mention: ScannedMention, written: String, now: (Entity) -> String? = { _ in nil }
  ) -> MentionFinding? {
    func finding(_ kind: MentionFinding.Kind, _ entities: [Entity], note: String? = nil) -> MentionFinding? {
      guard kinds.contains(kind) else { return nil }
      return MentionFinding(
        kind, at: mention.range, written: written, trigger: mention.trigger, entities: entities, note: note)
    }
    switch mention.meaning {
    case .unknown: return finding(.unknown, [])
    case .ambiguous(let entities): return finding(.ambiguous, entities)
    case .known(let entity): return self.finding(of: entity, at: mention.range, written: written)
    case .stale(let entity):
      return self.finding(of: entity, at: mention.range, written: written)
        ?? finding(.stale, [entity], note: now(entity))
    }
  }

  /// What is wrong with mentioning somebody.
  func finding(of entity: Entity, at range: TextRange, written: String) -> MentionFinding? {
    if kinds.contains(.notAllowed), let reason = forbids(entity) {
      return MentionFinding(
        .notAllowed, at: range, written: written, entities: [entity], note: reason.isEmpty ? nil : reason)
    }
    guard kinds.contains(.left), let note = Self.departure(of: entity, after: leftAfter) else { return nil }
    return MentionFinding(
      .left, at: range, written: written, entities: [entity], note: note.isEmpty ? nil : note)
  }

  /// Why somebody counts as having left, empty where they are marked as gone; nil: they have not.
  ///
  /// - Parameters:
  ///   - entity: as they are known now.
  ///   - limit: ``leftAfter``.
  public static func departure(of entity: Entity, after limit: Int?) -> String? {
    if entity.gone { return "" }
    guard let limit, let months = entity.metadata["inactiveMonths"]?.intValue, months >= limit else {
      return nil
    }
    return entity.metadata["lastCommit"]?.stringValue.map { "last commit: \($0)" } ?? ""
  }
}
