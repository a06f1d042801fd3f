import Entities

/// Who was mentioned lately and how often, over all documents of this session.
struct MentionHistory {
  /// Searches look each listed entity up, so the list is short.
  static let limit = 200

  private var recent: [EntityKey] = []
  private var frequency: [EntityKey: Int] = [:]

  mutating func mentioned(_ entity: Entity) {
    let key = entity.key
    recent.removeAll { $0 == key }
    recent.insert(key, at: 0)
    frequency[key, default: 0] += 1
    if recent.count > Self.limit { frequency[recent.removeLast()] = nil }
  }

  func signals(mentionedHere: Set<EntityKey>) -> RankingSignals {
    RankingSignals(mentionedHere: mentionedHere, recent: recent, frequency: frequency)
  }
}
