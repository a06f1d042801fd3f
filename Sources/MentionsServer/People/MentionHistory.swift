import Entities

/// Who was mentioned lately and how often, over all documents of this session.
struct MentionHistory {
  /// Searches look each listed entity up, so the list is short.
  static let limit = 200

  private var recent: [EntityKey] = []
  private var frequency: [EntityKey: Int] = [:]
  private var entities: [EntityKey: Entity] = [:]
  /// Changes with every mention.
  private(set) var revision = 0

  mutating func mentioned(_ entity: Entity) {
    let key = entity.key
    revision += 1
    recent.removeAll { $0 == key }
    recent.insert(key, at: 0)
    frequency[key, default: 0] += 1
    entities[key] = entity
    guard recent.count > Self.limit else { return }
    let oldest = recent.removeLast()
    frequency[oldest] = nil
    entities[oldest] = nil
  }

  /// The latest first.
  var mentionedLately: [Entity] { recent.compactMap { entities[$0] } }

  func signals(mentionedHere: Set<EntityKey>) -> RankingSignals {
    RankingSignals(mentionedHere: mentionedHere, recent: recent, frequency: frequency)
  }
}
