import Entities
import MentionsServer

/// Why one row of a search comes before the next.
package struct RankingReason: Sendable {
  /// The criterion that decides: `weight`.
  package let title: String
  /// What it compares, as people read it; nil where nothing was compared.
  package let values: (own: String, next: String)?

  package init(_ row: MentionSearch.Row, before next: MentionSearch.Row) {
    guard let own = row.match, let other = next.match,
      let criterion = MatchScore.decision(between: own.score, other.score)?.criterion
    else {
      // What a source answers by itself comes behind what is matched here, in the source's own order.
      title = row.match != nil ? "matched here, the next as answered" : "the source's own order"
      values = nil
      return
    }
    title = criterion.title
    values = (
      Self.value(of: criterion, own.score, row.entity), Self.value(of: criterion, other.score, next.entity)
    )
  }

  private static func value(
    of criterion: RankingCriterion, _ score: MatchScore, _ entity: Entity
  ) -> String {
    switch criterion {
    case .matchClass: score.matchClass.title
    case .oneself: score.isOneself ? "yes" : "no"
    case .mentionedHere: score.mentionedHere ? "yes" : "no"
    case .recency: score.recency.map { "\($0 + 1)" } ?? "never"
    case .frequency: "\(score.frequency)"
    case .nearness: "\(score.nearness)"
    case .weight: (entity.weight.map(shown) ?? "none") + " (2^\(score.magnitude))"
    case .tier: score.tier.title
    case .sourceOrder: entity.source
    case .ownOrder: "\(score.ownOrder + 1)"
    case .nameLength: "\(score.nameLength)"
    case .name: score.name
    case .id: score.id
    case .uniqueID: score.uniqueID ?? "none"
    }
  }

  private static func shown(_ weight: Double) -> String {
    Int(exactly: weight).map { "\($0)" } ?? "\(weight)"
  }
}

extension RankingCriterion {
  /// `name length`.
  package var title: String {
    switch self {
    case .matchClass: "class"
    case .oneself: "yourself"
    case .mentionedHere: "mentioned in this document"
    case .recency: "mentioned recently"
    case .frequency: "mentioned often"
    case .nearness: "near"
    case .weight: "weight"
    case .tier: "tier"
    case .sourceOrder: "source order"
    case .ownOrder: "order in the source"
    case .nameLength: "name length"
    case .name: "name"
    case .id: "id"
    case .uniqueID: "uniqueID"
    }
  }
}

extension MatchClass {
  /// `strong`.
  package var title: String {
    switch self {
    case .exact: "exact"
    case .strong: "strong"
    case .weak: "weak"
    case .mended: "mended"
    case .everybody: "everybody"
    }
  }
}
